"""Collections, tags and saved searches: what may be named how, and what goes where.

A collection is filled by hand; a saved search is whatever its query finds now. Both are named in
one space, because ``in:NAME`` may mean either. Removing one removes no document.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence

from warehouse.errors import BadInput
from warehouse.records import Collection, Tag
from warehouse.search.analyzer import fold
from warehouse.search.collections.query import renamed
from warehouse.store.catalog import Catalog

NAME_CHARS = 80
TAG_CHARS = 40


class Shelves:
    """Safe to use from any thread. Raises BadInput for names that are missing or taken."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def all(self) -> list[Collection]:
        """Collections by name, then saved searches by name."""
        return self._catalog.collections()

    def named(self, name: str) -> Collection:
        collection = self._catalog.collection(key(name))
        if collection is None:
            raise BadInput(
                f"There is no collection or saved search named “{name.strip()}”.",
                "See them with: muniment collections",
            )
        return collection

    def make(self, name: str, documents: Iterable[str] = ()) -> Collection:
        """A new collection, filled."""
        collection = self._add(name, "")
        self._catalog.collect(collection.id, documents)
        return self.named(collection.name)

    def save(self, name: str, query: str) -> Collection:
        """A new saved search."""
        if not query.strip():
            raise BadInput("There is no search to save.", "Type what should be found.")
        return self._add(name, query.strip())

    def change(self, collection: Collection, query: str) -> Collection:
        """Another search under the same name. Raises BadInput for a collection filled by hand."""
        if not collection.query:
            raise BadInput(f"“{collection.name}” is filled by hand and has no search.")
        if not query.strip():
            raise BadInput("There is no search to save.", "Type what should be found.")
        self._catalog.set_query(collection.id, query.strip())
        return self.named(collection.name)

    def rename(self, collection: Collection, name: str) -> Collection:
        """Saved searches that name it follow."""
        clean, old = _clean(name, NAME_CHARS), key(collection.name)
        try:
            with self._catalog.write():
                self._catalog.rename_collection(collection.id, clean, key(clean))
                for search in filter(lambda one: one.query, self.all()):
                    query = renamed(search.query, lambda named: key(named) == old, clean)
                    if query != search.query:
                        self._catalog.set_query(search.id, query)
        except sqlite3.IntegrityError as error:
            raise _taken(clean) from error
        return self.named(clean)

    def delete(self, collection: Collection) -> frozenset[str]:
        """The documents that were in it, all still in the library, some of them in its trash."""
        documents = self._catalog.ids_collected(collection.id, removed_too=True)
        self._catalog.delete_collection(collection.id)
        return documents

    def put(self, collection: Collection, documents: Iterable[str]) -> frozenset[str]:
        """Those that were not in it before."""
        _by_hand(collection)
        new = frozenset(documents) - self._catalog.ids_collected(collection.id)
        self._catalog.collect(collection.id, new)
        return new

    def take(self, collection: Collection, documents: Iterable[str]) -> frozenset[str]:
        """Those that were in it."""
        _by_hand(collection)
        held = self._catalog.ids_collected(collection.id).intersection(documents)
        self._catalog.uncollect(collection.id, held)
        return held

    def holding(self, document: str) -> list[Collection]:
        """The collections that a document was put into."""
        return self._catalog.collections_of(document)

    def holding_among(self, documents: Sequence[str]) -> list[Collection]:
        """The collections that any of these were put into, with how many of these they hold."""
        return self._catalog.collections_among(documents)

    def tags_among(self, documents: Sequence[str]) -> list[Tag]:
        """The tags of any of these, with how many of these have them."""
        return self._catalog.tags_among(documents)

    def tags(self) -> list[Tag]:
        return self._catalog.tags()

    def tags_of(self, document: str) -> list[str]:
        return self._catalog.tags_of(document)

    def tag(self, documents: Sequence[str], tag: str) -> str:
        """Returns the tag as it was kept: trimmed, and as it was written first."""
        clean = _clean(tag, TAG_CHARS)
        clean = self._catalog.tag_spelt(key(clean)) or clean
        self._catalog.tag(documents, clean, key(clean))
        return clean

    def lacking(self, documents: Iterable[str], tag: str) -> list[str]:
        """Of these documents those without the tag."""
        tagged = self._catalog.ids_tagged(key(tag))
        return [document for document in documents if document not in tagged]

    def untag(self, documents: Sequence[str], tag: str) -> None:
        self._catalog.untag(documents, key(tag))

    def _add(self, name: str, query: str) -> Collection:
        clean = _clean(name, NAME_CHARS)
        try:
            id = self._catalog.add_collection(clean, key(clean), query)
        except sqlite3.IntegrityError as error:
            raise _taken(clean) from error
        return Collection(id, clean, query)


def key(name: str) -> str:
    """What names are compared by: neither case nor accents nor spacing count."""
    return fold(" ".join(name.split()))


def called(text: str) -> str:
    """What to call a query that nobody typed: one of documents by their ids; others as they are."""
    match = re.fullmatch("id:([0-9a-f,]+)", text)
    return f"{match.group(1).count(',') + 1} chosen documents" if match else text


def _clean(name: str, most: int) -> str:
    """One line of printable characters that can be typed between quotation marks."""
    kept = "".join(mark if mark.isprintable() and mark not in '"“”' else " " for mark in name)
    clean = " ".join(kept.split())[:most].strip()
    if not clean or not key(clean):
        raise BadInput("A name is missing.", "Type a name.")
    return clean


def _taken(name: str) -> BadInput:
    return BadInput(f"There is a collection or saved search named “{name}” already.")


def _by_hand(collection: Collection) -> None:
    if collection.query:
        raise BadInput(
            f"“{collection.name}” is a saved search: it holds what it finds.",
            "Make a collection to put documents in by hand.",
        )
