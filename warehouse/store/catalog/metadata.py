"""Rows about works: title, authors, date, DOI and so on, each value with where it came from.

Every origin has its own row for a field, so that nothing overwrites anything: a later reading
replaces what earlier readings said, never what the user typed. What counts is the first origin in
the order of ``ORIGINS``. Title, authors, date and language of a document are also columns of its
row; they are settled here whenever a value changes.

A row may be there before its document is: what an import says waits for the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from indexers.records import FIELDS, Told
from warehouse.store.catalog import people
from warehouse.store.catalog.database import Database

Origin = Literal["yours", "zotero", "bibtex", "csl", "file", "page", "text", "made", "name"]
ORIGINS: tuple[Origin, ...] = get_args(Origin)
READ: tuple[Origin, ...] = ("file", "page", "text", "made")
ORIGIN_WORDS: dict[Origin, str] = {
    "yours": "yours",
    "zotero": "from Zotero",
    "bibtex": "from BibTeX",
    "csl": "from CSL-JSON",
    "file": "from the file",
    "page": "from page 1",
    "text": "from its words",
    "made": "when the file was made",
    "name": "the name of the file",
}
_RANK = {origin: rank for rank, origin in enumerate(ORIGINS)}
_COLUMNS = ("title", "authors", "date", "language")


class Value(Struct, frozen=True):
    """``values`` is one text, or names in their order; empty where the user took it away."""

    values: tuple[str, ...]
    origin: Origin


class Known(Struct, frozen=True):
    """What is known of one field: the value that counts, then the others, best first."""

    field: str
    value: Value
    others: tuple[Value, ...] = ()

    @property
    def text(self) -> str:
        """On one line, names as they are read."""
        if self.field in ("authors", "editors"):
            return "; ".join(map(people.shown, self.value.values))
        return " ".join(self.value.values)


class MetadataRows(Database):
    def known(self, document: str) -> dict[str, Known]:
        """By field, in the order of FIELDS; the file's row stands in where nothing else is."""
        return self.known_of([document])[document]

    def known_of(self, documents: Sequence[str]) -> dict[str, dict[str, Known]]:
        by_document: dict[str, dict[str, list[Value]]] = {document: {} for document in documents}
        for at in range(0, len(documents), 500):
            part = documents[at : at + 500]
            marks = ", ".join("?" * len(part))
            for document, field, origin, value in self.rows(
                f"SELECT document, field, origin, value FROM metadata WHERE document IN ({marks})",
                part,
            ):
                entry = Value(msgspec.json.decode(value, type=tuple[str, ...]), origin)
                by_document[document].setdefault(field, []).append(entry)
            for document, *row in self.rows(
                f"SELECT id, {', '.join(_COLUMNS)} FROM documents WHERE id IN ({marks})", part
            ):
                _stand_in(by_document[document], dict(zip(_COLUMNS, row, strict=True)))
        return {document: _ranked(fields) for document, fields in by_document.items()}

    def tell(
        self, document: str, origin: Origin, values: Mapping[str, Sequence[str] | None]
    ) -> None:
        """Set what one origin says of these fields; None takes its word back.

        An empty value of the user's own says that there is none.
        """
        with self.write() as connection:
            if origin == "yours":
                self._keep_name(connection, document)
            for field, value in values.items():
                if value is None:
                    connection.execute(
                        "DELETE FROM metadata WHERE document = ? AND field = ? AND origin = ?",
                        (document, field, origin),
                    )
                else:
                    _insert(connection, document, field, origin, value)
            self.settle(document)

    def read_again(self, document: str, told: Iterable[Told]) -> None:
        """What a reading found, in place of what earlier readings had found."""
        with self.write() as connection:
            connection.execute(
                f"DELETE FROM metadata WHERE document = ? AND origin IN ({_marks(READ)})",
                (document, *READ),
            )
            for fact in told:
                if fact.field in FIELDS and any(fact.values):
                    _insert(connection, document, fact.field, fact.origin, fact.values)
            self.settle(document)

    def settle(self, document: str) -> None:
        """Bring the document's own row up to date with what counts."""
        with self.write() as connection:
            rows = self.rows("SELECT DISTINCT field FROM metadata WHERE document = ?", (document,))
            fields = {field for (field,) in rows}
            known = self.known(document)
            for field in _COLUMNS:
                if field not in fields:
                    continue
                values = known[field].value.values if field in known else ()
                value = _column(field, values)
                if value or field != "title":
                    connection.execute(
                        f"UPDATE documents SET {field} = ? WHERE id = ?", (value, document)
                    )

    def with_value(self, field: str, value: str) -> list[str]:
        """Documents for which some origin gives this very value (only DOI and arXiv: indexed)."""
        encoded = msgspec.json.encode((value,)).decode()
        rows = self.rows(
            "SELECT DISTINCT document FROM metadata JOIN documents ON id = document"
            " WHERE field = ? AND value = ? AND field IN ('doi', 'arxiv')",
            (field, encoded),
        )
        return [document for (document,) in rows]

    def citation_key(self, document: str) -> str:
        row = self.row("SELECT key FROM citation_keys WHERE document = ?", (document,))
        return str(row[0]) if row else ""

    def keep_citation_key(self, document: str, wanted: str) -> str:
        """The key of a document: the one it has, else ``wanted``, with a letter if it is taken."""
        with self.write() as connection:
            if had := self.citation_key(document):
                return had
            number = 0
            while True:
                key = wanted + _letters(number)
                if not self.row("SELECT 1 FROM citation_keys WHERE key = ?", (key,)):
                    break
                number += 1
            connection.execute("INSERT INTO citation_keys VALUES (?, ?)", (document, key))
            return key

    def _keep_name(self, connection: sqlite3.Connection, document: str) -> None:
        """The name of the file, so that it comes back when the user's title is taken back."""
        sql = "SELECT 1 FROM metadata WHERE document = ? AND field = 'title'"
        row = self.row("SELECT title FROM documents WHERE id = ?", (document,))
        if row is not None and not self.row(sql, (document,)):
            _insert(connection, document, "title", "name", (row[0],))


def _insert(
    connection: sqlite3.Connection, document: str, field: str, origin: Origin, value: Sequence[str]
) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO metadata VALUES (?, ?, ?, ?)",
        (document, field, origin, msgspec.json.encode(tuple(value)).decode()),
    )


def _stand_in(fields: dict[str, list[Value]], row: dict[str, str]) -> None:
    """For documents that were read before origins were kept."""
    for field, value in row.items():
        if field not in fields and value and value != "[]":
            names = msgspec.json.decode(value, type=tuple[str, ...]) if field == "authors" else ()
            fields[field] = [Value(names or (value,), "file")]


def _ranked(fields: dict[str, list[Value]]) -> dict[str, Known]:
    known: dict[str, Known] = {}
    for field in FIELDS:
        if values := sorted(fields.get(field, ()), key=lambda one: _RANK[one.origin]):
            known[field] = Known(field, values[0], tuple(values[1:]))
    return known


def _column(field: str, values: Sequence[str]) -> str:
    if field == "authors":
        return msgspec.json.encode([people.shown(name) for name in values]).decode()
    return values[0] if values else ""


def _letters(number: int) -> str:
    """ "" then a, b … z, aa …"""
    text = ""
    while number:
        number, at = divmod(number - 1, 26)
        text = chr(ord("a") + at) + text
    return text


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))
