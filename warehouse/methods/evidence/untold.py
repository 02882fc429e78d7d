"""Which of several sides of a topic the library tells most of that is not known yet.

Of what a model proposes some is known already, and some stands nowhere. What the library has on the
topic is looked at once, and what each side would bring of it, so that the program chooses.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from warehouse.context import Context
from warehouse.methods.evidence.reduction import flat
from warehouse.records import Hit
from warehouse.results.records import Evidence

PASSAGES = 60  # on the topic that are looked at
NEAR = 0.3  # cosine, from which a passage is about a side


def most_told(
    proposed: Sequence[str], topic: str, known: Sequence[Evidence], most: int, context: Context
) -> list[int]:
    """The places of at most ``most`` of what is ``proposed``. First comes what brings most passages
    nearer than the topic by itself does, each by how much of it is not ``known`` and not nearer to
    one before; what adds nothing, as the topic in other words, is left out. Raises Cancelled.
    """
    context.run.check()
    retrieval = context.library.retrieval
    hits = retrieval.passages(topic, PASSAGES)
    if not hits or not proposed:
        return []
    sides = [topic, *(f"{topic}: {side}" for side in proposed)]
    rows = retrieval.embed([*sides, *(flat(hit.text) for hit in hits)])
    alone, *others = rows[: len(sides)] @ rows[len(sides) :].T
    near = np.where(np.array(others) >= NEAR, others, 0.0)
    untold = np.array([1 - _told(hit, known) for hit in hits])
    best, chosen = alone, list[int]()
    while len(chosen) < most:
        adds = np.maximum(near - best, 0.0) @ untold
        at = int(adds.argmax())
        if adds[at] <= 0:
            break
        chosen.append(at)
        best = np.maximum(best, near[at])
    return chosen


def _told(hit: Hit, known: Sequence[Evidence]) -> float:
    """The share of a passage that is evidence."""
    places = [p.place for p in known if p.place.meets(hit.document, hit.start, hit.end)]
    told = sum(min(place.end, hit.end) - max(place.start, hit.start) for place in places)
    return min(1.0, told / max(1, hit.end - hit.start))
