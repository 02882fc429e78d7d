"""From a question to the method that answers it, by its reading (question/reading.py).

A kind that the user names is taken as it is. The choice goes through the journal like every call,
so a study that goes on takes the same way again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from msgspec import structs

from warehouse.answering import answer as explored
from warehouse.answering import chat, counted, leaning
from warehouse.answering.library import catalogued
from warehouse.answering.lists import beginnings, listing
from warehouse.answering.summary import summing
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence import xray_losses
from warehouse.question import kinds, spelling
from warehouse.question.reading import Reading
from warehouse.results.provenance import FORMER, QuestionKind, Route, Way, plural
from warehouse.results.records import Answer

EXPLORED: tuple[QuestionKind, ...] = ("fact", *FORMER)
NO_DOCUMENT = "No document is called so; what your documents say of it was looked for."
UNREAD: tuple[QuestionKind, ...] = ("library", "chat")
"""Answered without reading any document."""


def ask(question: str, context: Context, **given: Any) -> Answer:
    """Answer by the method that the question's kind wants. Raises Cancelled."""
    return _asked(question, context, None, **given)


def named(kind: QuestionKind) -> Callable[..., Answer]:
    """``ask`` for a kind that the user has named."""

    def ask_so(question: str, context: Context, **given: Any) -> Answer:
        return _asked(question, context, kind, **given)

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


def follow(reading: Reading, context: Context, **given: Any) -> Answer:
    """Answer as a question of that kind; ``given`` goes to AWARE. Raises Cancelled."""
    made = _followed(reading, context, **given)
    return _said_first(spelling.told(reading.corrections), made)


def _asked(question: str, context: Context, kind: QuestionKind | None, **given: Any) -> Answer:
    if kind is None and context.settings.absence and leaning.says_little(question):
        return leaning.answer(Reading(question, Route("fact", "vector")), context)
    context = context.asked(question, kind)
    return follow(context.reading, context, **given)


def _followed(reading: Reading, context: Context, **given: Any) -> Answer:
    if reading.kind in EXPLORED:
        return _explored(reading, context, **given)
    if reading.kind == "summary" and not summing.of_documents(reading, context.library):
        made = _explored(reading, context, **given)
        return _said_first(NO_DOCUMENT, made)
    if reading.kind == "library":
        return catalogued.answer(reading, context)
    if reading.kind == "chat":
        return chat.answer(reading, context)
    if reading.kind == "since":
        made = beginnings.answer(reading, context)
    elif reading.kind == "summary":
        made = summing.answer(reading, context)
    else:
        made = listing.answer(reading, context)
    found = made.way
    assert found is not None
    made = structs.replace(made, chain=xray_losses.told(made.chain, context.library))
    return counted.told(made, found, context.library)


def _said_first(said: str, answer: Answer) -> Answer:
    way = answer.way
    if not said or way is None:
        return answer
    return structs.replace(answer, way=structs.replace(way, how=f"{said} {way.how}"))


def _explored(reading: Reading, context: Context, **given: Any) -> Answer:
    """By AWARE; a fact that the user asked for as one fact takes one step."""
    if reading.kind == "fact" and reading.route.by == "user":
        one_step = structs.replace(context.settings, max_intents=1)
        context = dataclasses.replace(context, settings=one_step)
    made = explored.ask(reading.text, context, **given)
    steps = len(made.chain.intents)
    searches = sum(len(one.sub_queries) for one in made.chain.intents)
    how = f"AWARE: {plural(steps, 'step')}, {plural(searches, 'search', 'searches')}."
    if made.chain.foreign:
        how += " They brought up other matters only, so nothing more was looked for."
    return counted.told(made, Way(reading.route, how), context.library)
