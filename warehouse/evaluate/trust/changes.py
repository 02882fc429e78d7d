"""Random changes of 1 to 16 bytes anywhere in a warehouse: does a look at it find each that counts?

A change counts where what stands in the warehouse is other than before: a row of a table, or a byte
of any other file. Free pages of SQLite, logs and the lock hold nothing.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from warehouse import app
from warehouse.documents.backup import checking
from warehouse.errors import StorageError
from warehouse.run import Run
from warehouse.settings import ASSETS, Settings

MOST_BYTES = 16
_ROOMS = ("catalog.db", "lance", "objects", "studies")
_NO_CONTENT = ("-wal", "-shm", "-count", "latest_version_hint.json")


class Change(Struct, frozen=True):
    """``found`` None: nothing that stands in the warehouse was changed by it. ``said`` is the first
    thing that was said of it.
    """

    file: str
    at: int
    bytes: int
    found: bool | None
    said: str = ""


def begin(folder: Path) -> Path:
    """A warehouse of the sample's documents and one question, made by the command line."""
    place = folder / "papers"

    def muniment(*arguments: str) -> None:
        command = [sys.executable, "-m", "desktop", "--warehouse", str(place), *arguments]
        subprocess.run(command, capture_output=True, check=True)

    muniment("add", str(ASSETS / "sample"))
    muniment("ask", "What could not be read?")
    return place


def changes(place: Path, number: int, run: Run, seed: int = 1) -> Iterator[Change]:
    """``number`` changes that count, and those between that do not; each in a copy beside it."""
    chance = random.Random(seed)
    before = content(place)
    copy = place.with_name("changed")
    counted = 0
    while counted < number:
        run.step("changes", counted, number)
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(place, copy)
        file, at, changed = _change(copy, chance)
        name = file.relative_to(copy).as_posix()
        if content(copy) == before:
            yield Change(name, at, changed, None)
            continue
        counted += 1
        said = _said(copy, run)
        yield Change(name, at, changed, bool(said), said)
    shutil.rmtree(copy, ignore_errors=True)


def content(place: Path) -> dict[str, str]:
    """Each table's rows and each other file, as a hash."""
    hashes: dict[str, str] = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place).as_posix()
        if not path.is_file() or not name.startswith(_ROOMS) or name.endswith(_NO_CONTENT):
            continue
        if path.suffix == ".db":
            hashes |= {f"{name}:{table}": digest for table, digest in _tables(path)}
        else:
            hashes[name] = sha256(path.read_bytes()).hexdigest()
    return hashes


def take_log_in(path: Path) -> None:
    """Put what is in a database's log into the database, as the next to open it would."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _tables(path: Path) -> Iterator[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as database:
        database.text_factory = bytes
        try:
            names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (name,) in names.fetchall():
                digest = sha256()
                for row in database.execute(f"SELECT * FROM {name.decode()} NOT INDEXED"):
                    digest.update(repr(row).encode())
                yield name.decode(), digest.hexdigest()
            yield "", repr(database.execute("SELECT sql FROM sqlite_master").fetchall())
        except (sqlite3.Error, UnicodeDecodeError) as error:
            yield "?", str(error)


def _change(place: Path, chance: random.Random) -> tuple[Path, int, int]:
    """In a room, then anywhere in its bytes: of few and small files as often as of many."""
    files: list[Path] = []
    while not files:
        room = place / chance.choice(_ROOMS)
        files = [room] if room.is_file() else [file for file in room.rglob("*") if file.is_file()]
    file = chance.choices(files, [file.stat().st_size for file in files])[0]
    raw = bytearray(file.read_bytes())
    at = chance.randrange(len(raw))
    number = min(chance.randint(1, MOST_BYTES), len(raw) - at)
    raw[at : at + number] = (byte ^ chance.randint(1, 255) for byte in raw[at : at + number])
    file.write_bytes(raw)
    return file, at, number


def _said(place: Path, run: Run) -> str:
    """ "" where nothing was found; a fault of ours passes."""
    try:
        with app.open(place, Settings()) as warehouse:
            damage = checking.damaged(warehouse.library, run)
    except StorageError as error:
        return str(error)
    return damage[0].sentence if damage else ""
