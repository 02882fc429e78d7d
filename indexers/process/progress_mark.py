"""Where a reader is, in memory that it shares with its parent.

A message for every page costs both sides a switch of tasks. So the page at hand is noted in 16
bytes of a mapped file, where the parent finds it when the reader dies or hangs; messages are left
to tell of progress a few times a second. The file has no name that stays behind: who is shut in
may open none.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import tempfile
from collections.abc import Iterator

from indexers.sandbox import inheriting

_PLACE = struct.Struct("=QQ")


class ProgressMark:
    """One reader's place: (pages done, pages in all); (0, 0) before the first page."""

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, _PLACE.size)

    @classmethod
    @contextlib.contextmanager
    def made(cls) -> Iterator[tuple[ProgressMark, int]]:
        """A new one for the parent, and its file for the child to inherit. Raises OSError."""
        with tempfile.TemporaryFile(prefix="muniment-reader-") as file:
            file.write(bytes(_PLACE.size))
            file.flush()
            yield cls(file.fileno()), file.fileno()

    @classmethod
    def inherited(cls, number: int) -> ProgressMark:
        """The same one, for the child."""
        descriptor = inheriting.descriptor(number)
        try:
            return cls(descriptor)
        finally:
            os.close(descriptor)

    def note(self, done: int, total: int) -> None:
        _PLACE.pack_into(self._memory, 0, done, total)

    def place(self) -> tuple[int, int]:
        done, total = _PLACE.unpack_from(self._memory)
        return done, total
