"""Rows about versions: which document stood at an address or in a watched file, and since when.

A row is written when something else is found there than the last time; so the rows of a source
are its history, and the last one is what stands there now. Old versions stay in the library.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Set

from msgspec import Struct

from warehouse.store.catalog.database import Database

PORTION = 400  # documents that one query names


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

    def changed_or_gone(self, documents: Set[str]) -> set[str]:
        """Those of which there is a newer version, or that are no longer in the library."""
        there = set[str]()
        for part, marks in _portions(documents):
            query = f"SELECT id FROM documents WHERE state != 'removed' AND id IN ({marks})"
            there.update(id for (id,) in self.rows(query, part))
        return {*self.newer(documents), *(documents - there)}

    def newer(self, documents: Collection[str]) -> dict[str, str]:
        """For those that stand nowhere any more: what stands in their place now."""
        newest: dict[str, str] = {}
        for part, marks in _portions(documents):
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


def _portions(documents: Collection[str]) -> Iterator[tuple[list[str], str]]:
    """As many as a query may name, and the marks that stand for them."""
    wanted = sorted(set(documents))
    for at in range(0, len(wanted), PORTION):
        part = wanted[at : at + PORTION]
        yield part, ", ".join("?" * len(part))
