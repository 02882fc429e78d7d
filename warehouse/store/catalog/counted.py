"""How many transactions a database has kept, noted in a file beside it.

SQLite passes over a log that was lost, cut off or damaged, and with it over the last transactions;
its rows are then sound, and older than what the user was told. The note is written after each
commit and not flushed: after a power cut it may be behind the database, and is never ahead of it.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from pathlib import Path

SUFFIX = "-count"


class Count:
    """``lost`` is how many transactions were found to be missing and not accepted since. The caller
    sees to it that one thread writes at a time. What cannot be written is not noted.
    """

    def __init__(self, database: Path, there: int) -> None:
        self._file = database.with_name(database.name + SUFFIX)
        noted, lost = self._read()
        self.number, self.lost = there, lost + max(0, noted - there)
        if self.lost > lost:
            self.note(there)

    def note(self, number: int) -> None:
        self.number = number
        with contextlib.suppress(OSError):
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.write(descriptor, _line(number, self.lost))
            finally:
                os.close(descriptor)

    def accept(self) -> None:
        self.lost = 0
        self.note(self.number)

    def _read(self) -> tuple[int, int]:
        """(number, lost); zeros for a note that is damaged itself."""
        with contextlib.suppress(OSError, ValueError):
            line = self._file.read_bytes()
            number, lost, _ = (int(part, 16) for part in line.split())
            if line == _line(number, lost):
                return number, lost
        return 0, 0


def sentence(lost: int) -> str:
    """For the user, "" for none."""
    if not lost:
        return ""
    changes = "change" if lost == 1 else f"{lost:,} changes"
    return (
        f"catalog.db lacks its last {changes}: catalog.db-wal, which had them, was lost or damaged."
        " A backup may have them; muniment check --accept goes on without."
    )


def _line(number: int, lost: int) -> bytes:
    """Of one length, within a sector."""
    counted = f"{number:016x} {lost:016x}".encode()
    return counted + b" %08x\n" % zlib.crc32(counted)
