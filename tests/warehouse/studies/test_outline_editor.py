"""The outline of a written article changed: what is new is written, the rest stays as it is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from bridge_article import (
    DECK,
    FACTS,
    LEAD,
    SETTINGS,
    TOPIC,
    WRITTEN,
    an_article,
    weighs,
    written,
)
from bridge_article import library as library
from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput, StorageError
from warehouse.library import Library
from warehouse.methods.registry import METHODS
from warehouse.results.records import Research, Structure
from warehouse.run import Run
from warehouse.steering import Steering
from warehouse.studies.editing.editor import ArticleEditor
from warehouse.studies.editing.outline_editor import OutlineEditor, Planned
from warehouse.studies.keeper import Studies
from warehouse.studies.steering.acts import ActLog
from warehouse.writing import composed
from warehouse.writing.editing import outline_edits as edits
from warehouse.writing.outline import kept_outline, outline_history, outlining
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline

PIERS = "In 1967 a flood damaged two piers of the bridge [4]."
OPENING = Line(
    "lead",
    "",
    "Widened in 1934, it met a flood [2][4].",
    repeat=True,
)
TITLES = ("Quarks", "Gluons", "Leptons")
BY_HAND = "The deck was widened, by hand, in 1934 [2]."


def test_a_section_that_is_added_is_written_and_the_others_stay(library: Library) -> None:
    studies, row = written(library)
    outline, article = OutlineEditor(studies, library, row), ArticleEditor(studies, library, row)
    article.edit(DECK, WRITTEN, BY_HAND)
    now = outline.now()
    [deck] = now.outline.sections
    assert (deck.title, deck.section, now.is_done) == ("The deck", 0, True)
    assert [one.number for one in edits.evidence(deck)] == [2]
    added = edits.added(now.outline, (0,), "Damage to the piers", "the flood of 1967").outline
    planned = outline.change(edits.renamed(added, (1,), "A wider deck").outline)
    assert planned.waits == 1 and not planned.is_done
    lines = [
        Line("retell", "", PIERS.replace(" [4]", ""), repeat=True),
        OPENING,
        *weighs(),
    ]
    edited = outline.write(ScriptedEngine(lines), SETTINGS, Run())
    first, second = edited.article.blocks
    assert first.title == "Damage to the piers" and "1967" in first.text
    assert (second.title, second.text) == ("A wider deck", BY_HAND)
    assert edited.versions[-1].what == "Outline changed: 1 section written"
    [opening] = edited.suggestions
    assert edited.article.lead.text == LEAD
    assert opening.before == LEAD and opening.part.text == "Widened in 1934, it met a flood [2][4]."
    assert outline.now().is_done
    assert [one.section for one in outline.now().outline.sections] == [0, 1]
    article.go_to(edited.versions[-2].number)
    assert [one.title for one in outline.now().outline.sections] == ["The deck"]


def test_what_only_stands_elsewhere_or_is_named_otherwise_is_not_gone_over(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    studies, row = written(library)
    outline = OutlineEditor(studies, library, row)
    outline.change(edits.renamed(outline.now().outline, (0,), "Trams").outline)

    def gone_over(*_: object) -> None:
        raise AssertionError("nothing was written")

    monkeypatch.setattr(composed.Composing, "go_over", gone_over)
    edited = outline.write(ScriptedEngine(weighs()), SETTINGS, Run())
    [deck] = edited.article.blocks
    assert (deck.title, deck.text) == ("Trams", WRITTEN)


def shaped(library: Library) -> tuple[OutlineEditor, Path]:
    """Three names in a row, the last of them *Trams 3*; and where it is kept."""
    studies, row = written(library)
    outline = OutlineEditor(studies, library, row)
    with pytest.raises(BadInput, match="nothing to take back"):
        outline.take_back()
    for number in (1, 2, 3):
        outline.change(edits.renamed(outline.now().outline, (0,), f"Trams {number}").outline)
    return outline, studies.folder(row.id)


def name(planned: Planned) -> str:
    return planned.outline.sections[0].title


def test_changes_are_taken_back_one_by_one_and_none_is_made_while_it_is_written(
    library: Library,
) -> None:
    outline, _ = shaped(library)
    [row] = library.catalog.studies()
    later = (OutlineEditor(Studies(library), library, row) for _ in range(3))
    assert [name(one.take_back()) for one in later] == ["Trams 2", "Trams 1", "The deck"]
    with pytest.raises(BadInput, match="nothing to take back"):
        outline.take_back()
    assert [name(outline.do_again()), name(outline.do_again())] == ["Trams 1", "Trams 2"]
    outline.change(edits.renamed(outline.now().outline, (0,), "Rails").outline)
    with pytest.raises(BadInput, match="nothing to do again"):
        outline.do_again()
    assert name(outline.take_back()) == "Trams 2"
    known = library.catalog.studies()[0]
    library.catalog.save_study(structs.replace(known, state="running"))
    for act in (outline.take_back, outline.do_again, lambda: outline.put(outline.now().outline)):
        with pytest.raises(BadInput, match="being written"):
            act()


def test_what_it_was_before_is_gone_to_in_the_history(library: Library) -> None:
    outline, _ = shaped(library)
    now = outline.now().outline
    assert name(outline.put(edits.renamed(now, (0,), "Trams 1").outline)) == "Trams 1"
    assert name(outline.do_again()) == "Trams 2", "nothing of it is gone"


def test_a_damaged_history_costs_what_can_be_taken_back_and_no_more(library: Library) -> None:
    outline, folder = shaped(library)
    for damage in (b"{", b'{"evidence":[],"losses":[],"outlines":[],"at":3,"is_cut":false}'):
        (folder / outline_history.NAME).write_bytes(damage)
        with pytest.raises(StorageError, match="before cannot be read") as told:
            outline.take_back()
        assert "The outline is whole" in told.value.next_step
        now = outline.now()
        assert OutlineFile(folder).is_shaped
        outline.change(edits.renamed(now.outline, (0,), "Rails").outline)
        assert name(outline.take_back()) == name(now)
        with pytest.raises(BadInput, match="it was damaged"):
            outline.take_back()


def test_the_one_outline_that_an_earlier_version_kept_is_one_step(library: Library) -> None:
    outline, folder = shaped(library)
    former = outline.take_back().outline
    outline.do_again()
    (folder / outline_history.NAME).unlink()
    (folder / outline_history.FORMER).write_bytes(msgspec.json.encode(former))
    assert OutlineFile(folder).is_shaped
    assert name(outline.take_back()) == "Trams 2"
    with pytest.raises(BadInput, match="nothing to take back"):
        outline.take_back()
    assert name(outline.do_again()) == "Trams 3"


@pytest.mark.parametrize("step", ["change", "take_back", "do_again"])
def test_a_kill_between_history_and_outline_loses_no_step(
    library: Library, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    outline, _ = shaped(library)
    outline.take_back()
    fresh = edits.renamed(outline.now().outline, (0,), "Rails").outline
    acts = {"change": lambda: outline.change(fresh)}

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context, pytest.raises(KeyboardInterrupt):
        context.setattr(OutlineFile, "keep", killed)
        acts.get(step, lambda: getattr(outline, step)())()
    assert name(outline.now()) == "Trams 2"
    assert name(outline.do_again()) == ("Rails" if step == "change" else "Trams 3")
    back = [name(outline.take_back()) for _ in range(3)]
    assert back == ["Trams 2", "Trams 1", "The deck"]


def test_what_was_changed_before_sections_were_written_is_there_when_they_are_taken_back(
    library: Library,
) -> None:
    studies, row = written(library)
    outline, article = OutlineEditor(studies, library, row), ArticleEditor(studies, library, row)
    outline.change(edits.renamed(outline.now().outline, (0,), "Trams").outline)
    edited = outline.write(ScriptedEngine(weighs()), SETTINGS, Run())
    with pytest.raises(BadInput, match="nothing to take back"):
        outline.take_back()
    article.go_to(edited.versions[0].number)
    assert (name(outline.now()), name(outline.do_again())) == ("The deck", "Trams")
    assert name(outline.take_back()) == "The deck"


def drafts(title: str, about: str) -> ScriptedEngine:
    """A model that drafts one section."""
    sections = [{"title": title, "about": about}]
    reply = msgspec.json.encode({"title": "The bridge", "sections": sections}).decode()
    return ScriptedEngine([Line("outline_draft", "", reply, repeat=True), *weighs()])


def with_piers(outline: OutlineEditor) -> Planned:
    """A second heading, drafted again."""
    outline.change(edits.added(outline.now().outline, (1,), "Piers").outline)
    engine = drafts("Piers after the flood", "the flood damaged two piers")
    return outline.draft((1,), engine, SETTINGS, Run())


def test_one_heading_is_drafted_again_alone(library: Library) -> None:
    studies, row = written(library)
    drafted = with_piers(OutlineEditor(studies, library, row))
    deck, piers = drafted.outline.sections
    assert deck.section == 0 and piers.title == "Piers", "as it was named by hand"
    assert piers.about == "the flood damaged two piers"
    assert any(FACTS[4] in one.text for one in edits.evidence(piers))
    assert drafted.outline.redrafted == 1


def test_what_a_draft_leaves_out_is_told_and_why_a_heading_stays(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    studies, row = written(library)
    outline = OutlineEditor(studies, library, row)
    outline.change(edits.added(outline.now().outline, (1,), "Quarks").outline)
    lost = Loss("outlining", "Quarks", "nothing was found for this section")
    monkeypatch.setattr(outlining, "branch", lambda heading, *_: (heading, [lost]))
    drafted = outline.draft((1,), ScriptedEngine(), SETTINGS, Run())
    assert drafted.outline.losses == (lost,)
    assert drafted.unchanged == "“Quarks” stays as it was: nothing was found for this section."
    assert outline.draft((1,), ScriptedEngine(), SETTINGS, Run()).outline.losses == (lost,)
    assert not outline.now().unchanged
    spare = Loss("outlining", "A page", "other evidence is nearer to the topic", "a", 1, 9)
    monkeypatch.setattr(outlining, "branch", lambda heading, *_: (heading, [spare, lost]))
    why = outline.draft((1,), ScriptedEngine(), SETTINGS, Run()).unchanged
    assert why.endswith("nothing was found for this section.")
    monkeypatch.setattr(outlining, "branch", lambda heading, *_: (heading, [spare]))
    why = outline.draft((1,), ScriptedEngine(), SETTINGS, Run()).unchanged
    assert why == "“Quarks” stays as it was: the draft came out the same."
    monkeypatch.setattr(outlining, "branch", lambda heading, *_: (heading, [lost]))
    outline.draft((1,), ScriptedEngine(), SETTINGS, Run())
    told = Line("retell", "", PIERS.replace(" [4]", ""), repeat=True)
    polish = Line("polish", "", "", repeat=True)
    for _ in range(2):
        edited = outline.write(ScriptedEngine([OPENING, told, polish, *weighs()]), SETTINGS, Run())
        assert edited.article.research.losses.count(lost) == 1


def test_nothing_found_is_told_of_a_heading_only_while_it_stands_and_has_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    studies, row = written(library)
    outline = OutlineEditor(studies, library, row)
    for title in ("Leptons", "Gluons", "Quarks"):
        outline.change(edits.added(outline.now().outline, (1,), title).outline)
    found = structs.replace(outline.now().outline.sections[0], section=-1)
    lost = {title: Loss("outlining", title, outlining.NOTHING_FOUND) for title in TITLES}
    monkeypatch.setattr(outlining, "branch", lambda one, *_: (one, [lost[one.title]]))
    for at in (1, 2, 3):
        outline.draft((at,), ScriptedEngine(), SETTINGS, Run())
    assert set(outline.now().outline.losses) == set(lost.values())
    again = structs.replace(found, title="Quarks")
    monkeypatch.setattr(outlining, "branch", lambda one, *_: (again, []))
    outline.draft((1,), ScriptedEngine(), SETTINGS, Run())
    assert lost["Quarks"] not in outline.now().outline.losses
    outline.change(edits.removed(outline.now().outline, (2,)).outline)
    left = outline.now().outline
    assert kept_outline.still_lost(left.losses, left) == [lost["Leptons"]]
    filled = edits.given(left, (1,), found.paragraphs[0][0].number, (2,)).outline
    assert kept_outline.still_lost(filled.losses, filled) == []


def test_what_was_found_for_a_heading_drafted_again_is_evidence_of_the_article(
    library: Library,
) -> None:
    studies, row = written(library)
    outline = OutlineEditor(studies, library, row)
    with_piers(outline)
    retold = Line("retell", "", PIERS.replace(" [4]", ""), repeat=True)
    polish = Line("polish", "", "", repeat=True)
    edited = outline.write(ScriptedEngine([OPENING, retold, polish, *weighs()]), SETTINGS, Run())
    cited = {n for one in edited.article.blocks for claim in one.claims for n in claim.cites}
    assert 4 in cited
    assert cited <= {one.number for one in edited.article.research.evidence}


def test_a_section_that_is_added_is_gone_over_and_does_not_say_the_opening_again(
    library: Library,
) -> None:
    studies, row = written(library)
    outline = OutlineEditor(studies, library, row)
    outline.change(edits.added(outline.now().outline, (1,), "The iron arches of 1881").outline)
    told = [Line("retell", fact, fact, repeat=True) for fact in FACTS]
    lines = [*told, Line("retell", "", "", repeat=True), Line("join", "", "", repeat=True)]
    lines += [Line("polish", "", "", repeat=True), OPENING, *weighs()]
    engine = ScriptedEngine(lines)
    deck, piers = outline.write(engine, SETTINGS, Run()).article.blocks
    assert deck.text == WRITTEN and "1881" not in piers.text
    polished = [one.messages[-1].content for one in engine.seen if one.prompt == "polish"]
    assert polished and not any("festive" in one for one in polished)


def test_what_was_found_for_a_heading_drafted_again_is_there_when_the_study_goes_on(
    library: Library,
) -> None:
    studies = Studies(library)
    row = studies.start("write", TOPIC, "orag")
    first, second, _ = an_article(library).research.evidence
    chain = Research(TOPIC, Structure(), (first, second))
    file = OutlineFile(studies.folder(row.id))
    headings = Heading("Arches", "", ((first,),)), Heading("The deck", "", ((second,),))
    file.keep(Outline("The bridge", headings))
    with ActLog(studies.folder(row.id)) as steering:
        steering.saw(chain)
    engine = drafts("The deck and its trams", "the deck was widened, trams crossed it")
    drafted = OutlineEditor(studies, library, row).draft((1,), engine, SETTINGS, Run())
    assert len(drafted.outline.evidence()) > 2
    for outline in (drafted.outline, cut_otherwise(drafted.outline)):
        file.keep(outline)
        with ActLog(studies.folder(row.id)) as steering:
            told = Steering(numbers=steering.numbers())
            context = Context.of(library, engine, SETTINGS, Run(), told)
            plan, made = composed._planned(chain, METHODS["orag"], context, file)
        assert [one.text for one in plan.evidence()] == [one.text for one in outline.evidence()]
        assert not [one for one in made.losses if one.reason == "is no longer found"]
    library.remove(first.place.document)
    assert kept_outline.searched_for(drafted.outline, (), context) == []


def test_what_is_of_no_use_to_a_heading_goes_where_the_method_sifts(library: Library) -> None:
    """Both of one that is drafted again and of one that is looked up to be written."""
    useless = [
        Line("useful", "Trams crossed", (0.9, 0.1), repeat=True),
        Line("useful", "", (0.1, 0.9), repeat=True),
    ]
    studies = Studies(library)
    row = studies.start("write", TOPIC, "apollo")
    first, second, _ = an_article(library).research.evidence
    with ActLog(studies.folder(row.id)) as steering:
        steering.saw(Research(TOPIC, Structure(), (first, second)))
    headings = Heading("Arches", "", ((first,),)), Heading("The deck", "", ((second,),))
    OutlineFile(studies.folder(row.id)).keep(Outline("The bridge", headings))
    section = {"title": "The bridge of iron", "about": "arches, deck, trams, flood and piers"}
    reply = {"title": "The bridge", "sections": [section]}
    lines = [Line("outline_draft", "", reply, repeat=True), *useless, *weighs()]
    outline = OutlineEditor(studies, library, row)
    drafted = outline.draft((1,), ScriptedEngine(lines), SETTINGS, Run()).outline
    deck = edits.evidence(drafted.sections[1])
    assert len(deck) == 2 and any("Trams" in piece.text for piece in deck)
    assert [one.stage for one in drafted.losses if "of no use to" in one.reason]
    studies, row = written(library, structs.replace(an_article(library), method="apollo"))
    outline = OutlineEditor(studies, library, row)
    outline.change(edits.added(outline.now().outline, (1,), "Trams on the deck").outline)
    told = [Line("retell", fact, fact, repeat=True) for fact in FACTS]
    told += [Line(name, "", "", repeat=True) for name in ("retell", "join", "polish")]
    engine = ScriptedEngine([*told, OPENING, *useless, *weighs()])
    losses = outline.write(engine, SETTINGS, Run()).article.research.losses
    assert any("of no use to “Trams on the deck”" in one.reason for one in losses)


def cut_otherwise(outline: Outline) -> Outline:
    """Its last piece at a place where no search finds it."""
    last = outline.evidence()[-1]
    place = structs.replace(last.place, start=last.place.start + 2)
    one = structs.replace(last, place=place, text=last.text[2:])
    [*others, deck] = outline.sections
    groups = tuple(
        tuple(one if piece == last else piece for piece in group) for group in deck.paragraphs
    )
    return structs.replace(outline, sections=(*others, structs.replace(deck, paragraphs=groups)))
