"""The outline of an article beside its study: kept when it is drafted, read when it goes on.

What the user makes of it in between is what is written.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from warehouse import hashed_files
from warehouse.errors import StorageError
from warehouse.writing.outlining import Outline

NAME = "outline.json"


class OutlineFile:
    """In the folder of a study. Any thread."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NAME

    def read(self) -> Outline | None:
        """None where none was drafted yet. Raises StorageError when it is damaged."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Outline)
        except FileNotFoundError:
            return None
        except (msgspec.DecodeError, OSError) as error:
            hint = "Remove it, and it is drafted anew."
            raise StorageError(
                f"The outline {self._file} cannot be read: {error}.", hint
            ) from error

    def keep(self, outline: Outline) -> None:
        """Raises StorageError."""
        try:
            hashed_files.write_whole(self._file, msgspec.json.encode(outline))
        except OSError as error:
            raise StorageError(f"{NAME} cannot be written: {error.strerror}.") from error
