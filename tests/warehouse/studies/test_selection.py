"""What is wished of a selection: only the sentences that it touches are changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from bridge_article import DECK, FACTS, LEAD, SETTINGS, WRITTEN, shelved, weighs, written
from bridge_article import library as library
from shelf import HashingEmbedder

from warehouse import cli
from warehouse.app import Engines
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.run import Run
from warehouse.studies.editing.editor import ArticleEditor
from warehouse.writing.editing import quotes, spots
from warehouse.writing.editing.records import Spot, Suggestion, Wish

FIRST = "The deck was made wider in 1934 [2]."
LAST = "Trams used it up to 1950 [3]."
BETWEEN = "It was a festive day."
THREE = f"{FIRST} {BETWEEN} {LAST}"
RETOLD = (
    Line("retell", FACTS[2], "In 1934 the bridge had its deck widened.", repeat=True),
    Line("retell", FACTS[3], "Until 1950 trams crossed the wide deck.", repeat=True),
    Line("retell", FACTS[0], "Iron arches carried the bridge from 1881.", repeat=True),
    Line("retell", "", "In 1967 a flood damaged two piers of the bridge.", repeat=True),
    Line("join", "", "Nothing of both.", repeat=True),
    Line("shorter", "", "Its deck was widened in 1934 [2].", repeat=True),
)


@pytest.fixture
def editor(library: Library) -> ArticleEditor:
    studies, row = written(library)
    editor = ArticleEditor(studies, library, row)
    editor.edit(DECK, WRITTEN, THREE)
    editor.weigh(ScriptedEngine(weighs()), Run())
    return editor


def suggested(
    editor: ArticleEditor, wish: Wish, words: str, spot: Spot = DECK, **more: Any
) -> Suggestion:
    engine = ScriptedEngine([*RETOLD, *weighs()])
    span = quotes.span(spots.find(editor.now().article, spot), words)
    assert span is not None
    with editor.context(engine, SETTINGS, Run()) as context:
        made = editor.suggest(wish, spot, context, span=span, **more)
    assert isinstance(made, Suggestion), made
    return made


def claimed(made: Suggestion) -> Sequence[str]:
    return [made.part.text[claim.start : claim.end] for claim in made.part.claims]


def test_only_the_selected_sentence_is_written_anew(editor: ArticleEditor) -> None:
    made = suggested(editor, "rewrite", "wider in")
    anew = "In 1934 the bridge had its deck widened [2]."
    assert made.before == THREE and made.part.text == f"{anew} {BETWEEN} {LAST}"
    assert claimed(made) == [anew, BETWEEN, LAST]
    edited = editor.accept(made.number).article
    assert spots.find(edited, DECK).text == made.part.text


def test_a_selection_across_sentences_and_numbers_takes_them_whole(editor: ArticleEditor) -> None:
    made = suggested(editor, "rewrite", "day. Trams used it up to 1950 [3]")
    assert made.part.text.startswith(f"{FIRST} ") and BETWEEN not in made.part.text
    assert "Until 1950 trams crossed the wide deck [3]." in made.part.text
    before = spots.find(editor.now().article, DECK).part.claims
    assert made.part.claims[0] == before[0], "the rest stays, with its claims"


def test_only_the_selected_sentences_are_shortened(editor: ArticleEditor) -> None:
    made = suggested(editor, "shorter", FIRST[:-5] + " [2]. " + BETWEEN)
    assert made.part.text == f"Its deck was widened in 1934 [2]. {LAST}"
    assert claimed(made) == ["Its deck was widened in 1934 [2].", LAST]


def test_more_is_told_after_the_selected_sentence(editor: ArticleEditor) -> None:
    made = suggested(editor, "add", "deck", about="flood damage to the piers")
    more = claimed(made)[1]
    assert "1967" in more and made.part.text == f"{FIRST} {more} {BETWEEN} {LAST}"


def test_a_sentence_of_the_opening_is_written_from_what_it_cites(editor: ArticleEditor) -> None:
    two = f"{LEAD} {FIRST}"
    editor.edit(Spot(0, 0), LEAD, two)
    editor.weigh(ScriptedEngine(weighs()), Run())
    made = suggested(editor, "rewrite", "arches", Spot(0, 0))
    assert made.part.text == f"Iron arches carried the bridge from 1881 [1]. {FIRST}"
    assert all(claim.state in claims.PROVEN for claim in made.part.claims)


def test_of_no_sentence_nothing_is_made(editor: ArticleEditor) -> None:
    with (
        editor.context(ScriptedEngine(weighs()), SETTINGS, Run()) as context,
        pytest.raises(BadInput, match="no sentence"),
    ):
        editor.suggest("shorter", DECK, context, span=(len(FIRST), len(FIRST) + 1))


def test_the_command_takes_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with shelved(tmp_path / "papers") as library:
        studies, row = written(library)
        ArticleEditor(studies, library, row).edit(DECK, WRITTEN, THREE)
    engine = ScriptedEngine([*RETOLD, *weighs()])
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    monkeypatch.setattr(Library, "_embedder_of", lambda self, settings: HashingEmbedder(64))
    call = ["--warehouse", str(tmp_path / "papers"), "article", "suggest", row.id, "1.1", "rewrite"]
    assert cli.main([*call, "--words", "wider in\n1934 [2]"]) == 0
    told = capsys.readouterr().out
    assert "had its deck widened" in told.replace("{+", "").replace("+}", "")
    assert "trams crossed" not in told and "festive" not in told
    assert cli.main([*call, "--words", "no such words"]) == 1
    assert "“no such words” does not stand in paragraph 1.1." in capsys.readouterr().err
