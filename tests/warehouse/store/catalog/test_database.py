from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from warehouse.errors import StorageError
from warehouse.store.catalog.database import Database, Migration

FIRST = Migration("first", ("CREATE TABLE things (name TEXT PRIMARY KEY)",))
SECOND = Migration("second", ("ALTER TABLE things ADD COLUMN size INTEGER DEFAULT 7",))
BROKEN = Migration("broken", ("CREATE TABLE half (x)", "CREATE NONSENSE"))


@pytest.fixture
def disk_is_not_waited_for() -> None:
    """Here it is."""


def test_commits_are_durable_and_in_wal(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.db", [FIRST])
    assert database.row("PRAGMA journal_mode") == ("wal",)
    assert database.row("PRAGMA synchronous") == (2,)
    database.close()


def test_migrations_run_once_in_order_after_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with sqlite3.connect(":memory:"):
        pass
    old = Database(path, [FIRST])
    with old.write() as connection:
        connection.execute("INSERT INTO things VALUES ('kept')")
    old.close()
    assert not list(tmp_path.glob("*before*"))

    new = Database(path, [FIRST, SECOND])
    assert new.rows("SELECT name, size FROM things") == [("kept", 7)]
    new.close()
    backup = Database(tmp_path / "a-before-second.db", [FIRST])
    assert backup.rows("SELECT * FROM things") == [("kept",)]
    backup.close()
    Database(path, [FIRST, SECOND]).close()


def test_the_copy_of_before_is_there_for_a_month(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "a-before-second.db"
    Database(path, [FIRST]).close()
    for days, is_there in ((0, True), (29, True), (31, False)):
        later = time.time() + days * 86_400
        with monkeypatch.context() as then:
            then.setattr(time, "time", lambda later=later: later)
            Database(path, [FIRST, SECOND]).close()
        assert copy.exists() is is_there


def test_a_copy_of_before_that_cannot_be_removed_keeps_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "a-before-second.db"
    Database(path, [FIRST]).close()
    copy.mkdir()  # no file: it cannot be unlinked
    later = time.time() + 31 * 86_400
    monkeypatch.setattr(time, "time", lambda: later)
    Database(path, [FIRST]).close()
    assert copy.exists()


def test_a_new_file_knows_when_it_was_made(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Database(path, [FIRST]).close()
    with contextlib.closing(sqlite3.connect(path)) as behind_its_back:
        for (trigger,) in behind_its_back.execute(
            "SELECT name FROM sqlite_master WHERE name GLOB 'seal_migrations_*'"
        ).fetchall():
            behind_its_back.execute(f"DROP TRIGGER {trigger}")
        behind_its_back.execute("UPDATE migrations SET applied = applied + 1")
        behind_its_back.commit()
    database = Database(path, [FIRST])
    assert "migrations" in {one.table for one in database.broken()}
    database.close()


def test_a_migration_that_fails_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with pytest.raises(StorageError):
        Database(path, [FIRST, BROKEN])
    after = Database(path, [FIRST])
    assert after.rows("SELECT name FROM sqlite_master WHERE name = 'half'") == []
    after.close()


def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    Database(tmp_path / "a.db", [FIRST, SECOND]).close()
    with pytest.raises(StorageError, match="newer Muniment"):
        Database(tmp_path / "a.db", [FIRST])


def test_a_transaction_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.db", [FIRST])
    with pytest.raises(RuntimeError), database.write() as connection:
        connection.execute("INSERT INTO things VALUES ('lost')")
        with database.write() as inner:
            inner.execute("INSERT INTO things VALUES ('lost too')")
        raise RuntimeError
    assert database.rows("SELECT * FROM things") == []
    database.close()


def test_many_threads_write_and_read(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.db", [FIRST])

    def work(number: int) -> None:
        for at in range(10):
            with database.write() as connection:
                connection.execute("INSERT INTO things VALUES (?)", (f"{number}-{at}",))
            database.rows("SELECT count(*) FROM things")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert database.row("SELECT count(*) FROM things") == (60,)
    database.close()


def test_connections_of_threads_that_ended_are_closed(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.db", [FIRST])
    for _ in range(20):
        thread = threading.Thread(target=database.rows, args=("SELECT * FROM things",))
        thread.start()
        thread.join()
    assert len(database._connections) == 2
    with database.write() as connection:
        connection.execute("INSERT INTO things VALUES ('mine')")
    database.close()


def test_damage_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"this is not a database at all, whatever its name says" * 100)
    with pytest.raises(StorageError, match=r"a\.db is damaged"):
        Database(path, [FIRST])


def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.db", [FIRST])
    database.row("PRAGMA max_page_count = 4")
    with pytest.raises(StorageError, match="disk is full"), database.write() as connection:
        connection.execute("INSERT INTO things VALUES (?)", ("x" * 100_000,))
    assert database.rows("SELECT * FROM things") == []
    database.close()


def test_what_was_deleted_is_not_left_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def as_built_elsewhere(*given: Any, **named: Any) -> sqlite3.Connection:
        connection = connect(*given, **named)
        connection.execute("PRAGMA secure_delete=OFF")  # here it may be on without a word
        return connection

    monkeypatch.setattr(sqlite3, "connect", as_built_elsewhere)
    path = tmp_path / "a.db"
    database = Database(path, [FIRST])
    with database.write() as connection:
        connection.execute("INSERT INTO things VALUES ('a name that is forgotten')")
    with database.write() as connection:
        connection.execute("DELETE FROM things")
    database.close()
    assert b"forgotten" not in path.read_bytes()


def test_closed_is_a_sentence(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.db", [FIRST])
    database.close()
    with pytest.raises(StorageError, match="closed"):
        database.rows("SELECT 1")
