"""A small SQLite file of a study: its journal, what was steered in it, how its article was edited.

Every row is sealed (sealed_rows.py), and every write is on the disk (synchronous=FULL) when it
returns.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec

from warehouse.disk import sealed_rows
from warehouse.disk.durable import kept
from warehouse.errors import StorageError

BUSY_TIMEOUT_S = 10.0


class StudyDatabase:
    """Made from for each file. Any thread; raises StorageError when the file cannot be used."""

    TABLES: ClassVar[tuple[str, ...]]
    UNUSABLE: ClassVar[str]
    """The sentence for the user, without its point."""

    def __init__(self, path: Path | None = None) -> None:
        """In memory where there is no path."""
        self._lock, self._path = threading.RLock(), path
        with self._held():
            self._db = sqlite3.connect(
                path or ":memory:",
                timeout=BUSY_TIMEOUT_S,
                check_same_thread=False,
                isolation_level=None,
            )
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=full")
            for table in self.TABLES:
                self._db.execute(table)
            sealed_rows.hear(self._db)
            sealed_rows.follow(self._db, at_once=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._held():
            return self._db.execute(query, values).fetchall()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing, alone among threads and processes; nested ones join the outer one."""
        with self._held():
            if self._db.in_transaction:
                yield
                return
            self._db.execute("begin immediate")
            try:
                yield
                self._db.execute("commit")
                if self._path is not None:
                    kept(self._path)
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("rollback")
                raise

    @contextlib.contextmanager
    def _held(self) -> Iterator[None]:
        """By this thread alone."""
        with self._lock:
            try:
                yield
            except (sqlite3.Error, msgspec.DecodeError) as error:
                raise StorageError(f"{self.UNUSABLE}: {error}.") from error
