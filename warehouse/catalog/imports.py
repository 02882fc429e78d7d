"""Rows about entries of other programs: kept whole, so that nothing they said is lost."""

from __future__ import annotations

import time
from collections.abc import Iterable

from msgspec import Struct

from warehouse.catalog.database import Database


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


class ImportRows(Database):
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
        found = self.row(
            "SELECT body FROM imported WHERE origin = ? AND source = ? AND key = ?",
            (origin, source, key),
        )
        return bytes(found[0]) if found else b""

    def entries_without_file(self) -> list[Imported]:
        """Entries none of whose files is in the library now, by title."""
        found: dict[tuple[str, str, str], tuple[str, str, list[str]]] = {}
        for origin, source, key, title, problem in self.rows(
            "SELECT origin, source, key, title, problem FROM imported"
            " LEFT JOIN imported_files USING (origin, source, key)"
            " WHERE NOT EXISTS (SELECT 1 FROM imported_files AS file JOIN documents"
            "  ON documents.id = file.document AND state != 'removed'"
            "  WHERE file.origin = imported.origin AND file.source = imported.source"
            "  AND file.key = imported.key)"
            " ORDER BY title"
        ):
            reasons = found.setdefault((origin, source, key), (origin, title, []))[2]
            if problem:
                reasons.append(problem)
        return [Imported(origin, title, tuple(why)) for origin, title, why in found.values()]
