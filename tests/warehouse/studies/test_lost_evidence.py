"""No act of editing rests a sentence on words whose source is gone, changed or read again."""

from __future__ import annotations

from typing import Any

import pytest
from bridge_article import DECK, FACTS, SETTINGS, TEXT, an_article, weighs, written
from bridge_article import library as library
from msgspec import structs
from shelf import reading, reread

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.records import Document
from warehouse.results.records import Article, Research
from warehouse.run import Run
from warehouse.studies.editing import opening_and_end
from warehouse.studies.editing.editor import ArticleEditor
from warehouse.studies.editing.outline_editor import OutlineEditor
from warehouse.studies.editing.standing import NOTHING_LEFT
from warehouse.studies.report import lost_sources
from warehouse.writing.composed import Composing
from warehouse.writing.editing import article_outline, outline_edits, spots
from warehouse.writing.editing.records import Suggestion, Wish
from warehouse.writing.outline.outlining import Outline

BOTH = "The deck was made wider in 1934 [2]. Trams crossed it until 1950 [3]."
TYPED = "The deck grew wider in 1934 [2]."
GONE = "[2]: “Lune Bridge” is no longer in the library"
CHANGED = "Left out: [2]: the newer version of “Lune Bridge” no longer has these words."
OTHERWISE = TEXT.replace("widened in 1934", "widened in 1936")
# Of the words that are lost nothing is asked: an engine that is not told of them fails then.
RETOLD = [
    Line("retell", FACTS[3], "Until 1950 trams crossed the wide deck.", repeat=True),
    Line("join", "", "Nothing of both.", repeat=True),
]


def both(library: Library) -> Article:
    """Its one section rests on two sentences of the bridge."""
    made = an_article(library)
    told = claims.check(BOTH, made.research.evidence, ScriptedEngine(weighs()), Run())
    block = structs.replace(made.blocks[0], text=BOTH, claims=told)
    return structs.replace(made, blocks=(block,))


@pytest.fixture
def editor(library: Library) -> ArticleEditor:
    studies, row = written(library, both(library))
    return ArticleEditor(studies, library, row)


def add(library: Library, title: str, text: str) -> str:
    return library.admit(reading(title, text), f"{title}.html", text.encode(), Run()).id


def bridge(library: Library) -> str:
    return min(library.catalog.documents(), key=lambda row: row.added).id


def change(library: Library) -> None:
    """A newer version of the bridge, with another year of the deck."""
    old = bridge(library)
    new = add(library, "Lune Bridge", OTHERWISE)
    for one in (old, new):
        library.catalog.note_version("bridge.html", one)


def suggested(editor: ArticleEditor, wish: Wish, *lines: Line) -> Suggestion | str:
    with editor.context(ScriptedEngine([*lines, *weighs()]), SETTINGS, Run()) as context:
        return editor.suggest(wish, DECK, context)


def test_a_paragraph_is_rewritten_from_what_stands_and_what_was_left_out_is_said(
    library: Library, editor: ArticleEditor
) -> None:
    change(library)
    made = suggested(editor, "rewrite", *RETOLD)
    assert isinstance(made, Suggestion)
    assert made.part.text == "Until 1950 trams crossed the wide deck [3]."
    assert made.note == CHANGED
    [kept] = editor.now().suggestions
    assert kept.note == CHANGED


def test_a_paragraph_is_made_shorter_by_what_no_longer_stands(
    library: Library, editor: ArticleEditor
) -> None:
    reread(library, bridge(library), "Lune Bridge", OTHERWISE)
    short = Line("shorter", "", "The deck was widened in 1934 [2].", repeat=True)
    made = suggested(editor, "shorter", short)
    assert isinstance(made, Suggestion)
    assert made.part.text == "Trams crossed it until 1950 [3]."
    assert made.note == "Left out: [2]: “Lune Bridge” was read again and no longer reads like this."


def test_where_all_is_gone_it_is_said_that_nothing_is_left(
    library: Library, editor: ArticleEditor
) -> None:
    library.remove(bridge(library))
    for wish in ("rewrite", "shorter"):
        why = suggested(editor, wish)
        assert isinstance(why, str) and why.startswith(f"{NOTHING_LEFT} Left out: [2], [3]: ")


def test_of_a_selection_only_what_it_rested_on_is_told(
    library: Library, editor: ArticleEditor
) -> None:
    change(library)
    at = BOTH.index("Trams")
    with editor.context(ScriptedEngine([*RETOLD, *weighs()]), SETTINGS, Run()) as context:
        made = editor.suggest("rewrite", DECK, context, span=(at, at + 5))
    assert isinstance(made, Suggestion) and made.note == ""


def test_where_all_stands_nothing_is_said(library: Library, editor: ArticleEditor) -> None:
    before = editor.article()
    assert editor.now().article == before
    made = suggested(editor, "shorter", Line("shorter", "", TYPED, repeat=True))
    assert isinstance(made, Suggestion) and (made.part.text, made.note) == (TYPED, "")


def test_what_is_lost_is_proven_from_elsewhere_and_not_from_the_older_version(
    library: Library, editor: ArticleEditor
) -> None:
    old = bridge(library)
    change(library)
    with editor.context(ScriptedEngine(), SETTINGS, Run()) as context:
        assert not context.library.may_read(old)
    near = suggested(editor, "prove")
    assert isinstance(near, Suggestion)
    assert old not in {piece.place.document for piece in near.evidence}
    assert "supported" not in {one.state for one in near.part.claims if "[3]" not in one.text}
    other = add(library, "Decks", f"A history of decks. {FACTS[2]}")
    made = suggested(editor, "prove")
    assert isinstance(made, Suggestion)
    [piece] = [piece for piece in made.evidence if piece.place.document == other]
    assert f"1934 [{piece.number}]" in made.part.text and made.part.claims[0].state == "supported"


