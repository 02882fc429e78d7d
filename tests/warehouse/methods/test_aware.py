"""The loop: intents that build on each other, rounds that stop, nothing asked twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve, enough, further, judging, plan

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.methods.aware import quick
from warehouse.methods.evidence import part_of_answer, sentences
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.extraction import Picked
from warehouse.question.reading import Reading
from warehouse.results.provenance import Route
from warehouse.results.records import Research, Structure
from warehouse.run import Run, Step
from warehouse.search.names import normal
from warehouse.settings import Settings
from warehouse.steering import Course, Steering, node_at

SETTINGS = Settings(max_intents=3, absence=False)  # planned for, whatever the library is about


def test_the_second_intent_reads_what_the_first_one_named(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    engine = ScriptedEngine(
        [
            *enough(0.1, 0.95),
            further("Where Skerton Works stood", "Skerton Works town"),
            *judging(),
        ]
    )
    chain = quick.explore(QUESTION, Context.of(library, engine, SETTINGS, Run()))
    engine.assert_used_up()
    assert [intent.title for intent in chain.nodes] == [QUESTION, "Where Skerton Works stood"]
    titles = {one.title for one in chain.evidence}
    assert chain.nodes[0].state == "resolved"
    assert {"Lune Bridge", "Skerton Works"} <= titles
    assert any("Halton" in one.text for one in chain.evidence)
    by_title = {one.title: one.id for one in library.catalog.documents()}
    assert {by_title["Lune Bridge"], by_title["Skerton Works"]} <= set(chain.read)


@pytest.mark.parametrize("places", [(1,), (4,), (4, 6)])
def test_an_intent_that_the_user_added_is_taken_once(
    shelve: Shelve, places: tuple[int, ...]
) -> None:
    texts = ["How was a bread oven heated?", "What is its floor made of?"][: len(places)]
    fixed = {node_at(place): text for place, text in zip(places, texts, strict=True)}
    engine = ScriptedEngine([Line("enough", "", (0.99, 0.01), repeat=True), *judging()])
    steering = Steering(Course(fixed=fixed, added=frozenset(fixed)))
    library = shelve(BRIDGE, WORKS, OVENS)
    chain = quick.explore(QUESTION, Context.of(library, engine, SETTINGS, Run(), steering))
    assert [node.title for node in chain.nodes] == [QUESTION, *texts]
    assert "Bread ovens" in {one.title for one in chain.evidence}, "what the user wanted stays"


def test_evidence_is_copied_and_numbered_in_order(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    engine = ScriptedEngine([plan("Lune Bridge", "Lune Bridge"), *enough(0.99), *judging()])
    chain = quick.explore(QUESTION, Context.of(library, engine, SETTINGS, Run()))
    assert [one.number for one in chain.evidence] == list(range(1, len(chain.evidence) + 1))
    assert chain.evidence
    for one in chain.evidence:
        place = one.place
        assert one.text == library.catalog.text(place.document, place.start, place.end)


def test_no_sub_query_is_asked_twice(shelve: Shelve) -> None:
    task = "How long is the orbit of the comet?"
    engine = ScriptedEngine(
        [
            plan("Orbit of the comet", "COMET orbit!"),
            Line("sufficient", "", (0.1, 0.9), repeat=True),
            Line("widen", "", {"queries": ["comet orbit", "Comet tail"]}, repeat=True),
            Line("likelihood", "", (-1.0,), repeat=True),
        ]
    )
    chain = quick.explore(task, Context.of(shelve(OVENS), engine, SETTINGS, Run()))
    asked = [normal(query.text) for intent in chain.nodes for query in intent.sub_queries]
    assert asked.count("comet orbit") == 1
    assert len(asked) == len(set(asked))
    assert normal(task) in asked


def test_a_round_that_lets_nothing_new_pass_is_the_last(shelve: Shelve) -> None:
    engine = ScriptedEngine(
        [
            *enough(0.1),
            further("The tramway company", "tramway"),
            Line("sufficient", "", (0.1, 0.9), repeat=True),
            Line("widen", "", {"queries": ["tram line"]}),
            Line("likelihood", "", (-1.0,), repeat=True),
        ]
    )
    chain = quick.explore(QUESTION, Context.of(shelve(BRIDGE), engine, SETTINGS, Run()))
    engine.assert_used_up()
    assert max(query.depth for query in chain.nodes[1].sub_queries) == 2
    assert chain.nodes[0].evidence
    assert not chain.nodes[1].evidence


def test_depth_is_a_limit(shelve: Shelve) -> None:
    library = shelve(OVENS)
    count = iter(range(100))
    engine = ScriptedEngine(
        [
            plan("Orbit of the comet", "comet"),
            Line(
                "widen",
                "",
                lambda _: {"queries": [f"comet {next(count)}"]},
                repeat=True,
            ),
            *judging(),
        ]
    )
    settings = msgspec.structs.replace(SETTINGS, depth=2)
    chain = quick.explore(
        "How long is the orbit of the comet?", Context.of(library, engine, settings, Run())
    )
    assert not chain.evidence
    assert [intent.state for intent in chain.nodes] == ["unresolved", "unresolved"]
    assert max(query.depth for query in chain.nodes[0].sub_queries) <= 2


def test_what_is_dropped_has_a_reason(shelve: Shelve) -> None:
    others = [(f"Oven {number}", f"{OVENS[1]} Oven {number} is cold.") for number in range(4)]
    library = shelve(BRIDGE, WORKS, *others)
    engine = ScriptedEngine([plan("Lune Bridge", "Lune Bridge"), *enough(0.99), *judging()])
    chain = quick.explore(QUESTION, Context.of(library, engine, SETTINGS, Run()))
    dropped = [loss for loss in chain.losses if loss.stage == "screening"]
    assert dropped
    assert {loss.what for loss in dropped} <= {title for title, _ in others}
    assert chain.nodes[0].screened_out == len(dropped)
    assert "%" in dropped[0].reason


def test_what_is_set_aside_is_told_once_and_not_of_what_is_read(shelve: Shelve) -> None:
    library = shelve(BRIDGE, OVENS)
    bridge, ovens = (one.id for one in library.documents())
    builder = ChainBuilder(QUESTION, Context.of(library, ScriptedEngine(), SETTINGS, Run()))
    builder.begin(QUESTION)
    for id in (bridge, ovens, ovens):
        builder.screened([Loss("screening", "a title", "would not help", id)])
    assert builder.current.screened_out == 2
    builder.opened([sentences.Line(bridge, "Lune Bridge", "", 0, 9, "Its arches", True)])
    assert builder.current.screened_out == 1
    assert [loss.document for loss in builder.chain().losses] == [ovens]
    builder.begin("Which town?")
    builder.screened([Loss("screening", "a title", "would not help", ovens)])
    assert [loss.document for loss in builder.chain().losses] == [ovens, ovens]


def test_no_documents_no_model_call(shelve: Shelve) -> None:
    engine = ScriptedEngine()
    chain = quick.explore(QUESTION, Context.of(shelve(), engine, SETTINGS, Run()))
    assert chain == Research(QUESTION, Structure(), ())
    assert not engine.seen


def test_the_chain_is_shown_while_it_grows(shelve: Shelve) -> None:
    shown: list[msgspec.Struct] = []
    library = shelve(BRIDGE, OVENS)
    engine = ScriptedEngine([plan("Lune Bridge", "Lune Bridge"), *enough(0.99), *judging()])
    chain = quick.explore(QUESTION, Context.of(library, engine, SETTINGS, Run(shown.append)))
    chains = [one for one in shown if isinstance(one, Research)]
    assert chains[0].nodes[0].state == "open"
    assert chains[-1] == chain
    counts = [len(one.evidence) for one in chains]
    assert counts == sorted(counts)
    stages = {one.stage for one in shown if isinstance(one, Step)}
    assert {"planning", "searching", "screening", "reading"} <= stages


@pytest.mark.parametrize("stage", ["planning", "searching", "screening", "reading"])
def test_cancel_stops_at_any_stage(shelve: Shelve, stage: str) -> None:
    library = shelve(BRIDGE, OVENS)
    engine = ScriptedEngine([plan("Lune Bridge", "Lune Bridge"), *enough(0.99), *judging()])
    run = Run(lambda shown: run.cancel() if getattr(shown, "stage", "") == stage else None)
    with pytest.raises(Cancelled):
        quick.explore(QUESTION, Context.of(library, engine, SETTINGS, run))


def test_evidence_is_shown_before_the_model_is_asked(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    engine = ScriptedEngine([*enough(0.99)])
    calls: list[int] = []

    def show(shown: msgspec.Struct) -> None:
        if isinstance(shown, Research) and shown.evidence:
            calls.append(len(engine.seen))

    quick.explore(QUESTION, Context.of(library, engine, SETTINGS, Run(show)))
    assert calls[0] == 0


def test_a_document_named_in_the_evidence_is_opened_without_a_plan(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    engine = ScriptedEngine([*enough(0.99)])
    chain = quick.explore(
        "Who cast the arches of Lune Bridge?", Context.of(library, engine, SETTINGS, Run())
    )
    assert "Skerton Works" in {library.catalog.document(id).title for id in chain.read}


def test_a_plan_is_made_where_the_task_itself_found_nothing(shelve: Shelve) -> None:
    lines = [plan("Heat of the floor", "bread oven clay floor"), *enough(0.99), *judging()]
    engine = ScriptedEngine(lines)
    task = "How long is the orbit of the comet?"
    chain = quick.explore(
        task, Context.of(shelve(OVENS), engine, msgspec.structs.replace(SETTINGS, depth=1), Run())
    )
    assert [intent.title for intent in chain.nodes][:2] == [task, "Heat of the floor"]


def test_what_is_compared_without_names_is_searched_side_by_side(shelve: Shelve) -> None:
    task = "How do bread ovens differ from iron bridges?"
    engine = ScriptedEngine([*enough(0.99, 0.99), *judging()])
    asked = Reading(
        task, Route("fact", "user", explains=True), compared=("bread ovens", "iron bridges")
    )
    context = Context.of(shelve(BRIDGE, OVENS), engine, SETTINGS, Run())
    chain = quick.explore(task, replace(context, reading=asked))
    searches = [one.text for one in chain.nodes[0].sub_queries]
    assert searches == [task, "bread ovens", "iron bridges"]
    assert {one.title for one in chain.evidence} == {"Lune Bridge", "Bread ovens"}


def test_each_question_of_several_is_searched_beside_what_is_compared(shelve: Shelve) -> None:
    task = "Do bread ovens or iron bridges hold more heat, and who cast the arches?"
    compared, last = ("bread ovens", "iron bridges"), "Who cast the arches?"
    asked = Reading(
        task,
        Route("list", "user"),
        compared=compared,
        parts=("iron bridges?", last),
    )
    engine = ScriptedEngine([*enough(0.99, 0.99), *judging()])
    context = replace(Context.of(shelve(BRIDGE, OVENS), engine, SETTINGS, Run()), reading=asked)
    searches = [one.text for one in quick.explore(task, context).nodes[0].sub_queries]
    assert searches == [task, *compared, last], "what is searched already is not searched twice"
    fact = replace(context, reading=msgspec.structs.replace(asked, route=Route("fact", "user")))
    assert last not in quick.opening(task, fact).queries, "its figures were taken without"
    anew = "Is iron older than Halton?"
    assert quick.opening(anew, context).queries == (anew, "Halton"), "the user worded it anew"


@pytest.mark.parametrize(
    ("task", "compared"),
    [
        ("Is Lune Bridge, Avon Bridge or Wye Bridge longer?", ("Lune", "Avon", "Wye Bridge")),
        ("Is clay or ash hotter in Halton or Lancaster?", ("clay", "ash")),
    ],
)
def test_all_that_is_compared_is_searched_whatever_names_there_are(
    shelve: Shelve, task: str, compared: tuple[str, ...]
) -> None:
    context = Context.of(shelve(BRIDGE), ScriptedEngine(), SETTINGS, Run())
    asked = Reading(task, Route("fact", "user"), compared=compared)
    assert quick.opening(task, replace(context, reading=asked)).queries == (task, *compared)
    assert len(quick.opening(task, context).queries) == 1 + quick.NAMES_ASKED


def test_a_first_intent_that_the_user_worded_anew_decides_what_is_searched(shelve: Shelve) -> None:
    asked = Reading("Is clay or ash hotter?", Route("fact", "user"), compared=("clay", "ash"))
    context = Context.of(shelve(BRIDGE), ScriptedEngine(), SETTINGS, Run())
    task = "Is Halton older than Lancaster?"
    plan = quick.opening(task, replace(context, reading=asked))
    assert plan.queries == (task, "Halton", "Lancaster")


def test_a_matter_as_a_whole_is_searched_by_its_name(shelve: Shelve) -> None:
    """The first word of the wish is no name, whatever its letter."""
    task = "Sum up what the papers say about iron arches"
    context = Context.of(shelve(BRIDGE), ScriptedEngine(), SETTINGS, Run())
    asked = Reading(task, Route("summary", "fit", explains=True), whole="iron arches")
    assert quick.opening(task, replace(context, reading=asked)).queries == (task, "iron arches")


LEDGER = ("Ledger", "Flour costs nine pence a stone. Ten sacks of rye came by cart.")
ARCHES = f"{QUESTION} Nobody knew it, nor anything else of the"


@pytest.mark.parametrize("insisted", ["pinned", "searches"])
def test_what_the_user_insists_on_does_not_compete(shelve: Shelve, insisted: str) -> None:
    others = [(f"Arches {at}", f"{ARCHES} {at}.") for at in range(12)]
    library = shelve(BRIDGE, WORKS, *others, LEDGER)
    ids = {document.title: document.id for document in library.documents()}
    ledger = ids.pop(LEDGER[0])
    wanted = {
        "pinned": (*ids.values(), ledger),
        "searches": (f"{ARCHES} 7", "flour and sacks"),
    }
    steering = Steering(Course(**{insisted: {"1": wanted[insisted]}}))
    settings = msgspec.structs.replace(SETTINGS, max_intents=1)
    context = Context.of(library, ScriptedEngine(judging()), settings, Run(), steering)
    chain = quick.explore(QUESTION, context)
    assert ledger in {one.place.document for one in chain.evidence}


def test_pins_in_an_explanation_are_weighed_at_once(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [(f"Arches {at}", f"{ARCHES} {at}.") for at in range(4)]
    library = shelve(BRIDGE, *others, LEDGER)
    pins = tuple(one.id for one in library.documents() if one.title != BRIDGE[0])
    lines = [Line("part_of_answer", "", (0.9, 0.1), repeat=True), *enough(0.99), *judging()]
    settings = msgspec.structs.replace(SETTINGS, max_intents=1)
    steering = Steering(Course(pinned={"1": pins}))
    context = Context.of(library, ScriptedEngine(lines), settings, Run(), steering)
    calls: list[int] = []
    weigh = part_of_answer.weighed

    def counted(
        question: str, picked: Sequence[Picked], context: Context, most: int
    ) -> list[Picked]:
        calls.append(len(picked))
        return weigh(question, picked, context, most)

    monkeypatch.setattr(part_of_answer, "weighed", counted)
    asked = Reading(QUESTION, Route("fact", "user", explains=True))
    chain = quick.explore(QUESTION, replace(context, reading=asked))
    assert len(calls) <= 2, "the question's own documents, and all pins together"
    assert "Ledger" in {one.title for one in chain.evidence}


def test_each_kind_of_decision_is_told_once_with_who_took_it(shelve: Shelve) -> None:
    engine = ScriptedEngine(
        [
            *enough(0.2, 0.9),
            further("the town of Skerton Works", "Skerton Works"),
            *judging(),
        ]
    )
    settings = msgspec.structs.replace(SETTINGS, absence=True)
    context = Context.of(shelve(BRIDGE, WORKS, OVENS), engine, settings, Run())
    chain = quick.explore(QUESTION, context)
    assert len(chain.nodes) == 2
    told = [(one.what, one.by) for one in chain.decisions]
    assert told == [
        ("which documents to open", "fit"),
        ("which sentences to keep", "fit"),
        ("whether your library is about it", "rule"),
        ("whether what was found is enough", "model"),
        ("what is needed beside the rest", "fit"),
    ]
    assert chain.decisions[3].how.startswith("90% sure, where 70% is enough")
