"""Whether a sentence says what evidence says already.

Two say the same where they are alike, cosine from ``Settings.evidence_duplicate``, both with title
and section in front and by their words alone, and neither gives another number or date. Under a
long heading all sentences are alike; by their words alone all are that begin with "it was".
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warehouse.context import Context
from warehouse.proof import contradictions
from warehouse.proof.contradictions import Facts
from warehouse.results.records import Evidence
from warehouse.search.embedding import Vector


class _Said(Struct, frozen=True):
    text: str
    framed: Vector
    facts: Facts


class KnownEvidence:
    """What evidence says, one sentence or piece after the other. Vectors have unit length."""

    def __init__(self, context: Context) -> None:
        self._embed = context.library.retrieval.embed
        self._duplicate = context.settings.evidence_duplicate
        self._said: list[_Said] = []
        self._bare: dict[str, Vector] = {}

    def adopt(self, evidence: Sequence[Evidence], rows: Sequence[Vector]) -> None:
        """Known from now on. ``rows`` are the vectors with title and section in front."""
        for piece, row in zip(evidence, rows, strict=True):
            self._said.append(_Said(piece.text, row, contradictions.facts(piece.text)))

    def is_new(self, text: str, row: Vector) -> bool:
        """Does it say something of its own? Then it is known from now on. ``row`` is the vector of
        the text with title and section in front.
        """
        new = _Said(text, row, contradictions.facts(text))
        near = [old for old in self._said if float(old.framed @ row) >= self._duplicate]
        same = (
            contradictions.other_value(old.facts, new.facts) is None
            for old, alike in zip(near, self._alike(text, near), strict=True)
            if alike >= self._duplicate
        )
        if any(same):
            return False
        self._said.append(new)
        return True

    def _alike(self, text: str, others: Sequence[_Said]) -> list[float]:
        """Cosines of the words alone, which are embedded only where the framed ones are alike."""
        if not others:
            return []
        texts = [text, *(other.text for other in others)]
        if missing := [words for words in dict.fromkeys(texts) if words not in self._bare]:
            self._bare |= dict(zip(missing, self._embed(missing), strict=True))
        own = self._bare[text]
        return [float(self._bare[other.text] @ own) for other in others]
