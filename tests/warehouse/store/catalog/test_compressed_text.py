"""Texts in pieces: a file with the large pieces of once has the same texts in smaller ones."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

from warehouse.store.catalog import Catalog, compressed_text
from warehouse.store.catalog.database import Database
from warehouse.store.catalog.schema import MIGRATIONS

FORMER_CHARS = 65_536


def test_former_pieces_become_smaller_ones_with_the_same_text(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    place = next(at for at, one in enumerate(MIGRATIONS) if one.name == "smaller-pieces")
    texts = {
        "long": "αβ\0𝔘 x\n" * 30_000,
        "whole": "y" * FORMER_CHARS,
        "short": "z",
        "quarter": "w" * compressed_text.PIECE_CHARS,
    }
    old = Database(path, MIGRATIONS[:place])
    with old.write() as connection:
        for document, text in texts.items():
            row = (document, document, "web", "", len(text), 0.0, "verified")
            connection.execute(
                "INSERT INTO documents (id, title, kind, source, size_bytes, added, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            cut = [text[at : at + FORMER_CHARS] for at in range(0, len(text), FORMER_CHARS)]
            bodies = [(document, at, zlib.compress(one.encode())) for at, one in enumerate(cut)]
            connection.executemany("INSERT INTO texts VALUES (?, ?, ?)", bodies)
    old.close()

    catalog = Catalog(path)
    for document, text in texts.items():
        assert catalog.text(document) == text
        count = -(-len(text) // compressed_text.PIECE_CHARS)
        assert catalog.row("SELECT count(*) FROM texts WHERE document = ?", (document,)) == (count,)
    assert catalog.text("long", 65_530, 65_550) == texts["long"][65_530:65_550]
    assert catalog.rows("SELECT name FROM sqlite_master WHERE name = 'former_texts'") == []
    with catalog.write() as connection:
        connection.execute("DELETE FROM documents WHERE id = 'short'")
    assert catalog.rows("SELECT * FROM texts WHERE document = 'short'") == []
    catalog.close()
    assert sqlite3.connect(path).execute("PRAGMA foreign_key_check").fetchall() == []
