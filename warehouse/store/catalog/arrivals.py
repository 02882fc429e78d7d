"""Rows about bytes that are no file (a fetched page, an attachment) on their way into objects/.

They have no path to come from again, so their document is noted before they are kept: what a kill
leaves in objects/ can be queued at the next start, and a look around at the start does not take
what is just arriving for an orphan.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from warehouse.records import Document, Provenance
from warehouse.store.catalog.fetches import FetchRows


class Arrival(Struct, frozen=True):
    """``fetched`` where the bytes came from the network by name."""

    document: Document
    suffix: str
    fetched: Provenance | None


class ArrivalRows(FetchRows):
    def expect(self, arrival: Arrival) -> None:
        values = map(msgspec.json.encode, (arrival.document, arrival.fetched))
        with self.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO arrivals VALUES (?, ?, ?, ?, ?)",
                (arrival.document.id, self.program, arrival.suffix, *values),
            )

    def expect_no_more(self, document: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM arrivals WHERE document = ?", (document,))

    def expected(self) -> set[str]:
        return {id for (id,) in self.rows("SELECT document FROM arrivals")}

    def note_enclosed(self, container: str, documents: Iterable[str]) -> None:
        """These came out of it. They stay noted when they are forgotten, and go with it."""
        with self.write() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO enclosed SELECT id, ? FROM documents WHERE id = ?",
                [(document, container) for document in documents],
            )

    def enclosed_in(self, container: str) -> set[str]:
        sql = "SELECT document FROM enclosed WHERE container = ?"
        return {id for (id,) in self.rows(sql, (container,))}

    def arrivals_before(self) -> list[Arrival]:
        """Those that a program noted which has ended since."""
        rows = self.rows(
            "SELECT body, suffix, fetched FROM arrivals WHERE program != ?", (self.program,)
        )
        return [
            Arrival(
                msgspec.json.decode(body, type=Document),
                suffix,
                msgspec.json.decode(fetched, type=Provenance | None),
            )
            for body, suffix, fetched in rows
        ]
