"""Of a long text the sentences that bear on a claim, with their neighbours, in their order.

A small model judges a claim better beside a few sentences than beside a page, and reads them
sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from indexers import sentences
from warehouse.proof import checks

ROOM = 700  # characters


def excerpt(claim: str, source: str, room: int = ROOM) -> str:
    """At most ``room`` characters: the first sentence, which names what the text is about; those
    that hold words of the claim, the ones with most of what is still missing first; the neighbours
    of the best.
    """
    flat = " ".join(source.split())
    if len(flat) <= room:
        return flat
    parts = [flat[one.start : one.end].strip() for one in sentences.split(flat)]
    kept = {0} if len(parts[0]) <= room // 3 else set()
    left = room - sum(len(parts[at]) for at in kept)
    for at in _ranked(claim, parts, kept):
        if at not in kept and len(parts[at]) <= left:
            kept.add(at)
            left -= len(parts[at]) + 1
    return " ".join(parts[at] for at in sorted(kept)) or flat[:room]


def _ranked(claim: str, parts: Sequence[str], kept: set[int]) -> Iterator[int]:
    wanted = checks.content(claim)
    held = [wanted & checks.content(part) for part in parts]
    seen = frozenset(word for at in kept for word in held[at])
    left = set(range(len(parts))) - kept
    ranked: list[int] = []
    while left:
        best = max(left, key=lambda at: (len(held[at] - seen), len(held[at]), -at))
        if not held[best]:
            break
        left.discard(best)
        ranked.append(best)
        seen |= held[best]
    beside = [at for best in ranked[:1] for at in (best - 1, best + 1) if 0 <= at < len(parts)]
    yield from (*ranked[:2], *beside, *ranked[2:], *range(len(parts)))
