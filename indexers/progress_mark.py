"""Where a reader is, in memory that it shares with its parent.

A message for every page costs both sides a switch of tasks. So the page at hand is noted in 16
bytes of a mapped file, where the parent finds it when the reader dies or hangs; messages are left
to tell of progress a few times a second.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import tempfile
from pathlib import Path

_PLACE = struct.Struct("=QQ")


class ProgressMark:
    """One reader's place: (pages done, pages in all); (0, 0) before the first page."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _PLACE.size)

    @classmethod
    def made(cls) -> ProgressMark:
        """A new one, for the parent. Raises OSError."""
        descriptor, name = tempfile.mkstemp(prefix="muniment-reader-")
        with os.fdopen(descriptor, "wb") as file:
            file.write(bytes(_PLACE.size))
        return cls(Path(name))

    def note(self, done: int, total: int) -> None:
        _PLACE.pack_into(self._memory, 0, done, total)

    def place(self) -> tuple[int, int]:
        done, total = _PLACE.unpack_from(self._memory)
        return done, total

    def unlink(self) -> None:
        """Take the file's name away: nothing is left behind, whoever is killed. Safe to repeat.

        Windows allows it only when nobody has it mapped.
        """
        with contextlib.suppress(OSError):
            self.path.unlink()
