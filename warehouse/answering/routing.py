"""From a question to the method that answers it, by its reading (question/reading.py).

A kind that the user names is taken as it is. The choice goes through the journal like every call,
so a study that goes on takes the same way again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from warehouse.answering import answer as explored
from warehouse.answering import chat, counted, leaning
from warehouse.answering.library import catalogued
from warehouse.answering.lists import beginnings, listing
from warehouse.answering.summary import summing
from warehouse.engine.metered import Metered
from warehouse.engine.protocol import Engine
from warehouse.library import Library
from warehouse.methods.evidence import xray_losses
from warehouse.question import kinds, spelling
from warehouse.question.reading import Reading, read
from warehouse.results.provenance import FORMER, QuestionKind, Way, plural
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings

EXPLORED: tuple[QuestionKind, ...] = ("fact", *FORMER)
NO_DOCUMENT = "No document is called so; what your documents say of it was looked for."
UNREAD: tuple[QuestionKind, ...] = ("library", "chat")
"""Answered without reading any document."""


def ask(
    question: str, library: Library, engine: Engine, settings: Settings, run: Run, **given: Any
) -> Answer:
    """Answer by the method that the question's kind wants. Raises Cancelled."""
    reading = read(question, library, engine, settings, run)
    return follow(reading, library, engine, settings, run, **given)


def named(kind: QuestionKind) -> Callable[..., Answer]:
    """``ask`` for a kind that the user has named."""

    def ask_so(
        question: str, library: Library, engine: Engine, settings: Settings, run: Run, **given: Any
    ) -> Answer:
        reading = read(question, library, engine, settings, run, kind)
        return follow(reading, library, engine, settings, run, **given)

    return ask_so


def asks_no_model(kind: str, question: str, method: str, library: Library | None) -> bool:
    """Is a study of this kind answered from the catalog, or not at all, so that no model need be
    there?
    """
    if kind != "ask":
        return False
    if method == "aware":
        if leaning.says_little(question):
            return True
        return library is not None and kinds.needs_no_model(question, library)
    return method == "library"


def follow(
    reading: Reading, library: Library, engine: Engine, settings: Settings, run: Run, **given: Any
) -> Answer:
    """Answer as a question of that kind; ``given`` goes to AWARE. Raises Cancelled."""
    made = _followed(reading, library, engine, settings, run, **given)
    return _said_first(spelling.told(reading.corrections), made)


def _followed(
    reading: Reading, library: Library, engine: Engine, settings: Settings, run: Run, **given: Any
) -> Answer:
    if settings.absence and leaning.leans(reading):
        return leaning.answer(reading, library, Metered(engine), run)
    if reading.kind in EXPLORED:
        return _explored(reading, library, engine, settings, run, **given)
    if reading.kind == "summary" and not summing.of_documents(reading, library):
        made = _explored(reading, library, engine, settings, run, **given)
        return _said_first(NO_DOCUMENT, made)
    meter = Metered(engine)
    if reading.kind == "library":
        return catalogued.answer(reading, library, meter, run)
    if reading.kind == "chat":
        return chat.answer(reading, library, meter, settings, run)
    if reading.kind == "since":
        made = beginnings.answer(reading, library, meter, settings, run)
    elif reading.kind == "summary":
        made = summing.answer(reading, library, meter, settings, run)
    else:
        made = listing.answer(reading, library, meter, settings, run)
    found = made.way
    assert found is not None
    made = structs.replace(made, chain=xray_losses.told(made.chain, library))
    return counted.told(made, found, library)


def _said_first(said: str, answer: Answer) -> Answer:
    way = answer.way
    if not said or way is None:
        return answer
    return structs.replace(answer, way=structs.replace(way, how=f"{said} {way.how}"))


def _explored(
    reading: Reading, library: Library, engine: Engine, settings: Settings, run: Run, **given: Any
) -> Answer:
    """By AWARE; a fact that the user asked for as one fact takes one step."""
    if reading.kind == "fact" and reading.route.by == "user":
        settings = structs.replace(settings, max_intents=1)
    made = explored.ask(reading.text, library, engine, settings, run, **given)
    steps = len(made.chain.intents)
    searches = sum(len(one.sub_queries) for one in made.chain.intents)
    how = f"AWARE: {plural(steps, 'step')}, {plural(searches, 'search', 'searches')}."
    if made.chain.foreign:
        how += " They brought up other matters only, so nothing more was looked for."
    return counted.told(made, Way(reading.route, how), library)
