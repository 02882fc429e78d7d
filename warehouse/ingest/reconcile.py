"""At the start: do the catalog, LanceDB and the originals tell the same story?

The catalog is the truth. Rows and files of documents it does not know are dropped; documents that
lack rows or vectors go back to the step that makes them. Documents that are whole are not touched:
a second start embeds nothing. Of a large library this takes seconds, in which the window may be
closed: ``check`` is asked at every step, and the next start goes on from any of them.

A catalog that was begun beside originals does not know them because another was lost: they stay,
and are told, until they were taken in.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from indexers.records import Loss
from warehouse.records import Document, State
from warehouse.run import Check, unstopped
from warehouse.search import analyzer
from warehouse.store.catalog import Catalog, counted
from warehouse.store.lance.lance_errors import IndexDamaged
from warehouse.store.lance.store import Store
from warehouse.store.lance.tables import TABLES
from warehouse.store.objects import Objects

INDEXED: tuple[State, ...] = ("searchable", "embedded", "headed", "verified")
WITH_VECTORS: tuple[State, ...] = ("embedded", "headed", "verified")
WITH_HEADER: tuple[State, ...] = ("headed", "verified")
MISSING_ORIGINAL = (
    "The original is missing from the warehouse folder; its text is kept. Add the same file again."
)
BEGUN_ANEW = (
    "The library's catalog (catalog.db) was lost, and a new one begun beside the originals."
    " A backup may have the old one; muniment check takes in again the originals that are there."
)
_ORIGINALS, _ITS_OWN, _OF_BEFORE = "originals", "its own", "of before"


class MadeBy(Struct, frozen=True):
    """What a search index was made with, and its folder within the warehouse.

    ``embedder`` is the name of model and precision; ``place`` the model as the settings had it,
    empty where it was not noted.
    """

    embedder: str
    dimension: int
    analyzer: str = analyzer.VERSION
    place: str = ""
    folder: str = "lance"

    def same(self, other: MadeBy) -> bool:
        """Whether rows of one may stand in the other."""
        return self._what == other._what

    @property
    def _what(self) -> tuple[str, int, str]:
        return self.embedder, self.dimension, self.analyzer


def settle_index(
    catalog: Catalog, root: Path, now: MadeBy, present: bool, keeps: Callable[[MadeBy], bool]
) -> MadeBy:
    """Before LanceDB is opened: which index is used.

    One of another analyzer gets its words again and keeps its vectors. One of another embedder is
    thrown away, unless its own can still be had (``keeps``): then it serves until another is built
    beside it. While the embedder is not ``present`` its dimension is a guess, and the vectors are
    left alone.
    """
    known = catalog.fact("index")
    before = msgspec.json.decode(known, type=MadeBy) if known else now
    if not (root / before.folder).is_dir():  # as after a restore
        catalog.forget_index_files()
    made = msgspec.structs.replace(before, analyzer=now.analyzer)
    if not made.same(now) and present and not keeps(before):
        catalog.forget_index_files()
        shutil.rmtree(root / before.folder, ignore_errors=True)
        made = now
        _begin_again(catalog)
    elif made != before:
        rows = catalog.in_states(*INDEXED)
        catalog.change([row.id for row in rows], state="parsed")
    if (encoded := msgspec.json.encode(made).decode()) != known:
        catalog.set_fact("index", encoded)
    return made


def reconcile(catalog: Catalog, store: Store, objects: Objects, check: Check = unstopped) -> None:
    """Raises what ``check`` raises, between two steps."""
    objects.sweep(check)
    try:
        if store.is_marked:
            store.mend(check)
        match_rows(catalog, store, check)
    except IndexDamaged:
        rebuild(catalog, store)
    _match_originals(catalog, objects, check)


def match_rows(catalog: Catalog, store: Store, check: Check = unstopped) -> None:
    drop_orphan_rows(catalog, store, check)
    _step_back(catalog, store, check)


def rebuild(catalog: Catalog, store: Store) -> None:
    """Empty LanceDB and send every document that was read back to "parsed"."""
    catalog.forget_index_files()
    store.recreate()
    _begin_again(catalog)


def _begin_again(catalog: Catalog) -> None:
    rows = catalog.in_states(*INDEXED)
    catalog.change([row.id for row in rows], state="parsed", embedded=0)


def drop_orphan_rows(catalog: Catalog, store: Store, check: Check = unstopped) -> None:
    for table in TABLES:
        documents = store.rows_by_document(table, check)
        known = catalog.some_documents(documents)
        orphans = [document for document in documents if document not in known]
        if orphans:
            store.delete_documents(orphans)


def _step_back(catalog: Catalog, store: Store, check: Check) -> None:
    rows = catalog.in_states(*INDEXED)
    ids = [row.id for row in rows]
    passages = store.tally("passages", ids, check)
    headers = store.tally("headers", ids, check)
    for row in rows:
        check()
        state = true_state(row, passages.get(row.id, (0, 0)), headers.get(row.id, (0, 0)))
        if state == "parsed":
            store.delete_documents([row.id])
        if state != row.state:
            catalog.change([row.id], state=state)


def true_state(row: Document, passages: tuple[int, int], headers: tuple[int, int]) -> State:
    """How far a document really is; the pairs are (rows, rows with vectors) in LanceDB."""
    if passages[0] != row.passages or headers[0] != 1:
        return "parsed"
    if row.state in WITH_VECTORS and passages[1] != row.passages:
        return "searchable"
    if row.state in WITH_HEADER and headers[1] != 1:
        return "embedded"
    return row.state


def know_originals(catalog: Catalog, objects: Objects) -> None:
    """At every opening, before anything is added: are there originals of a catalog before it?"""
    known = catalog.fact(_ORIGINALS)
    if known == _ITS_OWN:
        return
    may_be = bool(known) or not catalog.ids()
    now = _OF_BEFORE if may_be and _unknown(catalog, objects.names()) else _ITS_OWN
    if now != known:
        catalog.set_fact(_ORIGINALS, now)


def give_up_originals(catalog: Catalog, objects: Objects) -> bool:
    """Of a catalog before it those that are left, unless one is whole; whether there were any."""
    if not _has_originals_of_before(catalog):
        return False
    originals = objects.names()
    if any(objects.is_whole(id, originals[id].suffix) for id in _unknown(catalog, originals)):
        return False
    catalog.set_fact(_ORIGINALS, _ITS_OWN)
    return True


def lost(catalog: Catalog) -> str:
    """In a sentence, that it does not know all it should; "" where it does."""
    return BEGUN_ANEW if _has_originals_of_before(catalog) else counted.sentence(catalog.lost)


def _has_originals_of_before(catalog: Catalog) -> bool:
    return catalog.fact(_ORIGINALS) == _OF_BEFORE


def _unknown(catalog: Catalog, there: Mapping[str, Path]) -> set[str]:
    """Originals of no document; ``there`` was asked for first."""
    # In this order: bytes are noted first, kept next, and their document is queued last.
    return there.keys() - catalog.expected() - catalog.ids()


def _is_list_damaged(catalog: Catalog) -> bool:
    """Whether it may lack documents that were taken in."""
    return bool(
        lost(catalog) or catalog.broken(table="documents") or catalog.broken(table="arrivals")
    )


def _match_originals(catalog: Catalog, objects: Objects, check: Check) -> None:
    originals = objects.names(check)
    unknown = _unknown(catalog, originals)
    # An original is not lost with the row that was damaged: ``check`` makes that again.
    for document in () if unknown and _is_list_damaged(catalog) else unknown:
        check()
        objects.discard(document)
    missing = Loss("original", "file", MISSING_ORIGINAL)
    catalog.take_back_loss(missing, originals.keys())
    in_place = {reference.document for reference in catalog.all_referenced()}
    for row in catalog.documents():
        if row.state in INDEXED and row.id not in originals and row.id not in in_place:
            catalog.add_losses(row.id, [missing])
