"""Summarise: something of every document in reach, or of those that are named, then the whole.

Each document gives its most telling words (told.py), prose that stands nearest to its own header; a
document that is summarised alone gives one piece for each of its parts. Of too many documents those
that differ most are told, farthest first (Gonzalez 1985): the one nearest to the mean of all header
vectors, then again and again the one farthest from those that were taken. The rest is listed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.answering.answer import Written, gathered
from warehouse.answering.read_sentences import gone_through
from warehouse.answering.summary.told import joined, pieces, told
from warehouse.context import Context
from warehouse.library import Library
from warehouse.question.reading import Reading
from warehouse.records import Document
from warehouse.results.provenance import Item, Roll, Way
from warehouse.results.records import Answer, Research, SubQuery
from warehouse.search.names import TitleIndex, stands_in
from warehouse.text import plural, tokens_about

MOST_TOLD = 24
FEW = 2  # documents that are told by their parts
TOPICS_SHOWN = 40
NOTHING = "no sentence of it could be told"
_QUOTED = re.compile(r"[\"“„«]([^\"”“»]{3,})[\"”“»]")


class Chosen(Struct, frozen=True):
    """``documents`` are to be summarised, ``told`` those of them that are put into words;
    ``limits`` says which are wanted, as in "in German".
    """

    documents: tuple[Document, ...]
    told: tuple[Document, ...]
    named: bool
    limits: str = ""

    @property
    def untold(self) -> list[Document]:
        told_ids = {document.id for document in self.told}
        return [document for document in self.documents if document.id not in told_ids]


def answer(reading: Reading, context: Context) -> Answer:
    """Raises Cancelled. Without any document that can be read it is an absence answer."""
    route, library = reading.route, context.library
    chosen = choose(reading, context)
    context.run.step("reading", 0, len(chosen.told))
    by_parts = bool(chosen.named or chosen.limits) and len(chosen.told) <= FEW
    read = pieces(chosen.told, by_parts, context)
    opened = tuple(dict.fromkeys(piece.place.document for piece in read))
    seen = tokens_about(sum(library.catalog.length(id) for id in opened))
    chain = Research(reading.text, evidence=tuple(read), read=opened, seen_tokens=seen)
    query = SubQuery(reading.text, 1, len(chosen.documents))
    chain = gone_through(chain, "What each document says", [query], len(chosen.documents))
    context.run.show(chain)
    telling, losses = told(read, by_parts, context)
    if not telling:
        none = " ".join(filter(None, ("No document", chosen.limits, "has a sentence to tell.")))
        return gathered(Written(""), chain, Way(route, none), context)
    picked = {document.id for document in chosen.told}
    kept = {told_piece.piece.place.document for told_piece in telling}
    chosen = structs.replace(
        chosen, told=tuple(document for document in chosen.told if document.id in kept)
    )
    text, claims, unsaid = joined(_head(chosen, library), _title(chosen, library), telling, context)
    others = f"not among the {MOST_TOLD} that differ most"
    untold = (
        Loss("choosing", document.title, NOTHING if document.id in picked else others, document.id)
        for document in chosen.untold
    )
    chain = structs.replace(chain, losses=(*losses, *unsaid, *untold))
    way = Way(route, _how(chosen, by_parts), _rolls(chosen, library))
    return gathered(Written(text, claims, chain.evidence), chain, way, context)


def of_documents(reading: Reading, library: Library) -> bool:
    """Is it documents that are to be summarised, and not a topic?"""
    return reading.about.documents or bool(named(reading.text, library.documents()))


def _title(chosen: Chosen, library: Library) -> str:
    if chosen.limits:
        return f"Documents {chosen.limits}"
    if chosen.named:
        return ", ".join(document.title for document in chosen.told)
    return f"“{library.scope.name}”" if library.scope else "The library"


def _head(chosen: Chosen, library: Library) -> str:
    """What is told here, counted; the rolls begin with the documents told."""
    if chosen.named:
        return ""
    count, total = len(chosen.told), len(chosen.documents)
    where = f"in “{library.scope.name}”" if library.scope else "in your library"
    which = f"{chosen.limits} {where}".strip()
    if count == total:
        whole = "The one document" if total == 1 else f"All {plural(total, 'document')}"
        return f"{whole} {which} that can be read (list 1)."
    most = ", those that differ most" if total > MOST_TOLD else ""
    rest = "the others are in list 2, what comes back in the headers of all of them in list 3."
    return f"{count:,} of {total:,} documents {which} are told here{most} (list 1); {rest}"


def _how(chosen: Chosen, by_parts: bool) -> str:
    by = "part by part" if by_parts else "by the words nearest to its own header"
    rest = f", {len(chosen.told):,} of them put into words" if chosen.untold else ""
    many = plural(len(chosen.documents), "document")
    return f"Map and reduce over {many}{rest}: each read {by}, told in a sentence, and joined."


def _rolls(chosen: Chosen, library: Library) -> tuple[Roll, ...]:
    rolls = [
        Roll("Told here", tuple(Item(document.id, document.title) for document in chosen.told))
    ]
    if rest := chosen.untold:
        rolls.append(
            Roll("Not told here", tuple(Item(document.id, document.title) for document in rest))
        )
        rolls.append(topics_roll(chosen.documents, library))
    return tuple(rolls)


def choose(reading: Reading, context: Context) -> Chosen:
    """Those the question names, else those it is limited to, else all; what the user has pinned or
    kept is always told.
    """
    readable = [document for document in context.library.documents() if document.passages]
    pinned = {document.id for document in readable} & context.steering.course.insisted
    called = {document.id for document in named(reading.text, readable)}
    limits = "" if called else reading.limits.words
    wanted = reading.limits.let(readable)
    if called:
        wanted = [document for document in readable if document.id in called | pinned]
    context.run.step("choosing", 0, len(wanted))
    told_ids = {document.id for document in wanted} & pinned
    others = [document for document in wanted if document.id not in told_ids]
    told_ids |= {
        document.id for document in spread(others, MOST_TOLD - len(told_ids), context.library)
    }
    shown = tuple(document for document in wanted if document.id in told_ids)
    return Chosen(tuple(wanted), shown, bool(called), limits)


def named(question: str, documents: Sequence[Document]) -> list[Document]:
    """Documents that the question calls by their title, or by a part of it in quotation marks."""
    called = set(
        TitleIndex((document.id, document.title) for document in documents).mentioned(question)
    )
    parts = _QUOTED.findall(question)
    return [
        document
        for document in documents
        if document.id in called or any(stands_in(part, document.title) for part in parts)
    ]


def spread(documents: Sequence[Document], size: int, library: Library) -> list[Document]:
    """``size`` of the documents, in the order given; those without a header vector come last."""
    stored = library.retrieval.store.vectors("headers", [document.id for document in documents])
    able = [document for document in documents if document.id in stored]
    if len(able) <= size or size <= 0:
        return sorted(documents, key=lambda one: one.id not in stored)[: max(0, size)]
    rows = np.stack([stored[document.id] for document in able])
    taken = [int(np.argmax(rows @ rows.mean(axis=0)))]
    nearest = rows @ rows[taken[0]]
    while len(taken) < size:
        nearest[taken] = np.inf
        taken.append(int(np.argmin(nearest)))
        nearest = np.maximum(nearest, rows @ rows[taken[-1]])
    return [able[at] for at in sorted(taken)]


def topics_roll(documents: Sequence[Document], library: Library) -> Roll:
    """The topics that stand in more than one header, with how many, the most frequent first."""
    spelt: dict[str, list[str]] = defaultdict(list)
    for document in documents:
        header = library.catalog.header(document.id)
        for topic in dict.fromkeys(header.topics if header else ()):
            spelt[topic.casefold()].append(topic)
    shared = [pair for pair in sorted(spelt.items()) if len(pair[1]) > 1]
    shared.sort(key=lambda one: -len(one[1]))
    items = (Item("", names[0], f"{len(names):,} documents") for _, names in shared)
    return Roll("Topics of more than one document", tuple(items)[:TOPICS_SHOWN])
