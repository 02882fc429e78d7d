"""The outline of an article beside its study: kept when it is drafted, read when it goes on.

What the user makes of it in between is what is written.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from warehouse.disk import hashed_files
from warehouse.errors import StorageError
from warehouse.writing.outline.outlining import Outline

_OUTLINE = msgspec.json.Decoder(Outline)
NAME, FORMER = "outline.json", "before-outline.json"


class OutlineFile:
    """In the folder of a study, whose article ``is_written`` already or not. Any thread."""

    def __init__(self, folder: Path, is_written: bool = False) -> None:
        self._file, self._former = folder / NAME, folder / FORMER
        self.is_written = is_written

    def read(self) -> Outline | None:
        """None where none was drafted yet. Raises StorageError when it is damaged."""
        return _read(self._file)

    def keep(self, outline: Outline) -> None:
        """Raises StorageError."""
        _write(self._file, outline)

    def change(self, before: Outline, outline: Outline) -> None:
        """As ``keep``; what it was ``before`` stays beside it. Raises StorageError."""
        _write(self._former, before)
        _write(self._file, outline)

    def former(self) -> Outline | None:
        """What it was before the last change, None where there was none. Raises StorageError."""
        return _read(self._former)


def _read(file: Path) -> Outline | None:
    try:
        return _OUTLINE.decode(file.read_bytes())
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, OSError) as error:
        hint = "Remove it, and it is drafted anew."
        raise StorageError(f"The outline {file} cannot be read: {error}.", hint) from error


def _write(file: Path, outline: Outline) -> None:
    try:
        hashed_files.write_whole(file, msgspec.json.encode(outline))
    except OSError as error:
        raise StorageError(f"{file.name} cannot be written: {error.strerror}.") from error
