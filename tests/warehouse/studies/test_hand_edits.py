"""An article that was edited and is written anew: what was edited stays, and the user is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from bridge_article import DECK, LEAD, SETTINGS, WRITTEN, an_article, shelved
from bridge_article import library as library
from msgspec import structs

from warehouse import cli
from warehouse.app import Engines
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.records import Place
from warehouse.results.records import Article, Block, Figure
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies import keeper, revisions
from warehouse.studies.editing.editor import ArticleEditor
from warehouse.studies.keeper import Studies
from warehouse.writing.editing import hand_edits, spots
from warehouse.writing.editing.records import Spot

ANEW = "The deck grew wider in 1934 [2]. It was a festive day."
OWN = "My own words on the deck."
FIGURE = Figure(Place("d", 0, 0, 10), "1", "Lune Bridge", "Figure 1", (0, 0, 90, 90))


def with_text(article: Article, *texts: str, figures: tuple[Figure, ...] = ()) -> Article:
    """Its one section reads so."""
    text = "\n\n".join(texts)
    told = claims.at_first_sight(text, article.research.evidence)
    block = structs.replace(article.blocks[0], text=text, claims=told, figures=figures)
    return structs.replace(article, blocks=(block,))


def text_of(article: Article) -> list[str]:
    return [one.text for one in spots.paragraphs(article) if one.spot.section == 1]


def written_twice(library: Library, second: str) -> tuple[Studies, Any, ArticleEditor]:
    """As in ``WRITTEN`` at first, and so whenever it is written again."""
    made = an_article(library)
    times = iter((made,))
    works: Any = {
        ("write", "aware"): lambda topic, context, **_: next(times, with_text(made, second))
    }
    studies = Studies(library, works)
    row = studies.start("write", "The bridge", "aware")
    studies.run(row, ScriptedEngine(), SETTINGS, Run())
    return studies, row, ArticleEditor(studies, library, row)


def test_an_edited_paragraph_is_in_the_article_that_is_written_anew(library: Library) -> None:
    studies, row, editor = written_twice(library, ANEW)
    assert not revisions.is_edited(editor.folder)
    editor.edit(DECK, WRITTEN, OWN)
    assert revisions.is_edited(editor.folder)
    studies.steer(row, Act("add", "What trams cost"))
    made = studies.run(row, ScriptedEngine(), SETTINGS, Run())
    now = editor.now()
    assert isinstance(made, Article) and text_of(made) == text_of(now.article) == [OWN]
    told = [(one.parent, one.what) for one in now.versions]
    assert told[2:] == [(0, "Written anew"), (3, "With what you edited before")]
    assert text_of(editor.at(3)) == [ANEW] and text_of(editor.at(2)) == [OWN]
    editor.go_to(3)
    assert not revisions.is_edited(editor.folder)


def test_nothing_is_saved_where_it_is_written_as_before(library: Library) -> None:
    studies, row, editor = written_twice(library, WRITTEN)
    editor.edit(DECK, WRITTEN, OWN)
    studies.run(row, ScriptedEngine(), SETTINGS, Run())
    assert text_of(editor.now().article) == [OWN] and len(editor.now().versions) == 2


def test_each_paragraph_takes_its_place(library: Library) -> None:
    base = an_article(library)
    old = with_text(base, "One is first [1].", "Two.", "Three was long ago [3].", "Four.")
    mine = with_text(base, "One is first [1].", OWN, "Three was mine long ago [3].", "New.")
    anew = with_text(base, "Zero.", "One is first [1].", "Three was very long ago [3].", "Four.")
    told = text_of(hand_edits.carried(old, mine, anew))
    assert told == ["Zero.", "One is first [1].", OWN, "Three was mine long ago [3].", "New."]


def test_what_was_taken_out_stays_out(library: Library) -> None:
    base = an_article(library)
    old = with_text(base, "One.", "Two.", figures=(FIGURE,))
    mine = with_text(base, "Two.")
    anew = with_text(base, "One.", "Two.", "Three.", figures=(FIGURE,))
    made = hand_edits.carried(old, mine, anew)
    assert text_of(made) == ["Two.", "Three."] and made.blocks[0].figures == ()


def test_what_belongs_to_no_section_of_it_is_left_to_the_version(library: Library) -> None:
    base = an_article(library)
    other = structs.replace(base, blocks=(Block(2, "Trams", "They ran.", ()),))
    mine = structs.replace(with_text(base, OWN), lead=Block(1, "", "Mine.", ()))
    made = hand_edits.carried(base, mine, other)
    assert made.blocks == other.blocks and made.lead.text == "Mine."
    assert hand_edits.carried(base, base, other) == other


def test_the_command_asks_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with shelved(tmp_path / "papers") as library:
        made = an_article(library)
        _, row, editor = written_twice(library, ANEW)
        editor.edit(Spot(0, 0), LEAD, OWN)
    works = cast(dict[Any, Any], keeper.WORKS)
    monkeypatch.setitem(
        works, ("write", "aware"), lambda topic, context, **_: with_text(made, ANEW)
    )
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": ScriptedEngine())
    steer = ["--warehouse", str(tmp_path / "papers"), "steer", row.id, "--add", "Costs"]
    assert cli.main(steer) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert revisions.HAND_EDITED in told and "--anyway" in told
    assert cli.main([*steer[:4]]) == 0
    assert "Costs" not in capsys.readouterr().out, "nothing was kept of it"
    assert cli.main([*steer, "--later"]) == 0
    capsys.readouterr()
    assert cli.main([*steer[:4], "--go-on"]) == 1
    capsys.readouterr()
    assert cli.main([*steer[:4], "--go-on", "--anyway"]) == 0
    told = capsys.readouterr().out
    assert OWN in told and "grew wider" in told


def test_a_paragraph_that_was_moved_is_there(library: Library) -> None:
    base = an_article(library)
    old, mine = with_text(base, "One.", "Two."), with_text(base, "Two.", "One.")
    assert sorted(text_of(hand_edits.carried(old, mine, old))) == ["One.", "Two."]


def test_a_section_that_was_renamed_has_what_was_edited_in_it(library: Library) -> None:
    base = an_article(library)
    old, mine = with_text(base, "One.", "Two."), with_text(base, "One.", OWN)
    named = [structs.replace(one.blocks[0], title="Its deck") for one in (mine, old)]
    renamed, anew = (structs.replace(base, blocks=(block,)) for block in named)
    assert text_of(hand_edits.carried(old, renamed, anew)) == ["One.", OWN]


def test_a_version_that_one_went_back_to_is_not_replaced_unasked(library: Library) -> None:
    studies, row, editor = written_twice(library, ANEW)
    editor.edit(DECK, WRITTEN, OWN)
    studies.steer(row, Act("add", "What trams cost"))
    studies.run(row, ScriptedEngine(), SETTINGS, Run())
    editor.go_to(1)
    assert revisions.is_edited(editor.folder)
