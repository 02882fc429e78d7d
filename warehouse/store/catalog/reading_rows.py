"""A reading to rows: text in pieces, pages with their words, structure, passages, suspects."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from indexers.records import Page, Passage, Reading
from indexers.xray import VERSION
from warehouse.errors import Damaged
from warehouse.store.catalog import compressed_text
from warehouse.store.catalog.suspects import insert_suspects

PAGE_COLUMNS = "page, label, first, last, width, height, problem, ocr, quality, flaw"
T = TypeVar("T")


def insert_reading(
    connection: sqlite3.Connection, document: str, reading: Reading, passages: Sequence[Passage]
) -> None:
    """All of it; whatever an earlier reading left must be gone."""
    _insert_text(connection, document, reading)
    _insert_structure(connection, document, reading)
    _insert_passages(connection, document, passages)
    insert_suspects(connection, document, reading.suspects)


def passage_id(document: str, start: int, end: int) -> str:
    return hashlib.sha256(f"{document}:{start}:{end}".encode()).hexdigest()[:32]


def pack(value: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value), 3)


def unpack(blob: bytes, kind: type[T]) -> T:
    """Raises Damaged."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(blob), type=kind)
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Damaged(f"What was read of a document is damaged ({error}).") from error


def _insert_text(connection: sqlite3.Connection, document: str, reading: Reading) -> None:
    compressed_text.insert(connection, document, reading.text)
    connection.executemany(
        f"INSERT INTO pages (document, words, {PAGE_COLUMNS})"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [_page_row(document, page) for page in reading.pages],
    )


def _page_row(document: str, page: Page) -> tuple[Any, ...]:
    words = pack(page.words) if page.words else b""
    return (
        document,
        words,
        page.index,
        page.label,
        page.start,
        page.end,
        page.width,
        page.height,
        page.problem,
        page.ocr,
        page.quality,
        page.flaw,
    )


def _insert_structure(connection: sqlite3.Connection, document: str, reading: Reading) -> None:
    connection.execute(
        "INSERT INTO structures"
        " (document, length, sections, sentences, tables, figures, xray, code)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            document,
            len(reading.text),
            pack(reading.sections),
            pack(reading.sentences),
            reading.tables,
            reading.figures,
            VERSION,
            pack(reading.code) if reading.code else b"",
        ),
    )


def _insert_passages(
    connection: sqlite3.Connection, document: str, passages: Sequence[Passage]
) -> None:
    connection.executemany(
        "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
        [
            (
                passage_id(document, passage.start, passage.end),
                document,
                number,
                passage.start,
                passage.end,
                passage.first,
                passage.last,
                passage.path,
                passage.page,
            )
            for number, passage in enumerate(passages)
        ],
    )
