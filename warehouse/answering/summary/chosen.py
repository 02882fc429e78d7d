"""Which documents a summary is of, and which of them are told.

Where there are too many, those that differ most are told, farthest first (Gonzalez 1985): begin
with the document nearest to the mean of all header vectors, then take again and again the one
farthest from those that were taken.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from warehouse.context import Context
from warehouse.library import Library
from warehouse.question.reading import Reading
from warehouse.records import Document
from warehouse.results.provenance import Item, Roll
from warehouse.search.names import TitleIndex, normal

MOST_TOLD = 24
FEW = 2  # documents that are told by their parts
TOPICS_SHOWN = 40
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
    def by_parts(self) -> bool:
        return (self.named or bool(self.limits)) and len(self.told) <= FEW

    @property
    def untold(self) -> list[Document]:
        told = {one.id for one in self.told}
        return [one for one in self.documents if one.id not in told]


def choose(reading: Reading, context: Context) -> Chosen:
    """Those the question names, else those it is limited to, else all; what the user has pinned or
    kept is always told.
    """
    readable = [one for one in context.library.documents() if one.passages]
    pinned = {one.id for one in readable} & context.steering.course.insisted
    called = {one.id for one in named(reading.text, readable)}
    limits = "" if called else reading.limits.words
    if called:
        wanted = [one for one in readable if one.id in called | pinned]
    else:
        wanted = list(reading.limits.let(readable))
    context.run.step("choosing", 0, len(wanted))
    told = {one.id for one in wanted}
    if len(wanted) > MOST_TOLD:
        others = [one for one in wanted if one.id not in pinned]
        differing = spread(others, MOST_TOLD - len(pinned), context.library)
        told = pinned | {one.id for one in differing}
    shown = tuple(one for one in wanted if one.id in told)
    return Chosen(tuple(wanted), shown, bool(called), limits)


def named(question: str, documents: Sequence[Document]) -> list[Document]:
    """Documents that the question calls by their title, or by a part of it in quotation marks."""
    called = set(TitleIndex((one.id, one.title) for one in documents).mentioned(question))
    parts = [part for quoted in _QUOTED.findall(question) if (part := normal(quoted))]
    return [
        one
        for one in documents
        if one.id in called or any(part in normal(one.title) for part in parts)
    ]


def spread(documents: Sequence[Document], size: int, library: Library) -> list[Document]:
    """``size`` of the documents, in the order given; those without a header vector come last."""
    stored = library.retrieval.store.vectors("headers", [one.id for one in documents])
    able = [one for one in documents if one.id in stored]
    if len(able) <= size or size <= 0:
        rest = [one for one in documents if one.id not in stored]
        return [*able, *rest][: max(0, size)]
    rows = np.stack([stored[one.id] for one in able])
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
    for one in documents:
        header = library.catalog.header(one.id)
        for topic in dict.fromkeys(header.topics if header else ()):
            spelt[topic.casefold()].append(topic)
    order = sorted(spelt, key=lambda topic: (-len(spelt[topic]), topic))[:TOPICS_SHOWN]
    items = [
        Item("", spelt[topic][0], f"{len(spelt[topic]):,} documents")
        for topic in order
        if len(spelt[topic]) > 1
    ]
    return Roll("Topics of more than one document", tuple(items))
