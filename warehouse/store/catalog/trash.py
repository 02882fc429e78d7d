"""Rows of the trash: documents that were removed and can be brought back for a while.

Text, pages, passages and header stay where they are; the state "removed" hides the document from
every list and search. Its time is counted down by what passed between two looks at the clock: a
clock that was moved back takes nothing away, and one look takes at most ``LONGEST_GAP_S``, so that
a wrong clock never empties the trash at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from msgspec import Struct

from warehouse.errors import BadInput
from warehouse.records import Document, State
from warehouse.store.catalog.documents import DocumentRows

DAY_S = 86_400.0
KEPT_S = 30 * DAY_S
LONGEST_GAP_S = 7 * DAY_S
_CLOCK = "trash-clock"


class Removed(Struct, frozen=True):
    """A document in the trash. ``removed`` is Unix seconds; ``left_s`` what its time still is."""

    document: Document
    removed: float
    left_s: float

    @property
    def days_left(self) -> int:
        """Begun days count."""
        return max(0, -int(-self.left_s // DAY_S))


class Unpacked(Struct, frozen=True):
    """What a document was before it was removed; ``vectors`` are float32 rows in order."""

    state: State
    made_by: str
    vectors: bytes


class TrashRows(DocumentRows):
    def put_in_trash(self, document: str, made_by: str, vectors: bytes) -> None:
        """``vectors`` of its passages in order, or nothing, made by that embedder."""
        before = self.document(document)
        if before.state == "removed":
            return
        now = time.time()
        with self.write() as connection:
            self.age_trash(now)  # what passed before it came belongs to the others
            connection.execute(
                "INSERT OR REPLACE INTO trash VALUES (?, ?, ?, ?, ?, ?)",
                (document, before.state, now, KEPT_S, made_by, vectors),
            )
            connection.execute("UPDATE documents SET state = 'removed' WHERE id = ?", (document,))

    def take_from_trash(self, document: str, state: State) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM trash WHERE document = ?", (document,))
            connection.execute(
                "UPDATE documents SET state = ?, embedded = 0 WHERE id = ?", (state, document)
            )

    def in_trash(self, document: str) -> Unpacked:
        """Raises BadInput when it is not there."""
        row = self.row("SELECT state, made_by, vectors FROM trash WHERE document = ?", (document,))
        if row is None:
            raise BadInput("That document is not in the trash.")
        return Unpacked(*row)

    def trash(self) -> list[Removed]:
        """What can be brought back, the last one removed first.

        One that is forgotten while the list is made is left out.
        """
        rows = self.rows("SELECT document, removed, left_s FROM trash ORDER BY removed DESC")
        known = {document.id: document for document in self.in_the_trash()}
        return [Removed(known[id], removed, left_s) for id, removed, left_s in rows if id in known]

    def removed_by_size(self) -> dict[int, set[str]]:
        """Ids of the documents in the trash by the size of their files, in bytes."""
        by_size: dict[int, set[str]] = {}
        sql = "SELECT size_bytes, id FROM documents JOIN trash ON document = id"
        for size_bytes, document in self.rows(sql):
            by_size.setdefault(size_bytes, set()).add(document)
        return by_size

    def age_trash(self, now: float) -> list[str]:
        """Count the time since the last look; the ids of those whose time is over."""
        seen = self.fact(_CLOCK)
        passed = min(max(0.0, now - float(seen)), LONGEST_GAP_S) if seen else 0.0
        with self.write() as connection:
            self.set_fact(_CLOCK, repr(now))
            connection.execute("UPDATE trash SET left_s = left_s - ?", (passed,))
        over = self.rows("SELECT document FROM trash WHERE left_s <= 0")
        return [id for (id,) in over]

    def forget_all(self, documents: Iterable[str]) -> None:
        with self.write():
            for document in documents:
                self.forget(document)

    def forget_removed(self, documents: Iterable[str]) -> list[str]:
        """Those of them that are in the trash now, and no longer after it."""
        with self.write():
            gone = [id for id in documents if self.has(id) and not self.knows(id)]
            self.forget_all(gone)
        return gone
