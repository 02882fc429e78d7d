"""What a reader is told of a sentence whose paragraph could not be proven as it was drafted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from warehouse.results.records import Claim, FellBack

REASONS: dict[FellBack, str] = {
    "fewer": "told from fewer notes, as no draft of all of them that tells this was proven",
    "retold": "retold from its note alone, as no draft that tells this was proven",
    "quoted": "quoted, as nothing that tells this in other words was proven",
}
TOLD: dict[FellBack, str] = {
    "fewer": "told from fewer notes",
    "retold": "retold note by note",
    "quoted": "quoted",
}


def reason(claim: Claim) -> str:
    """Why it has its state, and why it is told as it is; "" where there is nothing to say."""
    return "; ".join(filter(None, [claim.why, REASONS.get(claim.fell_back, "")]))


def counted(claims: Iterable[Claim]) -> str:
    """``2 retold note by note, 1 quoted``; "" where none fell back."""
    tally = Counter(claim.fell_back for claim in claims)
    return ", ".join(f"{tally[how]:,} {said}" for how, said in TOLD.items() if tally[how])
