"""Which sentences of a text bear on a claim, told by its words: those that the model is shown of a
long one, and those that are lit for the reader.

A small model judges a claim better beside a few sentences than beside a page, and reads them
sooner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from indexers.text import sentences
from warehouse.proof import checks

ROOM = 700  # characters
FRESH = 2  # words of the claim that one more lit sentence must hold, or a number
HELD = 0.5  # of the words of the claim, in all that are lit


def excerpt(claim: str, source: str, room: int = ROOM) -> str:
    """At most ``room`` characters: the first sentence, which names what the text is about; those
    that hold words of the claim, the ones with most of what is still missing first; the neighbours
    of the best; in their order.
    """
    flat = " ".join(source.split())
    if len(flat) <= room:
        return flat
    parts = sentences.texts(flat)
    kept = {0} if len(parts[0]) <= room // 3 else set()
    left = room - sum(len(parts[at]) for at in kept)
    ranked = [at for at, _ in _holding(claim, parts, kept)]
    beside = [at for best in ranked[:1] for at in (best - 1, best + 1) if 0 <= at < len(parts)]
    for at in (*ranked[:2], *beside, *ranked[2:], *range(len(parts))):
        if at not in kept and len(parts[at]) <= left:
            kept.add(at)
            left -= len(parts[at]) + 1
    return " ".join(parts[at] for at in sorted(kept)) or flat[:room]


def bearing(claim: str, evidence: str) -> tuple[int, int]:
    """The range of ``evidence`` from the first to the last sentence that holds what the claim says;
    all of it where they have too few words of it (a claim in another language, or in words of its
    own). ``claim`` has no marks.
    """
    parts = sentences.split(evidence)
    chosen: list[int] = []
    held = 0
    for at, fresh in _holding(claim, sentences.texts(evidence)):
        if len(fresh) < FRESH and not any(word[0].isdigit() for word in fresh):
            break
        chosen.append(at)
        held += len(fresh)
    if not chosen or held < HELD * len(checks.content(claim)):
        return 0, len(evidence)
    return parts[min(chosen)].start, parts[max(chosen)].end


def _holding(
    claim: str, parts: Sequence[str], taken: Collection[int] = ()
) -> Iterator[tuple[int, frozenset[str]]]:
    """The parts that hold words of the claim and which of them are new, most new ones first;
    without those ``taken`` before.
    """
    wanted = checks.content(claim)
    held = [wanted & checks.content(part) for part in parts]
    seen = frozenset(word for at in taken for word in held[at])
    left = {at for at, words in enumerate(held) if words}.difference(taken)
    while left:
        best = max(left, key=lambda at: (len(held[at] - seen), len(held[at]), -at))
        yield best, held[best] - seen
        left.discard(best)
        seen |= held[best]
