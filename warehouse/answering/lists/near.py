"""The sentences nearest to the topic of a list, and what their tables name outright.

Asked for the things that a whole document names, a small model names its commonest nouns. So only
the sentences near the topic are read for things: by the share of the topic's words, rare ones
counting more, and by the cosine, both 0..1 and added. A table that has a column of that name is
read without the model: its cells are the things.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from msgspec import Struct

from warehouse.answering.lists.mapping import Reached
from warehouse.library import Library
from warehouse.methods.evidence.sentences import Line
from warehouse.question.topics import Topic
from warehouse.search import analyzer
from warehouse.search.rarity import word_shares

EMBEDDED = 96
ENOUGH = 0.5  # of the best sentence's score, from which on one is near
_CELL = re.compile(r"([^:\t]{2,40}): ([^\t]+)")


class Near(Struct, frozen=True):
    """``score`` is 0..2: the share of the topic's words and the cosine."""

    line: Line
    score: float


class Cell(Struct, frozen=True):
    """What a row names in the column ``column``."""

    name: str
    column: str
    line: Line


def nearest(
    topic: Topic, reached: Sequence[Reached], library: Library, always: Collection[str] = ()
) -> list[Near]:
    """The near sentences of all documents, best first.

    Of the documents ``always`` the nearest one counts however far it is.
    """
    lines = [line for one in reached for line in one.lines]
    if not lines:
        return []
    shares = word_shares([" ".join(topic.content)], [line.framed for line in lines])
    ranked = sorted(range(len(lines)), key=lambda at: (-shares[at], -lines[at].near))
    own = [at for at in ranked[EMBEDDED:] if lines[at].document in always]
    order = [*ranked[:EMBEDDED], *own[:EMBEDDED]]
    rows = library.retrieval.embed([topic.words, *(lines[at].framed for at in order)])
    cosines = rows[1:] @ rows[0]
    found = [
        Near(lines[at], shares[at] + max(0.0, float(cosine)))
        for at, cosine in zip(order, cosines, strict=True)
    ]
    found.sort(key=lambda one: -one.score)
    first = {one.line.document: one for one in reversed(found)}
    return [
        one
        for one in found
        if one.score >= ENOUGH * found[0].score
        or (one.line.document in always and first[one.line.document] is one)
    ]


def cells(topic: Topic, near: Sequence[Near]) -> list[Cell]:
    """The things that tables name in a column called like the list, in the order of the page."""
    wanted = set(analyzer.terms(topic.head))
    found = []
    for one in sorted(near, key=lambda one: (one.line.document, one.line.start)):
        for column, name in _CELL.findall(one.line.text) if "\t" in one.line.text else ():
            if wanted and wanted <= set(analyzer.terms(column)):
                found.append(Cell(" ".join(name.split()), column.strip(), one.line))
    return found
