"""Rows of what the x-ray found, and of the documents whose hidden words the user allows.

``withheld`` is asked before any text goes into a prompt: the ranges of a document that stay out.
An allowance belongs to the document, not to a reading of it, and ends with the document.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from indexers.records import Suspect
from indexers.xray import VERSION
from indexers.xray import withheld as stays_out
from warehouse.errors import BadInput
from warehouse.store.catalog.documents import DocumentRows

_IN_ONE_QUERY = 500


class SuspectRows(DocumentRows):
    def suspects(self, document: str) -> list[Suspect]:
        """Everything that was found, in the order of the text."""
        return self._found([document]).get(document, [])

    def withheld(self, documents: Iterable[str]) -> dict[str, list[Suspect]]:
        """By document, what stays out of prompts now; a document without any is left out."""
        suspects = self._found(documents)
        kept = {id: list(stays_out(here)) for id, here in suspects.items() if not self.allowed(id)}
        return {id: here for id, here in kept.items() if here}

    def allowed(self, document: str) -> bool:
        """Whether the user lets prompts have the words that were found suspect."""
        sql = "SELECT 1 FROM allowances WHERE document = ?"
        return self.row(sql, (document,)) is not None

    def set_allowed(self, document: str, allowed: bool) -> None:
        """Raises BadInput for an id that is not in the library."""
        if not self.knows(document):
            raise BadInput("That document is not in the library.")
        with self.write() as connection:
            connection.execute("DELETE FROM allowances WHERE document = ?", (document,))
            if allowed:
                connection.execute("INSERT INTO allowances VALUES (?)", (document,))
            self.weigh_kept_out(document)

    def weigh_kept_out(self, document: str) -> None:
        """Note in its row how much of it stays out of prompts."""
        kept = self.withheld([document]).get(document, [])
        row = self.row("SELECT length FROM structures WHERE document = ?", (document,))
        length = int(row[0]) if row else 0
        share = (
            100 * sum(suspect.end - suspect.start for suspect in kept) // length if length else 0
        )
        self.change([document], kept_out=share)

    def looked_through(self, document: str) -> bool:
        """Whether it was read since the x-ray came, by the x-ray of this version."""
        row = self.row("SELECT xray FROM structures WHERE document = ?", (document,))
        return row is not None and int(row[0]) >= VERSION

    def suspect_counts(self) -> dict[str, int]:
        """How much was found, by document; only those where something was."""
        return dict(self.rows("SELECT document, count(*) FROM suspects GROUP BY document"))

    def _found(self, documents: Iterable[str]) -> dict[str, list[Suspect]]:
        wanted = list(dict.fromkeys(documents))
        suspects: dict[str, list[Suspect]] = {}
        for at in range(0, len(wanted), _IN_ONE_QUERY):
            part = wanted[at : at + _IN_ONE_QUERY]
            for id, start, end, kind, reason in self.rows(
                "SELECT document, first, last, kind, reason FROM suspects"
                f" WHERE document IN ({', '.join('?' * len(part))}) ORDER BY document, number",
                part,
            ):
                suspects.setdefault(id, []).append(Suspect(start, end, kind, reason))
        return suspects


def insert_suspects(
    connection: sqlite3.Connection, document: str, suspects: Iterable[Suspect]
) -> None:
    connection.executemany(
        "INSERT INTO suspects VALUES (?, ?, ?, ?, ?, ?)",
        [
            (document, number, suspect.start, suspect.end, suspect.kind, suspect.reason)
            for number, suspect in enumerate(suspects)
        ],
    )