def test_a_typed_sentence_is_told_that_its_source_is_gone_and_weighed_when_it_is_back(
    library: Library, editor: ArticleEditor
) -> None:
    gone = bridge(library)
    library.remove(gone)
    engine = ScriptedEngine()  # that is asked nothing
    for told in (editor.first_sight(TYPED), editor.checked(TYPED, (), engine, Run())):
        assert [(one.state, one.why, one.cites) for one in told] == [("stale", GONE, (2,))]
    uncited = "Its iron arches of 1881 were the first of the bridge, which opened then."
    [claim] = editor.checked(uncited, (), engine, Run())
    assert (claim.state, claim.cites) == ("not found", ())
    edited = editor.edit(DECK, BOTH, TYPED)
    assert not edited.waits and editor.weigh(engine, Run()).article == edited.article
    assert [one.state for one in spots.find(edited.article, DECK).part.claims] == ["stale"]
    library.trash.restore(gone, Run())
    assert editor.now().waits
    now = editor.weigh(ScriptedEngine(weighs()), Run())
    assert [one.state for one in spots.find(now.article, DECK).part.claims] == ["supported"]


def test_what_was_weighed_before_keeps_its_state_for_when_its_source_is_back(
    library: Library, editor: ArticleEditor
) -> None:
    gone = bridge(library)
    library.remove(gone)
    stale = spots.find(editor.now().article, DECK).part.claims
    assert {one.state for one in stale} == {"stale"}
    added = f"{BOTH} Nobody knows why."
    edited = editor.edit(DECK, BOTH, added, stale)
    now = editor.weigh(ScriptedEngine(weighs()), Run()) if edited.waits else edited
    assert [one.state for one in spots.find(now.article, DECK).part.claims][:2] == ["stale"] * 2
    library.trash.restore(gone, Run())
    back = editor.now()
    states = [one.state for one in spots.find(back.article, DECK).part.claims]
    assert states[:2] == ["supported"] * 2 and not back.waits


def test_a_section_is_written_anew_from_what_stands(
    library: Library, editor: ArticleEditor
) -> None:
    change(library)
    outline = OutlineEditor(editor._studies, library, editor._study)
    outline.change(outline_edits.anew(outline.now().outline, (0,), alone=True).outline)
    lead = Line("lead", "", "Opened with arches, it had trams [1][3].", repeat=True)
    edited = outline.write(ScriptedEngine([*RETOLD, lead, *weighs()]), SETTINGS, Run())
    assert edited.note == CHANGED
    [block] = edited.article.blocks
    assert block.text == "Until 1950 trams crossed the wide deck [3]."
    [lost] = [one for one in edited.article.research.losses if "no longer has" in one.reason]
    assert lost.what.startswith("[2] Lune Bridge") and lost.stage == "outlining"
    assert not outline.write(ScriptedEngine(weighs()), SETTINGS, Run()).note


def test_a_heading_is_drafted_again_over_what_stands(
    library: Library, editor: ArticleEditor
) -> None:
    library.remove(bridge(library))
    outline = OutlineEditor(editor._studies, library, editor._study)
    made = outline.draft((0,), ScriptedEngine(weighs()), SETTINGS, Run())
    assert made.unchanged and made.note.startswith("Left out: [2], [3]: “Lune Bridge”")


def test_an_end_that_cannot_be_written_says_what_was_left_out(
    library: Library, editor: ArticleEditor
) -> None:
    library.remove(bridge(library))
    with editor.context(ScriptedEngine(weighs()), SETTINGS, Run()) as context:
        why = opening_and_end.write(editor, "end", context)
    assert isinstance(why, str) and " Left out: [1], [2], [3]: “Lune Bridge” is no longer" in why


def test_the_opening_is_written_from_sections_that_stand(
    library: Library, editor: ArticleEditor
) -> None:
    library.remove(bridge(library))
    with editor.context(ScriptedEngine(weighs()), SETTINGS, Run()) as context:
        why = editor.suggest("rewrite", spots.Spot(0, 0), context)
    assert isinstance(why, str) and why.startswith(f"{NOTHING_LEFT} Left out: [1], [2], [3]: ")


def test_a_newer_version_that_is_not_read_yet_says_nothing_of_the_words(
    library: Library, editor: ArticleEditor
) -> None:
    evidence = editor.article().research.evidence
    queued = Document("ef" * 32, "Lune Bridge", "web", "/in/bridge.html", 10, 9.0, "queued")
    library.catalog.queue(queued, ".html")
    for one in (bridge(library), queued.id):
        library.catalog.note_version("bridge.html", one)
    assert not lost_sources.of(evidence, library.catalog)


def test_what_is_lost_of_a_section_that_stays_is_in_no_pool(
    library: Library, editor: ArticleEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another section is written by the outline."""
    outline = OutlineEditor(editor._studies, library, editor._study)
    outline.change(outline_edits.added(outline.now().outline, (1,), "Trams").outline)
    library.remove(bridge(library))
    pools: list[set[int]] = []

    class Watched(Composing):
        def __init__(self, method: str, plan: Outline, made: Research, *given: Any) -> None:
            pools.append({piece.number for piece in made.evidence})
            super().__init__(method, plan, made, *given)

    monkeypatch.setattr(article_outline, "Composing", Watched)
    outline.write(ScriptedEngine([*RETOLD, *weighs()]), SETTINGS, Run())
    assert pools and 2 not in pools[0]
