"""What a query of the search box finds: documents, and the passages that say it.

Fields are looked up in the catalog and become the list of documents that LanceDB searches within,
before it ranks anything; words become one condition on its full-text index. Bare words that no
passage has all of are looked for one by one, and a note says so.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec import Struct

from warehouse.errors import BadInput
from warehouse.records import Hit, Scope
from warehouse.search import analyzer
from warehouse.search.collections import query as language
from warehouse.search.collections.fields import Fields, Inside
from warehouse.search.collections.found_words import Seen, seen
from warehouse.search.collections.naming_and_filing import key
from warehouse.search.collections.query import All, Any, Node, NotUnderstood, Query
from warehouse.search.collections.word_matches import Standing, stand
from warehouse.search.collections.word_search import WordSearch
from warehouse.search.retrieval import Retrieval
from warehouse.store.catalog import Catalog

SOME_ONLY = "No passage has all of these words; these have some of them."
_folded = functools.lru_cache(maxsize=100_000)(analyzer.fold)


class Result(Struct, frozen=True):
    """``documents`` are all that were found; ``hits`` the best passages, best first.

    ``hits`` is empty for a query of fields alone. ``note`` is a sentence, or empty.
    """

    query: Query
    documents: frozenset[str]
    hits: tuple[Hit, ...] = ()
    note: str = ""


class Finder:
    """Safe to use from any thread."""

    def __init__(self, catalog: Catalog, retrieval: Retrieval) -> None:
        self._catalog, self._retrieval = catalog, retrieval
        self._sayings = WordSearch(catalog, retrieval)
        self._fields = Fields(catalog, self._saved)

    def find(self, text: str, k: int, within: frozenset[str] | None = None) -> Result:
        """Understand and search; no query is an error. ``within`` narrows it further."""
        query = language.parse(text)
        try:
            where, notes = self._where(query)
        except NotUnderstood as error:
            query = language.as_plain(text, str(error))
            where, notes = None, []
        documents = where if within is None else within if where is None else where & within
        notes = [query.note, *notes] if query.note else notes
        if query.words is None:
            ids = self._catalog.all_ids() if documents is None else documents
            return Result(query, ids, (), " ".join(notes))
        if documents is not None and documents >= self._catalog.all_ids():
            documents = None  # a list of everything would only cost time
        result = self._find_words(query, k, documents)
        return Result(query, *result[:2], " ".join(filter(None, [*notes, result[2]])))

    def near(self, text: str, k: int) -> Result:
        """The ``k`` best passages by meaning and words, in the documents that its fields name.

        Operators between words say nothing there, and what is ruled out is only left out of the
        question. Raises ModelMissing without the embedder.
        """
        query = language.parse(text)
        try:
            where, notes = self._where(query)
        except NotUnderstood as error:
            query = language.as_plain(text, str(error))
            where, notes = None, []
        words = " ".join(language.bare_words(query.words))
        hits = tuple(self._retrieval.near(words, k, where))
        notes = [query.note, *notes] if query.note else notes
        return Result(query, frozenset(hit.document for hit in hits), hits, " ".join(notes))

    def stands(self, text: str) -> bool:
        """Whether a passage has it, word for word."""
        words = language.parse(f'"{text}"').words
        return words is None or bool(self._sayings.best(words, 1, None))

    def documents(self, text: str) -> frozenset[str]:
        """Every document that a query finds, all of its words required."""
        return self._saved(text, frozenset(), [])

    def scope(self, name: str) -> Scope:
        """What a collection or a saved search holds now. Raises BadInput for an unknown name."""
        collection = self._catalog.collection(key(name))
        if collection is None:
            raise BadInput(
                f"There is no collection or saved search named “{name}”.",
                "See them with: muniment collections",
            )
        if not collection.query:
            return Scope(collection.name, "", self._catalog.ids_collected(collection.id))
        documents = self._saved(collection.query, frozenset([collection.id]), [])
        return Scope(collection.name, collection.query, documents)

    def scope_of(self, text: str) -> Scope:
        """What the search box finds for a query now; its own words are its name."""
        clean = " ".join(text.split())
        return Scope(clean, clean, self.find(clean, 1).documents)

    def standing(self, hit: Hit, text: str) -> Standing:
        """Where the words of a query stand in a hit. Raises BadInput for a removed document."""
        words = language.parse(text).words
        return stand(hit, words, self._catalog, self._retrieval.analysed_as())

    def order(self, text: str, documents: frozenset[str]) -> tuple[str, ...]:
        """Of the documents that a query found the best, best first: those whose title has all of
        its words, then by their best passage. Empty for a query of fields alone.
        """
        query = language.parse(text)
        if query.words is None or not documents:
            return ()
        titled = self._titled(query.words, documents) if query.plain else frozenset()
        ranked = self._sayings.order(query.words, documents)
        if not ranked and query.plain and isinstance(query.words, All):
            ranked = self._sayings.order(Any(query.words.parts), documents)
        first = [document for document in ranked if document in titled]
        unranked = sorted(titled.difference(ranked))
        return tuple(dict.fromkeys([*first, *unranked, *ranked]))

    def seen(self, text: str, documents: Sequence[str]) -> dict[str, Seen]:
        """Where the words of a query stand in each of these few documents."""
        words = language.parse(text).words
        rows = self._catalog.some_documents(documents)
        if words is None:
            return {id: Seen() for id in rows}
        best = self._best_of(words, frozenset(rows))
        languages = self._retrieval.analysed_as()
        return {
            id: seen(
                row.title,
                stand(best[id], words, self._catalog, languages) if id in best else None,
                words,
                row.language,
                languages,
            )
            for id, row in rows.items()
        }

    def _best_of(self, words: Node, documents: frozenset[str]) -> dict[str, Hit]:
        """The best passage of each; of all together first, then of those that were crowded out."""
        hits: dict[str, Hit] = {}
        nodes: list[Node] = [words, Any(words.parts)] if isinstance(words, All) else [words]
        for node in nodes:
            missing = documents.difference(hits)
            for hit in self._sayings.best(node, 4 * len(missing), missing) if missing else ():
                hits.setdefault(hit.document, hit)
            for document in documents.difference(hits):
                for hit in self._sayings.best(node, 1, frozenset([document])):
                    hits[document] = hit
        return hits

    def _where(self, query: Query) -> tuple[frozenset[str] | None, list[str]]:
        if query.where is None:
            return None, []
        notes: list[str] = []
        return self._fields.meeting(query.where, frozenset(), notes), notes

    def _saved(self, text: str, inside: Inside, notes: list[str]) -> frozenset[str]:
        query, documents = language.parse(text), None
        try:
            if query.where is not None:
                documents = self._fields.meeting(query.where, inside, notes)
        except NotUnderstood as error:
            query = language.as_plain(text, str(error))
        notes += [query.note] if query.note else []
        if query.words is None:
            return self._catalog.all_ids() if documents is None else documents
        titled = self._titled(query.words, documents) if query.plain else frozenset()
        return self._sayings.documents(query.words, documents) | titled

    def _find_words(
        self, query: Query, k: int, documents: frozenset[str] | None
    ) -> tuple[frozenset[str], tuple[Hit, ...], str]:
        words = query.words
        assert words is not None
        ids, hits = self._say(words, k, documents)
        if query.plain:
            ids |= self._titled(words, documents)
            if not ids and isinstance(words, All):
                ids, hits = self._say(Any(words.parts), k, documents)
                return ids, hits, SOME_ONLY if ids else ""
        return ids, hits, ""

    def _say(
        self, words: Node, k: int, documents: frozenset[str] | None
    ) -> tuple[frozenset[str], tuple[Hit, ...]]:
        ids = self._sayings.documents(words, documents)
        return ids, self._sayings.best(words, k, documents) if ids else ()

    def _titled(self, words: Node, documents: frozenset[str] | None) -> frozenset[str]:
        wanted = [_folded(word) for word in language.bare_words(words)]
        return frozenset(
            id
            for id, title in self._catalog.titles()
            if (documents is None or id in documents)
            and all(word in _folded(title) for word in wanted)
        )
