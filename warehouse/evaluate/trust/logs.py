"""The catalog's log (``catalog.db-wal``) is changed, cut off or lost: is that told?

Every change is made in a copy of a warehouse as a kill leaves it, whose log holds what SQLite has
not yet taken over into the catalog. What is silently wrong is a table with other rows than before
where opening and checking say nothing.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from warehouse import app
from warehouse.documents.backup import checking
from warehouse.errors import StorageError
from warehouse.evaluate.trust import changes
from warehouse.run import Run
from warehouse.settings import Settings

LOG = "catalog.db-wal"
WAYS = ("changed", "changed", "cut", "lost")


class LogTried(Struct, frozen=True):
    """``lost``: rows are others than before; ``said`` is what was told of it, "" for nothing."""

    way: str
    at: int
    lost: bool
    said: str


def tried(place: Path, number: int, run: Run, seed: int = 1) -> Iterator[LogTried]:
    """``place`` is a warehouse; it is opened and written to."""
    killed = place.with_name("killed")
    with app.open(place, Settings()) as warehouse:
        for at in range(40):
            warehouse.library.catalog.set_fact(f"trial {at}", "kept")
        shutil.copytree(place, killed)
    whole = _rows(killed, place.with_name("read"))
    chance = random.Random(seed)
    copy = place.with_name("damaged")
    for at in range(number):
        run.step("logs", at, number)
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(killed, copy)
        way = WAYS[at % len(WAYS)]
        where = _damage(copy / LOG, way, chance)
        is_lost = _rows(copy, place.with_name("read")) != whole
        yield LogTried(way, where, is_lost, _said(copy, run))


def _damage(log: Path, way: str, chance: random.Random) -> int:
    raw = bytearray(log.read_bytes())
    at = chance.randrange(len(raw))
    if way == "lost":
        log.unlink()
    elif way == "cut":
        log.write_bytes(raw[:at])
    else:
        end = min(len(raw), at + chance.randint(1, changes.MOST_BYTES))
        raw[at:end] = (byte ^ chance.randint(1, 255) for byte in raw[at:end])
        log.write_bytes(raw)
    return at


def _rows(place: Path, aside: Path) -> dict[str, str]:
    """Every table's rows as SQLite gives them, with what of the log it takes."""
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    for name in ("catalog.db", LOG):
        if (place / name).exists():
            shutil.copy2(place / name, aside / name)
    changes.take_log_in(aside / "catalog.db")
    return changes.content(aside)


def _said(place: Path, run: Run) -> str:
    try:
        with app.open(place, Settings()) as warehouse:
            damage = checking.damaged(warehouse.library, run)
            return warehouse.to_tell or (damage[0].sentence if damage else "")
    except StorageError as error:
        return str(error)
