"""From a question to the method that answers it.

The words decide where they are sure (signs.py). Where they leave two kinds open, the model is asked
one thing: does this want one fact, or all of a kind? It must be clear about "all", since a fact
sought as a list costs minutes. A kind that the user names is taken as it is. The choice goes
through the journal like every call, and nothing else than the question decides, so a study that
goes on takes the same way again; only what is to be summarised is looked up in the library.
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
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Engine
from warehouse.methods.evidence import xray_losses
from warehouse.methods.registry import METHODS
from warehouse.methods.seam import Method
from warehouse.question import signs
from warehouse.results.provenance import QuestionKind, Route, Way, plural
from warehouse.results.records import Answer
from warehouse.run import Run

POLES = ("one", "all")
CLEAR = 0.7  # P("all") from which on more than one fact is looked for
EXPLORED: tuple[QuestionKind, ...] = ("fact", "hops", "compare")
NO_DOCUMENT = "No document is called so; what your documents say of it was looked for."
UNREAD: tuple[QuestionKind, ...] = ("library", "chat")
"""Answered without reading any document."""


def ask(
    question: str, context: Context, method: Method, taken_as: QuestionKind | Literal[""] = ""
) -> Answer:
    """Answer as the question's kind wants, or as ``taken_as`` where the user has said it. What has
    to be explored is explored by ``method``. Raises Cancelled.
    """
    if taken_as:
        return follow(Route(taken_as, "user"), question, context, method)
    if not method.weighed:  # the baseline takes every question for one that its passages answer
        return _explored(Route("fact", "words"), question, context, method)
    return follow(route(question, context.engine, context.run), question, context, method)


def asks_no_model(kind: str, question: str, method: str, taken_as: str = "") -> bool:
    """Is a study of this kind answered from the catalog, or not at all, so that no model need be
    there?
    """
    if kind != "ask" or method not in METHODS or not METHODS[method].weighed:
        return False
    if taken_as:
        return taken_as == "library"
    sign = signs.read(question)
    return leaning.says_little(question) or (sign.sure and sign.kinds[0] == "library")


def route(question: str, engine: Engine, run: Run) -> Route:
    """The kind of a question, and what it was told by."""
    sign = signs.read(question)
    if sign.sure:
        return Route(sign.kinds[0], "words", sign.why)
    prompt = prompts.load("one_or_all")
    request = ChooseRequest(prompt.name, prompt.render(question=question), POLES)
    every = engine.choose([request], run)[0].probabilities[1]
    kind = sign.kinds[1] if every >= CLEAR else sign.kinds[0]
    return Route(kind, "model", f"{every:.0%} likely to want more than one fact")


def follow(way: Route, question: str, context: Context, method: Method) -> Answer:
    """Answer as a question of that kind. Raises Cancelled."""
    if context.settings.absence and leaning.leans(question, way):
        return leaning.answer(question, way, context)
    if way.kind in EXPLORED:
        return _explored(way, question, context, method)
    if way.kind == "summary" and not summing.of_documents(question, context.library):
        made = _explored(way, question, context, method)
        return _said_first(NO_DOCUMENT, made)
    question = " ".join(question.split())
    if way.kind == "library":
        return catalogued.answer(question, way, context)
    if way.kind == "chat":
        return chat.answer(question, way, context)
    if way.kind == "since":
        made = beginnings.answer(question, way, context)
    elif way.kind == "summary":
        made = summing.answer(question, way, context)
    else:
        made = listing.answer(question, way, context)
    found = made.way
    assert found is not None
    made = structs.replace(made, research=xray_losses.told(made.research, context.library))
    return counted.told(made, found, context.library)


def _said_first(said: str, answer: Answer) -> Answer:
    way = answer.way
    assert way is not None
    return structs.replace(answer, way=structs.replace(way, how=f"{said} {way.how}"))


def _explored(way: Route, question: str, context: Context, method: Method) -> Answer:
    """By ``method``; a fact that the user asked for as one fact takes one step."""
    if way.kind == "fact" and way.by == "user":
        one_step = structs.replace(context.settings, max_intents=1)
        context = dataclasses.replace(context, settings=one_step)
    made = explored.ask(question, context, method)
    steps = len(made.research.nodes)
    searches = sum(len(one.sub_queries) for one in made.research.nodes)
    how = f"{method.title}: {plural(steps, 'step')}, {plural(searches, 'search', 'searches')}."
    if made.research.foreign:
        how += " They brought up other matters only, so nothing more was looked for."
    return counted.told(made, Way(way, how), context.library)
