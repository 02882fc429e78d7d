"""What LanceDB raises, in the words of the house.

Whoever meets damage leaves a mark in the folder of the index, since a look at the next start need
not come across it: one file of the full-text index may be bad while every row can be read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from warehouse.errors import Damaged, DiskFull, NotWritable

MARK = "damaged"
_RAISED = (OSError, RuntimeError, ValueError)
# Of bytes that it takes for an index a check of the library itself may fail; the class of that is
# made at run time, in no module, so that it is known by its name alone.
_PANIC = "RustPanic"


class IndexDamaged(Damaged):
    next_step = "Start Muniment again: the index is made anew from the catalog."


@contextlib.contextmanager
def sentences(folder: Path) -> Iterator[None]:
    """Raises StorageError for a disk that is full or read-only, else IndexDamaged."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, _RAISED) and type(error).__name__ != _PANIC:
            raise
        said = str(error)
        if "No space left" in said or "ENOSPC" in said:
            raise DiskFull(f"The disk of {folder} is full.") from error
        if "Read-only file system" in said or "Permission denied" in said:
            raise NotWritable(f"The warehouse folder {folder} cannot be written.") from error
        with contextlib.suppress(OSError):
            (folder / MARK).touch()
        raise IndexDamaged(f"The search index in {folder} could not be used ({said}).") from error
