"""Rows about originals that are referenced where they are, instead of being copied in."""

from __future__ import annotations

from msgspec import Struct

from warehouse.store.catalog.database import Database
from warehouse.store.objects import Look


class Referenced(Struct, frozen=True):
    """``size_bytes`` and ``mtime_ns`` belong to the bytes whose SHA-256 is ``document``.

    ``problem`` is a sentence, or empty while they are what stands at ``path``.
    """

    document: str
    path: str
    size_bytes: int
    mtime_ns: int
    problem: str = ""


_COLUMNS = ", ".join(Referenced.__struct_fields__)


class InPlaceRows(Database):
    def reference(self, there: Referenced) -> None:
        with self.write() as connection:
            connection.execute(
                f"INSERT OR REPLACE INTO in_place ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)",
                (there.document, there.path, there.size_bytes, there.mtime_ns, there.problem),
            )

    def reference_no_more(self, document: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM in_place WHERE document = ?", (document,))

    def referenced(self, document: str) -> Referenced | None:
        """None for an original that lies in the warehouse."""
        row = self.row(f"SELECT {_COLUMNS} FROM in_place WHERE document = ?", (document,))
        return Referenced(*row) if row else None

    def all_referenced(self) -> list[Referenced]:
        rows = self.rows(f"SELECT {_COLUMNS} FROM in_place ORDER BY path")
        return [Referenced(*row) for row in rows]

    def note_look(self, document: str, look: Look | None, problem: str) -> None:
        """``look`` where the same bytes were touched; None leaves what is known."""
        with self.write() as connection:
            connection.execute(
                "UPDATE in_place SET problem = ?, size_bytes = coalesce(?, size_bytes),"
                " mtime_ns = coalesce(?, mtime_ns) WHERE document = ?",
                (problem, *(look or (None, None)), document),
            )
