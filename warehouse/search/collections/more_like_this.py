"""More like this: documents whose headers mean much the same, passages that do.

Only stored vectors are compared, so that it needs no model and costs one search.
"""

from __future__ import annotations

from warehouse.records import HeaderHit, Hit
from warehouse.search.retrieval import Retrieval
from warehouse.store.catalog import Catalog

MORE = 20
LEAST = 0.4  # cosine of two headers; of manuals and notes on other matters it is up to .39


class Likeness:
    """Nothing is like a document or a passage that is not embedded yet."""

    def __init__(self, catalog: Catalog, retrieval: Retrieval) -> None:
        self._catalog, self._retrieval = catalog, retrieval

    def documents(
        self, document: str, k: int, within: frozenset[str] | None = None
    ) -> list[HeaderHit]:
        """The ``k`` nearest by their headers, LEAST or nearer, best first; ``score``: cosine."""
        vector = self._retrieval.store.vectors("headers", [document]).get(document)
        if vector is None:
            return []
        rows = self._retrieval.store.dense("headers", vector, k + 1, within)
        others = [row for row in rows if row.document != document and row.score >= LEAST]
        return [HeaderHit(row.document, row.score, row.score) for row in others[:k]]

    def passages(self, passage: str, k: int, within: frozenset[str] | None = None) -> list[Hit]:
        """The ``k`` nearest passages that do not overlap it, best first."""
        vector = self._retrieval.store.vectors("passages", [passage]).get(passage)
        here = self._catalog.hits([passage]).get(passage)
        if vector is None or here is None:
            return []
        rows = self._retrieval.store.dense("passages", vector, k + MORE, within)
        return [hit for hit in self._retrieval.show_dense(rows, k + MORE) if _apart(hit, here)][:k]


def _apart(one: Hit, other: Hit) -> bool:
    return one.document != other.document or one.end <= other.start or other.end <= one.start
