"""Outlines from below: evidence is grouped first, then each group is named."""

from __future__ import annotations

import numpy as np
import pytest
from bridge_article import FACTS, SETTINGS, TOPIC
from bridge_sections import evidence
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.protocol import Completion
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.evidence.reduction import framed, head
from warehouse.results.records import Research, Structure
from warehouse.run import Run
from warehouse.structures.communities import Matrix
from warehouse.writing import wishes
from warehouse.writing.outline import drafting, kept_outline, outlining, sharing
from warehouse.writing.outline.drafting import Draft
from warehouse.writing.outline.outlining import Heading
from warehouse.writing.outline.ranked import Ranked, ranked
from warehouse.writing.sentences import worth_telling

PIECES = tuple(evidence(number, fact) for number, fact in enumerate(FACTS, start=1))
RESEARCH = Research(TOPIC, Structure(), PIECES)


def rows() -> Matrix:
    """Two facts each of arches, deck and piers."""
    return np.repeat(np.eye(3, 32, dtype=np.float32), 2, axis=0)


def heading(contains: str, title: str) -> Line:
    return Line("section_heading", contains, {"title": title, "about": contains}, repeat=True)


def test_every_group_is_named_by_its_own_notes(library: Library) -> None:
    engine = ScriptedEngine(
        [
            heading("foundry", "Iron arches cast in a foundry"),
            heading("Trams", "Trams on the widened deck"),
            heading("concrete", "Piers repaired after a flood"),
        ]
    )
    context = Context.of(library, engine, SETTINGS, Run())
    [made] = drafting.from_below([(RESEARCH, rows(), 3, "The bridge")], context)
    assert made is not None and made.title == "The bridge"
    named = [made.sections[owner].title.split()[0] for owner in made.owners]
    assert named == ["Iron", "Iron", "Trams", "Trams", "Piers", "Piers"]
    assert len(engine.seen) == 3 * drafting.HEADING_SAMPLES


def test_a_group_whose_headings_were_all_cut_is_told_with_the_nearest(library: Library) -> None:
    begun, ending = '{"title": "Piers re', '", "about": "aaaa"}'
    cut = Completion(begun + ending, "length", 9, 9, ending=len(ending))
    near = np.eye(3, 32, dtype=np.float32)
    near[2, 1:3] = 0.6, 0.8
    lines = [heading("foundry", "Iron arches"), heading("Trams", "Trams on the widened deck")]

    def made(*named: Line) -> Draft | None:
        engine = ScriptedEngine([*named, Line("section_heading", "", cut, repeat=True)])
        context = Context.of(library, engine, SETTINGS, Run())
        case = RESEARCH, np.repeat(near, 2, axis=0), 3, "The bridge"
        [draft] = drafting.from_below([case], context)
        return draft

    two = made(*lines)
    assert two is not None
    titles = [two.sections[owner].title for owner in two.owners]
    assert titles == [*2 * ["Iron arches"], *4 * ["Trams on the widened deck"]]
    assert made(lines[0]) is None, "one section is no outline"


def test_a_heading_that_repeats_the_topic_is_not_chosen(library: Library) -> None:
    task = "The iron bridge"
    titles = [f"{task}: stone and iron", "Stone and iron", "Stone and iron", "Stone and iron"]
    engine = ScriptedEngine(
        [Line("section_heading", "", {"title": one, "about": "arches"}) for one in 2 * titles]
    )
    context = Context.of(library, engine, SETTINGS, Run())
    research = Research(task, Structure(), PIECES[:4])
    [made] = drafting.from_below([(research, rows()[:4], 2, "The bridge")], context)
    assert made is not None
    assert [one.title for one in made.sections] == ["Stone and iron", "Stone and iron"]


