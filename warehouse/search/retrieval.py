"""Finding things: which passages, and which documents by their headers.

A query is embedded and analysed; the dense list and the BM25 list are fused by reciprocal rank
(Cormack, Clarke and Buettcher 2009), ``score = sum 1 / (rrf_k + rank)``, the dense list with less
weight where the embedder does not know the language, and where few have vectors yet; passages that
say almost the same are shown once, and say where else they stand (``duplicates.py``). ``Pool``
ranks the small lists of a study in memory, with the same analyzer and the same BM25 formula as the
full-text index.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Sequence

import msgspec
from rank_bm25 import BM25Okapi

from indexers.text.literature import is_list
from warehouse.records import HeaderHit, Hit
from warehouse.search import analyzer, literature
from warehouse.search.duplicates import Shown
from warehouse.search.embedding import Embeds, Vector, Vectors
from warehouse.search.encoders.folders import spoken
from warehouse.search.in_parallel import InParallel
from warehouse.settings import Settings
from warehouse.store.catalog import Catalog
from warehouse.store.lance import feedback
from warehouse.store.lance.store import Found, Store
from warehouse.store.lance.tables import Table

CANDIDATES_PER_HIT = 4
CANDIDATES_AT_LEAST = 60
LANGUAGES_AT_MOST = 4
SPARE_AT_MOST = 500
TRUST_ROWS = 10
ASKED_APART = 500
FOREIGN_TRUST = 0.1
BM25_K1 = 1.2
BM25_B = 0.75


class Fused(msgspec.Struct, frozen=True):
    id: str
    document: str
    score: float
    dense: float | None
    lexical: float | None


class _Index:
    """What is searched, held by a retrieval and by all that were narrowed from it."""

    def __init__(self, store: Store, embedder: Embeds) -> None:
        self.now = (store, embedder)


class Retrieval:
    """Safe to use from any thread."""

    def __init__(
        self, catalog: Catalog, store: Store, embedder: Embeds, settings: Settings
    ) -> None:
        self._catalog = catalog
        self._index = _Index(store, embedder)
        self._settings = settings
        self._spoken: tuple[int, list[str]] = (-1, [])
        self._share: tuple[int, float] = (-1, 1.0)
        self._only: frozenset[str] | None = None
        self._never: frozenset[str] = frozenset()
        self._spare = 0

    @property
    def store(self) -> Store:
        """The one in use now; a change of the embedder brings another."""
        return self._index.now[0]

    @property
    def embedder(self) -> Embeds:
        """The one in use now."""
        return self._index.now[1]

    def within(self, documents: frozenset[str]) -> Retrieval:
        """The same retrieval, for which there are no other documents than these."""
        narrowed = copy.copy(self)
        narrowed._only = self._reach(documents)
        return narrowed

    def without(self, documents: frozenset[str]) -> Retrieval:
        """The same retrieval, for which these documents do not exist."""
        narrowed = copy.copy(self)
        narrowed._never = self._never | documents
        rows = self._catalog.some_documents(sorted(narrowed._never)).values()
        narrowed._spare = min(SPARE_AT_MOST, sum(max(1, row.passages) for row in rows))
        return narrowed

    def use(self, store: Store, embedder: Embeds) -> None:
        """Search there from now on; both change at once."""
        self._index.now = (store, embedder)

    def passages(
        self, query: str, k: int, documents: frozenset[str] | None = None, follow: bool = False
    ) -> list[Hit]:
        """The ``k`` best passages by meaning and words, best first; ``documents`` narrows it.

        ``follow`` searches a second time from the best of them, for questions of several steps;
        the scores of a hit are those of the question alone. Two versions of a work are one
        source: where both are found, the better one speaks. What the x-ray keeps out of prompts
        is in none of them, and lists of references are only where the query asks about literature
        or nothing else was found: they prove nothing.
        """
        fused = self._hybrid("passages", query, _candidates(k), documents, follow)
        return self._show(self._one_of_each(fused), k, lists=literature.asked_for(query))

    def near(self, query: str, k: int, documents: frozenset[str] | None = None) -> list[Hit]:
        """The same for the user's eyes: lists of references have the rank they have."""
        fused = self._hybrid("passages", query, _candidates(k), documents, False)
        return self._show(self._one_of_each(fused), k)

    def headers(
        self, query: str, k: int, documents: frozenset[str] | None = None
    ) -> list[HeaderHit]:
        """The ``k`` documents whose headers fit best."""
        fused = self._one_of_each(self._hybrid("headers", query, _candidates(k), documents, False))
        return [HeaderHit(row.document, row.score, row.dense, row.lexical) for row in fused[:k]]

    def search_words(self, text: str, k: int, documents: frozenset[str] | None = None) -> list[Hit]:
        """By words alone: needs no model and answers at once."""
        rows = self._words("passages", text, _candidates(k), self._reach(documents))
        return self.show_words(rows, k)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit rows, float32, shape (n, dimension)."""
        return self._index.now[1].embed(texts)

    def likeness(self, text: str, others: Sequence[str]) -> Vector:
        """The cosines of ``others`` to ``text``."""
        rows = self.embed([text, *others])
        near: Vector = rows[1:] @ rows[0]
        return near

    def _hybrid(
        self,
        table: Table,
        query: str,
        n: int,
        documents: frozenset[str] | None,
        follow: bool,
    ) -> list[Fused]:
        documents = self._reach(documents)
        if not query.strip() or documents == frozenset():
            return []
        store, embedder = self._index.now
        if not store.has_rows(table):
            return []
        words = InParallel(lambda: self._words(table, query, n, documents))
        try:
            vector = embedder.embed([query])[0]
            dense = self._dense(store, table, vector, n, documents)
        finally:
            lexical = words.result()
        trust = self._trust(embedder, lexical) * self._covered(documents)
        first = fuse(dense, lexical, self._settings.rrf_k, trust)
        if not follow or not first:
            return first
        return self._followed(store, query, vector, first, n, documents, trust)

    def _followed(
        self,
        store: Store,
        query: str,
        vector: Vectors,
        first: Sequence[Fused],
        n: int,
        documents: frozenset[str] | None,
        trust: float,
    ) -> list[Fused]:
        """The order of a second search, with the scores of the first question."""
        best = self._catalog.hits([first[0].id]).get(first[0].id)
        passage = store.vectors("passages", [first[0].id]).get(first[0].id)
        if best is None or passage is None:
            return list(first)
        language = self._catalog.document(best.document).language
        terms = analyzer.terms(" ".join((best.title, best.path, best.text)), language)
        more = store.frequencies().weightiest(terms, feedback.PASSAGE_TERMS)
        words = InParallel(lambda: self._words("passages", query, n, documents, more))
        try:
            towards = feedback.towards(vector, passage)
            dense = self._dense(store, "passages", towards, n, documents)
        finally:
            lexical = words.result()
        known = {row.id: row for row in first}
        second = fuse(dense, lexical, self._settings.rrf_k, trust)
        near = store.vectors("passages", [row.id for row in second if row.id not in known])
        return [
            Fused(
                row.id,
                row.document,
                row.score,
                known[row.id].dense if row.id in known else _cosine(near.get(row.id), vector),
                known[row.id].lexical if row.id in known else None,
            )
            for row in second
        ]

    def _trust(self, embedder: Embeds, lexical: Sequence[Found]) -> float:
        """How much ranks by meaning count: all where the embedder knows the language of what the
        words found first, little where it knows it not.
        """
        known = spoken(embedder.name)
        first = [row.document for row in lexical[:TRUST_ROWS]]
        if not known or not first:
            return 1.0
        languages = self._catalog.languages_of(set(first))
        share = sum(languages.get(id) in ("", *known) for id in first) / len(first)
        return max(FOREIGN_TRUST, share)

    def _covered(self, documents: frozenset[str] | None) -> float:
        """The share of what is searched that can be found by meaning at all: while documents are
        taken in, the few that have vectors would stand before all others.
        """
        if documents is not None and len(documents) <= ASKED_APART:
            return self._catalog.embedded_share(sorted(documents))
        version = self._catalog.version
        if self._share[0] != version:
            self._share = (version, self._catalog.embedded_share())
        return self._share[1]

    def _reach(self, documents: frozenset[str] | None) -> frozenset[str] | None:
        if self._only is None or documents is None:
            return self._only if documents is None else documents
        return self._only & documents

    def languages(self) -> list[str]:
        """The most frequent ones of the library: a question is likely in one of them."""
        return list(filter(None, self._languages()))[:LANGUAGES_AT_MOST] or ["en"]

    def analysed_as(self) -> list[str]:
        """All of the library: words are looked for as each would have indexed them."""
        return list(dict.fromkeys(language or "en" for language in self._languages())) or ["en"]

    def _words(
        self,
        table: Table,
        text: str,
        n: int,
        documents: frozenset[str] | None,
        also: Sequence[str] = (),
    ) -> list[Found]:
        terms, weight = analyzer.query_terms(text, self.analysed_as()), feedback.TERMS_WEIGHT
        rows = self.store.words(table, terms, n + self._spare, documents, also, weight)
        return self._allowed(rows, n)

    def _dense(
        self,
        store: Store,
        table: Table,
        vector: Vectors,
        n: int,
        documents: frozenset[str] | None,
    ) -> Sequence[Found]:
        return self._allowed(store.dense(table, vector, n + self._spare, documents), n)

    def _allowed(self, found: Sequence[Found], n: int) -> list[Found]:
        return [row for row in found if row.document not in self._never][:n]

    def show_dense(self, found: Sequence[Found], k: int) -> list[Hit]:
        """The first ``k`` rows of a search by meaning as hits, for the user: all is shown."""
        return self._show(fuse(found, [], self._settings.rrf_k), k, whole=True)

    def show_words(self, found: Sequence[Found], k: int) -> list[Hit]:
        """The first ``k`` rows of a search by words as hits, for the user's eyes: all is shown."""
        return self._show(fuse([], found, self._settings.rrf_k), k, whole=True)

    def _languages(self) -> list[str]:
        """Of the library, the most frequent first; counting them takes as long as a search."""
        version = self._catalog.version
        if self._spoken[0] != version:
            self._spoken = (version, self._catalog.languages())
        return self._spoken[1]

    def _one_of_each(self, fused: Sequence[Fused]) -> list[Fused]:
        weaker = self._catalog.weaker({row.document for row in fused})
        return [row for row in fused if row.document not in weaker]

    def _show(
        self, fused: Sequence[Fused], k: int, whole: bool = False, lists: bool = True
    ) -> list[Hit]:
        """The best ``k`` with their text; what says almost the same as a better one hangs on it.

        Without ``lists`` those of references are shown only where there is nothing else.
        """
        shown, instead = Shown(k), Shown(k)
        for at in range(0, len(fused), k):
            ids = [row.id for row in fused[at : at + k]]
            hits, sketches = self._catalog.hits(ids, whole), self._catalog.sketches(ids)
            for row in fused[at : at + k]:
                if row.id in hits:
                    hit = hits[row.id]
                    body = lists or not is_list(hit.path, hit.text)
                    (shown if body else instead).add(_scored(hit, row), sketches[row.id])
            if shown.full:
                break
        return shown.hits() or instead.hits()


