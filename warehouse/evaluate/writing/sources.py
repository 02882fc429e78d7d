"""What an article rests on: how different its material is, how dense its text. Pure."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from warehouse.results.records import Claim, Evidence
from warehouse.search.embedding import Vectors

SAME_FACT = 0.85  # cosine from which two statements are one fact


def diversity(rows: Vectors) -> float:
    """1 - the mean cosine of different pieces (OmniThink, Xi et al. 2025); 0 of fewer than two.

    ``rows`` are unit vectors, (pieces, dimension).
    """
    count = len(rows)
    if count < 2:
        return 0.0
    alike = rows @ rows.T
    return float(1.0 - (alike.sum() - np.trace(alike)) / (count * (count - 1)))


def unique_sources(claims: Iterable[Claim], evidence: Iterable[Evidence]) -> int:
    """Documents that a sentence cites."""
    documents = {piece.number: piece.place.document for piece in evidence}
    return len({documents[n] for claim in claims for n in claim.cites if n in documents})


def knowledge_density(rows: Vectors, tokens: int) -> float:
    """Unique statements in 100 tokens of text; ``rows`` are unit vectors of its statements."""
    unique: list[int] = []
    alike = rows @ rows.T
    for at in range(len(rows)):
        if not any(alike[at, other] >= SAME_FACT for other in unique):
            unique.append(at)
    return 100 * len(unique) / tokens if tokens else 0.0
