"""Searches and vectors of a study, made once: what it does again it need not look for again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from warehouse.records import HeaderHit, Hit
from warehouse.search.embedding import Vectors
from warehouse.search.retrieval import Retrieval


class KeptSearch(Retrieval):
    """The same retrieval, also where it is narrowed. For one study: it sees nothing new."""

    def __init__(self, inner: Retrieval) -> None:
        self.__dict__.update(vars(inner))
        self._found: dict[Hashable, Any] = {}
        self._rows: dict[str, Vectors] = {}

    def passages(
        self, query: str, k: int, documents: frozenset[str] | None = None, follow: bool = False
    ) -> list[Hit]:
        key = ("passages", query, k, documents, follow, self._only, self._never)
        if key not in self._found:
            self._found[key] = super().passages(query, k, documents, follow)
        return list(self._found[key])

    def headers(
        self, query: str, k: int, documents: frozenset[str] | None = None
    ) -> list[HeaderHit]:
        key = ("headers", query, k, documents, self._only, self._never)
        if key not in self._found:
            self._found[key] = super().headers(query, k, documents)
        return list(self._found[key])

    def embed(self, texts: Sequence[str]) -> Vectors:
        missing = [text for text in dict.fromkeys(texts) if text not in self._rows]
        if missing:
            self._rows.update(zip(missing, super().embed(missing), strict=True))
        return np.stack([self._rows[text] for text in texts]) if texts else super().embed(texts)
