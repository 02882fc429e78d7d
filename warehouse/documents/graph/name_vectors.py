"""Vectors of the names in triples, in LanceDB: made where they are missing, gone with the document.

A name has a row for each document that has it, so that none outlives its documents.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from warehouse.records import Triple
from warehouse.search import analyzer
from warehouse.search.embedding import Vector
from warehouse.search.names import normal
from warehouse.store.lance.store import Terms

if TYPE_CHECKING:
    from warehouse.library import Library


class Name(Struct, frozen=True):
    """``key`` is the folded ``title``; ``document`` is one that has it."""

    key: str
    title: str
    document: str

    @property
    def id(self) -> str:
        return hashlib.sha256(f"{self.document}\0{self.key}".encode()).hexdigest()[:32]


def names_of(triples: Iterable[Triple]) -> dict[str, Name]:
    """Every name in ``triples`` by its folded form, as the text has it first."""
    found: dict[str, Name] = {}
    for triple in triples:
        for title in (triple.head, triple.tail):
            key = normal(title)
            found.setdefault(key, Name(key, title, triple.document))
    return found


def vectors(names: Sequence[Name], library: Library) -> dict[str, Vector]:
    """By key, of unit length."""
    store, embedder = library.retrieval.store, library.retrieval.embedder
    by_id = {one.id: one for one in names}
    found = store.vectors("names", list(by_id))
    missing = [one for id, one in by_id.items() if id not in found]
    if missing:
        rows = embedder.embed([one.title for one in missing])
        store.upsert("names", [_terms(one) for one in missing])
        store.set_vectors("names", [one.id for one in missing], rows)
        _drop_removed({one.document for one in missing}, library)
        found.update((one.id, row) for one, row in zip(missing, rows, strict=True))
    return {by_id[id].key: vector for id, vector in found.items()}


def _terms(one: Name) -> Terms:
    return Terms(one.id, one.document, analyzer.indexed(one.title))


def _drop_removed(documents: Iterable[str], library: Library) -> None:
    """Those that went while their names were put in."""
    gone = [one for one in documents if not library.catalog.knows(one)]
    if gone:
        library.retrieval.store.delete_documents(gone)
