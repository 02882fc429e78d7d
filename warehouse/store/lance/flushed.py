"""LanceDB flushes nothing to the disk: that is done here, before the catalog says what the index
has, and what came later is dropped when the tables are opened.

``whole.json`` in the folder of the index has the newest version of each table whose files are all
on the disk. After a power cut there may be a newer one, torn in places that no look would find.
Nothing is lost with it: the catalog knows what the index lacks then.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from warehouse.disk.durable import sync, sync_folder, write_whole

WHOLE = "whole.json"
HINT = "latest_version_hint.json"
TOGETHER = 8
_NEWEST = 2**64 - 1  # manifests are named by what is left to it, so that the newest comes first
_Versions = dict[str, int]


class Flushed:
    """Of the index in ``folder``; one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._whole = self._known()
        self._there: set[Path] = set()

    def drop_others(self, tables: Collection[str]) -> None:
        """Versions newer than the last whole one, and tables that never were. An index of before
        there were notes of it is taken as it is, and so is one that can only be read.
        """
        for table in tables if self._whole else ():
            place = self._folder / f"{table}.lance"
            with contextlib.suppress(OSError):
                if table in self._whole:
                    _drop_newer(place / "_versions", self._whole[table])
                elif place.is_dir():
                    shutil.rmtree(place)
            if table in self._whole:
                self._there.update(place.rglob("*"))

    def keep(self, versions: Mapping[str, int]) -> None:
        """All of these versions of the tables is put on the disk, and noted. Raises OSError."""
        stale = {table for table, version in versions.items() if self._whole.get(table) != version}
        if not stale:
            return
        fresh: set[Path] = set()
        for table in stale:
            top = self._folder / f"{table}.lance"
            paths = set(top.rglob("*"))
            fresh |= paths - self._there | set(top.glob(f"_versions/{HINT}"))
        folders = {path.parent for path in fresh} | ({self._folder} - self._there)
        with ThreadPoolExecutor(TOGETHER) as pool:  # disks do many flushes in the time of one
            list(pool.map(_flush, fresh))
            list(pool.map(_flush, folders))
        whole = {**self._whole, **versions}
        write_whole(self._folder / WHOLE, msgspec.json.encode(whole))
        self._whole = whole
        self._there |= fresh | folders

    def _known(self) -> _Versions:
        try:
            return msgspec.json.decode((self._folder / WHOLE).read_bytes(), type=_Versions)
        except (OSError, msgspec.DecodeError):
            return {}


def _flush(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):  # tidied away in this moment
        if path.is_dir():
            sync_folder(path)
        else:
            sync(path, is_read_next=False)


def names_newest(hint: Path) -> bool:
    try:
        said = json.loads(hint.read_bytes())
    except ValueError:
        return False
    return isinstance(said, dict) and said.get("version") == _newest(hint.parent)


def _newest(versions: Path) -> int:
    return max((_NEWEST - int(path.stem) for path in versions.glob("*.manifest")), default=0)


def _drop_newer(versions: Path, newest: int) -> None:
    for manifest in versions.glob("*.manifest"):
        if _NEWEST - int(manifest.stem) > newest:
            manifest.unlink()
    hint = versions / HINT
    if hint.exists() and not names_newest(hint):
        hint.unlink()