def fuse(
    dense: Sequence[Found], words: Sequence[Found], rrf_k: int, trust: float = 1.0
) -> list[Fused]:
    """Reciprocal rank fusion of two lists, best first; ties keep the order of the words list.

    ``trust`` is the weight of the dense one.
    """
    scores: dict[str, float] = {}
    for weight, rows in ((1.0, words), (trust, dense)):
        for rank, row in enumerate(rows, start=1):
            scores[row.id] = scores.get(row.id, 0.0) + weight / (rrf_k + rank)
    cosines = {row.id: row.score for row in dense}
    lexical = {row.id: row.score for row in words}
    documents = {row.id: row.document for row in (*words, *dense)}
    return [
        Fused(id, documents[id], scores[id], cosines.get(id), lexical.get(id))
        for id in sorted(scores, key=lambda id: -scores[id])
    ]


class Pool:
    """BM25 over a few texts held in memory: a study's evidence, sentences, candidates."""

    def __init__(self, texts: Sequence[str], languages: Iterable[str] = ("en",)) -> None:
        self._languages = list(languages) or ["en"]
        analysed = [analyzer.terms(text, self._languages[0]) for text in texts]
        self._index = _PositiveBM25(analysed, k1=BM25_K1, b=BM25_B) if any(analysed) else None

    def rank(self, query: str, k: int) -> list[tuple[int, float]]:
        """(index of the text, score) of at most ``k`` texts, best first, none with score 0."""
        if self._index is None:
            return []
        scores = self._index.get_scores(analyzer.query_terms(query, self._languages))
        best = sorted(range(len(scores)), key=lambda index: -scores[index])[:k]
        return [(index, float(scores[index])) for index in best if scores[index] > 0]


class _PositiveBM25(BM25Okapi):  # type: ignore[misc]
    """With Lucene's idf, as in LanceDB: a term that every text has still scores above 0."""

    def _calc_idf(self, nd: dict[str, int]) -> None:
        for term, texts in nd.items():
            self.idf[term] = math.log(1 + (self.corpus_size - texts + 0.5) / (texts + 0.5))


def _candidates(k: int) -> int:
    return max(CANDIDATES_PER_HIT * k, CANDIDATES_AT_LEAST)


def _cosine(vector: Vectors | None, other: Vectors) -> float | None:
    return None if vector is None else float(vector @ other)


def _scored(hit: Hit, fused: Fused) -> Hit:
    return msgspec.structs.replace(hit, score=fused.score, dense=fused.dense, lexical=fused.lexical)
