"""A warehouse folder as such: one program at a time in it, and room enough on its disk.

The lock is the operating system's: gone with the process however it ends.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import IO

from warehouse.errors import InUse, StorageError
from warehouse.objects import sentences_for_disk

MARGIN_BYTES = 50 * 2**20


class FolderLock:
    """Held from here to ``release``. Raises InUse while another program holds it, StorageError."""

    def __init__(self, folder: Path) -> None:
        with sentences_for_disk(folder):
            self._file: IO[bytes] | None = (folder / "warehouse.lock").open("ab")
        try:
            _lock(self._file)
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


def _lock(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
