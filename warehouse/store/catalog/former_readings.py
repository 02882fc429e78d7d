"""Readings that gave way to a newer one of the same document, kept for what was cited from them.

A range of text means the reading it was taken from. When a document is read again (a page by OCR,
say) and its text comes out otherwise, the old text with its pages and word boxes is put here; a
citation is then shown in the reading that has its very words at its range.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from indexers.records import Page, Word
from warehouse.errors import Damaged
from warehouse.store.catalog import compressed_text
from warehouse.store.catalog.documents import DocumentRows


class Former(Struct, frozen=True):
    """``replaced`` in Unix seconds."""

    text: str
    pages: tuple[Page, ...]
    replaced: float = 0.0


class FormerRows(DocumentRows):
    def formers(self, document: str) -> Iterator[Former]:
        """Earlier readings, the newest first."""
        for replaced, body in self.rows(
            "SELECT replaced, body FROM former WHERE document = ? ORDER BY number DESC", [document]
        ):
            kept = msgspec.msgpack.decode(zlib.decompress(body), type=Former)
            yield msgspec.structs.replace(kept, replaced=replaced)

    def former_with(self, document: str, start: int, end: int, words: str) -> Former | None:
        """The newest earlier reading that has ``words`` at that range; None for none of them."""
        for former in self.formers(document):
            if same_words(former.text[start:end], words):
                return former
        return None

    def former_count(self, documents: Iterable[str]) -> int:
        """How many earlier readings are kept of all these."""
        times = self.times_read_again()
        return sum(times.get(id, 0) for id in set(documents))

    def times_read_again(self) -> dict[str, int]:
        """Of all documents of which an earlier reading is kept: how many."""
        return dict(self.rows("SELECT document, count(*) FROM former GROUP BY document"))

    def was_read_again(self, document: str) -> bool:
        return self.row("SELECT 1 FROM former WHERE document = ?", (document,)) is not None

    def read_again_since(self, at: float) -> frozenset[str]:
        """Documents whose text has become another one after ``at``, Unix seconds."""
        rows = self.rows("SELECT DISTINCT document FROM former WHERE replaced > ?", (at,))
        return frozenset(id for (id,) in rows)

    def former_at(self, document: str, at: float) -> Former | None:
        """The reading that counted at ``at``, Unix seconds; None where it still does."""
        counted = None
        for former in self.formers(document):
            if former.replaced <= at:
                break
            counted = former
        return counted


def same_words(text: str, words: str) -> bool:
    """Whether they are the same letter by letter, where ``words`` may have blanks (see xray)."""
    return len(text) == len(words) and all(
        letter == other or other.isspace() for letter, other in zip(text, words, strict=True)
    )


def keep_former(connection: sqlite3.Connection, document: str, fresh: str) -> bool:
    """Before a new reading with the text ``fresh`` replaces the present one: put that away. True
    where it has the same text. One that is damaged is not kept.
    """
    bodies = connection.execute(
        "SELECT body FROM texts WHERE document = ? ORDER BY piece", (document,)
    )
    try:
        text = compressed_text.joined(body for (body,) in bodies)
    except Damaged:  # no citation can be shown in it
        return False
    if not text or text == fresh:
        return bool(text)
    rows = connection.execute(
        "SELECT page, label, first, last, width, height, words, problem, ocr FROM pages"
        " WHERE document = ? ORDER BY page",
        (document,),
    )
    pages = tuple(
        Page(index, label, start, end, width, height, _words(words), problem, ocr)
        for index, label, start, end, width, height, words, problem, ocr in rows
    )
    connection.execute(
        "INSERT INTO former (document, replaced, body) VALUES (?, ?, ?)",
        (document, time.time(), zlib.compress(msgspec.msgpack.encode(Former(text, pages)), 6)),
    )
    return False


def _words(blob: bytes) -> tuple[Word, ...]:
    if not blob:
        return ()
    return msgspec.msgpack.decode(zlib.decompress(blob), type=tuple[Word, ...])
