"""An encrypted library of one document, and what lies plain on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse import app
from warehouse.disk.study_database import StudyDatabase
from warehouse.engines import Engines
from warehouse.store.encryption import walls

PASSPHRASE = "nine ships at anchor"
SECRET = b"mark1"


def opened(folder: Path, passphrase: str = PASSPHRASE) -> app.Warehouse:
    parts = app.Parts(Engines(SETTINGS), HashingEmbedder(), passphrase=passphrase)
    return app.open(folder, SETTINGS, begin=True, parts=parts)


@pytest.fixture
def encrypted(tmp_path: Path) -> Path:
    """A warehouse with one document, encrypted, closed."""
    folder = tmp_path / "matter"
    walls.put_up(folder, PASSPHRASE)
    with opened(folder) as warehouse:
        warehouse.add([write_html(tmp_path / "one.html", "One", prose(1))])
    return folder


def plain_files(folder: Path, secret: bytes = SECRET) -> list[Path]:
    """Those in which the secret stands, or a name of ours."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in found if secret in path.read_bytes() or b"SQLite" in path.read_bytes()]


class Lines(StudyDatabase):
    TABLES = ("create table if not exists lines (at integer primary key, text text)",)
    UNUSABLE = "The lines cannot be used"

    def add(self, text: str) -> None:
        with self._writing():
            self._db.execute("insert into lines (text) values (?)", (text,))

    def all(self) -> list[str]:
        return [text for (text,) in self._all("select text from lines order by at")]

    def work_in(self) -> None:
        self._db.execute("pragma wal_checkpoint(truncate)")

    def fail(self, text: str) -> None:
        """A large transaction that spills into the log, and is taken back."""
        self._db.execute("pragma cache_size=2")
        with pytest.raises(ZeroDivisionError), self._writing():
            for at in range(400):
                self._db.execute("insert into lines (text) values (?)", (f"{text} {at}" * 40,))
            raise ZeroDivisionError
