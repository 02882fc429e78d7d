"""Coverage: how much of the library stands behind what was found."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.methods.evidence.brief import Brief, density
from warehouse.results.records import Claim, Coverage, Research


def coverage(chain: Research, brief: Brief, checked: Sequence[Claim], context: Context) -> Coverage:
    """Of ``checked`` only what is proven counts for the density of ``brief``."""
    documents = context.library.documents()
    proven = [claim for claim in checked if claim.state in ("quoted", "supported")]
    numbers = {number for claim in proven for number in claim.cites}
    before, after = density(brief, numbers, chain.seen_tokens, context.engine)
    return Coverage(
        documents=len(documents),
        read=len(chain.read),
        unreadable=sum(one.state in ("failed", "locked") for one in documents),
        passages_used=len(brief.evidence),
        density_before=before,
        density_after=after,
        within=context.library.scope.name if context.library.scope else "",
    )
