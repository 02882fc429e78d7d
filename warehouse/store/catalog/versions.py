"""Rows about versions: which document stood at an address or in a watched file, and since when.

A row is written when something else is found there than the last time; so the rows of a source
are its history, and the last one is what stands there now. Old versions stay in the library.
"""

from __future__ import annotations

import time
from collections.abc import Collection

from msgspec import Struct

from warehouse.store.catalog.database import Database


class Version(Struct, frozen=True):
    """``noticed`` is Unix seconds; ``source`` an address or a path. ``current``: it is the last."""

    source: str
    document: str
    noticed: float
    current: bool


class VersionRows(Database):
    def note_version(self, source: str, document: str, noticed: float | None = None) -> str:
        """What was found at ``source`` now; nothing is written where it is what was there.

        Returns what stood there before, where ``document`` never did: its version before; else "".
        """
        with self.write() as connection:
            stood = self.rows(
                "SELECT document FROM versions WHERE source = ? ORDER BY number DESC", (source,)
            )
            last = stood[0][0] if stood else ""
            if last != document:
                connection.execute(
                    "INSERT INTO versions (source, document, noticed) VALUES (?, ?, ?)",
                    (source, document, time.time() if noticed is None else noticed),
                )
            return "" if (document,) in stood else str(last)

    def versions(self, document: str) -> list[Version]:
        """The whole history of every source that this document stood at, oldest first."""
        rows = self.rows(
            "SELECT versions.source, versions.document, noticed, number = (SELECT max(number)"
            "  FROM versions AS last WHERE last.source = versions.source) FROM versions"
            " JOIN documents ON documents.id = versions.document AND state != 'removed'"
            " WHERE versions.source IN (SELECT source FROM versions WHERE document = ?)"
            " ORDER BY versions.source, number",
            (document,),
        )
        return [Version(source, id, noticed, bool(last)) for source, id, noticed, last in rows]

    def versions_before(self, document: str) -> set[str]:
        """What stood anywhere before it."""
        return self._at_its_places(document, "<")

    def versions_after(self, document: str) -> set[str]:
        return self._at_its_places(document, ">")

    def _at_its_places(self, document: str, when: str) -> set[str]:
        rows = self.rows(
            "SELECT other.document FROM versions AS mine JOIN versions AS other"
            f" ON other.source = mine.source AND other.number {when} mine.number"
            " WHERE mine.document = ?1 AND other.document != ?1",
            (document,),
        )
        return {id for (id,) in rows}

    def newer(self, documents: Collection[str]) -> dict[str, str]:
        """For those that stand nowhere any more: what stands in their place now."""
        wanted = sorted(set(documents))
        newest: dict[str, str] = {}
        for at in range(0, len(wanted), 400):
            part = wanted[at : at + 400]
            marks = ", ".join("?" * len(part))
            for old, new in self.rows(
                "SELECT mine.document, last.document FROM versions AS mine"
                " JOIN versions AS last ON last.source = mine.source AND last.number ="
                "  (SELECT max(number) FROM versions AS all_of WHERE all_of.source = mine.source)"
                " JOIN documents ON documents.id = last.document AND state != 'removed'"
                f" WHERE mine.document IN ({marks})"
                " ORDER BY mine.document, last.document = mine.document, last.number",
                part,
            ):
                newest[old] = new  # itself comes last where it stands somewhere still
        return {old: new for old, new in newest.items() if old != new}
