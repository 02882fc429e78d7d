"""One SQLite file, opened so that a committed transaction survives a kill and a power cut.

WAL with synchronous=FULL; a connection for each thread, so that readers never wait; writers take
turns behind one lock. Every ingest and every study has threads of its own: the connection of one
that has ended is closed when the next is opened, or the program would run out of open files. The
schema is an ordered list of named migrations: those that a file has not seen are applied in one
transaction each, after a copy of the file was put beside it: the way back, for a month, or until
something is forgotten for good. Every sqlite3 error leaves here as a StorageError with a sentence.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from warehouse.disk import sealed_rows
from warehouse.disk.durable import is_followed, kept, put_in_place, remove
from warehouse.errors import Damaged, DiskFull, NotWritable, StorageError
from warehouse.store.catalog.counted import Count

BUSY_TIMEOUT_S = 30.0
LOG_PAGES_FOLLOWED = 16_384
COPIES_KEPT_S = 30 * 86_400.0
Row = tuple[Any, ...]


class Migration(NamedTuple):
    """``name`` is for ever: it is how a file knows what it has seen. ``functions`` are there for
    its statements under their own names."""

    name: str
    statements: tuple[str, ...]
    functions: tuple[Callable[..., Any], ...] = ()


@contextlib.contextmanager
def sentences_for_sqlite(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise _told(error, path) from error
    except UnicodeDecodeError as error:  # in what SQLite quotes of it
        raise Damaged(f"{path.name} is damaged ({error}).") from error


def _told(error: sqlite3.Error, path: Path) -> StorageError:
    said = str(error).lower()
    if "full" in said:
        return DiskFull(f"The disk is full: {path.name} could not be written.")
    if "readonly" in said or "read-only" in said:
        return NotWritable(f"The warehouse folder is read-only: {path.name} could not be written.")
    if sealed_rows.is_damage(error):
        return Damaged(f"{path.name} is damaged ({error}).")
    if "locked" in said:
        return StorageError(f"{path.name} is in use by another program.")
    return StorageError(f"{path.name} could not be used ({error}).")


def snapshot(source: Path, target: Path) -> None:
    """A database as it is at one moment, while others may write to it. Raises StorageError."""
    with (
        sentences_for_sqlite(source),
        contextlib.closing(sqlite3.connect(source, timeout=BUSY_TIMEOUT_S)) as live,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)


class Database:
    """Connections, transactions and migrations; the tables belong to its subclasses."""

    def __init__(self, path: Path, migrations: Sequence[Migration]) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[tuple[threading.Thread, sqlite3.Connection]] = []
        self._registry = threading.Lock()
        self._writing = threading.RLock()
        self._closed = False
        self.version = 0  # grows with each transaction of this program
        self.program = uuid.uuid4().hex  # rows that another one left are not in anybody's hands
        with sentences_for_sqlite(path):
            existed = path.exists() and path.stat().st_size > 0
            self._count = Count(path, _counted(self._connection()))
            is_altered = self._migrate(migrations, existed)
            sealed_rows.follow(self._connection(), at_once=not existed, is_altered=is_altered)

    def close(self) -> None:
        with self._writing, self._registry:
            self._closed = True
            for _, connection in self._connections:
                connection.close()
            self._connections.clear()

    @property
    def lost(self) -> int:
        """Transactions that were kept and are gone, with a log that was lost or damaged."""
        return self._count.lost

    def accept_lost(self) -> None:
        with self._writing:
            self._count.accept()

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or nothing. Nested calls join the outer one."""
        with self._writing, sentences_for_sqlite(self.path):
            connection = self._connection()
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN IMMEDIATE")
            before = connection.total_changes
            try:
                yield connection
                number = _counted(connection)
                if connection.total_changes > before:
                    number += 1
                    connection.execute(f"PRAGMA user_version = {number}")
                connection.execute("COMMIT")
                self.version += 1
                if number != self._count.number:
                    self._count.note(number)
                kept(self.path)
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    def rows(self, sql: str, values: Iterable[Any] = ()) -> list[Row]:
        with sentences_for_sqlite(self.path):
            rows: list[Row] = self._connection().execute(sql, tuple(values)).fetchall()
            return rows

    def row(self, sql: str, values: Iterable[Any] = ()) -> Row | None:
        with sentences_for_sqlite(self.path):
            row: Row | None = self._connection().execute(sql, tuple(values)).fetchone()
            return row

    def copy(self, target: Path) -> None:
        """A whole and consistent copy, while others read and write."""
        part = target.with_suffix(".part")
        part.unlink(missing_ok=True)
        with sentences_for_sqlite(target), contextlib.closing(sqlite3.connect(part)) as copy:
            self._connection().backup(copy)
        put_in_place(part, target)

    def remove_copies(self) -> None:
        """Those of before migrations: they hold what was forgotten since. Raises OSError."""
        for copy in self.path.parent.glob(f"{self.path.stem}-before-*.db*"):
            remove(copy)

    def problems(self) -> list[str]:
        """What SQLite's own check of the whole file finds; empty when it is sound."""
        said = [str(line) for (line,) in self.rows("PRAGMA integrity_check")]
        return [] if said == ["ok"] else said

    def broken(self, part: str | None = None, table: str = "") -> list[sealed_rows.Part]:
        """Parts of tables whose rows are not those that were written; see sealed_rows.py. Of one
        document, say, or of one table, or of all.
        """
        with self._reading() as connection:
            damaged = sealed_rows.broken_in(connection, table, part) if table else None
            return list(sealed_rows.broken(connection, part) if damaged is None else damaged)

    @property
    def is_sealed(self) -> bool:
        """Whether damage would be found in all of it; the list of migrations aside."""
        with sentences_for_sqlite(self.path):
            unsealed = sealed_rows.waiting(self._connection(), 2)
            return all(part.table == "migrations" for part in unsealed)

    def seal_waiting(self, check: Callable[[], None]) -> int:
        """Seal what was there before rows were; ``check`` is asked at each part. How many were."""
        with sentences_for_sqlite(self.path):
            parts = sealed_rows.waiting(self._connection())
        for table, part in parts:
            check()
            self.accept(table, part)
        return len(parts)

    def accept(self, table: str, part: str) -> None:
        """The rows that are there count as right from now on."""
        with self.write() as connection:
            sealed_rows.seal(connection, table, part)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Rows as they are at one moment."""
        with sentences_for_sqlite(self.path):
            connection = self._connection()
            is_outer = not connection.in_transaction
            if is_outer:
                connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if is_outer:
                    connection.execute("ROLLBACK")

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is not None and not self._closed:
            return connection
        with self._registry:
            if self._closed:
                raise StorageError("The warehouse is closed.")
            self._close_left()
            connection = self._connect()
            self._connections.append((threading.current_thread(), connection))
        self._local.connection = connection
        return connection

    def _close_left(self) -> None:
        ended = [entry for entry in self._connections if not entry[0].is_alive()]
        for entry in ended:
            entry[1].close()
            self._connections.remove(entry)

    def _connect(self) -> sqlite3.Connection:
        # Closing happens in whichever thread closes the warehouse, or opens the next connection.
        connection = sqlite3.connect(
            self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")  # a default of some builds only
        if is_followed(self.path):  # each time the log is worked in, all of the file is written
            connection.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES_FOLLOWED}")
        sealed_rows.hear(connection)
        return connection

    def _migrate(self, migrations: Sequence[Migration], existed: bool) -> bool:
        """Whether any was waiting."""
        with self.write() as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied REAL)"
            )
        seen = {name for (name,) in self.rows("SELECT name FROM migrations")}
        unknown = seen - {migration.name for migration in migrations}
        if unknown:
            raise StorageError(
                f"{self.path.name} was written by a newer Muniment.", "Update Muniment to open it."
            )
        waiting = [migration for migration in migrations if migration.name not in seen]
        if waiting and existed:
            self.copy(self.path.with_name(f"{self.path.stem}-before-{waiting[0].name}.db"))
        if existed and not waiting:
            [(last,)] = self.rows("SELECT max(applied) FROM migrations")
            if time.time() - last > COPIES_KEPT_S:
                with contextlib.suppress(OSError):
                    self.remove_copies()
        for migration in waiting:
            self._apply(migration)
        return bool(waiting)

    def _apply(self, migration: Migration) -> None:
        with self.write() as connection:
            for function in migration.functions:
                connection.create_function(function.__name__, -1, function, deterministic=True)
            for statement in migration.statements:
                connection.execute(statement)
            connection.execute(
                "INSERT INTO migrations VALUES (?, ?)", (migration.name, time.time())
            )


def _counted(connection: sqlite3.Connection) -> int:
    """Transactions so far."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
