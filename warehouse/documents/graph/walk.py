"""Passages that the library's graph joins to the names of a question: one more way to find.

PageRank begins at the names that stand in the question, or else at those nearest to it; a sentence
counts as the two names that it joins do (HippoRAG, Gutierrez et al. 2024). No model is asked: names
are one where that was decided before.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import structs

from warehouse.documents.graph.nearest import nearest
from warehouse.documents.graph.network import EMPTY, Network, known
from warehouse.documents.graph.same_names import ALIKE
from warehouse.records import Hit
from warehouse.search.names import normal_name
from warehouse.store.catalog import Catalog

if TYPE_CHECKING:
    from warehouse.library import Library

NEAREST = 3  # names, where none stands in the question
_making = threading.Lock()


def passages(question: str, library: Library, count: int) -> list[Hit]:
    """The passages in reach that are nearest, best first; their score is the nearness. Any
    thread.
    """
    return _walks(library).passages(question, library, count)


def whole(library: Library) -> Network:
    """All that was read so far, of several versions of a document the one that counts. Any
    thread.
    """
    return _walks(library).network(library)


def _walks(library: Library) -> _Walks:
    with _making:
        return _open.setdefault(library.catalog, _Walks())


class _Walks:
    """Over all that was read so far; the net is made anew when the catalog has changed."""

    def __init__(self) -> None:
        self._made: tuple[int, Network] = (-1, EMPTY)
        self._making = threading.Lock()

    def passages(self, question: str, library: Library, count: int) -> list[Hit]:
        from warehouse.structures.communities import nearness  # opening a library needs no net

        net = self.network(library)
        begin = self._names(question, net, library)
        if not begin:
            return []
        near = nearness(len(net.names), net.pairs, begin)
        sentences: dict[tuple[str, int, int], float] = defaultdict(float)
        for edge in net.edges:
            triple = edge.triple
            if library.may_read(triple.document):
                place = triple.document, triple.start, triple.end
                sentences[place] = max(sentences[place], near[edge.head] + near[edge.tail])
        best = sorted(sentences, key=lambda place: (-sentences[place], place))
        scores: dict[str, float] = {}
        for place in best:
            if len(scores) >= count or sentences[place] <= 0:
                break
            if id := library.catalog.passage_around(*place):
                scores.setdefault(id, sentences[place])
        hits = library.catalog.hits(list(scores))
        return [structs.replace(hit, score=scores[id]) for id, hit in hits.items()]

    def network(self, library: Library) -> Network:
        catalog = library.catalog
        with self._making:
            if self._made[0] != catalog.version:
                version = catalog.version
                documents = catalog.graphed_documents().keys()
                weaker = catalog.weaker(documents)
                self._made = (version, known([id for id in documents if id not in weaker], library))
            return self._made[1]

    def _names(self, question: str, net: Network, library: Library) -> dict[int, float]:
        folded = f" {normal_name(question)} "
        named = {place for key, place in net.places.items() if f" {key} " in folded}
        if named:
            return dict.fromkeys(named, 1.0)
        near = nearest(question, net, library, NEAREST) if net.names else {}
        return {place: cosine for place, cosine in near.items() if cosine >= ALIKE}


_open: WeakKeyDictionary[Catalog, _Walks] = WeakKeyDictionary()
"""For each open catalog."""


def fused(found: Sequence[Hit], walked: Sequence[Hit], rrf_k: int, count: int) -> list[Hit]:
    """A search's hits and those of a walk as one list by reciprocal rank, at most ``count``."""
    hits = {hit.id: hit for hit in (*walked, *found)}
    scores = {hit.id: hit.score for hit in found}
    for rank, hit in enumerate(walked, start=1):
        scores[hit.id] = scores.get(hit.id, 0.0) + 1 / (rrf_k + rank)
    best = sorted(scores, key=lambda id: -scores[id])[:count]
    return [structs.replace(hits[id], score=scores[id]) for id in best]
