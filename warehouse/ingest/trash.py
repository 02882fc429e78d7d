"""Removing a document so that it can be brought back, and forgetting it for good.

Into the trash: its vectors are kept in the catalog, then its row says "removed", then its rows
leave LanceDB (a kill before that: the next start drops them). Out of it: the row first, then words
and vectors, as for a document that was just read. For good: rows, search index, original.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence

from msgspec import structs

from warehouse.disk.durable import remove
from warehouse.ingest.indexing import Indexing
from warehouse.ingest.reconcile import INDEXED, WITH_VECTORS
from warehouse.ingest.steps import Ingest
from warehouse.records import Document
from warehouse.run import Run, Step
from warehouse.search.names import normal_name
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.trash import Removed
from warehouse.store.lance.store import Store
from warehouse.store.objects import Objects, sentences_for_disk


class Trash:
    """Safe to use from any thread."""

    def __init__(
        self,
        catalog: Catalog,
        store: Store,
        objects: Objects,
        indexing: Indexing,
        ingest: Ingest,
    ) -> None:
        self._catalog = catalog
        self._store = store
        self._objects = objects
        self._indexing = indexing
        self._ingest = ingest

    def use(self, store: Store) -> None:
        """From now on remove from there."""
        self._store = store

    def remove(self, document: str) -> None:
        """Raises BadInput for a document that is not in the library."""
        has_vectors = self._catalog.document(document).state in WITH_VECTORS
        made_by, vectors = self._indexing.kept_vectors(document) if has_vectors else ("", b"")
        self._catalog.put_in_trash(document, made_by, vectors)
        self._store.delete_documents([document])

    def list(self) -> Sequence[Removed]:
        """The last one removed first."""
        return self._catalog.trash()

    def restore(self, document: str, run: Run) -> Document:
        """As it was, with text, header and vectors, once nobody works on it any more.

        Raises BadInput when it is not there.
        """
        self.restore_all([document], run)
        return self._catalog.document(document)

    def restore_all(self, documents: Sequence[str], run: Run) -> None:
        """All can be found before the first waits its turn to be embedded."""
        back: list[str] = []
        try:
            for document in documents:
                self._take_out(document, run)
                back.append(document)
                run.show(Step("Bringing back", len(back), len(documents)))
        finally:
            self._ingest.process(back, run)

    def _take_out(self, document: str, run: Run) -> None:
        with self._ingest.only_here([document], run.check):
            kept = self._catalog.in_trash(document)
            was_read = kept.state in (*INDEXED, "parsed")
            self._catalog.take_from_trash(document, "parsed" if was_read else kept.state)
            if was_read:
                self._indexing.bring_back(document, kept, run)
        self._ingest.changed([document])

    def forget(self, documents: Iterable[str]) -> None:
        """For good: nothing of them is left but what studies have quoted, and the hash of what
        came out of a document that is still there, lest it come out of it again.
        """
        wanted = set(documents)
        with self._ingest.only_here(wanted):
            self._hand_on(wanted)
            self._catalog.forget_all(wanted)
            self._clear(wanted)

    def empty(self, documents: Iterable[str]) -> int:
        """Forget those that are still in the trash; returns how many. What was brought back or
        added again meanwhile stays.
        """
        wanted = set(documents)
        with self._ingest.only_here(wanted):
            self._hand_on(wanted)
            gone = self._catalog.forget_removed(wanted)
            self._clear(gone)
        return len(gone)

    def age(self, now: float | None = None) -> int:
        """Forget those whose 30 days are over; returns how many. ``now`` is Unix seconds."""
        over = self._catalog.age_trash(time.time() if now is None else now)
        return self.empty(over) if over else 0

    def _hand_on(self, going: Collection[str]) -> None:
        """What the user said of the graph in these goes to the versions after them, as far as its
        names stand there: they may not have been read for the graph yet.
        """
        catalog = self._catalog
        for document in going:
            names, removed = catalog.held_names(document), catalog.removed_triples(document)
            after = catalog.versions_after(document) if names or removed else set()
            for later in after.difference(going):
                text = f" {normal_name(catalog.text(later))} "
                catalog.hold_names(later, [name for name in names if f" {name} " in text])
                catalog.remove_triples(
                    structs.replace(one, document=later)
                    for one in removed
                    if f" {one.head} " in text and f" {one.tail} " in text
                )

    def _clear(self, gone: Collection[str]) -> None:
        """Of documents that were forgotten all but their rows in the catalog."""
        self._store.delete_documents(gone)
        for id in gone:
            self._ingest.passwords.pop(id, None)
            with self._catalog.write():  # nobody notes the same bytes while we look and discard
                if not self._catalog.has(id) and id not in self._catalog.expected():
                    self._objects.discard(id)
        folder = self._catalog.path.parent
        with sentences_for_disk(folder):
            for id in gone:
                for left in (folder / "headers").glob(f"{id}.db*"):
                    remove(left)
            if gone:
                self._catalog.remove_copies()
