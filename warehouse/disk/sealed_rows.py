"""Rows that know themselves: for each part of each table of an SQLite file a sum over its rows.

A disk may change bytes that SQLite never looks at: its own check knows the shape of the file and
not what stands in it. So every table has triggers that keep in ``seals``, for each part of it (the
rows of one document, say), the exclusive or of a 64-bit hash (BLAKE2b) of each row. Whatever writes
rows through SQL keeps the sums; bytes that change by themselves do not. A sum is carried from row
to row and never made anew from what is there, so that a write beside damage does not hide it.

Tables of an earlier version, or with another column than before, wait in ``unsealed`` until
``seal`` has gone through them. Against chance, not against somebody who can write the file.
Imports nothing of ours.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

SCHEMA = "sqlite_master"
_OWN = ("seals", "unsealed")
_TABLES = (
    "CREATE TABLE IF NOT EXISTS seals (part TEXT, name TEXT, sum INTEGER NOT NULL,"
    " PRIMARY KEY (part, name)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS unsealed (part TEXT, name TEXT, PRIMARY KEY (part, name))"
    " WITHOUT ROWID",
)
# The first of these columns of text that a table has says which part of it a row belongs to.
_PARTED_BY = ("document", "study", "one", "id")
_KINDS = ("insert", "update", "delete")
_DAMAGE = ("malformed", "not a database", "decode", "user-defined function", "corrupt", "no such")


class Part(NamedTuple):
    """Of a table, as ``documents`` of ``table`` say; "" where the table has one part only."""

    table: str
    part: str


def hear(connection: sqlite3.Connection) -> None:
    """For every connection that writes: the triggers need it."""
    connection.create_function("row_hash", -1, _row_hash, deterministic=True)
    # A row that gives way to another by OR REPLACE is deleted for the triggers, too.
    connection.execute("PRAGMA recursive_triggers = ON")


def follow(connection: sqlite3.Connection, at_once: bool = False, is_altered: bool = False) -> None:
    """Make the triggers of all tables what their columns ask for; once, after they were made.

    Rows that are there wait to be sealed, or are sealed ``at_once``. Nothing is written where all
    is as it should be, and no table or index ``is_altered``.
    """
    wanted = {table: _triggers(connection, table) for table in tables(connection)}
    triggers = dict(
        connection.execute("SELECT name, sql FROM sqlite_master WHERE name GLOB 'seal_*_*'")
    )
    stale = [table for table, due in wanted.items() if due.items() - triggers.items()]
    if not is_altered and (not stale or is_schema_broken(connection)):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _TABLES:
            connection.execute(statement)
        for table in stale:
            _begin(connection, table, wanted[table])
            if at_once:
                seal(connection, table)
        connection.execute("INSERT OR REPLACE INTO seals VALUES ('', ?, ?)", _schema(connection))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def waiting(connection: sqlite3.Connection, most: int = -1) -> list[Part]:
    """Parts whose rows were there before their triggers, and are not sealed yet."""
    if "unsealed" not in _names(connection):
        return [Part(table, "") for table in tables(connection)]
    sql = "SELECT name, part FROM unsealed ORDER BY part, name LIMIT ?"
    rows = connection.execute(sql, (most,))
    return [Part(*row) for row in rows]


def seal(connection: sqlite3.Connection, table: str, part: str | None = None) -> None:
    """From now on the rows that are there count as right; in the caller's transaction."""
    of_part, values = ("", (table,)) if part is None else (" AND part = ?", (table, part))
    connection.execute(f"DELETE FROM seals WHERE name = ?{of_part}", values)
    connection.execute(f"DELETE FROM unsealed WHERE name = ?{of_part}", values)
    connection.executemany(
        "INSERT INTO seals (part, name, sum) VALUES (?, ?, ?)",
        [(name, table, total) for name, total in _sums(connection, table, part).items() if total],
    )


def broken(connection: sqlite3.Connection, part: str | None = None) -> Iterator[Part]:
    """Parts whose rows are not those that were written: all, or those called ``part``.

    A table that cannot be read to its end is one, its part "?". Within a transaction of the
    caller, where others may write meanwhile.
    """
    if _is_just_begun(connection):
        return
    for table in tables(connection):
        yield from broken_in(connection, table, part)
    if part is None and is_schema_broken(connection):
        yield Part(SCHEMA, "")


def broken_in(
    connection: sqlite3.Connection, table: str, part: str | None = None
) -> Iterator[Part]:
    of_part, values = ("", (table,)) if part is None else (" AND part = ?", (table, part))
    try:
        sql = f"SELECT part, sum FROM seals WHERE name = ?{of_part}"
        kept = dict(connection.execute(sql, values))
        sql = f"SELECT part FROM unsealed WHERE name = ?{of_part}"
        left = {name for (name,) in connection.execute(sql, values)}
        sums = _sums(connection, table, part)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        yield Part(table, part or "?")
        return
    for name in sorted(kept.keys() | sums.keys()):
        if kept.get(name, 0) != sums.get(name, 0) and name not in left:
            yield Part(table, name)


