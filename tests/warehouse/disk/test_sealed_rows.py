"""Rows and their sums: what is written through SQL keeps them, and nothing else does."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

import pytest

from warehouse.disk import sealed_rows


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("CREATE TABLE documents (id TEXT PRIMARY KEY, title TEXT)")
        connection.execute(
            "CREATE TABLE texts (document TEXT REFERENCES documents (id) ON DELETE CASCADE,"
            " piece INTEGER, body BLOB, PRIMARY KEY (document, piece))"
        )
        connection.execute("INSERT INTO documents VALUES ('old', 'was there before')")
        sealed_rows.hear(connection)
        sealed_rows.follow(connection)
        yield connection


def broken(database: sqlite3.Connection, part: str | None = None) -> list[sealed_rows.Part]:
    return list(sealed_rows.broken(database, part))


def behind_its_back(database: sqlite3.Connection, sql: str) -> None:
    """As a disk changes it: no trigger hears of it."""
    [(trigger,)] = database.execute(
        "SELECT sql FROM sqlite_master WHERE name = 'seal_texts_update'"
    ).fetchall()
    database.execute("DROP TRIGGER seal_texts_update")
    database.execute(sql)
    database.execute(trigger)


def test_writing_in_every_way_keeps_the_sums(database: sqlite3.Connection) -> None:
    database.execute("INSERT INTO documents VALUES ('a', 'A'), ('b', 'B')")
    rows = [("a", 0, b"one"), ("a", 1, b"two"), ("b", 0, b"three")]
    database.executemany("INSERT INTO texts VALUES (?, ?, ?)", rows)
    database.execute("INSERT OR REPLACE INTO texts VALUES ('a', 0, x'00')")
    database.execute("INSERT OR IGNORE INTO texts VALUES ('a', 0, x'01')")
    database.execute(
        "INSERT INTO texts VALUES ('a', 1, x'02') ON CONFLICT DO UPDATE SET body = excluded.body"
    )
    database.execute("UPDATE texts SET document = 'a', piece = 5 WHERE document = 'b'")
    database.execute("UPDATE OR REPLACE texts SET piece = 5 WHERE piece = 1")
    database.execute("DELETE FROM documents WHERE id = 'b'")
    assert broken(database) == []
    database.execute("DELETE FROM documents WHERE id = 'a'")
    assert broken(database) == []
    assert database.execute("SELECT count(*) FROM seals WHERE part = 'a'").fetchone() == (0,)


def test_a_change_behind_its_back_is_found_in_its_part(database: sqlite3.Connection) -> None:
    database.execute("INSERT INTO documents VALUES ('a', 'A'), ('b', 'B')")
    database.execute("INSERT INTO texts VALUES ('a', 0, x'00'), ('b', 0, x'01')")
    behind_its_back(database, "UPDATE texts SET body = x'ff' WHERE document = 'b'")
    assert broken(database) == [("texts", "b")]
    assert broken(database, "a") == [] and broken(database, "b") == [("texts", "b")]
    database.execute("INSERT INTO texts VALUES ('b', 1, x'02')")  # does not hide it
    assert broken(database) == [("texts", "b")]
    sealed_rows.seal(database, "texts", "b")
    assert broken(database) == []


def test_what_was_there_before_waits_until_it_is_sealed(database: sqlite3.Connection) -> None:
    assert sealed_rows.waiting(database) == [("documents", "old")]
    database.execute("UPDATE documents SET title = 'changed since'")
    assert broken(database) == []
    sealed_rows.seal(database, "documents", "old")
    assert sealed_rows.waiting(database) == [] and broken(database) == []


def test_another_column_is_followed_and_a_changed_schema_is_found(
    database: sqlite3.Connection,
) -> None:
    database.execute("ALTER TABLE texts ADD COLUMN extra TEXT")
    assert broken(database) == [(sealed_rows.SCHEMA, "")]
    sealed_rows.follow(database, is_altered=True)
    assert broken(database) == []
    database.execute("INSERT INTO documents VALUES ('a', 'A')")
    database.execute("INSERT INTO texts VALUES ('a', 0, x'00', 'more')")
    behind_its_back(database, "UPDATE texts SET extra = 'less'")
    assert broken(database) == [("texts", "a")]


def test_a_file_whose_making_was_interrupted_is_not_broken_while_it_is_empty() -> None:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE acts (number INTEGER, body BLOB)")
        sealed_rows.hear(connection)
        assert broken(connection) == []
        connection.execute("INSERT INTO acts VALUES (1, x'00')")
        assert broken(connection) == [sealed_rows.Part("acts", "?")]
