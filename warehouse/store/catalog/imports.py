"""Rows about libraries of other programs: those still to be imported, and their entries, kept
whole, so that nothing they said is lost.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from msgspec import Struct

from warehouse.store.catalog.database import Database


class ImportedFile(Struct, frozen=True):
    """``document`` is the SHA-256 of what is in the file, "" where there is a ``problem``."""

    name: str
    document: str
    problem: str


class Imported(Struct, frozen=True):
    """An entry of which no file is in the library, and why."""

    origin: str
    title: str
    reasons: tuple[str, ...]


class WaitingImport(Struct, frozen=True):
    """``in_place``: its files stay where they are. ``added`` is Unix seconds."""

    path: str
    in_place: bool
    added: float


class ImportRows(Database):
    def await_imports(self, paths: Iterable[str], in_place: bool = False) -> None:
        """Note libraries to be imported, before anything of them is taken in."""
        now = time.time()
        with self.write() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO waiting_imports VALUES (?, ?, ?, '')",
                [(path, in_place, now) for path in paths],
            )

    def waiting_imports(self) -> list[WaitingImport]:
        """Those that nobody has in hand, in the order they came."""
        rows = self.rows(
            "SELECT path, in_place, added FROM waiting_imports WHERE program != ?"
            " ORDER BY added, rowid",
            (self.program,),
        )
        return [WaitingImport(path, bool(in_place), added) for path, in_place, added in rows]

    def begin_import(self, path: str) -> bool:
        """Take it in hand; False where another thread has, or it is done."""
        with self.write() as connection:
            sql = "UPDATE waiting_imports SET program = ?1 WHERE path = ?2 AND program != ?1"
            return connection.execute(sql, (self.program, path)).rowcount == 1

    def end_import(self, path: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM waiting_imports WHERE path = ?", (path,))

    def keep_entry(
        self,
        name: tuple[str, str, str],
        title: str,
        body: bytes,
        files: Iterable[ImportedFile],
    ) -> bool:
        """``name`` is (origin, source, key), ``body`` JSON; whether the entry is new."""
        with self.write() as connection:
            new = not self.row(
                "SELECT 1 FROM imported WHERE origin = ? AND source = ? AND key = ?", name
            )
            connection.execute(
                "INSERT OR REPLACE INTO imported VALUES (?, ?, ?, ?, ?, ?)",
                (*name, title, time.time(), body),
            )
            connection.execute(
                "DELETE FROM imported_files WHERE origin = ? AND source = ? AND key = ?", name
            )
            connection.executemany(
                "INSERT OR REPLACE INTO imported_files VALUES (?, ?, ?, ?, ?, ?)",
                [(*name, file.name, file.document, file.problem) for file in files],
            )
        return new

    def entry_body(self, origin: str, source: str, key: str) -> bytes:
        row = self.row(
            "SELECT body FROM imported WHERE origin = ? AND source = ? AND key = ?",
            (origin, source, key),
        )
        return bytes(row[0]) if row else b""

    def entries_without_file(self) -> list[Imported]:
        """Entries none of whose files is in the library now, by title."""
        entries: dict[tuple[str, str, str], tuple[str, str, list[str]]] = {}
        for origin, source, key, title, problem in self.rows(
            "SELECT origin, source, key, title, problem FROM imported"
            " LEFT JOIN imported_files USING (origin, source, key)"
            " WHERE NOT EXISTS (SELECT 1 FROM imported_files AS file JOIN documents"
            "  ON documents.id = file.document AND state != 'removed'"
            "  WHERE file.origin = imported.origin AND file.source = imported.source"
            "  AND file.key = imported.key)"
            " ORDER BY title"
        ):
            reasons = entries.setdefault((origin, source, key), (origin, title, []))[2]
            if problem:
                reasons.append(problem)
        return [Imported(origin, title, tuple(why)) for origin, title, why in entries.values()]