def tables(connection: sqlite3.Connection) -> list[str]:
    """Those whose rows are summed, by name."""
    names = _names(connection)
    return [name for name in names if name not in _OWN and not name.startswith("sqlite_")]


def is_schema_broken(connection: sqlite3.Connection) -> bool:
    """Are tables, indexes and triggers not those that ``follow`` saw last?"""
    if "seals" not in _names(connection):
        return False
    name, total = _schema(connection)
    kept = connection.execute("SELECT sum FROM seals WHERE name = ?", (name,)).fetchone()
    return kept is not None and kept[0] != total


def is_damage(error: sqlite3.Error) -> bool:
    """Rather than a lock or a full disk."""
    return any(word in str(error).lower() for word in _DAMAGE)


def _row_hash(*values: Any) -> int:
    packed = msgspec.msgpack.encode(values)
    return int.from_bytes(blake2b(packed, digest_size=8).digest(), "little", signed=True)


def _names(connection: sqlite3.Connection) -> list[str]:
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    return [name for (name,) in connection.execute(sql)]


def _schema(connection: sqlite3.Connection) -> tuple[str, int]:
    """Tables, indexes and triggers as they are declared, under the name of SQLite's own table."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2")
    return SCHEMA, _row_hash(rows.fetchall())


def _is_just_begun(connection: sqlite3.Connection) -> bool:
    """Was its making interrupted before ``follow``? Nothing is written before it."""
    try:
        names = tables(connection)
        rows = (connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in names)
        return "seals" not in _names(connection) and not any(rows)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        return False


def _sums(connection: sqlite3.Connection, table: str, part: str | None) -> dict[str, int]:
    columns = _columns(connection, table)
    by, row = _part_of(columns), _hashed(columns)
    # Of a whole table through itself: an index may hold its own copy of a column.
    where, values = (" NOT INDEXED", ()) if part is None else (f" WHERE {by} = ?", (part,))
    sums: dict[str, int] = {}
    for name, hashed in connection.execute(f"SELECT {by}, {row} FROM {table}{where}", values):
        sums[name] = sums.get(name, 0) ^ hashed
    return sums


def _begin(connection: sqlite3.Connection, table: str, triggers: dict[str, str]) -> None:
    for name, sql in triggers.items():
        connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        connection.execute(sql)
    connection.execute("DELETE FROM seals WHERE name = ?", (table,))
    by = _part_of(_columns(connection, table))
    connection.execute(
        f"INSERT OR IGNORE INTO unsealed (part, name) SELECT DISTINCT {by}, ? FROM {table}",
        (table,),
    )


def _triggers(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    columns = _columns(connection, table)
    out, into = (_folded(table, columns, which) for which in ("old", "new"))
    by = _part_of(columns, "old.")
    gone = f"DELETE FROM seals WHERE part = {by} AND name = '{table}' AND sum = 0;"
    done = {"insert": into, "update": f"{out} {into}", "delete": f"{out} {gone}"}
    return {
        f"seal_{table}_{kind}": f"CREATE TRIGGER seal_{table}_{kind} AFTER {kind.upper()} ON"
        f" {table} BEGIN {done[kind]} END"
        for kind in _KINDS
    }


def _folded(table: str, columns: dict[str, str], which: str) -> str:
    """Takes a row into the sum of its part, or out of it; (a | b) - (a & b) is the exclusive or."""
    dot = f"{which}."
    return (
        f"INSERT INTO seals (part, name, sum) VALUES ({_part_of(columns, dot)}, '{table}',"
        f" {_hashed(columns, dot)}) ON CONFLICT (part, name) DO UPDATE"
        " SET sum = (sum | excluded.sum) - (sum & excluded.sum);"
    )


def _columns(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """Name to type."""
    rows = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,))
    return {str(name): str(kind).upper() for name, kind in rows}


def _part_of(columns: dict[str, str], dot: str = "") -> str:
    column = next((name for name in _PARTED_BY if columns.get(name) == "TEXT"), "")
    return f"{dot}{column}" if column else "''"


def _hashed(columns: dict[str, str], dot: str = "") -> str:
    """Text goes in as its bytes: those of damaged text are no UTF-8."""
    given = (
        f"{dot}{name}" if kind in ("INTEGER", "REAL") else f"CAST({dot}{name} AS BLOB)"
        for name, kind in columns.items()
    )
    return f"row_hash({', '.join(given)})"
