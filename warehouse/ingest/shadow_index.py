"""Another index built beside the one in use, when the embedder was changed.

    begin   the catalog notes what the next index is made with, and its folder
    build   documents that are not whole in it get their words and vectors, until none is left
    switch  one transaction names it the index in use; the other folder is swept at the next start

Searches and new documents use the old index all the while. Whoever is killed goes on where the
next index stands: what is whole in it is not embedded again.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import msgspec

from warehouse.ingest.indexing import Indexing, grouped
from warehouse.ingest.reconcile import INDEXED, MadeBy, drop_orphan_rows
from warehouse.records import Document
from warehouse.run import Run
from warehouse.search.embedding import Embeds
from warehouse.store.catalog import Catalog
from warehouse.store.contents import INDEXES
from warehouse.store.lance.lance_errors import IndexDamaged
from warehouse.store.lance.store import Store

IN_USE = "index"
NEXT = "next index"


def in_use(catalog: Catalog) -> MadeBy | None:
    return _known(catalog, IN_USE)


def begin(catalog: Catalog, wanted: MadeBy) -> MadeBy:
    """Note the next index; one that was begun with the same embedder is kept."""
    now, begun = _known(catalog, IN_USE), _known(catalog, NEXT)
    if begun is not None and begun.same(wanted):
        return begun
    taken = {index.folder for index in (now, begun) if index is not None}
    free = next((folder for folder in INDEXES if folder not in taken), None)
    folder = free or next(other for other in INDEXES if now is None or other != now.folder)
    if begun is not None:
        shutil.rmtree(catalog.path.parent / folder, ignore_errors=True)
    made = msgspec.structs.replace(wanted, folder=folder)
    catalog.set_fact(NEXT, msgspec.json.encode(made).decode())
    return made


def abandon(catalog: Catalog) -> None:
    catalog.set_fact(NEXT, "")


def switch(catalog: Catalog, to: MadeBy) -> None:
    with catalog.write():
        catalog.set_fact(IN_USE, msgspec.json.encode(to).decode())
        catalog.set_fact(NEXT, "")


def sweep(catalog: Catalog, root: Path) -> None:
    """Remove the folders of indexes that are neither in use nor being built."""
    known = [_known(catalog, name) for name in (IN_USE, NEXT)]
    wanted = {index.folder for index in known if index is not None} or {INDEXES[0]}
    for folder in INDEXES:
        if folder not in wanted:
            shutil.rmtree(root / folder, ignore_errors=True)


class Shadow:
    """The next index, open. One thread builds; ``forget_header`` from any."""

    def __init__(self, catalog: Catalog, root: Path, made: MadeBy, embedder: Embeds) -> None:
        self.made = made
        self.embedder = embedder
        self.store = Store(root / made.folder, made.dimension)
        self._catalog = catalog
        self._indexing = Indexing(catalog, self.store, embedder, lambda ids: None)

    def left(self) -> list[Document]:
        """Documents that the index in use has and this one has not whole."""
        rows = self._catalog.in_states(*INDEXED)
        ids = [row.id for row in rows]
        passages = self.store.tally("passages", ids)
        headers = self.store.tally("headers", ids)
        return [
            row
            for row in rows
            if passages.get(row.id, (0, 0)) != (row.passages, row.passages)
            or headers.get(row.id) != (1, 1)
        ]

    def build(self, run: Run) -> None:
        """Raises Cancelled, StorageError, EngineError; what is done stays done. One that a kill or
        a disk has damaged is begun anew.
        """
        try:
            self._build(run)
        except IndexDamaged:
            self.store.recreate()
            self._build(run)

    def _build(self, run: Run) -> None:
        drop_orphan_rows(self._catalog, self.store, run.check)
        left = self.left()
        total = sum(row.passages for row in left)
        done, began = 0, time.monotonic()
        for group in grouped(left):
            ids = [row.id for row in group]
            whole = done + sum(row.passages for row in group)
            self._indexing.put_words(ids, run)
            for missing in self._indexing.put_passage_vectors(ids, lambda batch: run.check()):
                rate = (whole - missing) / max(1e-3, time.monotonic() - began)
                note = f"{rate:.0f} passages a second"
                run.step("embedding anew", whole - missing, total, note)
            self._indexing.put_header_vectors(ids, run)
            self.store.flush()
            done = whole
        self.store.tidy()

    def forget_header(self, document: str) -> None:
        """Its text was changed: it is embedded once more."""
        self.store.delete("headers", [document])

    def close(self) -> None:
        self.embedder.close()
        self.store.close()


def _known(catalog: Catalog, name: str) -> MadeBy | None:
    known = catalog.fact(name)
    return msgspec.json.decode(known, type=MadeBy) if known else None
