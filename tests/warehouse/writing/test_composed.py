"""A composed article: the best sample is proven and kept, what it leaves out is told otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bridge_article import FACTS, SETTINGS, TOPIC
from bridge_sections import chain_of, evidence, shelved
from counting import filling
from msgspec import structs
from shelf import prose, reading

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.evaluate.writing.measured import measured
from warehouse.methods import seam
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.methods.registry import METHODS
from warehouse.results.records import Article, Block, Draft, Recollection, Research, Structure
from warehouse.run import Run
from warehouse.steering import Act, Course, Steering
from warehouse.studies import retry
from warehouse.writing import composed, paragraphs
from warehouse.writing.editing import outline_edits
from warehouse.writing.outline import grouping
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline
from warehouse.writing.outline.ranked import EVIDENCE_A_WORD, words_of
from warehouse.writing.paragraphs import Notes
from warehouse.writing.sentences.plain import Filter

MADE_UP = "The bridge was designed by a famous engineer of London."

Planned = tuple[Outline, Research]


@pytest.fixture(name="library")
def a_library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def test_what_is_made_up_is_quoted_instead(library: Any) -> None:
    engine = ScriptedEngine(
        [
            Line("retell", FACTS[0], MADE_UP, repeat=True),
            Line("retell", FACTS[1], "A foundry nearby cast its arches of iron.", repeat=True),
            Line("retell", FACTS[2], "In 1934 the deck of the bridge became wider.", repeat=True),
            Line("join", "", "Something else was the case.", repeat=True),
            Line("claim_check", MADE_UP[:20], (0.02, 0.98), repeat=True),
            Line("claim_known", MADE_UP[:20], (0.02, 0.98), repeat=True),
            Line("claim_check", "", (0.98, 0.02), repeat=True),
            Line("reports", "", (0.98, 0.02), repeat=True),
            Line("worth_telling", "", (0.98, 0.02), repeat=True),
            Line("goes_on", "", (-1.0,), repeat=True),
            Line("claim_known", "", (0.98, 0.02), repeat=True),
        ]
    )
    notes = Notes("Arches", tuple(evidence(n, fact) for n, fact in enumerate(FACTS[:3], start=1)))
    context = Context.of(library, engine, SETTINGS, Run())
    [made] = paragraphs.write([notes], "The bridge", Filter(), context)
    assert MADE_UP[:20] not in made.text
    assert any(MADE_UP[:20] in one.what for one in made.losses)
    states = {one.cites: one.state for one in made.claims}
    assert states == {(1,): "quoted", (2,): "supported", (3,): "supported"}
    for one in made.claims:
        assert made.text[one.start : one.end] == one.text


@pytest.mark.parametrize("name", list(METHODS))
def test_every_method_writes_an_article(name: str, library: Any, tmp_path: Path) -> None:
    engine = filling(tmp_path / "calls", "Arches and deck")
    shown: list[object] = []
    run = Run(shown.append)
    made = composed.write(TOPIC, Context.of(library, engine, SETTINGS, run), METHODS[name])
    assert made.method == name and made.blocks
    text = " ".join(block.text for block in made.blocks)
    assert any(fact in " ".join(text.split()) or fact[:-1] in text for fact in FACTS)
    for block in made.blocks:
        for one in block.claims:
            assert block.text[one.start : one.end] == one.text
            assert one.cites
    assert {one.place.document for one in made.research.evidence} <= set(made.research.read)
    assert any(isinstance(one, Article) for one in shown)


def test_a_thought_of_which_nothing_may_be_read_is_not_told(library: Any, tmp_path: Path) -> None:
    known = chain_of(library)
    thought = Recollection("t1", "It became wider.", "What of the deck?", 2.0, 0.9, (1,))
    begun = structs.replace(known, recollections=(thought,))
    for reach, thoughts in (
        (library, ("t1",)),
        (library.without(frozenset({known.evidence[0].place.document})), ()),
    ):
        engine = filling(tmp_path / "calls", "Arches and deck")
        context = Context.of(reach, engine, SETTINGS, Run())
        made = composed.write(TOPIC, context, METHODS["rag"], begun)
        assert made.research.thoughts == thoughts


def test_the_first_paragraph_can_be_read_while_others_are_written(library: Any) -> None:
    opened = "In 1881 the bridge opened with iron arches."
    engine = ScriptedEngine(
        [
            Line("retell", FACTS[0], opened, repeat=True),
            Line("retell", FACTS[3], FACTS[3], repeat=True),
            Line("claim_check", "", (0.98, 0.02), repeat=True),
            Line("reports", "", (0.98, 0.02), repeat=True),
            Line("worth_telling", "", (0.98, 0.02), repeat=True),
            Line("goes_on", "", (-1.0,), repeat=True),
            Line("claim_known", "", (0.98, 0.02), repeat=True),
        ]
    )
    pieces = [evidence(1, FACTS[0]), evidence(2, FACTS[3])]
    heading = Heading("Arches", "", tuple((piece,) for piece in pieces))
    shown: list[object] = []
    context = Context.of(library, engine, SETTINGS, Run(shown.append))
    made = Research(TOPIC, Structure(), tuple(pieces))
    writing = composed.Composing("orag", Outline(TOPIC, (heading,)), made, context)
    writing.write_sections()
    told = [one.blocks[0].text for one in shown if isinstance(one, Article)]
    drafts = [one.text for one in shown if isinstance(one, Draft)]
    first = f"{opened[:-1]} [1]."
    assert told[0] == first and told[-1] == f"{first}\n\n{FACTS[3][:-1]} [2]."
    assert any(one.startswith(f"{first}\n\n") for one in drafts), "the next one is seen growing"
    for one in writing.blocks[0].claims:
        assert writing.blocks[0].text[one.start : one.end] == one.text


def planned_by(library: Any, calls: Path, course: Course, file: OutlineFile) -> Planned:
    """The outline that is followed under this course, by a method that searches once."""
    told = Steering(course)
    library = library.without(course.banned) if course.banned else library
    context = Context.of(library, filling(calls, "Arches and deck"), SETTINGS, Run(), told)
    made = seam.research(TOPIC, context, METHODS["orag"])
    return composed._planned(made, METHODS["orag"], context, file)


def test_an_outline_does_not_search_for_what_was_left_out(library: Any, tmp_path: Path) -> None:
    def planned(course: Course, calls: str) -> tuple[Research, Research]:
        engine = filling(tmp_path / calls, "Arches and deck")
        context = Context.of(library, engine, SETTINGS, Run(), Steering(course))
        made = seam.research(TOPIC, context, METHODS["storm"])
        return made, composed._planned(made, METHODS["storm"], context, None)[1]

    explored, whole = planned(Course(), "calls")
    out = tuple(Act("drop", target=one.title, node=one.id) for one in explored.structure.nodes)
    explored, left = planned(Course(changes=out), "more")
    assert explored.left_out and not explored.evidence
    assert {piece.place for piece in whole.evidence} & {*explored.left_out}
    assert not {piece.place for piece in left.evidence} & {*explored.left_out}


def lost_in_outlining(planned: Planned) -> set[Loss]:
    return {one for one in planned[1].losses if one.stage == "outlining"}


def test_what_an_outline_left_out_stays_told_when_its_article_goes_on(
    library: Any, tmp_path: Path
) -> None:
    file = OutlineFile(tmp_path)
    lost = lost_in_outlining(planned_by(library, tmp_path / "calls", Course(), file))
    assert lost
    assert lost_in_outlining(planned_by(library, tmp_path / "more", Course(), file)) == lost


def test_what_is_insisted_on_later_comes_under_a_heading_of_the_user(
    library: Any, tmp_path: Path
) -> None:
    library.admit(reading("Bees", "Bees make honey."), "b.html", b"bees", Run())
    bees = next(one.id for one in library.documents() if one.title == "Bees")
    file, now = OutlineFile(tmp_path), Course(pinned={"1": (bees,)})
    first, _ = planned_by(library, tmp_path / "calls", Course(), file)
    file.change(first, outline_edits.renamed(first, (0,), "As I call it").outline)
    plan, _ = planned_by(library, tmp_path / "more", now, file)
    fresh = {one.place for one in plan.evidence()} - {one.place for one in first.evidence()}
    assert {place.document for place in fresh} == {bees}
    assert plan.sections[0].title == "As I call it"


def test_an_outline_that_nobody_shaped_is_drafted_anew_when_it_is_steered(
    library: Any, tmp_path: Path
) -> None:
    text = f"{FACTS[2]} Trams crossed its deck until they were given up."
    library.admit(reading("Deck", text), "d.html", text.encode(), Run())
    deck = next(one.id for one in library.documents() if one.title == "Deck")
    file, banned = OutlineFile(tmp_path, is_written=True), Course(banned=frozenset({deck}))
    first, _ = planned_by(library, tmp_path / "calls", banned, file)
    assert deck not in {one.place.document for one in first.evidence()}
    plan, _ = planned_by(library, tmp_path / "more", Course(), file)
    assert deck in {one.place.document for one in plan.evidence()}
    assert file.read() == structs.replace(plan, course=Course())


def test_words_that_an_outline_left_out_are_kept_when_that_is_wanted(
    library: Any, tmp_path: Path
) -> None:
    file = OutlineFile(tmp_path)
    first = planned_by(library, tmp_path / "calls", Course(), file)
    loss = next(one for one in lost_in_outlining(first) if one.document)
    act = retry.of_loss(loss)
    assert isinstance(act, Act) and act.place is not None
    kept = Course(kept={"1": (act.place,)})
    now = planned_by(library, tmp_path / "more", kept, file)
    places = [one.place for one in now[0].evidence()]
    assert act.place in places and act.place not in [one.place for one in first[0].evidence()]
    assert (loss.document, loss.start) not in {(o.document, o.start) for o in now[1].losses}


def test_a_piece_that_was_taken_from_a_heading_stays_away(library: Any, tmp_path: Path) -> None:
    file = OutlineFile(tmp_path)
    now = Course(pinned={"1": tuple(one.id for one in library.documents())})
    first, _ = planned_by(library, tmp_path / "calls", now, file)
    [dropped, *_] = first.evidence()
    at = next(at for at, one in outline_edits.walk(first) if dropped in outline_edits.evidence(one))
    file.change(first, outline_edits.left_out(first, at, dropped.number).outline)
    plan, _ = planned_by(library, tmp_path / "more", now, file)
    assert dropped.place not in {one.place for one in plan.evidence()}


@pytest.mark.parametrize(("name", "widened"), [("rag", False), ("orag", True)])
def test_an_article_of_one_search_makes_no_other(
    name: str, widened: bool, library: Any, tmp_path: Path
) -> None:
    engine = filling(tmp_path / "calls", "Arches and deck")
    made = composed.write(TOPIC, Context.of(library, engine, SETTINGS, Run()), METHODS[name])
    assert (measured(made, library.retrieval.embedder).searches > 1) == widened


def test_a_heading_of_the_users_own_gets_no_more_than_its_share(library: Any) -> None:
    """What is nearest to it stays, what is too much for it is told."""
    texts = [prose(number, 12) for number in range(4)]
    for number, text in enumerate(texts):
        library.admit(reading(f"Paper {number}", text), f"{number}.html", text.encode(), Run())
    settings = structs.replace(SETTINGS, article_words=40)
    context = Context.of(library, ScriptedEngine([]), settings, Run())
    outline = Outline(TOPIC, (Heading("The harbour and the mill", "what is said of them"),))
    pool = EvidencePool(TOPIC, context, composed.breadth(40))
    [heading] = composed.looked_up(outline, pool, context, False).sections
    pieces = [piece for group in heading.paragraphs for piece in group]
    assert 0 < words_of(pieces[:-1]) < 40 * EVIDENCE_A_WORD < words_of(pool.evidence)
    told = [one.what for one in pool.research(Structure()).losses if one.reason == composed.ENOUGH]
    assert len(told) == len(pool.evidence) - len(pieces)


@pytest.mark.parametrize(("words", "why"), [(300, "of no use"), (3, composed.ENOUGH)])
def test_what_another_heading_tells_is_not_told_as_left_out(
    library: Any, words: int, why: str
) -> None:
    settings = structs.replace(SETTINGS, article_words=words)

    def looked_up(*others: Heading) -> tuple[EvidencePool, set[tuple[str, int]]]:
        said = [("Trams crossed", (0.9, 0.1)), ("", (0.1, 0.9))]
        engine = ScriptedEngine([Line("useful", note, yes, repeat=True) for note, yes in said])
        context = Context.of(library, engine, settings, Run())
        pool = EvidencePool(TOPIC, context, composed.breadth(300))
        trams = Heading("Trams on the deck", "until 1950")
        composed.looked_up(Outline("The bridge", (*others, trams)), pool, context, True)
        lost = pool.research(Structure()).losses
        return pool, {(one.document, one.start) for one in lost if one.reason.startswith(why)}

    pool, alone = looked_up()
    of_others = [
        piece for piece in pool.evidence if (piece.place.document, piece.place.start) in alone
    ]
    assert of_others and len(of_others) == len(alone)
    _, beside = looked_up(Heading("Arches", "", (tuple(of_others[1:]),)))
    first = of_others[0].place
    assert beside == {(first.document, first.start)}


def test_of_what_is_looked_up_that_of_use_stays_where_the_method_sifts(library: Any) -> None:
    """A heading that has its evidence already is not weighed again."""
    given = [evidence(number, fact) for number, fact in enumerate(FACTS[:3], start=1)]
    above = Heading("What it is made of", children=(Heading("Arches", "", (tuple(given),)),))
    outline = Outline("The bridge", (above, Heading("Trams on the deck", "until 1950")))
    for sifted in (True, False):
        said = [("Trams crossed", (0.9, 0.1)), ("", (0.1, 0.9))]
        engine = ScriptedEngine([Line("useful", note, yes, repeat=True) for note, yes in said])
        context = Context.of(library, engine, SETTINGS, Run())
        pool = EvidencePool(TOPIC, context, composed.breadth(300))
        made, trams = composed.looked_up(outline, pool, context, sifted).sections
        assert made == above
        assert all("Section: Trams on" in one.messages[-1].content for one in engine.seen)
        kept = [piece.text for group in trams.paragraphs for piece in group]
        told = [one for one in pool.research(Structure()).losses if one.stage == "sifting"]
        assert any("Trams crossed" in text for text in kept)
        assert bool(told) == sifted == (len(kept) == grouping.FEWEST_NOTES)


@pytest.mark.parametrize(("words", "kept", "share"), [(60, 0, 0.5), (500, 0, 1.0), (60, 1, 0.5)])
def test_of_the_evidence_as_much_is_told_as_the_article_is_long(
    library: Any, words: int, kept: int, share: float
) -> None:
    """Of what is new beside sections that stand, its part of the length."""
    text = "word " * 60
    piece = structs.replace(evidence(1, FACTS[0]), text=text)
    headings = [Heading(name, paragraphs=((piece,),)) for name in ("Arches", "Deck")]
    headings[:kept] = [structs.replace(one, section=0) for one in headings[:kept]]
    settings = structs.replace(SETTINGS, article_words=words)
    context = Context.of(library, ScriptedEngine([]), settings, Run())
    blocks = [Block(2, "Arches", "It stands.", ())][:kept]
    made = composed.Composing(
        "orag", Outline(TOPIC, tuple(headings)), Research(TOPIC), context, blocks
    )
    assert made._share == pytest.approx(share)
