"""Rows about documents: what was dropped, its state, where it came from, what was lost."""

from __future__ import annotations

import sqlite3
import time
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from indexers.records import Loss
from warehouse.errors import BadInput, Damaged
from warehouse.records import Document, State
from warehouse.store.catalog.database import Row
from warehouse.store.catalog.similar_documents import LikenessRows

_FIELDS = Document.__struct_fields__
_COLUMNS = ", ".join(_FIELDS)
_IN_ONE_QUERY = 500
_HERE = "state != 'removed'"
_SAID = " || char(10) || ".join(("title", "source", "site", "authors"))
_HAS_WORDS = f"has_words(?, CAST({_SAID} AS BLOB))"
_READABLE = "state NOT IN ('failed', 'locked')"


class Counts(Struct, frozen=True):
    """``states`` maps a state to how many documents are in it."""

    documents: int
    pages: int
    passages: int
    embedded: int
    size_bytes: int
    states: dict[str, int]

    @property
    def readable(self) -> int:
        """Documents whose text can be read, or soon will be."""
        return self.documents - self.states.get("failed", 0) - self.states.get("locked", 0)


class DocumentRows(LikenessRows):
    def _connect(self) -> sqlite3.Connection:
        connection = super()._connect()
        connection.create_function("has_words", 2, _has_words, deterministic=True)
        return connection

    def remember_drops(self, paths: Iterable[str], in_place: bool = False) -> None:
        """Note what was dropped before anything is done with it, and whether it stays there."""
        now = time.time()
        with self.write() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO drops VALUES (?, ?, ?)",
                [(path, now, in_place) for path in paths],
            )

    def drops(self) -> list[str]:
        return [path for (path,) in self.rows("SELECT path FROM drops ORDER BY added, rowid")]

    def drop_stays(self, path: str) -> bool:
        """Whether the file of that drop is to be referenced where it is."""
        return self.row("SELECT 1 FROM drops WHERE path = ? AND in_place", (path,)) is not None

    def forget_drop(self, path: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM drops WHERE path = ?", (path,))

    def queue(self, document: Document, suffix: str, drop: str = "") -> bool:
        """Put a document in, and take its drop out, and that it did not come in before, in one
        transaction.

        False when the bytes were known: then only the source is added.
        """
        values = [_column(document, field) for field in _FIELDS]
        with self.write() as connection:
            inserted = connection.execute(
                f"INSERT OR IGNORE INTO documents ({_COLUMNS}, suffix)"
                f" VALUES ({', '.join('?' * (len(_FIELDS) + 1))})",
                (*values, suffix),
            ).rowcount
            connection.execute(
                "INSERT OR IGNORE INTO sources VALUES (?, ?, ?)",
                (document.id, document.source, document.added),
            )
            connection.execute("DELETE FROM drops WHERE path = ?", (drop,))
            connection.execute(
                "DELETE FROM losses WHERE document = '' AND stage = 'add' AND what = ?",
                (document.source,),
            )
        return bool(inserted)

    def restart(self, document: Document, suffix: str) -> None:
        """A failed document was dropped again: take its new name and begin anew."""
        self.change([document.id], state="queued", problem="", kind=document.kind, suffix=suffix)
        self.change([document.id], source=document.source, title=document.title)

    def change(self, ids: Sequence[str], **values: Any) -> None:
        """Set columns of all these documents, in one transaction; not of those in the trash."""
        assignments = ", ".join(f"{name} = ?" for name in values)
        with self.write() as connection:
            connection.executemany(
                f"UPDATE documents SET {assignments} WHERE id = ? AND {_HERE}",
                [(*values.values(), document) for document in ids],
            )

    def advance(self, ids: Sequence[str], state: State, of: Sequence[State] = ()) -> None:
        """Set the state; ``of``: only of those that are in one of these now, so that who sent a
        document back meanwhile is not overruled.
        """
        condition = f" AND state IN ({', '.join('?' * len(of))})" if of else ""
        with self.write() as connection:
            connection.executemany(
                f"UPDATE documents SET state = ? WHERE id = ? AND {_HERE}{condition}",
                [(state, document, *of) for document in ids],
            )

    def document(self, document: str) -> Document:
        """Also one in the trash. Raises BadInput for an id that is not in the library."""
        row = self.row(f"SELECT {_COLUMNS} FROM documents WHERE id = ?", (document,))
        if row is None:
            raise BadInput("That document is not in the library.")
        return _document(row)

    def in_the_trash(self) -> list[Document]:
        """In no order."""
        sql = f"SELECT {_COLUMNS} FROM documents WHERE id IN (SELECT document FROM trash)"
        return [_document(row) for row in self.rows(sql)]

    def knows(self, document: str) -> bool:
        """False for one in the trash."""
        sql = f"SELECT 1 FROM documents WHERE id = ? AND {_HERE}"
        return self.row(sql, (document,)) is not None

    def has(self, document: str) -> bool:
        """True for one in the trash, too."""
        return self.row("SELECT 1 FROM documents WHERE id = ?", (document,)) is not None

    def ids(self) -> set[str]:
        """Of all documents, those in the trash included."""
        return {id for (id,) in self.rows("SELECT id FROM documents")}

    def documents(self, text: str = "") -> list[Document]:
        """All documents, newest first; or those whose title, source, site or author has all
        the words of ``text``, in any case and as parts of words.
        """
        words = _folded(text)
        condition = f"{_HERE} AND {_HAS_WORDS}" if words.split() else _HERE
        rows = self.rows(
            f"SELECT {_COLUMNS} FROM documents WHERE {condition} ORDER BY added DESC, title",
            [words] if words.split() else [],
        )
        return [_document(row) for row in rows]

    def newest_readable(self, most: int) -> list[str]:
        """Ids of those whose text can be read, or soon will be, newest first."""
        sql = f"SELECT id FROM documents WHERE {_HERE} AND {_READABLE} ORDER BY added DESC, title"
        return [id for (id,) in self.rows(f"{sql} LIMIT ?", (most,))]

    def search(self, words: str) -> list[str]:
        """Ids of the documents that ``documents(words)`` lists."""
        return [document.id for document in self.documents(words)]

    def in_states(self, *states: State) -> list[Document]:
        """Documents in these states, oldest first."""
        rows = self.rows(
            f"SELECT {_COLUMNS} FROM documents WHERE state IN ({', '.join('?' * len(states))})"
            " ORDER BY added, rowid",
            states,
        )
        return [_document(row) for row in rows]

    def some_documents(self, ids: Iterable[str]) -> dict[str, Document]:
        """By id, in the order asked for; an id that is not in the library is left out."""
        wanted = list(dict.fromkeys(ids))
        documents: dict[str, Document] = {}
        for at in range(0, len(wanted), _IN_ONE_QUERY):
            part = wanted[at : at + _IN_ONE_QUERY]
            for row in self.rows(
                f"SELECT {_COLUMNS} FROM documents WHERE id IN ({', '.join('?' * len(part))})"
                f" AND {_HERE}",
                part,
            ):
                documents[row[0]] = _document(row)
        return {id: documents[id] for id in wanted if id in documents}

    def suffix(self, document: str) -> str:
        row = self.row("SELECT suffix FROM documents WHERE id = ?", (document,))
        return str(row[0]) if row else ""

    def sources(self, document: str) -> list[str]:
        """Every place these bytes were dropped from, first one first."""
        rows = self.rows("SELECT source FROM sources WHERE document = ? ORDER BY added", [document])
        return [source for (source,) in rows]

    def languages_of(self, ids: Iterable[str]) -> dict[str, str]:
        """Of some documents, without all else that is known of them; at most a few hundred."""
        wanted = list(ids)
        rows = self.rows(
            f"SELECT id, language FROM documents WHERE id IN ({', '.join('?' * len(wanted))})"
            f" AND {_HERE}",
            wanted,
        )
        return dict(rows)

    def languages(self) -> list[str]:
        """Languages of the library, the most frequent first; "" is one that could not be told."""
        rows = self.rows(
            f"SELECT language FROM documents WHERE (language != '' OR passages > 0) AND {_HERE}"
            " GROUP BY language ORDER BY count(*) DESC, language"
        )
        return [language for (language,) in rows]

    def embedded_share(self, ids: Collection[str] = ()) -> float:
        """Of the passages, of these documents or of all, the share that has a vector: 0 to 1."""
        within = f" AND id IN ({', '.join('?' * len(ids))})" if ids else ""
        row = self.row(
            f"SELECT sum(embedded), sum(passages) FROM documents WHERE {_HERE}{within}", ids
        )
        embedded, passages = row or (0, 0)
        return min(1.0, (embedded or 0) / passages) if passages else 1.0

    def without_vectors(self, ids: Collection[str]) -> set[str]:
        """Those of a few hundred documents that still wait for vectors."""
        marks = ", ".join("?" * len(ids))
        return {
            id
            for (id,) in self.rows(
                f"SELECT id FROM documents WHERE id IN ({marks}) AND embedded < passages", ids
            )
        }

    def counts(self) -> Counts:
        rows = self.rows(
            "SELECT state, count(*), sum(pages), sum(passages), sum(embedded), sum(size_bytes)"
            f" FROM documents WHERE {_HERE} GROUP BY state"
        )
        documents, pages, passages, embedded, size = (
            sum(row[column] for row in rows) for column in range(1, 6)
        )
        states = {row[0]: row[1] for row in rows}
        return Counts(documents, pages, passages, embedded, size, states)

    def forget(self, document: str) -> None:
        """Delete a document and every row that hangs on it."""
        with self.write() as connection:
            connection.execute("DELETE FROM losses WHERE document = ?", (document,))
            connection.execute("DELETE FROM documents WHERE id = ?", (document,))

    def losses(self, document: str = "") -> list[Loss]:
        """The loss ledger of one document; of none ("") that of the library itself."""
        rows = self.rows(
            "SELECT stage, what, reason FROM losses WHERE document = ? ORDER BY number", [document]
        )
        return [Loss(*row) for row in rows]

    def take_back_losses(self, document: str, stage: str) -> None:
        """What was lost at that stage is there after all."""
        with self.write() as connection:
            sql = "DELETE FROM losses WHERE document = ? AND stage = ?"
            connection.execute(sql, (document, stage))

    def take_back_loss(self, loss: Loss, documents: Collection[str]) -> None:
        """What these have lost is there again."""
        sql = "SELECT document FROM losses WHERE stage = ? AND reason = ?"
        rows = self.rows(sql, (loss.stage, loss.reason))
        back = [
            (document, loss.stage, loss.reason) for (document,) in rows if document in documents
        ]
        with self.write() as connection:
            sql = "DELETE FROM losses WHERE document = ? AND stage = ? AND reason = ?"
            connection.executemany(sql, back)

    def add_losses(self, document: str, losses: Iterable[Loss]) -> bool:
        """Lines that are there already are not doubled. Whether any was new."""
        with self.write() as connection:
            added = connection.executemany(
                "INSERT INTO losses (document, stage, what, reason) SELECT ?1, ?2, ?3, ?4"
                " WHERE NOT EXISTS (SELECT 1 FROM losses"
                " WHERE document = ?1 AND stage = ?2 AND what = ?3 AND reason = ?4)",
                [(document, loss.stage, loss.what, loss.reason) for loss in losses],
            )
            return added.rowcount > 0

    def fact(self, name: str) -> str:
        """Something the warehouse knows about itself, such as its embedder; "" if it does not."""
        row = self.row("SELECT value FROM facts WHERE name = ?", (name,))
        return str(row[0]) if row else ""

    def set_fact(self, name: str, value: str) -> None:
        with self.write() as connection:
            connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))


def _column(document: Document, field: str) -> Any:
    value = getattr(document, field)
    return msgspec.json.encode(value).decode() if field == "authors" else value


def _document(row: Row) -> Document:
    values = dict(zip(_FIELDS, row, strict=True))
    try:
        values["authors"] = msgspec.json.decode(values["authors"], type=tuple[str, ...])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Damaged(f"The row of a document is damaged ({error}).") from error
    return Document(**values)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _has_words(words: str, raw: bytes) -> bool:
    """``raw`` are bytes, lest a damaged row of one document end the search for another."""
    text = _folded(raw.decode(errors="replace"))
    return all(word in text for word in words.split())
