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
from warehouse.records import Scope
from warehouse.results.provenance import FORMER, QuestionKind, Way
from warehouse.results.records import Answer, Decision
from warehouse.text import plural

EXPLORED: tuple[QuestionKind, ...] = ("fact", *FORMER)
OF_THE_MATTER = ("language", "kind")  # limits whose words may be said of the matter instead
NO_DOCUMENT = "No document is called so; what your documents say of it was looked for."
ONLY = "Only documents {} were looked at."
NONE_SUCH = "There are no documents {}, so all documents were looked at."
UNANSWERED = "What was found in documents {} does not answer it, so all documents were looked at."
LOOKED_AT = "which documents are looked at"
ALL = "all, since those do not answer it"
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
    unsure, words = False, ""
    of_documents = reading.kind == "summary" and summing.of_documents(reading, library)
    topical = reading.kind == "summary" and not of_documents
    if topical:
        reading = _of_a_whole(reading)
    if not (of_documents or reading.kind in UNREAD):  # these hold the limits by themselves
        library, words = _narrowed(reading.limits, library, bool(reading.whole) or topical)
    limited = ONLY.format(words) if words else ""
    everything, context = context, dataclasses.replace(context, library=library, reading=reading)
    if reading.kind in UNREAD:
        answer = UNREAD[reading.kind](reading, context)
    else:
        is_explored = reading.kind in EXPLORED or topical
        gathered = () if is_explored else GATHERED[reading.kind](reading, context)
        unsure = not (is_explored or isinstance(gathered, Answer))
        left_out = () if isinstance(gathered, Answer) else gathered
        if isinstance(gathered, Answer):
            answer = gathered
        elif words and reading.kind in EXPLORED:
            answer, library, limited = _within(words, context, everything, method)
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
    reports mention the flood?", and which these are, as "in German". A language or kind that no
    document is of belongs to the matter ("French painters"), and one where a matter as a whole is
    asked about, ``topical``, may be the language that is wished.
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
    inside = f"{library.scope.name}, " if library.scope else ""
    scoped = library.within(Scope(f"{inside}documents {limits.words}", "", ids))
    return scoped, limits.words


def _within(
    words: str, context: Context, everything: Context, method: Method
) -> tuple[Answer, Library, str]:
    """One answer from the documents ``words``, else from all: it is not lost where the words belong
    to the matter. A study that is worked on again looks at the same documents.
    """
    told = context.steering.read.known(LOOKED_AT)
    if told is None:
        answer = _explored(context.reading, context, method)
        if not answer.absent:
            return answer, context.library, ONLY.format(words)
        told = (UNANSWERED if context.library.documents() else NONE_SUCH).format(words)
        context.steering.read.keep(LOOKED_AT, told)
    decisions = (*context.reading.decisions, Decision(LOOKED_AT, "rule", ALL))
    reading = structs.replace(context.reading, limits=Filters(), limited=(), decisions=decisions)
    everything = dataclasses.replace(everything, reading=reading)
    return _explored(reading, everything, method), everything.library, told


def _explored(reading: Reading, context: Context, method: Method) -> Answer:
    """By ``method``; a fact that the user asked for as one fact takes one step."""
    if reading.kind == "fact" and reading.route.by == "user":
        one_step = structs.replace(context.settings, max_intents=1)
        context = dataclasses.replace(context, settings=one_step)
    answer = explored.ask(reading.text, context, method)
    nodes = answer.research.nodes
    searches = plural(sum(len(node.sub_queries) for node in nodes), "search", "searches")
    how = f"{method.title}: {plural(len(nodes), 'step')}, {searches}."
    if answer.research.foreign:
        how += " They brought up other matters only, so nothing more was looked for."
    return structs.replace(answer, way=Way(reading.route, how))
