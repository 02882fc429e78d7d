"""The candidates of a task: every document its sub-queries brought up, with its passages.

All sub-queries are searched together, among passages and headers, and their ranks are fused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec
from msgspec import Struct

from warehouse.documents.graph import walk
from warehouse.ingest.headers_plain import header_text
from warehouse.library import Library
from warehouse.methods.evidence.relevance import Signals
from warehouse.records import HeaderHit, Hit
from warehouse.search import name_walk
from warehouse.text import titled

THREADS = 4
HEADERS_A_QUERY = 8
LINKED_HITS = 20
SOURCE_CHARACTERS = 260
HEADER_WEIGHT = 0.5
WALKED, NEW_BY_NAMES = 60, 20  # the last place by names, and of how many that are candidates
_Found = TypeVar("_Found")
LIKELY_COSINE = 0.48  # the median of the best five candidates of 50 questions of HotpotQA


class Found(Struct, frozen=True):
    """What one sub-query brought up."""

    query: str
    hits: tuple[Hit, ...]
    headers: tuple[HeaderHit, ...]


class Candidate(Struct, eq=False):
    """One document and the passages of it that were found, by id; grows with each round."""

    document: str
    hits: dict[str, Hit] = {}
    query: str = ""
    score: float = 0.0
    dense: float = 0.0
    words: float = 0.0
    named: bool = False
    linked: float = 0.0
    walked: int = WALKED
    best_score: float = 0.0

    def add(self, hit: Hit, words: float, query: str) -> None:
        before = self.hits.get(hit.id)
        fused = hit.score + (before.score if before is not None else 0.0)
        self.hits[hit.id] = msgspec.structs.replace(before or hit, score=fused)
        self.score += hit.score
        self.dense = max(self.dense, hit.dense or 0.0)
        self.words = max(self.words, words)
        if hit.score > self.best_score or not self.query:
            self.best_score, self.query = hit.score, query


class Pool:
    """Candidates by document, for a whole task: a later intent judges all of them anew."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.candidates: dict[str, Candidate] = {}
        self.ranks: dict[str, int] = {}
        self._is_walked = False

    @property
    def queries(self) -> dict[str, str]:
        """By document the sub-query that brought it up."""
        return {id: candidate.query for id, candidate in self.candidates.items()}

    def add(self, found: Sequence[Found]) -> None:
        """``ranks`` are by passage id, the best that it had in a round."""
        scores: dict[str, float] = {}
        for hit in (hit for result in found for hit in result.hits):
            scores[hit.id] = scores.get(hit.id, 0.0) + hit.score
        for rank, id in enumerate(sorted(scores, key=lambda id: -scores[id])):
            self.ranks[id] = min(rank, self.ranks.get(id, rank))
        for result in found:
            best = max((hit.lexical or 0.0 for hit in result.hits), default=0.0) or 1.0
            for hit in result.hits:
                self._of(hit.document).add(hit, (hit.lexical or 0.0) / best, result.query)
            for header in result.headers:
                candidate = self._of(header.document)
                candidate.score += HEADER_WEIGHT * header.score
                candidate.dense = max(candidate.dense, header.dense or 0.0)
                candidate.query = candidate.query or result.query

    def name(self, documents: Sequence[str], query: str) -> None:
        """Documents that the task calls by their title."""
        for document in documents:
            self._of(document).named = True
        self._find(documents, query)

    def link(self, strengths: Mapping[str, float], query: str) -> None:
        """Documents that were called by their title in what was read, with the reader's trust."""
        for document, strength in strengths.items():
            candidate = self._of(document)
            candidate.linked = max(candidate.linked, strength)
        self._find(strengths, query)

    def walk(self, query: str) -> None:
        """What the names of a query lead to; the nearest are candidates."""
        library = self._library
        near = name_walk.documents(query, library.catalog, library.may_read)
        self._is_walked |= bool(near)
        new = [*near][:NEW_BY_NAMES]
        for document, rank in near.items():
            if document in self.candidates or document in new:
                candidate = self._of(document)
                candidate.walked = min(candidate.walked, rank)
        self._find(new, query)

    def _find(self, documents: Iterable[str], query: str) -> None:
        """Bring up the passages of documents that no search brought up."""
        unseen = frozenset(document for document in documents if not self.candidates[document].hits)
        hits = self._library.retrieval.passages(query, LINKED_HITS, unseen) if unseen else ()
        for hit in hits:
            self._of(hit.document).add(msgspec.structs.replace(hit, score=0.0), 0.0, query)

    def ranked(self) -> list[tuple[Candidate, Signals]]:
        """Every candidate with its signals, best fused rank first. How near a document is that has
        no vectors yet, nobody knows.
        """
        order = sorted(self.candidates.values(), key=lambda one: (-one.score, one.document))
        waiting = self._library.catalog.without_vectors(self.candidates)
        rated = []
        for rank, candidate in enumerate(order):
            dense = candidate.dense or LIKELY_COSINE * (candidate.document in waiting)
            walked = candidate.walked if self._is_walked else None
            named = float(candidate.named)
            rated.append(
                (candidate, Signals(rank, dense, candidate.words, named, candidate.linked, walked))
            )
        return rated

    def source(self, candidate: Candidate) -> str:
        """What the model judges a document by: its title, and its best passage or its header."""
        hit = max(candidate.hits.values(), key=lambda hit: hit.score, default=None)
        if hit is not None:
            return f"{titled(hit.title, hit.path)}: {hit.text[:SOURCE_CHARACTERS]}"
        return self.header(candidate.document)

    def title(self, document: str) -> str:
        return self._library.catalog.document(document).title

    def header(self, document: str) -> str:
        """The start of the header, on one line."""
        header = self._library.catalog.header(document)
        text = header_text(header) if header is not None else self.title(document)
        return " ".join(text.split())[:SOURCE_CHARACTERS]

    def _of(self, document: str) -> Candidate:
        return self.candidates.setdefault(document, Candidate(document))


def search(library: Library, queries: Sequence[str], k: int) -> list[Found]:
    """All sub-queries at once; results in the order of the queries. With what the graph leads to,
    where that is wanted.
    """

    def one(query: str) -> Found:
        hits = library.retrieval.passages(query, k, follow=True)
        if library.settings.graph_search:
            hits = walk.fused(hits, walk.passages(query, library, k), library.settings.rrf_k, k)
        return Found(
            query,
            tuple(hits),
            tuple(library.retrieval.headers(query, HEADERS_A_QUERY)),
        )

    return side_by_side(one, queries)


def side_by_side(function: Callable[[str], _Found], queries: Iterable[str]) -> list[_Found]:
    """Of each query what is found, in their order."""
    with ThreadPoolExecutor(THREADS, thread_name_prefix="explore") as threads:
        return list(threads.map(function, queries))
