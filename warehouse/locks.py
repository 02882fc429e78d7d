"""The lock of the operating system on an open file: gone with the process however it ends."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO


def lock(file: IO[bytes], wait: bool = False) -> None:
    """Until ``file`` is closed. Raises OSError where another has it, after a while at most."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def taking_turns(path: Path) -> Iterator[None]:
    """One at a time, of all threads and programs; ``path`` is a file for this alone. OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        lock(file, wait=True)
        yield
