"""A question for one answer keeps to the documents that it is limited to."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Literal

import pytest
from bridges import Shelve, dated, enough, judging, plan, reads
from msgspec import structs

from warehouse.answering import limits, routing
from warehouse.context import Context
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import Engine
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.method import Method
from warehouse.methods.registry import AWARE, RAG
from warehouse.question import reading
from warehouse.records import Scope
from warehouse.results.provenance import Route
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Course, Steering
from warehouse.studies.report import how_found, loss_ledger
from warehouse.studies.steering.acts import ActLog

SETTINGS = Settings()
HELD = "Only documents dated 1881 were looked at."
CAST = "What do the reports of 1881 say of who cast the arches of the bridge?"
WHO_CAST = "who cast the arches of the bridge"
STEPS = (plan("Lune Bridge", "Lune Bridge"), *enough(0.99))
OF_1881 = [*STEPS, *reads("fact", WHO_CAST, limits=[("in", "1881")])]


def cast(*lines: Line) -> ScriptedEngine:
    answers = Line("answer", "", "Skerton Works cast the arches.", repeat=True)
    return ScriptedEngine([*lines, answers, *judging()])


def asked(library: Library, question: str, *lines: Line) -> Answer:
    context = Context.of(library, cast(*lines), SETTINGS, Run())
    return routing.ask(question, context, AWARE)


def in_study(
    library: Library, engine: Engine, log: ActLog, course: Course | None = None
) -> tuple[Answer, list[Answer]]:
    """With the answers that are shown."""
    shown: list[Answer] = []
    run = Run(lambda one: shown.append(one) if isinstance(one, Answer) else None)
    context = Context.of(library, engine, SETTINGS, run, Steering(course, read=log))
    return routing.ask(CAST, context, AWARE), shown


def test_a_fact_holds_the_limits_of_the_question(shelve: Shelve) -> None:
    library = dated(shelve, {"Lune Bridge": "1881"})
    answer = asked(library, CAST, *OF_1881)
    assert answer.way is not None and answer.way.route.kind == "fact"
    assert answer.way.how.endswith(HELD)
    assert {piece.title for piece in answer.research.evidence} == {"Lune Bridge"}
    assert f"{limits.LIMITING}: by the model: dated 1881" in how_found.for_experts(answer)
    ledger = loss_ledger.whole(answer, library, Course()).research.losses
    [unfound] = [loss.reason for loss in ledger if loss.what == "3 other documents"]
    assert unfound.startswith("not in “documents dated 1881”, or ")


def test_a_fact_in_a_collection_is_told_of_both(shelve: Shelve) -> None:
    library = dated(shelve, {"Lune Bridge": "1881"})
    ids = frozenset(one.id for one in library.documents() if one.title != "Bread ovens")
    within = library.within(Scope("Iron", "", ids))
    answer = asked(within, CAST, *OF_1881)
    assert answer.way is not None
    assert answer.way.how.endswith("Only documents dated 1881 in “Iron” were looked at.")
    assert answer.coverage.within == "Iron, documents dated 1881"


def test_a_limit_that_leaves_no_answer_is_told_and_left(shelve: Shelve, tmp_path: Path) -> None:
    """What was looked for in it is accounted for, and again where the study goes on."""
    library = dated(shelve, {"Bread ovens": "1881"})
    found = []
    with ActLog(tmp_path) as log, Journal(tmp_path / "journal.db") as journal:
        for engine in (cast(*STEPS, *OF_1881), ScriptedEngine()):
            answer, shown = in_study(library, Journaled(engine, journal), log)
            assert shown == [structs.replace(answer, way=None, research=shown[0].research)]
            assert answer.way is not None and not answer.absent
            assert answer.way.how.endswith(routing.UNANSWERED.format("dated 1881", ""))
            assert "Preached" in {one.title for one in answer.research.evidence}
            left = f"{routing.LOOKED_AT}: by the program: all, since "
            assert any(told.startswith(left) for told in how_found.for_experts(answer))
            assert [one.what for one in answer.research.losses].count("Bread ovens") > 1
            found.append(answer)
    first, again = (
        structs.replace(one, spend=structs.replace(one.spend, seconds=0)) for one in found
    )
    assert first == again


def test_a_study_goes_on_with_the_documents_that_it_read_first(
    shelve: Shelve, tmp_path: Path
) -> None:
    library = dated(shelve, {"Lune Bridge": "1881"})
    with ActLog(tmp_path) as log:
        for _ in range(2):
            answer, shown = in_study(library, cast(*OF_1881), log)
            assert len(shown) == 1 and answer.way is not None
            assert answer.way.how.endswith(HELD)
            assert {one.title for one in answer.research.evidence} == {"Lune Bridge"}
            for one in library.documents():
                library.catalog.tell(one.id, "yours", {"date": ["1881"]})


def test_what_the_user_insists_on_lies_in_no_limit(shelve: Shelve, tmp_path: Path) -> None:
    library = dated(shelve, {"Lune Bridge": "1881"})
    ids = {one.title: one.id for one in library.documents()}
    for title, is_held in (("Lune Bridge", True), ("Preached", False)):
        course = Course(pinned={"1": (ids[title],)})
        with ActLog(tmp_path) as log:
            answer, _ = in_study(library, cast(*OF_1881), log, course)
        assert answer.way is not None
        assert answer.way.how.endswith(HELD) is is_held
        assert title in {one.title for one in answer.research.evidence}
        insisted = f"{limits.LIMITING}: by you: {limits.INSISTED}"
        assert (insisted in how_found.for_experts(answer)) is not is_held


@pytest.mark.parametrize(("method", "taken_as"), [(RAG, ""), (AWARE, "fact")])
def test_what_is_taken_as_it_is_is_not_limited(
    shelve: Shelve, method: Method, taken_as: Literal["", "fact"]
) -> None:
    engine = cast(*OF_1881)
    library = dated(shelve, {"Lune Bridge": "1881"})
    answer = routing.ask(CAST, Context.of(library, engine, SETTINGS, Run()), method, taken_as)
    assert not answer.coverage.within
    assert "details" not in {request.prompt for request in engine.seen}


@pytest.mark.parametrize("told", [[], [("language", "English"), ("in", "1850")]])
def test_what_does_not_limit_belongs_to_the_question(
    shelve: Shelve, told: list[tuple[str, str]]
) -> None:
    answer = asked(
        dated(shelve, {"Lune Bridge": "1881"}), CAST, *STEPS, *reads("fact", WHO_CAST, limits=told)
    )
    assert not answer.coverage.within
    assert f"{limits.LIMITING}: by the model: nothing" in how_found.for_experts(answer)


def test_what_limits_a_question_need_not_be_said(shelve: Shelve) -> None:
    library = dated(shelve, {})
    for document in library.documents():
        if document.title == "Lune Bridge":
            library.catalog.tell(document.id, "yours", {"authors": ["Reed, Ottoline"]})
    question = f"According to Ottoline Reed, {WHO_CAST}?"
    answers = [
        asked(library, question, *STEPS, *reads("fact", WHO_CAST, limits=told))
        for told in ([("author", "Reed")], [])
    ]
    assert all(one.way is not None for one in answers)
    held = "Only documents by Ottoline Reed were looked at."
    assert [one.way and one.way.how.endswith(held) for one in answers] == [True, False]
    assert ["“Ottoline”" in one.text for one in answers] == [False, True]


def test_a_whole_is_of_what_is_not_limited(shelve: Shelve) -> None:
    library = dated(shelve, {"Lune Bridge": "1881"})
    question = "Describe the Lune Bridge of 1881"
    all_of_it = reading.content(question)
    whole = reading.Reading(question, Route("fact", "model"), whole=all_of_it)
    engine = ScriptedEngine(reads("fact", "Lune Bridge", limits=[("in", "1881")]))
    context = dataclasses.replace(Context.of(library, engine, SETTINGS, Run()), reading=whole)
    inside, words = limits.within_limits(context)
    assert (words, inside.reading.unlimited) == ("dated 1881", "Describe the Lune Bridge of")
    assert (all_of_it, inside.reading.whole) == ("Lune Bridge of 1881", "Lune Bridge")
