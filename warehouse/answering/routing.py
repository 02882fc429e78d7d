"""From a question to the kind of answer it wants, by its reading (question/reading.py).

A kind that the user names is taken as it is. The choice goes through the journal like every call,
so a study that goes on takes the same way again.
"""

from __future__ import annotations

import dataclasses
from typing import Literal

from msgspec import structs

from warehouse.answering import answer as explored
from warehouse.answering import library_figures, unsearched
from warehouse.answering.coverage_rolls import with_rolls
from warehouse.answering.lists import listing
from warehouse.answering.summary import summing
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence import xray_losses
from warehouse.methods.method import Method
from warehouse.methods.registry import FIRST, METHODS
from warehouse.question import kinds, spelling
from warehouse.question.reading import Reading
from warehouse.results.provenance import FORMER, QuestionKind, Way, plural
from warehouse.results.records import Answer

EXPLORED: tuple[QuestionKind, ...] = ("fact", *FORMER)
NO_DOCUMENT = "No document is called so; what your documents say of it was looked for."
UNREAD: tuple[QuestionKind, ...] = ("library", "chat")
"""Answered without reading any document."""
GATHERED = {
    "list": listing.answer,
    "count": listing.answer,
    "since": listing.answer,
    "summary": summing.answer,
}


def ask(
    question: str, context: Context, method: Method, taken_as: QuestionKind | Literal[""] = ""
) -> Answer:
    """Answer as the question's kind wants, or as ``taken_as`` where the user has said it. What has
    to be explored is explored by ``method``. Raises Cancelled.
    """
    if not method.weighed:  # the baseline takes every question for one that its passages answer
        taken_as = taken_as or "fact"
    elif not taken_as and context.settings.absence and _says_little(question, context.library):
        return unsearched.too_little(question, context)
    context = context.asked(question, taken_as or None)
    reading = context.reading
    if reading.kind == "library":
        made = library_figures.answer(reading, context)
    elif reading.kind == "chat":
        made = unsearched.chat(reading, context)
    else:
        made = _researched(reading, context, method)
    return _said_first(spelling.told(reading.corrections), made)


def asks_no_model(
    kind: str, question: str, method: str, library: Library, taken_as: str = ""
) -> bool:
    """Is a study of this kind not answered at all, so that no model need be there?"""
    return not taken_as and _weighed(kind, method) and _says_little(question, library)


def _says_little(question: str, library: Library) -> bool:
    """A question to the catalog may be as short as "what is in here?" """
    return unsearched.says_little(question) and not kinds.needs_no_model(question, library)


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


def _researched(reading: Reading, context: Context, method: Method) -> Answer:
    """From documents: by ``method``, or gathered from all of them."""
    library = context.library
    topical = reading.kind == "summary" and not summing.of_documents(reading, library)
    if reading.kind in EXPLORED or topical:
        made = with_rolls(_explored(reading, context, method), library)
        return _said_first(NO_DOCUMENT if topical else "", made)
    made = GATHERED[reading.kind](reading, context)
    chain = xray_losses.told(made.research, library)
    return with_rolls(structs.replace(made, research=chain), library)


def _explored(reading: Reading, context: Context, method: Method) -> Answer:
    """By ``method``; a fact that the user asked for as one fact takes one step."""
    if reading.kind == "fact" and reading.route.by == "user":
        one_step = structs.replace(context.settings, max_intents=1)
        context = dataclasses.replace(context, settings=one_step)
    made = explored.ask(reading.text, context, method)
    nodes = made.research.nodes
    searches = plural(sum(len(one.sub_queries) for one in nodes), "search", "searches")
    how = f"{method.title}: {plural(len(nodes), 'step')}, {searches}."
    if made.research.foreign:
        how += " They brought up other matters only, so nothing more was looked for."
    return structs.replace(made, way=Way(reading.route, how))


def _said_first(said: str, answer: Answer) -> Answer:
    if not said or answer.way is None:
        return answer
    how = f"{said} {answer.way.how}"
    return structs.replace(answer, way=structs.replace(answer.way, how=how))