def test_a_heading_has_not_the_words_of_another(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where by their meaning all are as near."""
    alike = np.full(32, 32**-0.5, np.float32)
    monkeypatch.setattr(library.retrieval, "embed", lambda texts: np.stack([alike] * len(texts)))
    titles = ["Iron arches", *3 * ["Stone piers"], *3 * ["Arches of iron"], "A wooden deck"]
    engine = ScriptedEngine(
        [Line("section_heading", "", {"title": one, "about": "it all"}) for one in titles]
    )
    context = Context.of(library, engine, SETTINGS, Run())
    research = Research("The bridge", Structure(), PIECES[:4])
    [made] = drafting.from_below([(research, rows()[:4], 2, "The bridge")], context)
    assert made is not None
    assert [one.title for one in made.sections] == ["Iron arches", "A wooden deck"]


def test_a_heading_leaves_out_the_topic_before_a_colon(library: Library) -> None:
    own = [f"{TOPIC}: the deck", "Piers: a flood", "Trams"]
    sections = [{"title": title, "about": "all of it"} for title in own]
    line = Line("outline_draft", "", {"title": "The bridge", "sections": sections}, repeat=True)
    context = Context.of(library, ScriptedEngine([line]), SETTINGS, Run())
    [drafts] = drafting.from_above([(RESEARCH, 3)], context)
    assert {tuple(one.title for one in draft.sections) for draft in drafts} == {
        ("The deck", "Piers: a flood", "Trams")
    }


def test_a_title_that_fills_its_room_is_shortened_and_its_section_kept(library: Library) -> None:
    """A whole draft has all its sections, so that as many groups are named from below."""
    long = "Arches and piers of iron and stone which the foundry of the town had cast for it"
    titles = ["The deck", *(f"{n} {long}"[: drafting.TITLE_CHARACTERS] for n in (2, 3))]
    sections = [{"title": title, "about": "all of it"} for title in titles]
    engine = ScriptedEngine(
        [
            Line("outline_draft", "", {"title": "The bridge", "sections": sections}, repeat=True),
            Line("section_heading", "", sections[1], repeat=True),
        ]
    )
    context = Context.of(library, engine, SETTINGS, Run())
    [drafts] = drafting.from_above([(RESEARCH, 3)], context)
    end = "Arches and piers of iron and stone which the foundry of the town"
    shortened = [f"{n} {end}" for n in (2, 3)]
    assert [one.title for one in drafts[0].sections] == ["The deck", *shortened]
    near = np.linspace(0.6, 0.2, len(PIECES), dtype=np.float32)
    cut = [structs.replace(drafts[0], sections=drafts[0].sections[:1])]
    outlining.chosen([(Ranked(RESEARCH, rows(), near, near), cut, 3)], context)
    named = [one for one in engine.seen if one.prompt == "section_heading"]
    assert len(named) == 3 * drafting.HEADING_SAMPLES, "as many as are wanted"
    [made] = drafting.from_below([(RESEARCH, rows(), 3, "The bridge")], context)
    assert made is not None and {one.title for one in made.sections} == {shortened[0]}


def test_there_are_no_groups_of_too_little(library: Library) -> None:
    context = Context.of(library, ScriptedEngine([]), SETTINGS, Run())
    cases = [(RESEARCH, rows(), count, "The bridge") for count in (4, 1)]
    assert drafting.from_below(cases, context) == [None, None]


@pytest.mark.parametrize(("words", "groups"), [(1, 2), (48, 3), (600, 4)])
def test_an_article_has_as_much_evidence_as_its_length_has_room_for(
    words: int, groups: int
) -> None:
    pairs = [(0, PIECES[:1]), (0, PIECES[1:2]), (1, PIECES[2:4]), (1, PIECES[4:])]
    near = np.linspace(0.6, 0.2, len(PIECES), dtype=np.float32)
    own = Ranked(RESEARCH, rows(), near, near)
    fitting, left = outlining._fitting(pairs, words, own)
    assert len(fitting) == groups and len(left) == 4 - groups
    assert {section for section, _ in fitting} == {0, 1}, "each section keeps its best"
    reverse = structs.replace(own, topical=near[::-1].copy())
    assert outlining._fitting(pairs, words, reverse)[0][0] == pairs[-1], "the nearest comes first"


def test_a_paragraph_longer_than_the_room_keeps_what_is_nearest() -> None:
    near = np.linspace(0.6, 0.2, len(PIECES), dtype=np.float32)
    own = Ranked(RESEARCH, rows(), near, near)
    [(_, kept)], [(_, left)] = outlining._fitting([(0, PIECES)], outlining.OPENING + 1, own)
    assert kept == PIECES[: len(kept)] and len(kept) == outlining.grouping.FEWEST_NOTES
    assert kept + left == PIECES


def test_of_what_is_as_near_that_under_a_heading_near_to_the_topic_comes_first() -> None:
    far = structs.replace(PIECES[0], path="Trams")
    near = structs.replace(PIECES[0], number=2, path="The piers of the bridge")
    told = {TOPIC: 0, framed(far): 1, framed(near): 1, head(far): 2, head(near): 0}
    units = np.eye(32, dtype=np.float32)
    units[1, :2] = 0.6, 0.8
    own = ranked(
        Research(TOPIC, Structure(), (far, near)), lambda texts: units[[told[one] for one in texts]]
    )
    assert own.nearest_first().evidence == (near, far)
    assert own.near.tolist() == pytest.approx([0.6, 0.6])


@pytest.mark.parametrize("words", [1, 6, 600])
def test_an_outline_is_drafted_over_what_is_nearest_to_the_topic(words: int) -> None:
    near = np.linspace(0.6, 0.2, len(PIECES), dtype=np.float32)
    kept = Ranked(RESEARCH, rows(), near, near).enough(words)
    assert kept[0] and (list(kept) == sorted(kept, reverse=True))
    assert kept.all() == (words == 600)


@pytest.mark.parametrize("title", ["Iron and stone", "Lune Bridge, part 6: The arches were of"])
def test_a_heading_taken_from_the_sources_makes_a_draft_worth_less(title: str) -> None:
    share = sharing.shared(rows(), rows()[::2])
    under = Research(TOPIC, Structure(), (structs.replace(PIECES[0], path="Iron and stone"),))
    own, other = (
        outlining._worth(Draft("", (drafting.Section(name, "all of it"),)), share, under)
        for name in ("What the bridge was made of", title)
    )
    assert other == pytest.approx(own - outlining.TAKEN_OVER)


def test_a_heading_with_a_word_that_nothing_has_is_made_up(library: Library) -> None:
    draft = Draft("", (drafting.Section("Bridgeboot", ""), drafting.Section("The arches", "")))
    assert outlining._made_up(draft, "Arches", library) == 0.5
    assert outlining._made_up(draft, "Arches by Bridgeboot", library) == 0


def test_a_heading_that_says_no_more_than_the_topic_is_hollow() -> None:
    share = sharing.shared(rows(), rows()[::2])
    task = structs.replace(RESEARCH, task="The bridge")
    told = (("A guide to the bridge", 1.0), ("Informed readers only", 1.0), ("Iron arches", 0.0))
    for title, hollow in told:
        draft = Draft("", (drafting.Section(title, ""),))
        only = structs.replace(share, owners=(0,) * len(share.owners))
        assert outlining._hollow(draft, only, task, wishes.DEFAULT_PURPOSE) == hollow


@pytest.mark.parametrize("suits", ["The deck and the arches", "The arches and the deck"])
def test_the_draft_that_suits_the_purpose_is_chosen(library: Library, suits: str) -> None:
    """All are weighed in one batch; where no purpose is named the model is not asked."""
    titles = ("The arches and the deck", "The deck and the arches")
    drafts = [Draft("The bridge", (drafting.Section(one, "iron"),)) for one in titles]
    near = np.linspace(0.6, 0.2, len(PIECES), dtype=np.float32)
    own = Ranked(RESEARCH, rows(), near, near)
    said = [(suits, (0.9, 0.1)), ("", (0.2, 0.8))]
    wished = structs.replace(SETTINGS, article_readers="the council")
    engine = ScriptedEngine([Line("suits", text, yes, repeat=True) for text, yes in said])
    context = Context.of(library, engine, wished, Run())
    [(best, _)] = outlining.chosen([(own, drafts, 1)], context)
    assert best.sections[0].title == suits
    assert all("readers: the council" in one.messages[-1].content for one in engine.seen)
    context = Context.of(library, ScriptedEngine(), SETTINGS, Run())
    [(best, _)] = outlining.chosen([(own, drafts, 1)], context)
    assert best.sections[0].title == titles[0]


@pytest.mark.parametrize(
    ("title", "left"),
    [
        ("Annals: The Tower: What it cost", "What it cost"),
        ("Annals: The Tower - A view", "A view"),
        ("The well-kept tower", "The well-kept tower"),
    ],
)
def test_the_topic_is_left_out_part_by_part(title: str, left: str) -> None:
    section = drafting.Section(title, "")
    assert drafting._without_topic(section, "Annals: The Tower").title == left


@pytest.mark.parametrize(
    ("topic", "titles", "read"),
    [
        (
            "October 2022 government crisis",
            ("October UK crisis: its causes", "October UK crisis: calls", "Markets: a week"),
            ["Causes", "Calls", "Markets: a week"],
        ),
        ("Coal and steel of Europe", ("France: coal", "France: steel"), []),
    ],
)
def test_what_several_headings_begin_with_goes_where_it_is_the_topic(
    topic: str, titles: tuple[str, ...], read: list[str]
) -> None:
    sections = tuple(drafting.Section(title, "") for title in titles)
    told = [section.title for section in drafting._read(Draft("", sections), topic).sections]
    assert told == (read or list(titles))


@pytest.mark.parametrize(
    ("title", "read"),
    [
        ("Its history and use", "History and use"),
        ("Its", "Its"),
        ("Other bridges of the town", "Other bridges of the town"),
    ],
)
def test_a_heading_that_begins_with_its_names_what_follows(title: str, read: str) -> None:
    assert drafting._heading(drafting.Section(title, ""), "The bridge").title == read


@pytest.mark.parametrize(("cosine", "same"), [(0.95, True), (0.8, False)])
def test_a_heading_is_said_already_in_other_words(cosine: float, same: bool) -> None:
    rows = np.array([[1, 0], [cosine, (1 - cosine**2) ** 0.5]], np.float32)
    assert drafting.is_said("Wages", ["What a day's work paid"], lambda _: rows, 0.9) == same


def test_evidence_that_tells_little_by_itself_is_left_out(library: Library) -> None:
    """What tells most comes first, however near the rest is."""
    near = np.linspace(0.6, 0.2, len(PIECES), dtype=np.float32)
    poor, best = PIECES[0].text, PIECES[-1].text
    said = [(poor, (0.2, 0.8)), (best, (0.95, 0.05)), ("", (0.72, 0.28))]
    engine = ScriptedEngine([Line("worth_telling", text, yes, repeat=True) for text, yes in said])
    context = Context.of(library, engine, SETTINGS, Run())
    own, losses = outlining._telling(Ranked(RESEARCH, rows(), near, near), 1, context)
    assert [one.reason for one in losses] == [worth_telling.TOO_LITTLE]
    assert PIECES[0] not in own.evidence and len(own.evidence) == len(PIECES) - 1
    assert own.nearest_first().evidence[0] == PIECES[-1]
    every, losses = outlining._telling(Ranked(RESEARCH, rows(), near, near), 600, context)
    assert len(every.evidence) == len(PIECES) and not losses, "there is room for all"


def test_two_groups_of_one_name_are_one_section() -> None:
    """The groups are named one by one, so that two may get the same."""
    names = ("Iron arches", "The deck", "iron arches")
    draft = Draft("The bridge", tuple(drafting.Section(name, "all of it") for name in names))
    heads = np.eye(3, 32, dtype=np.float32)
    near = np.linspace(0.6, 0.2, len(PIECES), dtype=np.float32)
    own = Ranked(RESEARCH, rows(), near, near)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(outlining, "THIN", 1)
        outline, _ = outlining._filled(draft, sharing.shared(rows(), heads), own, 600)
    assert [one.title for one in outline.sections] == ["Iron arches", "The deck"]
    told = [piece for group in outline.sections[0].paragraphs for piece in group]
    assert told == [*PIECES[:2], *PIECES[4:]]


def test_a_section_is_not_called_what_the_article_is() -> None:
    sections = (drafting.Section(TOPIC, "how they were cast"), drafting.Section("The deck", ""))
    near = np.linspace(0.6, 0.2, len(PIECES), dtype=np.float32)
    own = Ranked(RESEARCH, rows(), near, near)
    share = sharing.shared(rows(), np.eye(2, 32, dtype=np.float32))
    outline, _ = outlining._filled(Draft(TOPIC, sections), share, own, 600)
    assert outline.sections[0].title == "How they were cast"


def test_a_short_topic_is_the_title() -> None:
    assert outlining._title("Drafted", "how packages are built") == "How packages are built"
    assert outlining._title("Drafted", "iPhone and its parts") == "iPhone and its parts"
    for long in ("word " * 13, "字" * 100):
        assert outlining._title("Drafted", long) == "Drafted"


def test_what_a_kept_outline_no_longer_finds_is_told() -> None:
    kept = outlining.Outline("The bridge", (Heading("Arches", "", (PIECES[:2],)),))
    plan = kept_outline.refitted(kept, PIECES[:1])
    assert next(one.what for one in kept_outline.no_longer_found(kept, plan)).endswith(
        PIECES[1].text
    )
    assert kept_outline.no_longer_found(kept, kept_outline.refitted(kept, PIECES)) == []
