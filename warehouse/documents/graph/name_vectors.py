"""Vectors of the names in triples, in LanceDB: made where they are missing, gone with the document.

A name has a row for each document that has it, so that none outlives its documents.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from warehouse.records import Triple
from warehouse.run import Check, unstopped
from warehouse.search import analyzer
from warehouse.search.embedding import Vector
from warehouse.search.names import normal_name
from warehouse.store.lance.store import Terms

if TYPE_CHECKING:
    from warehouse.library import Library

TOGETHER = 1024  # names, after which what was made is kept


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
    names: dict[str, Name] = {}
    for triple in triples:
        for title in (triple.head, triple.tail):
            key = normal_name(title)
            names.setdefault(key, Name(key, title, triple.document))
    return names


def vectors(names: Sequence[Name], library: Library, check: Check = unstopped) -> dict[str, Vector]:
    """By key, of unit length. What was made stays where ``check`` raises."""
    store, embedder = library.retrieval.store, library.retrieval.embedder
    by_id = {name.id: name for name in names}
    known = store.vectors("names", list(by_id))
    missing = [name for id, name in by_id.items() if id not in known]
    for at in range(0, len(missing), TOGETHER):
        check()
        some = missing[at : at + TOGETHER]
        rows = embedder.embed([name.title for name in some])
        store.upsert("names", [_terms(name) for name in some])
        store.set_vectors("names", [name.id for name in some], rows)
        _drop_removed({name.document for name in some}, library)
        known.update((name.id, row) for name, row in zip(some, rows, strict=True))
    return {by_id[id].key: vector for id, vector in known.items()}


def kept(triples: Iterable[Triple], library: Library) -> dict[str, Vector]:
    """The same of the names that have one, by whichever of their documents."""
    stand = {(title, one.document) for one in triples for title in (one.head, one.tail)}
    keys = {title: normal_name(title) for title, _ in stand}
    by_id = {Name(keys[title], title, id).id: keys[title] for title, id in stand}
    known = library.retrieval.store.vectors("names", list(by_id))
    return {by_id[id]: vector for id, vector in known.items()}


def _terms(one: Name) -> Terms:
    return Terms(one.id, one.document, analyzer.indexed(one.title))


def _drop_removed(documents: Iterable[str], library: Library) -> None:
    """Those that went while their names were put in."""
    gone = [document for document in documents if not library.catalog.knows(document)]
    if gone:
        library.retrieval.store.delete_documents(gone)
