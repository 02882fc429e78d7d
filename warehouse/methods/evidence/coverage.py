"""Coverage: how much of the library stands behind what was found."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.engine.protocol import Engine
from warehouse.library import Library
from warehouse.methods.evidence.context import Context, density
from warehouse.results.records import Chain, Claim, Coverage


def coverage(
    chain: Chain, context: Context, checked: Sequence[Claim], library: Library, engine: Engine
) -> Coverage:
    """Of ``checked`` only what is proven counts for the density of ``context``."""
    documents = library.documents()
    proven = [claim for claim in checked if claim.state in ("quoted", "supported")]
    numbers = {number for claim in proven for number in claim.cites}
    before, after = density(context, numbers, chain.seen_tokens, engine)
    return Coverage(
        documents=len(documents),
        read=len(chain.read),
        unreadable=sum(one.state in ("failed", "locked") for one in documents),
        passages_used=len(context.evidence),
        density_before=before,
        density_after=after,
        within=library.scope.name if library.scope else "",
    )
