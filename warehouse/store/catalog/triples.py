"""Rows of the library's graph: triples, which sentences were read for them, which names are one."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from indexers.records import Sentence
from warehouse.records import Triple
from warehouse.store.catalog.database import Database

GRAPH = ("triples", "graphed", "same_names")
"""The tables; damaged they are emptied, and read anew when they are next wanted."""
_IN_ONE_QUERY = 400
_COLUMNS = "document, first, last, head, relation, tail, lost"


class SameNames(Struct, frozen=True):
    """Two folded names, whether they mean the same, and a document that has each."""

    one: str
    other: str
    same: bool
    of_one: str
    of_other: str


class Graphed(Struct, frozen=True):
    """Of a document: sentences read for triples, triples that stand, and those that were lost."""

    sentences: int
    triples: int
    lost: int


def drop_triples(
    connection: sqlite3.Connection, document: str, but_of: Collection[Sentence]
) -> None:
    """All but those of these sentences."""
    starts = json.dumps([sentence.start for sentence in but_of])
    for table in ("triples", "graphed"):
        connection.execute(
            f"DELETE FROM {table} WHERE document = ?"
            " AND sentence NOT IN (SELECT value FROM json_each(?))",
            (document, starts),
        )


class TripleRows(Database):
    def keep_triples(
        self, document: str, read: Mapping[int, Sequence[Triple]], made_by: str, reading: str
    ) -> bool:
        """What was read of each sentence, by its beginning. What is known of one already stays;
        False for a document that is gone, or has another text than that of ``reading`` by now:
        nothing is kept.
        """
        with self.write() as connection:
            if not reading or self.reading_hash(document) != reading:
                return False
            for sentence, triples in read.items():
                new = connection.execute(
                    "INSERT OR IGNORE INTO graphed VALUES (?, ?, ?)", (document, sentence, made_by)
                )
                if not new.rowcount:
                    continue
                connection.executemany(
                    f"INSERT INTO triples (sentence, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        (sentence, document, t.start, t.end, t.head, t.relation, t.tail, t.lost)
                        for t in triples
                    ],
                )
        return True

    def reading_hash(self, document: str) -> str:
        """Of its text and its sentences as they are stored; "" for an unread document."""
        row = self.row("SELECT sentences FROM structures WHERE document = ?", (document,))
        if row is None:
            return ""
        known = hashlib.sha256(row[0])
        query = "SELECT body FROM texts WHERE document = ? ORDER BY piece"
        for (body,) in self.rows(query, (document,)):
            known.update(body)
        return known.hexdigest()

    def graphed(self, document: str) -> set[int]:
        """Where the sentences begin that were read for triples."""
        rows = self.rows("SELECT sentence FROM graphed WHERE document = ?", (document,))
        return {sentence for (sentence,) in rows}

    def graphed_by(self, document: str) -> set[str]:
        """The makers of its triples: model and prompt."""
        rows = self.rows("SELECT DISTINCT made_by FROM graphed WHERE document = ?", (document,))
        return {maker for (maker,) in rows}

    def triples(self, document: str, start: int = 0, end: int = 2**31) -> list[Triple]:
        """Of the sentences that begin in this range, the lost ones too, in their order."""
        rows = self.rows(
            f"SELECT {_COLUMNS} FROM triples WHERE document = ? AND sentence >= ?"
            " AND sentence < ? ORDER BY sentence, number",
            (document, start, end),
        )
        return [Triple(*row) for row in rows]

    def graphed_documents(self, among: Collection[str] | None = None) -> dict[str, Graphed]:
        """Those (``among`` these) of which anything was read, the newest first; none in the
        trash.
        """
        within = "" if among is None else " AND id IN (SELECT value FROM json_each(?))"
        counts = "SELECT COUNT(*) FROM triples WHERE triples.document = id AND lost"
        rows = self.rows(
            "SELECT id, (SELECT COUNT(*) FROM graphed WHERE graphed.document = id),"
            f" ({counts} = ''), ({counts} != '') FROM documents WHERE state != 'removed'"
            f" AND EXISTS (SELECT 1 FROM graphed WHERE graphed.document = id){within}"
            " ORDER BY added DESC",
            () if among is None else (json.dumps(list(among)),),
        )
        return {id: Graphed(*counted) for id, *counted in rows}

    def forget_triples(self, documents: Iterable[str]) -> None:
        """They are read for triples again when they are next wanted."""
        with self.write() as connection:
            for document in documents:
                connection.execute("DELETE FROM triples WHERE document = ?", (document,))
                connection.execute("DELETE FROM graphed WHERE document = ?", (document,))
                connection.execute(
                    "DELETE FROM same_names WHERE ?1 IN (of_one, of_other)", (document,)
                )

    def same_names(self, names: Collection[str]) -> dict[tuple[str, str], bool]:
        """What is known of pairs among ``names``, each pair in its order."""
        known: dict[tuple[str, str], bool] = {}
        ordered = sorted(names)
        for at in range(0, len(ordered), _IN_ONE_QUERY):
            part = ordered[at : at + _IN_ONE_QUERY]
            marks = ",".join("?" * len(part))
            rows = self.rows(
                f"SELECT one, other, same FROM same_names WHERE one IN ({marks})", part
            )
            known.update(
                ((name, other), bool(same)) for name, other, same in rows if other in names
            )
        return known

    def keep_same_names(self, decided: Iterable[SameNames]) -> None:
        """A pair whose documents are gone meanwhile is not kept."""
        with self.write() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO same_names SELECT ?, ?, ?, ?4, ?5"
                " WHERE EXISTS (SELECT 1 FROM documents WHERE id = ?4)"
                " AND EXISTS (SELECT 1 FROM documents WHERE id = ?5)",
                [(d.one, d.other, int(d.same), d.of_one, d.of_other) for d in decided],
            )
