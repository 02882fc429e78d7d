"""Summaries: something of every document, told in proven words, and the whole before it."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve, judging, reads

from warehouse.answering import routing
from warehouse.answering.summary import summing
from warehouse.answering.summary.summing import choose, spread, topics_roll
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.engine.unneeded import UnneededEngine
from warehouse.library import Library
from warehouse.methods.registry import AWARE
from warehouse.question import filters
from warehouse.question.details import Details, Limit
from warehouse.question.filters import Filters
from warehouse.question.reading import Reading
from warehouse.question.topics import Topic
from warehouse.results.provenance import Route
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Course, Steering
from warehouse.studies.report import how_found

NO_LIMITS = Filters()


def read_as(text: str, documents: bool = False, limits: Filters = NO_LIMITS) -> Reading:
    about = Topic(text, documents=documents)
    return Reading(text, Route("summary", "user"), about=about, limits=limits)


def summed(library: Library, question: str) -> Answer:
    engine = ScriptedEngine(
        [
            *reads("summary", wanted="documents"),
            Line("reword", "Bread ovens", "A thick clay floor holds the heat of the oven."),
            Line("reword", "", "Wizards built it in 1777.", repeat=True),
            Line("claim_check", "Wizards", (0.01, 0.99), repeat=True),
            Line("claim_known", "Wizards", (0.01, 0.99), repeat=True),
            Line("lead", "", "A clay floor holds the heat [1]. Skerton closed [2]."),
            *judging(),
        ]
    )
    answer = routing.ask(question, Context.of(library, engine, Settings(), Run()), AWARE)
    for claim in answer.claims:
        assert answer.text[claim.start : claim.end] == claim.text
    return answer


def test_every_document_is_told_and_what_fails_is_quoted(shelve: Shelve) -> None:
    answer = summed(shelve(BRIDGE, WORKS, OVENS), "Summarise this collection.")
    assert answer.text.startswith("All 3 documents in your library that can be read (list 1).")
    assert "- “Bread ovens”: A thick clay floor holds the heat of the oven [" in answer.text
    assert "Wizards" not in answer.text
    assert {claim.state for claim in answer.claims} <= {"quoted", "supported"}
    assert {one.title for one in answer.research.evidence} == {
        "Lune Bridge",
        "Skerton Works",
        "Bread ovens",
    }
    assert answer.coverage.read == 3
    assert how_found.rolls(answer)[0].name == "Told here"
    assert any("Wizards" in loss.what for loss in answer.research.losses)


def test_only_what_is_named_is_summarised(shelve: Shelve) -> None:
    answer = summed(shelve(BRIDGE, WORKS, OVENS), "Summarise “Bread ovens”.")
    assert set(answer.research.read) == {one.place.document for one in answer.research.evidence}
    assert {one.title for one in answer.research.evidence} == {"Bread ovens"}
    assert answer.way is not None and "part by part" in answer.way.how


def test_what_the_catalog_knows_limits_a_summary(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    [bridge] = [one for one in library.documents() if one.title == "Lune Bridge"]
    library.catalog.tell(bridge.id, "yours", {"date": ["1881"]})
    limits = filters.checked(Details(limits=(Limit("in", "1881"),)), library)
    picked = choose(
        read_as("What are my documents from 1881 about?", limits=limits),
        Context.of(library, UnneededEngine(), Settings(), Run()),
    )
    assert picked.limits == "dated 1881"
    assert [one.title for one in picked.told] == ["Lune Bridge"]
    assert [
        one.title
        for one in choose(
            read_as("Summarise “ovens”"),
            Context.of(library, UnneededEngine(), Settings(), Run()),
        ).told
    ] == ["Bread ovens"]
    assert summing.of_documents(read_as("Summarise everything", True), library)
    assert not summing.of_documents(read_as("Summarise the causes of the flood"), library)


def test_what_is_pinned_is_told_whatever_else_is(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summing, "MOST_TOLD", 2)
    library = shelve(BRIDGE, WORKS, OVENS)
    for title in ("Lune Bridge", "Skerton Works", "Bread ovens"):
        pin = next(one.id for one in library.documents() if one.title == title)
        pinned = Steering(Course(pinned={"1": (pin,)}))
        context = Context.of(library, UnneededEngine(), Settings(), Run(), pinned)
        told = choose(read_as("Summarise this collection."), context).told
        assert len(told) == 2 and pin in {one.id for one in told}
        named = choose(read_as("Summarise “Bread ovens”."), context).told
        assert {one.title for one in named} == {title, "Bread ovens"}


def test_what_was_chosen_and_has_nothing_to_tell_is_told_apart(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summing, "MOST_TOLD", 2)
    library = shelve(BRIDGE, WORKS, OVENS, ("Prices", "Oak\t30\nElm\t40"))
    pin = next(one.id for one in library.documents() if one.title == "Prices")
    engine = ScriptedEngine([Line("reword", "", "Wizards built it.", repeat=True), *judging()])
    pinned = Steering(Course(pinned={"1": (pin,)}))
    context = Context.of(library, engine, Settings(), Run(), pinned)
    answer = summing.answer(read_as("Summarise this collection."), context)
    lost = {one.document: one.reason for one in answer.research.losses if one.stage == "choosing"}
    assert lost.pop(pin) == summing.NOTHING
    assert list(lost.values()) == ["not among the 2 that differ most"] * 2


def test_a_large_library_is_told_by_what_differs_most(shelve: Shelve) -> None:
    many = [
        (f"Bridge {at}", f"The bridge number {at} crosses the river Lune near the town Halt{at}.")
        for at in range(6)
    ]
    library = shelve(*many, OVENS)
    few = spread(library.documents(), 3, library)
    assert len(few) == 3
    assert "Bread ovens" in {one.title for one in few}
    topics = topics_roll(library.documents(), library)
    assert any("documents" in item.note for item in topics.items)


def test_an_empty_library_has_nothing_to_summarise(shelve: Shelve) -> None:
    answer = routing.ask(
        "Summarise everything",
        Context.of(shelve(), ScriptedEngine(reads("summary")), Settings(), Run()),
        AWARE,
    )
    assert answer.absent


def test_quoted_words_name_a_document_where_they_stand_whole_in_its_title(shelve: Shelve) -> None:
    documents = shelve(("Training manual", "It trains."), ("Rain", "It rains.")).documents()
    for question in ("Summarise “rain”", "Summarise „Rain“."):
        assert [one.title for one in summing.named(question, documents)] == ["Rain"]
