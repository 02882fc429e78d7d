"""What Muniment keeps is its user's alone: other users can neither list nor read it.

The program creates everything with ``umask 077``. Folders that an earlier version made, or another
program copied here, are closed when they are opened, once: whoever opens one to others after that
meant to. Links are not followed, and in a folder that holds other things, too, those are left
alone. On Windows the user's profile is private as it is.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from warehouse.store.contents import is_part

UMASK = 0o077
_OTHERS = 0o077
_BESIDE = ("handed", "warehouse.lock")


def begin() -> None:
    """For a program of ours, before it makes any file."""
    os.umask(UMASK)


def is_open(path: Path) -> bool:
    """Can others do anything with it?"""
    return os.name == "posix" and bool(path.lstat().st_mode & _OTHERS)


def close(folder: Path) -> int:
    """Close all in it to others, itself last, so that what is cut off is begun anew; how many were
    open. What another user owns, or a read-only disk holds, stays as it is.
    """
    return sum(map(_close, _below(folder))) + _close(folder)


def close_warehouse(folder: Path) -> int:
    """Only what is a warehouse's own; the folder where it holds nothing else."""
    closed, alone = 0, True
    for path in folder.iterdir():
        if is_part(path.name) or path.name in _BESIDE:
            closed += close(path) if path.is_dir() and not path.is_symlink() else _close(path)
        else:
            alone = False
    return closed + (_close(folder) if alone else 0)


def close_home(folder: Path) -> int:
    """Nothing where it is the user's own home, or above it."""
    if folder.resolve() in (Path.home(), *Path.home().parents) or not is_open(folder):
        return 0
    return close(folder)


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, topdown=False):
        yield from (Path(place, name) for name in (*names, *folders))


def _close(path: Path) -> int:
    with contextlib.suppress(OSError):
        mode = path.lstat().st_mode
        if not stat.S_ISLNK(mode) and mode & _OTHERS:
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
            return 1
    return 0
