"""Which of several things to look up the library tells most of that is not known yet.

Of what a model proposes some is known already, and some stands nowhere. A search costs little, so
each is searched for, and the passages that are new are counted before one is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.methods.evidence.pool import side_by_side
from warehouse.records import Hit
from warehouse.results.records import Evidence

PASSAGES = 8  # of each search
NEAR = 0.35  # cosine, from which a passage is about what is searched for


def most_told(
    proposed: Sequence[Sequence[str]], known: Sequence[Evidence], most: int, context: Context
) -> list[int]:
    """The places of at most ``most`` of what is ``proposed``, each a few searches. First comes that
    of whose passages most are near, hold nothing ``known`` and are not brought by those before it;
    one that brings none is left out. Raises Cancelled.
    """
    context.run.check()
    retrieval, searches = context.library.retrieval, [text for one in proposed for text in one]
    hits = iter(side_by_side(lambda text: retrieval.passages(text, PASSAGES), searches))
    fresh = [
        {
            hit.id: hit.dense or 0.0
            for _ in one
            for hit in next(hits)
            if (hit.dense or 0.0) >= NEAR and not _holds(hit, known)
        }
        for one in proposed
    ]
    chosen: list[int] = []
    taken: set[str] = set()
    while len(chosen) < most:
        worth = {
            at: sum(near for id, near in own.items() if id not in taken)
            for at, own in enumerate(fresh)
            if at not in chosen
        }
        best = max(worth, key=lambda at: worth[at], default=None)
        if best is None or not worth[best]:
            break
        chosen.append(best)
        taken |= fresh[best].keys()
    return chosen


def _holds(hit: Hit, known: Sequence[Evidence]) -> bool:
    return any(piece.place.meets(hit.document, hit.start, hit.end) for piece in known)
