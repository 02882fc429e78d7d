"""Rows about order: collections, tags, saved searches, and the documents that a condition names.

Names and tags are compared folded (case and accents do not count) and shown as they were written.
What is in the trash keeps its place in both, and is neither listed nor counted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from warehouse.records import Collection, Tag
from warehouse.store.catalog.database import Database

_NEXT_AFTER_DIGITS = ":"
_IN_ONE_QUERY = 500
_HERE = "state != 'removed'"
_HELD = (
    "(SELECT count(*) FROM collected JOIN documents ON document = documents.id"
    f" WHERE collection = collections.id AND {_HERE})"
)


class OrderRows(Database):
    def collections(self) -> list[Collection]:
        """Collections and saved searches by name; ``documents`` is 0 for a saved search."""
        rows = self.rows(
            f"SELECT id, name, query, {_HELD} FROM collections ORDER BY query != '', key"
        )
        return [Collection(*row) for row in rows]

    def collection(self, key: str) -> Collection | None:
        row = self.row(f"SELECT id, name, query, {_HELD} FROM collections WHERE key = ?", (key,))
        return Collection(*row) if row else None

    def add_collection(self, name: str, key: str, query: str) -> int:
        """Its id. Raises sqlite3.IntegrityError for a key that is taken."""
        with self.write() as connection:
            cursor = connection.execute(
                "INSERT INTO collections (name, key, query, made) VALUES (?, ?, ?, ?)",
                (name, key, query, time.time()),
            )
            return int(cursor.lastrowid or 0)

    def rename_collection(self, id: int, name: str, key: str) -> None:
        with self.write() as connection:
            connection.execute(
                "UPDATE collections SET name = ?, key = ? WHERE id = ?", (name, key, id)
            )

    def set_query(self, id: int, query: str) -> None:
        with self.write() as connection:
            connection.execute("UPDATE collections SET query = ? WHERE id = ?", (query, id))

    def delete_collection(self, id: int) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM collections WHERE id = ?", (id,))

    def collect(self, id: int, documents: Iterable[str]) -> None:
        """Put documents in; those that are in, and those the library does not know, stay out."""
        with self.write() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO collected SELECT ?, id FROM documents WHERE id = ?",
                [(id, document) for document in documents],
            )

    def uncollect(self, id: int, documents: Iterable[str]) -> None:
        with self.write() as connection:
            connection.executemany(
                "DELETE FROM collected WHERE collection = ? AND document = ?",
                [(id, document) for document in documents],
            )

    def collections_of(self, document: str) -> list[Collection]:
        rows = self.rows(
            "SELECT id, name, query, 0 FROM collections JOIN collected ON collection = id"
            " WHERE document = ? ORDER BY key",
            (document,),
        )
        return [Collection(*row) for row in rows]

    def tags(self) -> list[Tag]:
        """Every tag in use by name, as it was written first."""
        rows = self.rows(
            "SELECT min(tag), count(*) FROM tags JOIN documents ON document = id"
            f" WHERE {_HERE} GROUP BY key ORDER BY key"
        )
        return [Tag(*row) for row in rows]

    def tag_spelt(self, key: str) -> str:
        """The tag as it is written already; "" for a new one."""
        row = self.row("SELECT min(tag) FROM tags WHERE key = ?", (key,))
        return str(row[0]) if row and row[0] else ""

    def tags_of(self, document: str) -> list[str]:
        rows = self.rows("SELECT tag FROM tags WHERE document = ? ORDER BY key", (document,))
        return [tag for (tag,) in rows]

    def tags_among(self, documents: Sequence[str]) -> list[Tag]:
        """The tags of any of these by name, with how many of these have them."""
        counted: dict[str, Tag] = {}
        for key, tag, count in self._counted("key, min(tag), count(*) FROM tags", "key", documents):
            had = counted.get(key, Tag(tag, 0))
            counted[key] = Tag(min(had.name, tag), had.documents + count)
        return [counted[key] for key in sorted(counted)]

    def collections_among(self, documents: Sequence[str]) -> list[Collection]:
        """The collections that any of these are in by name, with how many of these they hold."""
        counted: Counter[int] = Counter()
        sql = "collection, count(*) FROM collected"
        for id, count in self._counted(sql, "collection", documents):
            counted[id] += count
        held = [collection for collection in self.collections() if collection.id in counted]
        return [
            Collection(collection.id, collection.name, "", counted[collection.id])
            for collection in held
        ]

    def _counted(self, select: str, group: str, documents: Sequence[str]) -> list[Any]:
        rows: list[Any] = []
        for at in range(0, len(documents), _IN_ONE_QUERY):
            part = documents[at : at + _IN_ONE_QUERY]
            marks = ", ".join("?" * len(part))
            rows += self.rows(f"SELECT {select} WHERE document IN ({marks}) GROUP BY {group}", part)
        return rows

    def tag(self, documents: Iterable[str], tag: str, key: str) -> None:
        with self.write() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO tags SELECT id, ?, ? FROM documents WHERE id = ?",
                [(key, tag, document) for document in documents],
            )

    def untag(self, documents: Iterable[str], key: str) -> None:
        with self.write() as connection:
            connection.executemany(
                "DELETE FROM tags WHERE document = ? AND key = ?",
                [(document, key) for document in documents],
            )

    # Which documents: each answers with ids

    def all_ids(self) -> frozenset[str]:
        return self._ids("1")

    def ids_collected(self, id: int, removed_too: bool = False) -> frozenset[str]:
        if removed_too:
            rows = self.rows("SELECT document FROM collected WHERE collection = ?", (id,))
            return frozenset(document for (document,) in rows)
        return self._ids("id IN (SELECT document FROM collected WHERE collection = ?)", id)

    def ids_tagged(self, key: str) -> frozenset[str]:
        return self._ids("id IN (SELECT document FROM tags WHERE key = ?)", key)

    def ids_of_kind(self, kind: str) -> frozenset[str]:
        return self._ids("kind = ?", kind)

    def ids_in_language(self, language: str) -> frozenset[str]:
        return self._ids("language = ?", language)

    def ids_dated(self, first: str, last: str) -> frozenset[str]:
        """Dates from ``first`` to ``last``, both included, each a year or longer; "" is open."""
        before = last + _NEXT_AFTER_DIGITS if last else ""
        return self._ids("date != '' AND date >= ?1 AND (?2 = '' OR date < ?2)", first, before)

    def _ids(self, where: str, *values: object) -> frozenset[str]:
        rows = self.rows(f"SELECT id FROM documents WHERE {_HERE} AND {where}", values)
        return frozenset(id for (id,) in rows)

    def authors(self) -> list[tuple[str, str]]:
        """(id, name) of every document, once for each of its authors and for its site."""
        rows = self.rows(f"SELECT id, authors, site FROM documents WHERE {_HERE}")
        return [(id, name) for id, names, site in rows for name in (*_names(names), site) if name]

    def heads(self, passages: Sequence[str]) -> list[tuple[str, str, str, str]]:
        """(passage, title, headings, language) of these passages, without their text."""
        heads: list[tuple[str, str, str, str]] = []
        for at in range(0, len(passages), _IN_ONE_QUERY):
            part = passages[at : at + _IN_ONE_QUERY]
            heads += self.rows(
                "SELECT passages.id, title, path, language FROM passages"
                " JOIN documents ON documents.id = document"
                f" WHERE {_HERE} AND passages.id IN ({', '.join('?' * len(part))})",
                part,
            )
        return heads

    def titles(self) -> list[tuple[str, str]]:
        rows = self.rows(f"SELECT id, title FROM documents WHERE {_HERE}")
        return [(id, title) for id, title in rows]


def _names(blob: str) -> tuple[str, ...]:
    return msgspec.json.decode(blob, type=tuple[str, ...])
