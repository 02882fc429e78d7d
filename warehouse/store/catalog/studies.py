"""Rows about studies: one for each question asked or article written; the rest is in its folder."""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
from msgspec import structs

from warehouse.records import StudyRow
from warehouse.store.catalog.database import Database

REMOVED = "removed.json"  # in the folder of a study that was: its row (studies/removed.py)
_WERE_METHODS = ("fact", "hops", "compare", "list", "count", "since", "summary", "library", "chat")


class StudyRows(Database):
    def studies(self) -> list[StudyRow]:
        """The one saved last comes first."""
        rows = self.rows("SELECT body FROM studies ORDER BY saved DESC")
        return [_row(body) for (body,) in rows]

    def study(self, study: str) -> StudyRow | None:
        row = self.row("SELECT body FROM studies WHERE id = ?", (study,))
        return _row(row[0]) if row else None

    def note_cited(self, study: str, documents: Iterable[str]) -> None:
        """Which documents a finished study cites, in place of what was noted before."""
        with self.write() as connection:
            connection.execute("DELETE FROM cited WHERE study = ?", (study,))
            connection.executemany(
                "INSERT OR IGNORE INTO cited VALUES (?, ?)",
                [(study, document) for document in list(documents) or [""]],
            )

    def cited(self) -> dict[str, list[str]]:
        """By study; one that cites nothing has an empty list, one not noted yet is left out."""
        cited: dict[str, list[str]] = {}
        for study, document in self.rows("SELECT study, document FROM cited"):
            cited.setdefault(study, []).extend([document] if document else [])
        return cited

    def cited_by(self, document: str) -> list[StudyRow]:
        """The studies that cite a document, the one saved last first."""
        rows = self.rows(
            "SELECT body FROM studies JOIN cited ON study = id WHERE document = ?"
            " ORDER BY saved DESC",
            (document,),
        )
        return [_row(body) for (body,) in rows]

    def save_study(self, row: StudyRow) -> None:
        with self.write() as connection:
            connection.execute(
                "INSERT INTO studies VALUES (?1, ?2, ?3)"
                " ON CONFLICT (id) DO UPDATE SET saved = ?2, body = ?3",
                (row.id, time.time(), msgspec.json.encode(row)),
            )

    def delete_study(self, study: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM studies WHERE id = ?", (study,))


def _row(body: bytes) -> StudyRow:
    """As it is meant now: a kind of question was a method once."""
    row = msgspec.json.decode(body, type=StudyRow)
    if row.method in _WERE_METHODS:
        return structs.replace(row, method="aware", taken_as=row.method)
    return row
