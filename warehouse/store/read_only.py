"""A warehouse on a medium that can only be read: it is searched, read and asked from there.

What is written meanwhile (the catalog, studies, logs) goes to a folder of the home, which begins as
a copy of the medium's and is used again as long as that stays what it was. Originals and search
index stay where they are.
"""

from __future__ import annotations

import os
import shutil
from hashlib import sha256
from pathlib import Path

from warehouse.disk.durable import sync_folder
from warehouse.errors import StorageError
from warehouse.settings import home

_COPIED = ("catalog.db", "catalog.db-wal")
_STUDIES = "studies"
_TRIES = 5


def is_read_only(folder: Path) -> bool:
    """Is there a warehouse, in a folder where nothing can be written?"""
    return (folder / _COPIED[0]).is_file() and not os.access(folder, os.W_OK)


def place_for_writing(folder: Path) -> Path:
    """The folder in the home for what is written while this warehouse is open. Raises OSError,
    StorageError for one that is written to all the while.
    """
    for _ in range(_TRIES):
        key = _key(folder)
        place = home() / "read-only" / key
        if place.is_dir():
            return place
        draft = _copy(folder, place)
        if _key(folder) == key:  # else its owner wrote between the catalog and its log
            draft.replace(place)
            sync_folder(place.parent)
            return place
        shutil.rmtree(draft, ignore_errors=True)
    raise StorageError(
        f"The library in {folder} is being written to.", "Open it when that has ended."
    )


def _copy(folder: Path, place: Path) -> Path:
    """Beside ``place``, under another name."""
    draft = place.with_name(place.name + ".part")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    for name in _COPIED:
        if (folder / name).is_file():
            shutil.copyfile(folder / name, draft / name)
    if (folder / _STUDIES).is_dir():
        shutil.copytree(folder / _STUDIES, draft / _STUDIES, copy_function=shutil.copyfile)
    return draft


def _key(folder: Path) -> str:
    """Of the folder, and of its catalog as it is now."""
    looks = [(folder / name).stat() for name in _COPIED if (folder / name).is_file()]
    about = [
        os.fsencode(folder.resolve()),
        *(b"%d %d" % (look.st_size, look.st_mtime_ns) for look in looks),
    ]
    return sha256(b"\0".join(about)).hexdigest()[:32]
