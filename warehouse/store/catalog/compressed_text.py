"""The canonical text of a document, cut in pieces and compressed, a row of ``texts`` each.

A search shows twenty passages of as many documents, and unpacks a piece for each of them: of
65,536 letters, as they were once, that took a fifth of the search; pieces of 16,384 take a quarter
of it and a tenth more of the disk.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from warehouse.errors import Damaged

PIECE_CHARS = 16_384
_FORMER_CHARS = 65_536
_PARTS = _FORMER_CHARS // PIECE_CHARS
_LEVEL = 3

# A migration; ``part_of_text`` below is a function of the connection while it runs.
SMALLER = (
    "ALTER TABLE texts RENAME TO former_texts",
    """CREATE TABLE texts (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        piece INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (document, piece)
    )""",
    f"""WITH RECURSIVE parts (part) AS (
        SELECT 0 UNION ALL SELECT part + 1 FROM parts WHERE part + 1 < {_PARTS}
    )
    INSERT INTO texts
        SELECT document, piece * {_PARTS} + part, part_of_text(body, part)
        FROM former_texts CROSS JOIN parts WHERE part_of_text(body, part) IS NOT NULL""",
    "DROP TABLE former_texts",
)


def insert(connection: sqlite3.Connection, document: str, text: str) -> None:
    connection.executemany(
        "INSERT INTO texts VALUES (?, ?, ?)",
        [
            (document, at // PIECE_CHARS, _squeezed(text[at : at + PIECE_CHARS]))
            for at in range(0, len(text), PIECE_CHARS)
        ],
    )


def joined(bodies: Iterable[bytes]) -> str:
    """Pieces that follow each other, as one text. Raises Damaged."""
    try:
        return "".join(zlib.decompress(body).decode() for body in bodies)
    except (zlib.error, UnicodeDecodeError) as error:
        raise Damaged(f"The text of a document is damaged ({error}).") from error


def touched(start: int, end: int) -> range:
    """The numbers of the pieces that hold ``text[start:end]``; at least one."""
    return range(start // PIECE_CHARS, max(start, end - 1) // PIECE_CHARS + 1)


def ranges(
    rows: Iterable[tuple[str, int, bytes]], wanted: Sequence[tuple[str, int, int]]
) -> list[str]:
    """The texts of (document, start, end), from rows (document, piece, body); each is unpacked
    once, and one that is missing is empty."""
    pieces = {(document, piece): joined([body]) for document, piece, body in rows}
    texts = []
    for document, start, end in wanted:
        numbers = touched(start, end)
        text = "".join(pieces.get((document, at), "") for at in numbers)
        offset = numbers[0] * PIECE_CHARS
        texts.append(text[start - offset : end - offset])
    return texts


@lru_cache(maxsize=1)  # a row is asked for twice: whether it is there, and for itself
def part_of_text(body: bytes, part: int) -> bytes | None:
    """One of the present pieces out of a former one; None behind its end. For ``SMALLER``."""
    cut = joined([body])[part * PIECE_CHARS : (part + 1) * PIECE_CHARS]
    return _squeezed(cut) if cut else None


def _squeezed(text: str) -> bytes:
    return zlib.compress(text.encode(), _LEVEL)
