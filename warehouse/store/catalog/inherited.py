"""Rows about what a version took over from the one before it: order, and the user's own words.

A new version is other bytes, so to the catalog a document of its own; to the user it is the same
thing. What it takes over is written down in the transaction that notes it, without what it had
already, so that it can be shown and taken back piece by piece. Hidden words that were allowed in
prompts are not: that was said of other bytes. Neither is the date, which is each version's own.
"""

from __future__ import annotations

import time

import msgspec
from msgspec import Struct

from indexers.records import FIELDS
from warehouse.store.catalog.collections import OrderRows
from warehouse.store.catalog.editing import FIELD_WORDS
from warehouse.store.catalog.metadata import MetadataRows
from warehouse.store.catalog.versions import VersionRows

TAKEN_FIELDS = tuple(field for field in FIELDS if field != "date")


class _Body(Struct, frozen=True):
    collections: tuple[int, ...]
    tags: tuple[str, ...]
    values: dict[str, tuple[str, ...]]


class Inherited(Struct, frozen=True):
    """What a document has from the version ``before`` and nobody changed since, by its names."""

    before: str
    collections: tuple[str, ...]
    tags: tuple[str, ...]
    fields: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.collections or self.tags or self.fields)

    @property
    def words(self) -> str:
        """``collections “Dams”, “Floods” · tag river · correction Title``."""
        collections = [f"“{name}”" for name in self.collections]
        fields = [FIELD_WORDS[field] for field in self.fields]
        named = (("collection", collections), ("tag", self.tags), ("correction", fields))
        return " · ".join(
            f"{noun}{'s' if len(names) > 1 else ''} {', '.join(names)}"
            for noun, names in named
            if names
        )


class InheritedRows(MetadataRows, OrderRows, VersionRows):
    def take_over(self, before: str, after: str) -> None:
        """Give ``after`` what ``before`` has of the user, and note it. "" as ``before`` is none.

        The words on title, authors and so on only while it is unread: later they would have to be
        brought into the search index.
        """
        if not before:
            return
        with self.write() as connection:
            held = {collection.id for collection in self.collections_of(after)}
            had = set(self.tags_of(after))
            body = _Body(
                tuple(
                    collection.id
                    for collection in self.collections_of(before)
                    if collection.id not in held
                ),
                tuple(tag for tag in self.tags_of(before) if tag not in had),
                self._words(before, after),
            )
            if not (body.collections or body.tags or body.values):
                return
            for id in body.collections:
                self.collect(id, [after])
            connection.executemany(
                "INSERT OR IGNORE INTO tags SELECT ?1, key, tag FROM tags"
                " WHERE document = ?2 AND tag = ?3",
                [(after, before, tag) for tag in body.tags],
            )
            if body.values:
                self.tell(after, "yours", body.values)
            connection.execute(
                "INSERT OR REPLACE INTO inherited VALUES (?, ?, ?, ?)",
                (after, before, time.time(), msgspec.msgpack.encode(body)),
            )

    def inherited(self, document: str) -> list[Inherited]:
        """By the version it came from, the newest first; without what is not so any more."""
        names = {collection.id: collection.name for collection in self.collections_of(document)}
        tags = set(self.tags_of(document))
        taken = []
        for before, body in self._bodies(document).items():
            inherited = Inherited(
                before,
                tuple(names[id] for id in body.collections if id in names),
                tuple(tag for tag in body.tags if tag in tags),
                tuple(self._still(document, body)),
            )
            if inherited:
                taken.append(inherited)
        return taken

    def give_back(self, document: str, before: str) -> bool:
        """Undo what it took over from ``before`` and nobody changed since; whether words of the
        user were among it, so that header and search index have to follow.
        """
        with self.write() as connection:
            body = self._bodies(document).get(before)
            if body is None:
                return False
            fields = self._still(document, body)
            for id in body.collections:
                self.uncollect(id, [document])
            connection.executemany(
                "DELETE FROM tags WHERE document = ? AND tag = ?",
                [(document, tag) for tag in body.tags],
            )
            if fields:
                self.tell(document, "yours", dict.fromkeys(fields))
            connection.execute(
                "DELETE FROM inherited WHERE document = ? AND before = ?", (document, before)
            )
            return bool(fields)

    def _words(self, before: str, after: str) -> dict[str, tuple[str, ...]]:
        row = self.row("SELECT state FROM documents WHERE id = ?", (after,))
        if row is None or row[0] != "queued":
            return {}
        known = self.known_of([before, after])
        yours = {field for field, fact in known[after].items() if fact.value.origin == "yours"}
        return {
            field: fact.value.values
            for field, fact in known[before].items()
            if fact.value.origin == "yours" and field in TAKEN_FIELDS and field not in yours
        }

    def _still(self, document: str, body: _Body) -> list[str]:
        known = self.known(document)
        return [
            field
            for field, values in body.values.items()
            if field in known
            and known[field].value.origin == "yours"
            and known[field].value.values == values
        ]

    def _bodies(self, document: str) -> dict[str, _Body]:
        rows = self.rows(
            "SELECT before, body FROM inherited WHERE document = ? ORDER BY taken DESC", (document,)
        )
        return {before: msgspec.msgpack.decode(body, type=_Body) for before, body in rows}
