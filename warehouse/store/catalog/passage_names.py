"""Rows of the names that occur in passages. A name is a 64-bit hash (search/name_index.py).

Derived: made with the index, again where a text is read again, and gone with its document.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from warehouse.store.catalog.database import Database

_IN_ONE_QUERY = 400


class Named(Struct, frozen=True):
    """A passage, by its id, that holds a name."""

    name: int
    document: str
    passage: str


class PassageNameRows(Database):
    def keep_names(self, document: str, names: Mapping[int, Collection[int]]) -> None:
        """``names`` with the numbers of the passages that hold them, in place of earlier ones."""
        with self.write() as connection:
            connection.execute("DELETE FROM named WHERE document = ?", (document,))
            connection.execute(
                "INSERT INTO named (document, names) VALUES (?, ?)",
                (document, json.dumps(sorted(names))),
            )
            number = connection.execute("SELECT last_insert_rowid()").fetchone()[0]
            connection.executemany(
                "INSERT INTO passage_names VALUES (?, ?, ?)",
                [(name, number, place) for name, held in names.items() for place in sorted(held)],
            )

    def without_names(self) -> list[str]:
        """Documents that were indexed before names were kept."""
        rows = self.rows(
            "SELECT id FROM documents WHERE passages > 0 AND state != 'removed'"
            " AND NOT EXISTS (SELECT 1 FROM named WHERE document = id)"
        )
        return [id for (id,) in rows]

    def documents_naming(self, names: Sequence[int]) -> dict[int, int]:
        """In how many documents that are not in the trash each of ``names`` occurs; those in none
        are left out.
        """
        counts: dict[int, int] = {}
        for at in range(0, len(names), _IN_ONE_QUERY):
            part = names[at : at + _IN_ONE_QUERY]
            counts.update(
                self.rows(
                    "SELECT name, COUNT(DISTINCT number) FROM passage_names"
                    " JOIN named USING (number) JOIN documents ON documents.id = document"
                    f" WHERE name IN ({','.join('?' * len(part))}) AND state != 'removed'"
                    " GROUP BY name",
                    part,
                )
            )
        return counts

    def passages_naming(self, name: int, most: int) -> list[Named]:
        """At most ``most`` passages that hold the name, of documents that are not in the trash."""
        rows = self.rows(
            "SELECT document, passages.id FROM passage_names JOIN named USING (number)"
            " JOIN passages USING (document) JOIN documents ON documents.id = document"
            " WHERE name = ? AND passages.number = passage AND state != 'removed' LIMIT ?",
            (name, most),
        )
        return [Named(name, document, passage) for document, passage in rows]
