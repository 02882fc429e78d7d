"""Rows about studies: one for each question asked or article written; the rest is in its folder."""

from __future__ import annotations

import time

import msgspec

from warehouse.catalog.database import Database
from warehouse.records import StudyRow


class StudyRows(Database):
    def studies(self) -> list[StudyRow]:
        """The one saved last comes first."""
        found = self.rows("SELECT body FROM studies ORDER BY saved DESC")
        return [msgspec.json.decode(body, type=StudyRow) for (body,) in found]

    def study(self, study: str) -> StudyRow | None:
        found = self.row("SELECT body FROM studies WHERE id = ?", (study,))
        return msgspec.json.decode(found[0], type=StudyRow) if found else None

    def save_study(self, row: StudyRow) -> None:
        with self.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO studies VALUES (?, ?, ?)",
                (row.id, time.time(), msgspec.json.encode(row)),
            )

    def delete_study(self, study: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM studies WHERE id = ?", (study,))
