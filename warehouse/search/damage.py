"""What LanceDB raises, in the words of the house."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from warehouse.errors import StorageError


class IndexDamaged(StorageError):
    next_step = "Start Muniment again: the index is made anew from the catalog."


@contextlib.contextmanager
def sentences(folder: Path) -> Iterator[None]:
    """Raises StorageError for a disk that is full or read-only, else IndexDamaged."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        said = str(error)
        if "No space left" in said or "ENOSPC" in said:
            raise StorageError(f"The disk of {folder} is full.") from error
        if "Read-only file system" in said or "Permission denied" in said:
            raise StorageError(f"The warehouse folder {folder} cannot be written.") from error
        raise IndexDamaged(f"The search index in {folder} could not be used ({said}).") from error
