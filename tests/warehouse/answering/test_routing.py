"""Every kind of question finds its method, says so, and finds it again when it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from bridges import (
    BRIDGE,
    OVENS,
    QUESTION,
    WORKS,
    Shelve,
    cited,
    dated,
    enough,
    judging,
    plan,
    reads,
)
from msgspec import structs

from warehouse.answering import coverage_rolls, routing, unsearched
from warehouse.context import Context
from warehouse.engine import calibrated
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.registry import AWARE
from warehouse.question import filters, kinds, reading
from warehouse.question.details import Details, Limit
from warehouse.results.provenance import KINDS, Route, taken
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies
from warehouse.studies.report import how_found

SETTINGS = Settings()
HOW_MANY = "How many people did Skerton Works employ?"


def explored() -> list[Line]:
    return [
        plan("Lune Bridge", "Lune Bridge"),
        *enough(0.99),
        cited("answer", ("Skerton Works cast the arches in 1881.", (1,))),
        *judging(),
    ]


def test_an_answer_from_passages_says_how_it_was_found(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    library.catalog.change(
        [library.catalog.documents()[0].id], state="failed", problem="It is damaged.", passages=0
    )
    answer = routing.ask(
        QUESTION, Context.of(library, ScriptedEngine(explored()), SETTINGS, Run()), AWARE
    )
    assert answer.way is not None
    assert answer.way.route.kind == "fact"
    assert answer.way.how.startswith("Full search: ")
    names = [roll.name for roll in how_found.rolls(answer)]
    assert names == [coverage_rolls.READ, coverage_rolls.UNREADABLE]
    assert how_found.rolls(answer)[1].items[0].note == "It is damaged."
    read = len(answer.research.read)
    assert how_found.covered(answer).startswith(
        f"Read {read} of 3 documents, 1 could not be read; "
    )


def test_what_was_weighed_by_the_fits_of_another_model_is_told(shelve: Shelve) -> None:
    library, fitted = shelve(BRIDGE, WORKS, OVENS), calibrated.shipped("kinds").model
    told = []
    for sha256 in ("0" * 64, fitted):
        engine = ScriptedEngine(explored())
        info = structs.replace(engine.info(), sha256=sha256)
        engine.info = lambda prompt="", info=info: info  # type: ignore[method-assign]
        context = Context.of(library, engine, SETTINGS, Run())
        told.append("\n".join(how_found.for_experts(routing.ask(QUESTION, context, AWARE))))
    assert told[0].count(calibrated.AS_ANOTHER) == 2, "for what it is taken, and the answer"
    assert calibrated.AS_ANOTHER not in told[1]
    enough = [line for said in told for line in said.splitlines() if "is enough" in line]
    assert len(enough) == 2
    assert all(line.endswith(calibrated.UNFITTED) for line in enough), "that was fitted to neither"


def test_what_a_foreign_fit_says_of_a_kind_that_the_user_named_is_told(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "vector", lambda *_: [0.0] * 384)
    fit = calibrated.shipped("counted")
    library, told = shelve(BRIDGE, WORKS), []
    for _ in range(2):
        engine = ScriptedEngine(reads("library"))
        context = Context.of(library, engine, SETTINGS, Run())
        answer = routing.ask("How many documents are there?", context, AWARE, "library")
        told.append("\n".join(how_found.for_experts(answer)))
        calibrated.keep(structs.replace(fit, model="0" * 64))
    assert f"what of the catalog is wanted: by the model: {calibrated.AS_ANOTHER}" in told[0]
    assert calibrated.AS_ANOTHER not in told[1]
    engine = ScriptedEngine(reads("fact"))
    read = reading.read("Who cast it?", library, engine, SETTINGS, Run(), "fact")
    assert read.decisions == (reading.WANTED_AS_ANOTHER,)


def test_small_talk_is_marked_as_that(shelve: Shelve) -> None:
    engine = ScriptedEngine(
        [*reads("chat"), Line("chat", "Hello", "Hello! Ask me about your documents.")]
    )
    answer = routing.ask("Hello!", Context.of(shelve(BRIDGE), engine, SETTINGS, Run()), AWARE)
    assert answer.way is not None and answer.way.route.kind == "chat"
    assert [claim.state for claim in answer.claims] == ["unchecked"]
    assert how_found.covered(answer) == "0 documents read, 0 passages used."
    assert "nothing in it is proven" in answer.way.how


def test_a_question_that_leans_on_another_is_told_so(shelve: Shelve) -> None:
    engine = ScriptedEngine()
    library = shelve(BRIDGE)
    answer = routing.ask("And why?", Context.of(library, engine, SETTINGS, Run()), AWARE)
    assert answer.absent and answer.text == unsearched.TOO_LITTLE
    assert not engine.seen
    assert routing.asks_no_model("ask", "And why?", "aware", library)


def test_a_summary_of_what_is_no_document_is_looked_for(shelve: Shelve) -> None:
    other = ("Halton", "At Halton the arches of the bridge were cast in sand by Skerton men.")
    library = shelve(BRIDGE, WORKS, OVENS, other)
    engine = ScriptedEngine(
        [
            *reads("summary", "Skerton cast the arches of the bridge"),
            Line("explain", "", "Skerton Works cast the arches.", repeat=True),
            Line("reword", "", "Skerton Works cast the arches of the bridge.", repeat=True),
            *judging(),
        ]
    )
    question = "Summarise how Skerton cast the arches of the bridge"
    answer = routing.ask(question, Context.of(library, engine, SETTINGS, Run()), AWARE)
    assert answer.way is not None and answer.way.route.kind == "summary"
    assert answer.way.how.startswith(routing.NO_DOCUMENT)
    assert not answer.absent
    assert answer.way.route.explains, "prose from many documents, as where it is to be described"
    asked = {request.prompt for request in engine.seen}
    assert "explain" in asked and not {"answer", "enough"} & asked


ARCHES = "Skerton cast the arches of the bridge"
HELD = "Only documents dated 1881 were looked at."
NONE = "There are no documents in “documents dated 1881”, so there is nothing to answer from."


def limited(library: Library, question: str, *lines: Line) -> Answer:
    prose = [
        Line("explain", "", "Skerton Works cast the arches.", repeat=True),
        Line("answer", "", "Skerton Works cast the arches.", repeat=True),
        Line("reword", "", "Skerton Works cast the arches of the bridge.", repeat=True),
    ]
    engine = ScriptedEngine([*lines, *prose, *judging()])
    return routing.ask(question, Context.of(library, engine, SETTINGS, Run()), AWARE)


def test_a_summary_of_a_matter_holds_the_limits_of_the_question(shelve: Shelve) -> None:
    library = dated(shelve, {"Lune Bridge": "1881"})
    lines = reads("summary", ARCHES, limits=[("in", "1881")])
    answer = limited(library, f"Summarise how {ARCHES} in what is from 1881", *lines)
    assert {piece.title for piece in answer.research.evidence} == {"Lune Bridge"}
    assert answer.way is not None and answer.way.how.startswith(routing.NO_DOCUMENT)
    assert answer.way.how.endswith(HELD)
    assert how_found.covered(answer).startswith("Read 1 of 1 document in “documents dated 1881”")


@pytest.mark.parametrize("years", [{"Lune Bridge": "1881"}, {}])
def test_a_list_that_is_not_sure_holds_its_limits(shelve: Shelve, years: dict[str, str]) -> None:
    """Where they leave no document it says so, though others tell of the matter."""
    lines = [
        *reads("list", "people Skerton arches", noun="people", limits=[("in", "1881")]),
        Line("items", "", {"items": []}, repeat=True),
    ]
    question = "Which people of Skerton cast arches, in documents of 1881?"
    answer = limited(dated(shelve, years), question, *lines)
    assert answer.way is not None and answer.way.how.startswith(routing.NO_LIST)
    assert answer.way.how.endswith(HELD)
    assert {piece.title for piece in answer.research.evidence} == set(years)
    assert (answer.text == NONE) is answer.absent is (not years)


def test_what_the_user_says_counts(shelve: Shelve) -> None:
    engine = ScriptedEngine(explored())
    library = shelve(BRIDGE, WORKS)
    question = "How many foundries cast the arches of Lune Bridge?"
    context = Context.of(library, engine, SETTINGS, Run())
    answer = routing.ask(question, context, AWARE, "fact")
    assert answer.way is not None
    assert answer.way.route == Route("fact", "user")
    assert len(answer.research.nodes) == 1
    assert taken(answer.way.route) == "Understood as a question for one answer, as you said."


def test_every_kind_can_be_named(shelve: Shelve) -> None:
    studies = Studies(shelve(BRIDGE))
    for kind in KINDS:
        assert studies.start("ask", QUESTION, taken_as=kind).taken_as == kind


def test_a_study_that_goes_on_takes_the_same_way(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    first = ScriptedEngine(
        [
            *reads("count", "people Skerton Works", noun="people"),
            Line("items", "", {"items": []}, repeat=True),
            *explored(),
        ]
    )
    answers: list[Answer] = []
    for engine in (first, ScriptedEngine()):
        with Journal(tmp_path / "journal.db") as journal:
            kept = Journaled(engine, journal)
            answers.append(routing.ask(HOW_MANY, Context.of(library, kept, SETTINGS, Run()), AWARE))
    assert [one.way and one.way.route.kind for one in answers] == ["count", "count"]
    assert answers[0].text == answers[1].text
    assert all(one.way and one.way.how.startswith(routing.NO_LIST) for one in answers)


@pytest.mark.parametrize(
    ("route", "said"),
    [
        (Route("list", "words", "list all"), "for a list, by its words “list all”."),
        (
            Route("count", "model", "55%", "list"),
            "for a number; it may also be a question for a list.",
        ),
    ],
)
def test_the_route_in_words(route: Route, said: str) -> None:
    assert said in taken(route)


@pytest.mark.parametrize("topical", [True, False])
def test_a_language_that_no_document_has_belongs_to_the_matter(
    shelve: Shelve, topical: bool
) -> None:
    library = shelve(BRIDGE, WORKS)
    french = filters.checked(Details(limits=(Limit("language", "French"),)), library)
    assert french.all and routing._narrowed(french, library, topical) == (library, "")
    english = filters.checked(Details(limits=(Limit("language", "English"),)), library)
    _, told = routing._narrowed(english, library, topical)
    assert bool(told) != topical, "of a summary it may be the language that is wished"
