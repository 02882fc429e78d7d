"""Which sentences of the evidence a claim rests on, to be lit: told by its words, no model."""

from __future__ import annotations

from indexers import sentences
from warehouse.proof import checks

FRESH = 2  # words of the claim that one more sentence must hold, or a number
HELD = 0.5  # of the words of the claim, in all of them


def bearing(claim: str, evidence: str) -> tuple[int, int]:
    """The range of ``evidence`` from the first to the last sentence that holds what the claim says;
    all of it where they have too few words of it (a claim in another language, or in words of its
    own). ``claim`` has no marks.
    """
    parts = sentences.split(evidence)
    wanted = checks.content(claim)
    held = [wanted & checks.content(evidence[one.start : one.end]) for one in parts]
    chosen: set[int] = set()
    seen: frozenset[str] = frozenset()
    while len(chosen) < len(parts):
        left = [at for at in range(len(parts)) if at not in chosen]
        best = max(left, key=lambda at: (len(held[at] - seen), len(held[at]), -at))
        fresh = held[best] - seen
        if len(fresh) < FRESH and not any(word[0].isdigit() for word in fresh):
            break
        chosen.add(best)
        seen |= fresh
    if len(seen) < HELD * len(wanted) or not chosen:
        return 0, len(evidence)
    return parts[min(chosen)].start, parts[max(chosen)].end
