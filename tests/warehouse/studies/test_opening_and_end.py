"""The opening and the end of an article that is written: asked for, put in, suggested anew."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from bridge_article import SETTINGS, an_article, weighs, written
from bridge_article import library as library
from msgspec import structs

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.results.records import Article, Block
from warehouse.run import Run
from warehouse.studies.editing import opening_and_end
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.studies.editing.outline_editor import OutlineEditor
from warehouse.writing.editing import outline_edits, rewriting
from warehouse.writing.editing.records import Framing, Spot, Suggestion

FAILED = "The model ended."
TOLD = "Opened with arches in 1881, its deck was widened in 1934 [1][2]."
OPENS = [Line("lead", "", TOLD, repeat=True), *weighs()]
JOINED = "Opened in 1881 with iron arches, the bridge carried trams on its deck until 1950"
LATER = "Long after the deck of the bridge was widened in 1934 its trams were gone"
END = {"title": "What it comes to", "text": f"{JOINED} [1][3]. {LATER} [2][3]."}
ENDS = [Line("conclusion", "", END, repeat=True), *weighs()]


def of_three_sections(library: Library, failed: str = FAILED) -> Article:
    """Without an opening and without an end."""
    made = an_article(library)
    evidence, engine, blocks = made.research.evidence, ScriptedEngine(weighs()), []
    for piece in evidence:
        text = f"{piece.text[:-1]} [{piece.number}]."
        told = claims.check(text, evidence, engine, Run())
        blocks.append(Block(2, f"Part {piece.number}", text, told))
    return structs.replace(made, lead=Block(1, "", "", (), failed), blocks=tuple(blocks))


def asked(
    editor: ArticleEditor, which: Framing, lines: Sequence[Line]
) -> Edited | Suggestion | str:
    with editor.context(ScriptedEngine(lines), SETTINGS, Run()) as context:
        return opening_and_end.write(editor, which, context)


def of(library: Library, article: Article) -> tuple[ArticleEditor, OutlineEditor]:
    studies, row = written(library, article)
    return ArticleEditor(studies, library, row), OutlineEditor(studies, library, row)


@pytest.mark.parametrize("failed", [FAILED, ""])
def test_an_opening_that_is_not_there_is_written_and_taken_back(
    library: Library, failed: str
) -> None:
    editor, _ = of(library, of_three_sections(library, failed))
    assert opening_and_end.lacking(editor.now().article) == ("opening", "end")
    made = asked(editor, "opening", OPENS)
    assert isinstance(made, Edited), made
    assert made.article.lead.text == TOLD and not made.article.lead.failed
    assert [claim.state for claim in made.article.lead.claims] == ["supported"]
    assert made.versions[-1].what == "Paragraph written in the opening" and not made.suggestions
    assert opening_and_end.lacking(made.article) == ("end",)
    assert editor.go_to(1).article.lead.failed == failed
    editor.go_to(2)
    other = TOLD.replace("Opened with arches", "Opened with iron arches")
    again = asked(editor, "opening", [Line("lead", "", other, repeat=True), *weighs()])
    assert isinstance(again, Suggestion) and again.before == TOLD and again.part.text == other


def test_an_opening_that_failed_can_be_suggested_and_taken(library: Library) -> None:
    editor, _ = of(library, of_three_sections(library))
    with editor.context(ScriptedEngine(OPENS), SETTINGS, Run()) as context:
        made = editor.suggest("rewrite", Spot(0, 0), context)
        with pytest.raises(BadInput, match=r"no paragraph 0\.1"):
            editor.suggest("shorter", Spot(0, 0), context)
    assert isinstance(made, Suggestion)
    assert editor.accept(made.number, {0}).article.lead.text == TOLD


def test_what_is_not_proven_opens_nothing_and_the_next_try_is_another(library: Library) -> None:
    editor, _ = of(library, of_three_sections(library))
    festive = [Line("lead", "", "It was a festive day [1].", repeat=True), *weighs()]
    lines = [Line("retell", "", "It was a festive day.", repeat=True), *festive]
    assert asked(editor, "opening", lines) == rewriting.NO_OPENING
    with editor.context(ScriptedEngine(), SETTINGS, Run()) as context:
        assert context.settings.seed != SETTINGS.seed
    now = editor.now()
    assert now.article.lead.failed == FAILED and now.head == 0 and not now.suggestions


def test_an_end_is_put_behind_the_sections_and_taken_back(library: Library) -> None:
    editor, outline = of(library, of_three_sections(library))
    added = outline_edits.added(outline.now().outline, (3,), "Costs").outline
    outline.change(added)
    made = asked(editor, "end", ENDS)
    assert isinstance(made, Edited), made
    *parts, end = made.article.blocks
    assert [block.title for block in parts] == ["Part 1", "Part 2", "Part 3"]
    assert (end.title, end.is_end) == ("What it comes to", True)
    assert [claim.cites for claim in end.claims] == [(1, 3), (2, 3)]
    assert all(claim.state == "supported" for claim in end.claims)
    assert made.versions[-1].what == opening_and_end.END_WRITTEN
    headings = [one.title for one in outline.now().outline.sections]
    assert headings == ["Part 1", "Part 2", "Part 3", "Costs", "What it comes to"]
    editor.go_to(1)
    now = outline.now()
    assert [one.title for one in now.outline.sections] == ["Part 1", "Part 2", "Part 3", "Costs"]
    assert not editor.now().article.blocks[-1].is_end
    with editor.context(ScriptedEngine(), SETTINGS, Run()) as context:
        assert context.settings.seed != SETTINGS.seed, "the next end is another"


def test_an_end_that_stands_is_suggested_anew_and_told_where_nothing_joins(
    library: Library,
) -> None:
    editor, _ = of(library, of_three_sections(library))
    alone = {"title": "What it comes to", "text": f"{LATER} [2][3]."}
    lines = [Line("conclusion", "", alone, repeat=True), *weighs()]
    assert asked(editor, "end", lines) == rewriting.NO_END
    assert editor.now().head == 0
    first = asked(editor, "end", ENDS)
    assert isinstance(first, Edited)
    other = {"title": "So", "text": f"{LATER} [2][3]. {JOINED} [1][3]."}
    again = asked(editor, "end", [Line("conclusion", "", other, repeat=True), *weighs()])
    assert isinstance(again, Suggestion) and again.spot == Spot(4, 0)
    assert again.part.text.startswith(LATER)
    edited = editor.accept(again.number)
    assert edited.article.blocks[-1].title == "What it comes to"
    emptied = editor.edit(again.spot, edited.article.blocks[-1].text, "").article
    assert opening_and_end.lacking(emptied) == ("opening", "end")
    filled = asked(editor, "end", ENDS)
    assert isinstance(filled, Edited) and len(filled.article.blocks) == 4


def test_an_article_of_few_sections_has_no_end(library: Library) -> None:
    editor, _ = of(library, an_article(library))
    assert not opening_and_end.lacking(editor.now().article)
    assert asked(editor, "end", weighs()) == rewriting.NO_END


def test_what_was_cut_off_goes_on(library: Library) -> None:
    editor, _ = of(library, of_three_sections(library))
    run = Run()
    engine = ScriptedEngine(ENDS)
    with editor.context(engine, SETTINGS, Run()) as context:
        made, _ = rewriting.end(editor.now().article, context)
    run.cancel()
    with pytest.raises(Cancelled), editor.context(engine, SETTINGS, run) as context:
        opening_and_end.write(editor, "end", context)
    done = asked(editor, "end", [])
    assert isinstance(done, Edited) and done.article.blocks[-1] == made, "from the journal"


def test_an_opening_that_failed_and_an_end_follow_sections_that_are_written(
    library: Library,
) -> None:
    editor, outline = of(library, of_three_sections(library))
    end = asked(editor, "end", ENDS)
    assert isinstance(end, Edited)
    outline.change(outline_edits.added(outline.now().outline, (0,), "Damage to the piers").outline)
    other = {"title": "So", "text": f"{LATER} [2][3]. {JOINED} [1][3]."}
    piers = "In 1967 a flood damaged two piers of the bridge."
    lines = [
        Line("retell", "", piers, repeat=True),
        Line("conclusion", "", other, repeat=True),
        *OPENS,
    ]
    edited = outline.write(ScriptedEngine(lines), SETTINGS, Run())
    assert edited.article.lead.text == TOLD
    assert edited.article.blocks[-1].text == end.article.blocks[-1].text
    assert [made.spot for made in edited.suggestions] == [Spot(5, 0)]


def test_an_end_from_before_ends_were_marked_is_known_by_its_form(library: Library) -> None:
    """It is short and rests on several places; no second one is asked for."""
    made = of_three_sections(library)
    claim = structs.replace(made.blocks[-1].claims[0], cites=(1, 2))
    end = structs.replace(made.blocks[-1], title="What it comes to", claims=(claim,))
    assert "end" in opening_and_end.lacking(made)
    ended = structs.replace(made, blocks=(*made.blocks, end))
    assert "end" not in opening_and_end.lacking(ended)


def test_an_end_that_was_emptied_is_not_made_anew_unasked(library: Library) -> None:
    made = of_three_sections(library)
    end = structs.replace(made.blocks[-1], is_end=True)
    stands = structs.replace(made, blocks=(*made.blocks, end))
    assert "end" in opening_and_end.to_renew(stands)
    emptied = structs.replace(end, text="", claims=())
    assert "end" not in opening_and_end.to_renew(
        structs.replace(made, blocks=(*made.blocks, emptied))
    )
