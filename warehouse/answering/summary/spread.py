"""Of many documents the few that differ most, and what the headers of all have in common.

Farthest first (Gonzalez 1985): begin with the document nearest to the mean of all header vectors,
then take again and again the one farthest from those that were taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from warehouse.library import Library
from warehouse.records import Document
from warehouse.results.provenance import Item, Roll

TOPICS_SHOWN = 40


def spread(documents: Sequence[Document], size: int, library: Library) -> list[Document]:
    """``size`` of the documents, in the order given; those without a header vector come last."""
    if size <= 0:
        return []
    stored = library.retrieval.store.vectors("headers", [one.id for one in documents])
    able = [one for one in documents if one.id in stored]
    if len(able) <= size:
        rest = [one for one in documents if one.id not in stored]
        return [*able, *rest][:size]
    rows = np.stack([stored[one.id] for one in able])
    first = int(np.argmax(rows @ rows.mean(axis=0)))
    taken = [first]
    nearest = rows @ rows[first]
    while len(taken) < size:
        nearest[taken] = np.inf
        taken.append(int(np.argmin(nearest)))
        nearest = np.maximum(nearest, rows @ rows[taken[-1]])
    return [able[at] for at in sorted(taken)]


def topics_roll(documents: Sequence[Document], library: Library) -> Roll:
    """The topics that stand in more than one header, with how many, the most frequent first."""
    holders: dict[str, list[str]] = defaultdict(list)
    spelt: dict[str, str] = {}
    for one in documents:
        header = library.catalog.header(one.id)
        for topic in dict.fromkeys(header.topics if header else ()):
            holders[topic.casefold()].append(one.title)
            spelt.setdefault(topic.casefold(), topic)
    order = sorted(holders, key=lambda topic: (-len(holders[topic]), topic))
    items = [
        Item("", spelt[topic], f"{len(holders[topic]):,} documents")
        for topic in order[:TOPICS_SHOWN]
        if len(holders[topic]) > 1
    ]
    return Roll("Topics of more than one document", tuple(items))
