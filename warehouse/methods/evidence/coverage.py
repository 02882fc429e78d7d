"""Coverage: how much of the library stands behind what was found."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.methods.evidence.reduction import flat
from warehouse.results.records import Claim, Coverage, Evidence, Research


def coverage(
    chain: Research, evidence: Sequence[Evidence], checked: Sequence[Claim], context: Context
) -> Coverage:
    """Density is tokens of evidence that proven claims cite over tokens of what was read: before,
    the passages that retrieval brought up; after, ``evidence``, which fitted into the prompt.
    """
    documents = context.library.documents()
    proven = [claim for claim in checked if claim.state in ("quoted", "supported")]
    cited = {number for claim in proven for number in claim.cites}
    sizes = context.engine.count_tokens([flat(piece.text) for piece in evidence])
    numbered = zip(evidence, sizes, strict=True)
    tokens = sum(size for piece, size in numbered if piece.number in cited)
    after = tokens / (sum(sizes) or 1)
    before = tokens / chain.seen_tokens if chain.seen_tokens else 0.0
    return Coverage(
        documents=len(documents),
        read=len(chain.read),
        unreadable=sum(document.state in ("failed", "locked") for document in documents),
        passages_used=len(evidence),
        density_before=min(before, after),
        density_after=after,
        within=context.library.scope.name if context.library.scope else "",
    )
