"""Comments with other words, and a sentence that cites a new document, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from bridge_article import DECK, FACTS, SETTINGS, shelved, weighs, written
from bridge_article import library as library
from shelf import reading

from warehouse import cli
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.run import Run
from warehouse.studies.editing.editor import ArticleEditor
from warehouse.studies.editing.living_article import LivingArticle
from warehouse.writing.editing.records import Suggestion


def test_a_comment_is_reworded_and_says_something(library: Library) -> None:
    studies, row = written(library)
    editor = ArticleEditor(studies, library, row)
    editor.comment(DECK, 0, 8, "Which deck?")
    editor.change_comment(1, resolved=True)
    [(comment, _)] = editor.change_comment(1, " The upper one? ").comments
    assert (comment.text, comment.resolved) == ("The upper one?", True)
    with pytest.raises(BadInput, match="says nothing"):
        editor.change_comment(1, " ")


def test_the_command_rewords_a_comment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with shelved(tmp_path / "papers") as library:
        studies, row = written(library)
        ArticleEditor(studies, library, row).comment(DECK, 0, 8, "Which deck?")
    call = ["--warehouse", str(tmp_path / "papers"), "article", "reword", row.id]
    assert cli.main([*call, "1", "The upper one?"]) == 0
    assert "The upper one?" in capsys.readouterr().out
    assert cli.main([*call, "1", ""]) == 1
    assert "says nothing" in capsys.readouterr().err
    assert cli.main([*call, "7", "No"]) == 1


def test_a_document_that_says_so_too_is_cited_beside_the_first(library: Library) -> None:
    studies, row = written(library)
    living = LivingArticle(studies, library, row)
    text = f"A history of decks. {FACTS[2]}"
    library.admit(reading("Decks", text), "decks.html", text.encode(), Run())
    [mark] = living.check(ScriptedEngine(weighs()), SETTINGS, Run())
    assert mark.kind == "also"
    with living.editor.context(ScriptedEngine(weighs()), SETTINGS, Run()) as context:
        made = living.rewrite(mark, context)
    assert isinstance(made, Suggestion)
    [fresh] = made.evidence
    cites = f"[2][{fresh.number}]"
    assert fresh.title == "Decks"
    assert made.part.text == f"The deck was made wider in 1934 {cites}. It was a festive day."
    assert made.part.claims[0].cites == (2, fresh.number)
