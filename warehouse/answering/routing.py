"""From a question to the kind of answer it wants, by its reading (question/reading.py).

A kind that the user names is taken as it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Literal

from msgspec import structs

from indexers.records import Loss
from warehouse.answering import answer as explored
from warehouse.answering import library_figures, unsearched
from warehouse.answering.coverage_rolls import with_rolls
from warehouse.answering.limits import narrowed, within_limits
from warehouse.answering.lists import listing
from warehouse.answering.summary import summing
from warehouse.answering.unsearched import says_little
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence import xray_losses
from warehouse.methods.method import Method
from warehouse.methods.registry import FIRST, METHODS
from warehouse.question import kinds, spelling
from warehouse.question.filters import Filters
from warehouse.question.reading import Reading
from warehouse.results.provenance import FORMER, QuestionKind, Way
from warehouse.results.records import Answer, Decision
from warehouse.run import Inner
from warehouse.text import plural

EXPLORED: tuple[QuestionKind, ...] = ("fact", *FORMER)
OF_THE_MATTER = ("language", "kind")  # limits whose words may be said of the matter instead
NO_DOCUMENT = "No document is called so; what your documents say of it was looked for."
ONLY = "Only documents {}{} were looked at."
UNANSWERED = "What was found in documents {} does not answer it, so all documents{} were looked at."
LOOKED_AT = "which documents are looked at"
ALL = "all, since {} in documents {} found no answer"
NO_LIST = "No list of it could be made that is sure, so what answers it was looked for."
UNREAD = {"library": library_figures.answer, "chat": unsearched.chat}
"""Answered without reading any document."""
GATHERED: dict[str, Callable[[Reading, Context], Answer | tuple[Loss, ...]]] = {
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
    elif not taken_as and context.settings.absence and says_little(question, context.library):
        return unsearched.too_little(question, context)
    context = context.asked(question, taken_as or None)
    reading, library = context.reading, context.library
    unsure, limited = False, ""
    of_documents = reading.kind == "summary" and summing.of_documents(reading, library)
    topical = reading.kind == "summary" and not of_documents
    if topical:
        reading = _of_a_whole(reading)
    if not (of_documents or reading.kind in UNREAD):  # these hold the limits by themselves
        library, limited = _narrowed(reading.limits, library, topical)
    context = dataclasses.replace(context, library=library, reading=reading)
    if reading.kind in UNREAD:
        answer = UNREAD[reading.kind](reading, context)
    else:
        is_explored = reading.kind in EXPLORED or topical
        gathered = () if is_explored else GATHERED[reading.kind](reading, context)
        unsure = not (is_explored or isinstance(gathered, Answer))
        left_out = () if isinstance(gathered, Answer) else gathered
        if isinstance(gathered, Answer):
            answer = gathered
        elif reading.kind in EXPLORED:
            answer, library, limited = _one_answer(context, method)
        else:
            answer = _explored(reading, context, method)
        losses = (*answer.research.losses, *left_out)
        chain = xray_losses.told(structs.replace(answer.research, losses=losses), library)
        answer = with_rolls(structs.replace(answer, research=chain), library)
    assert answer.way is not None
    first = (
        spelling.told(reading.corrections),
        NO_DOCUMENT if topical else "",
        NO_LIST if unsure else "",
    )
    how = " ".join(filter(None, (*first, answer.way.how, limited)))
    return structs.replace(answer, way=structs.replace(answer.way, how=how))


def asks_no_model(
    kind: str, question: str, method: str, library: Library, taken_as: str = ""
) -> bool:
    """Is a study of this kind not answered at all, so that no model need be there?"""
    return not taken_as and _weighed(kind, method) and says_little(question, library)


def does_without_model(
    kind: str, question: str, method: str, library: Library, taken_as: str = ""
) -> bool:
    """Is a study of this kind answered from the catalog where no model can be asked?"""
    of_catalog = taken_as == "library" or (not taken_as and kinds.needs_no_model(question, library))
    return _weighed(kind, method) and of_catalog


def _weighed(kind: str, method: str) -> bool:
    return kind == "ask" and (method or FIRST) in METHODS and METHODS[method or FIRST].weighed


def _of_a_whole(reading: Reading) -> Reading:
    """A summary of a topic wants the same as "describe it": prose from many documents."""
    explained = structs.replace(reading.route, explains=True)
    return structs.replace(reading, route=explained, whole=reading.about.words)


def _narrowed(limits: Filters, library: Library, topical: bool) -> tuple[Library, str]:
    """The library limited to the documents that the question is limited to, as in "which German
    reports mention the flood?", and which these are, in words. A language or kind that no document
    is of belongs to the matter ("French painters"), and one of a ``topical`` summary may be the
    language that is wished.
    """
    documents = library.documents()
    held = tuple(
        one
        for one in limits.all
        if one.field not in OF_THE_MATTER
        or (any(map(one.lets, documents)) and not (topical and one.field == "language"))
    )
    if not held:
        return library, ""
    limits = structs.replace(limits, all=held)
    ids = frozenset(document.id for document in limits.let(documents))
    return narrowed(library, limits.words, ids), ONLY.format(limits.words, _reach(library))


def _reach(library: Library) -> str:
    return f" in “{library.scope.name}”" if library.scope else ""


def _one_answer(context: Context, method: Method) -> tuple[Answer, Library, str]:
    """From the documents that the question is limited to, else from all: none is lost where the
    words belong to what is asked. With what it was looked for in, and which documents these are.
    """
    reach, run = _reach(context.library), context.run
    inside, words = within_limits(context)
    if not words:
        return _explored(inside.reading, inside, method), context.library, ""
    unanswered = Inner(run, lambda one: None if isinstance(one, Answer) else run.show(one))
    first = _explored(inside.reading, dataclasses.replace(inside, run=unanswered), method)
    if not first.absent:
        run.show(first)
        return first, inside.library, ONLY.format(words, reach)
    decision = Decision(LOOKED_AT, "rule", ALL.format(_searches(first), words))
    decisions = (*inside.reading.decisions, decision)
    everything = structs.replace(context.reading, decisions=decisions)
    answer = _explored(everything, dataclasses.replace(context, reading=everything), method)
    used = [piece.place for piece in answer.research.evidence]
    losses = (
        loss
        for loss in first.research.losses
        if not any(place.meets(loss.document, loss.start, loss.end) for place in used)
    )
    chain = structs.replace(answer.research, losses=(*losses, *answer.research.losses))
    answer = structs.replace(answer, research=chain)
    return answer, context.library, UNANSWERED.format(words, reach)


def _searches(answer: Answer) -> str:
    nodes = answer.research.nodes
    return plural(sum(len(node.sub_queries) for node in nodes), "search", "searches")


def _explored(reading: Reading, context: Context, method: Method) -> Answer:
    """By ``method``; a fact that the user asked for as one fact takes one step."""
    if reading.kind == "fact" and reading.route.by == "user":
        one_step = structs.replace(context.settings, max_intents=1)
        context = dataclasses.replace(context, settings=one_step)
    answer = explored.ask(reading.text, context, method)
    nodes = answer.research.nodes
    how = f"{method.title}: {plural(len(nodes), 'step')}, {_searches(answer)}."
    if answer.research.foreign:
        how += " They brought up other matters only, so nothing more was looked for."
    return structs.replace(answer, way=Way(reading.route, how))
