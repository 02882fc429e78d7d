"""What a reader is told of a sentence whose paragraph could not be proven as it was drafted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from warehouse.results.records import Claim, FellBack

LENGTH = "the length"  # of an article, that was not reached: what is decided of it
# "fewer" is told of articles that were written before sentences were told one by one.
REASONS: dict[FellBack, str] = {
    "fewer": "written from fewer source sentences, as nothing from all of them could be proven",
    "retold": "written from a single source sentence, as nothing fuller could be proven",
    "quoted": "quoted word for word, as no other wording was both proven and its own",
}
TOLD: dict[FellBack, str] = {
    "fewer": "from fewer source sentences",
    "retold": "from a single source sentence",
    "quoted": "quoted word for word",
}


def reason(claim: Claim) -> str:
    """Why it has its state, and why it is told as it is; "" where there is nothing to say."""
    return "; ".join(filter(None, [claim.why, REASONS.get(claim.fell_back, "")]))


def counted(claims: Iterable[Claim]) -> str:
    """``2 from a single source sentence, 1 quoted word for word``; "" where none fell back."""
    tally = Counter(claim.fell_back for claim in claims)
    return ", ".join(f"{tally[how]:,} {said}" for how, said in TOLD.items() if tally[how])
