"""Rows of what the user said of the library's graph: relations that are none, names that are one or
are not. Who reads and writes them folds the words; see documents/graph/by_hand.py.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import astuple

from warehouse.records import Triple
from warehouse.store.catalog.database import Database

REMOVED = "removed"
"""What is noted as the loss of a triple that the user removed: a key, which nobody reads."""


class Removed(Struct, frozen=True):
    """The hash of a sentence's words in a document, and what it does not say, folded."""

    document: str
    sentence: str
    head: str
    relation: str
    tail: str


class NamesByHand(Struct, frozen=True):
    """Two folded names in their order, and whether they mean the same."""

    one: str
    other: str
    same: bool


_REMOVED = "document, sentence, head, relation, tail"


class GraphByHandRows(Database):
    def removed_triples(self, document: str) -> set[Removed]:
        rows = self.rows(f"SELECT {_REMOVED} FROM removed_triples WHERE document = ?", (document,))
        return {Removed(*row) for row in rows}

    def remove_triples(self, said: Iterable[Removed], triples: Iterable[Triple] = ()) -> None:
        """``triples`` are those that say so: they are lost."""
        with self.write() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO removed_triples SELECT ?1, ?2, ?3, ?4, ?5"
                " WHERE EXISTS (SELECT 1 FROM documents WHERE id = ?1)",
                map(astuple, said),
            )
            _set_lost(connection, triples, "", REMOVED)

    def restore_triples(self, said: Iterable[Removed], triples: Iterable[Triple]) -> None:
        """Of those that were removed: they stand again."""
        with self.write() as connection:
            connection.executemany(
                f"DELETE FROM removed_triples WHERE ({_REMOVED}) = (?, ?, ?, ?, ?)",
                map(astuple, said),
            )
            _set_lost(connection, triples, REMOVED, "")

    def names_by_hand(self) -> list[NamesByHand]:
        """Of each pair the latest word, the newest first."""
        rows = self.rows(
            "SELECT one, other, same FROM names_by_hand WHERE number IN"
            " (SELECT max(number) FROM names_by_hand GROUP BY one, other) ORDER BY number DESC"
        )
        return [NamesByHand(one, other, bool(same)) for one, other, same in rows]

    def say_names(self, said: NamesByHand, holders: Iterable[tuple[str, str]]) -> None:
        """``holders`` are the documents with the name of the two that each has."""
        with self.write() as connection:
            connection.execute(
                "INSERT INTO names_by_hand (one, other, same) VALUES (?, ?, ?)",
                (said.one, said.other, int(said.same)),
            )
            connection.executemany(
                "INSERT OR IGNORE INTO named_by_hand SELECT ?1, ?2"
                " WHERE EXISTS (SELECT 1 FROM documents WHERE id = ?1)",
                holders,
            )

    def unsay_names(self, said: NamesByHand) -> bool:
        """What was said of the two before it counts again; False where this was not the latest."""
        with self.write() as connection:
            if said not in self.names_by_hand():
                return False
            connection.execute(
                "DELETE FROM names_by_hand WHERE number ="
                " (SELECT max(number) FROM names_by_hand WHERE one = ? AND other = ?)",
                (said.one, said.other),
            )
            connection.execute(
                "DELETE FROM named_by_hand WHERE name IN (?1, ?2) AND NOT EXISTS"
                " (SELECT 1 FROM names_by_hand WHERE name IN (one, other))",
                (said.one, said.other),
            )
        return True

    def hold_names(self, document: str, names: Collection[str]) -> None:
        """The document has these names, too: of those of which something was said it is kept."""
        with self.write() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO named_by_hand SELECT DISTINCT ?1, value FROM json_each(?2)"
                " WHERE EXISTS (SELECT 1 FROM names_by_hand WHERE value IN (one, other))",
                (document, json.dumps(list(names))),
            )

    def held_names(self, document: str) -> set[str]:
        """Those that it has of the names of which something was said."""
        rows = self.rows("SELECT name FROM named_by_hand WHERE document = ?", (document,))
        return {name for (name,) in rows}

    def names_of_triples(self) -> list[tuple[str, str]]:
        """Each document with each name in what stands of its triples, as the text has it."""
        rows = self.rows(
            "SELECT document, head FROM triples WHERE lost = ''"
            " UNION SELECT document, tail FROM triples WHERE lost = ''"
        )
        return [(document, name) for document, name in rows]


def _set_lost(
    connection: sqlite3.Connection, triples: Iterable[Triple], before: str, after: str
) -> None:
    connection.executemany(
        "UPDATE triples SET lost = ? WHERE document = ? AND first = ? AND last = ?"
        " AND head = ? AND relation = ? AND tail = ? AND lost = ?",
        [(after, t.document, t.start, t.end, t.head, t.relation, t.tail, before) for t in triples],
    )
