"""From a question to the method that answers it, by its reading (question/reading.py).

A kind that the user names is taken as it is. The choice goes through the journal like every call,
so a study that goes on takes the same way again.
"""

from __future__ import annotations

import dataclasses
from typing import Literal

from msgspec import structs

from warehouse.answering import answer as explored
from warehouse.answering import chat, counted, leaning
from warehouse.answering.library import catalogued
from warehouse.answering.lists import beginnings, listing
from warehouse.answering.summary import summing
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence import xray_losses
from warehouse.methods.method import Method
from warehouse.methods.registry import FIRST, METHODS
from warehouse.question import kinds, spelling
from warehouse.question.reading import Reading
from warehouse.results.provenance import FORMER, QuestionKind, Route, Way, plural
from warehouse.results.records import Answer

EXPLORED: tuple[QuestionKind, ...] = ("fact", *FORMER)
NO_DOCUMENT = "No document is called so; what your documents say of it was looked for."
UNREAD: tuple[QuestionKind, ...] = ("library", "chat")
"""Answered without reading any document."""


def ask(
    question: str, context: Context, method: Method, taken_as: QuestionKind | Literal[""] = ""
) -> Answer:
    """Answer as the question's kind wants, or as ``taken_as`` where the user has said it. What has
    to be explored is explored by ``method``. Raises Cancelled.
    """
    if not method.weighed:  # the baseline takes every question for one that its passages answer
        taken_as = taken_as or "fact"
    elif not taken_as and context.settings.absence and leaning.says_little(question):
        return leaning.answer(Reading(question, Route("fact", "vector")), context)
    context = context.asked(question, taken_as or None)
    return follow(context.reading, context, method)


def asks_no_model(kind: str, question: str, method: str, taken_as: str = "") -> bool:
    """Is a study of this kind not answered at all, so that no model need be there?"""
    return not taken_as and _weighed(kind, method) and leaning.says_little(question)


def does_without_model(
    kind: str, question: str, method: str, library: Library, taken_as: str = ""
) -> bool:
    """Is a study of this kind answered from the catalog where no model can be asked?"""
    if not _weighed(kind, method):
        return False
    return taken_as == "library" or (not taken_as and kinds.needs_no_model(question, library))


def _weighed(kind: str, method: str) -> bool:
    method = method or FIRST
    return kind == "ask" and method in METHODS and METHODS[method].weighed


def follow(reading: Reading, context: Context, method: Method) -> Answer:
    """Answer as a question of that kind. Raises Cancelled."""
    made = _followed(reading, context, method)
    return _said_first(spelling.told(reading.corrections), made)


def _followed(reading: Reading, context: Context, method: Method) -> Answer:
    if reading.kind in EXPLORED:
        return _explored(reading, context, method)
    if reading.kind == "summary" and not summing.of_documents(reading, context.library):
        made = _explored(reading, context, method)
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
    made = structs.replace(made, research=xray_losses.told(made.research, context.library))
    return counted.told(made, found, context.library)


def _said_first(said: str, answer: Answer) -> Answer:
    way = answer.way
    if not said or way is None:
        return answer
    return structs.replace(answer, way=structs.replace(way, how=f"{said} {way.how}"))


def _explored(reading: Reading, context: Context, method: Method) -> Answer:
    """By ``method``; a fact that the user asked for as one fact takes one step."""
    if reading.kind == "fact" and reading.route.by == "user":
        one_step = structs.replace(context.settings, max_intents=1)
        context = dataclasses.replace(context, settings=one_step)
    made = explored.ask(reading.text, context, method)
    steps = len(made.research.nodes)
    searches = sum(len(one.sub_queries) for one in made.research.nodes)
    how = f"{method.title}: {plural(steps, 'step')}, {plural(searches, 'search', 'searches')}."
    if made.research.foreign:
        how += " They brought up other matters only, so nothing more was looked for."
    return counted.told(made, Way(reading.route, how), context.library)
