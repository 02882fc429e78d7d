"""A warehouse folder as such: is it there, one program at a time in it, room enough on its disk.

``warehouses.json`` in the home holds the folders that were opened here: where one of them is
missing its disk is, too, and a new library in its place would be empty, and hidden as soon as the
disk is back.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import IO

import msgspec

from warehouse.disk.durable import lock, read_json, write_whole
from warehouse.errors import InUse, StorageError
from warehouse.settings import home
from warehouse.store.objects import sentences_for_disk

_OPENED = "warehouses.json"
MOST_OPENED = 100
MARGIN_BYTES = 50 * 2**20


def require_place(folder: Path) -> None:
    """Raises StorageError for the folder of a library that is gone as a whole."""
    if not folder.exists() and str(folder.resolve()) in _opened():
        raise StorageError(
            f"The library in {folder} is not there.",
            "Connect its disk and try again; to begin a new library there, make the empty folder.",
        )


def remember_place(folder: Path) -> None:
    """That a library was opened there."""
    opened, place = _opened(), str(folder.resolve())
    if place not in opened:
        with contextlib.suppress(OSError, UnicodeEncodeError):  # a convenience, no condition
            write_whole(home() / _OPENED, msgspec.json.encode([*opened, place][-MOST_OPENED:]))


def _opened() -> tuple[str, ...]:
    return read_json(home() / _OPENED, tuple[str, ...], ())


class FolderLock:
    """Held from here to ``release``. Raises InUse while another program holds it, StorageError."""

    def __init__(self, folder: Path) -> None:
        with sentences_for_disk(folder):
            self._file: IO[bytes] | None = (folder / "warehouse.lock").open("ab")
        try:
            lock(self._file)
        except OSError as error:
            self._file.close()
            raise InUse(f"The warehouse {folder} is open in another window.") from error

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def require_space(folder: Path, wanted_bytes: int) -> None:
    """Raises StorageError with both figures."""
    free = shutil.disk_usage(folder).free
    if free < wanted_bytes + MARGIN_BYTES:
        raise StorageError(
            f"{wanted_bytes / 1e6:,.0f} MB are needed in {folder}; {free / 1e6:,.0f} MB are free.",
            "Free some space or choose another disk; nothing was changed.",
        )
