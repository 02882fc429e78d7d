"""What a query of the search box finds: documents, and the passages that say it.

Fields are looked up in the catalog and become the list of documents that LanceDB searches within,
before it ranks anything; words become one condition on its full-text index. Bare words that no
passage has all of are looked for one by one, and a note says so.
"""

from __future__ import annotations

import functools

from msgspec import Struct

from warehouse.errors import BadInput
from warehouse.records import Hit, Scope
from warehouse.search import analyzer
from warehouse.search.collections import query as language
from warehouse.search.collections.fields import Fields, Inside
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
            found = self._catalog.all_ids() if documents is None else documents
            return Result(query, found, (), " ".join(notes))
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

    def documents(self, text: str) -> frozenset[str]:
        """Every document that a query finds, all of its words required."""
        return self._saved(text, frozenset(), [])

    def scope(self, name: str) -> Scope:
        """What a collection or a saved search holds now. Raises BadInput for an unknown name."""
        found = self._catalog.collection(key(name))
        if found is None:
            raise BadInput(
                f"There is no collection or saved search named “{name}”.",
                "See them with: muniment collections",
            )
        if not found.query:
            return Scope(found.name, "", self._catalog.ids_collected(found.id))
        documents = self._saved(found.query, frozenset([found.id]), [])
        return Scope(found.name, found.query, documents)

    def scope_of(self, text: str) -> Scope:
        """What the search box finds for a query now; its own words are its name."""
        clean = " ".join(text.split())
        return Scope(clean, clean, self.find(clean, 1).documents)

    def standing(self, hit: Hit, text: str) -> Standing:
        """Where the words of a query stand in a hit. Raises BadInput for a removed document."""
        words = language.parse(text).words
        return stand(hit, words, self._catalog, self._retrieval.languages())

    def _where(self, query: Query) -> tuple[frozenset[str] | None, list[str]]:
        if query.where is None:
            return None, []
        notes: list[str] = []
        return self._fields.meeting(query.where, frozenset(), notes), notes

    def _saved(self, text: str, inside: Inside, notes: list[str]) -> frozenset[str]:
        query, found = language.parse(text), None
        try:
            if query.where is not None:
                found = self._fields.meeting(query.where, inside, notes)
        except NotUnderstood as error:
            query = language.as_plain(text, str(error))
        notes += [query.note] if query.note else []
        if query.words is not None:
            return self._sayings.documents(query.words, found)
        return self._catalog.all_ids() if found is None else found

    def _find_words(
        self, query: Query, k: int, documents: frozenset[str] | None
    ) -> tuple[frozenset[str], tuple[Hit, ...], str]:
        words = query.words
        assert words is not None
        found, hits = self._say(words, k, documents)
        if query.plain:
            found |= self._titled(words, documents)
            if not found and isinstance(words, All):
                found, hits = self._say(Any(words.parts), k, documents)
                return found, hits, SOME_ONLY if found else ""
        return found, hits, ""

    def _say(
        self, words: Node, k: int, documents: frozenset[str] | None
    ) -> tuple[frozenset[str], tuple[Hit, ...]]:
        found = self._sayings.documents(words, documents)
        return found, self._sayings.best(words, k, documents) if found else ()

    def _titled(self, words: Node, documents: frozenset[str] | None) -> frozenset[str]:
        wanted = [_folded(word) for word in language.bare_words(words)]
        return frozenset(
            id
            for id, title in self._catalog.titles()
            if (documents is None or id in documents)
            and all(word in _folded(title) for word in wanted)
        )
