"""A folder in the memory of the system, the user's alone, gone when it is closed.

What a killed program left there is removed when the next one is opened: who uses one holds its
lock.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
import time
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from warehouse.disk.durable import lock
from warehouse.errors import DiskFull, StorageError

PREFIX = "muniment-open-"
LOCK = ".held"
YOUNG_S = 10.0
MARGIN_BYTES = 64 * 2**20
_IN_MEMORY = ("tmpfs", "ramfs")


class MemoryFolder:
    """Raises StorageError where the system has none, DiskFull where it has no room for so much."""

    def __init__(self, wanted_bytes: int = 0) -> None:
        _sweep()
        ground = _roomiest()
        if (free := shutil.disk_usage(ground).free) < wanted_bytes + MARGIN_BYTES:
            raise DiskFull(
                f"Opening it takes {wanted_bytes / 1e6:,.0f} MB of memory;"
                f" {free / 1e6:,.0f} MB are free.",
                "Close other programs; nothing was lost.",
            )
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=ground))
        self._held = (self.path / LOCK).open("wb")
        lock(self._held)

    def close(self) -> None:
        """All that lies in it is gone."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._held.close()


def is_to_be_had() -> bool:
    """Has the system such a place, with room for a small warehouse?"""
    return any(shutil.disk_usage(ground).free >= 2 * MARGIN_BYTES for ground in grounds())


def require() -> None:
    """Raises StorageError where the system has none."""
    if not grounds():
        raise StorageError(
            "This system has no folder in memory, where an encrypted warehouse could be opened.",
            "Encrypted warehouses are opened on Linux; nothing was changed.",
        )


def _roomiest() -> Path:
    require()
    return max(grounds(), key=lambda place: shutil.disk_usage(place).free)


def grounds() -> list[Path]:
    """File systems in memory where this user may write."""
    if not sys.platform.startswith("linux"):
        return []
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    places = [Path("/dev/shm"), *([Path(runtime)] if runtime else [])]
    mounted = {
        Path(partition.mountpoint): partition.fstype
        for partition in psutil.disk_partitions(all=True)
    }
    return [
        place
        for place in places
        if _kind(place, mounted) in _IN_MEMORY and os.access(place, os.W_OK)
    ]


def _kind(place: Path, mounted: dict[Path, str]) -> str:
    """Of the file system that a folder lies in."""
    return next((mounted[folder] for folder in (place, *place.parents) if folder in mounted), "")


def _sweep() -> None:
    """Remove what no program holds any more."""
    for ground in grounds():
        for left in ground.glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError):
                about = left.lstat()
                is_young = time.time() - about.st_mtime < YOUNG_S  # being made, maybe
                if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid() or is_young:
                    continue
                with (left / LOCK).open("ab") as held:
                    lock(held)
                    shutil.rmtree(left, ignore_errors=True)
