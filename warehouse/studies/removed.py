"""Studies that were removed: off the list, and kept for as long as a document in the trash.

    studies/ID/removed.json    its row as the catalog had it, and when it was removed

The folder stays where it is: what a model took an hour for is not lost by one key.
"""

from __future__ import annotations

import contextlib
import shutil
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.disk import durable, hashed_files
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.studies import REMOVED
from warehouse.store.catalog.trash import KEPT_S


class Removed(Struct, frozen=True):
    """``at`` in seconds since 1970."""

    row: StudyRow
    at: float


def remove(folder: Path, catalog: Catalog) -> None:
    """Raises OSError."""
    row = catalog.study(folder.name)
    if row is None:
        return
    if folder.is_dir():
        hashed_files.write_whole(folder / REMOVED, msgspec.json.encode(Removed(row, time.time())))
    catalog.delete_study(row.id)
    every(folder.parent, catalog)


def restore(folder: Path, catalog: Catalog) -> StudyRow:
    """Raises BadInput where it is gone for good."""
    removed = _read(folder)
    if removed is None:
        raise BadInput("This study was removed for good.")
    catalog.save_study(removed.row)
    hashed_files.forget(folder / REMOVED)
    durable.remove(folder / REMOVED)
    return removed.row


def every(studies: Path, catalog: Catalog) -> tuple[Removed, ...]:
    """What can be brought back, the latest first; what has lain long enough goes for good. One that
    is on the list was removed or brought back by half: it stays there, whole.
    """
    kept = []
    for folder in studies.glob("*/"):
        removed = _read(folder)
        if removed is None or catalog.study(folder.name) is not None:
            continue
        if time.time() - removed.at > KEPT_S:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            kept.append(removed)
    return tuple(sorted(kept, key=lambda one: one.at, reverse=True))


def _read(folder: Path) -> Removed | None:
    with contextlib.suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode((folder / REMOVED).read_bytes(), type=Removed)
    return None
