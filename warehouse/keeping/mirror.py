"""A backup that grows: each time only the originals that are new are copied.

    NAME.muniment/objects/           originals, named by their SHA-256; never changed once written
                 /backups/DATE/      catalog.db, studies/ and manifest.json of that day

Every backup in it is whole: its manifest lists all its files with sizes and hashes, those in
``objects/`` too. What is copied is read back; of what lies there from before the size is looked at
(``restore`` checks every byte). A backup counts when its manifest is there, which comes last.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from warehouse.errors import BadInput, StorageError
from warehouse.folder import require_space
from warehouse.keeping.backup import (
    FORMAT,
    MANIFEST,
    Kept,
    Manifest,
    is_member,
    originals,
    studies,
    unpack,
)
from warehouse.library import Library
from warehouse.objects import CHUNK_BYTES, sentences_for_disk, sha256_of
from warehouse.run import Run

SUFFIX = ".muniment"
_BACKUPS = "backups"


def is_mirror(folder: Path) -> bool:
    return (folder / _BACKUPS).is_dir() and (folder / "objects").is_dir()


def back_up_again(library: Library, mirror: Path, run: Run) -> tuple[Manifest, int]:
    """Bring ``mirror`` up to date, or begin it; returns the manifest and the bytes copied.

    Raises BadInput for a folder of something else, StorageError, Cancelled; then what was backed up
    before is as it was.
    """
    if mirror.exists() and not is_mirror(mirror) and any(mirror.iterdir()):
        raise BadInput(f"{mirror} holds something else.", "Choose another folder.")
    day = _new_day(mirror)
    part = day.with_name(day.name + ".part")
    with sentences_for_disk(mirror.parent):
        (mirror / "objects").mkdir(parents=True, exist_ok=True)
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        try:
            manifest, copied = _write(library, mirror, part, run)
            part.rename(day)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return manifest, copied


def _new_day(mirror: Path) -> Path:
    """Named so that the last one is last by name too."""
    name = time.strftime("%Y-%m-%dT%H-%M-%S")
    taken = len(list((mirror / _BACKUPS).glob(f"{name}*"))) if mirror.exists() else 0
    return mirror / _BACKUPS / (f"{name}-{taken + 1:03}" if taken else name)


def newest(mirror: Path) -> Path:
    """The folder of the last whole backup. Raises BadInput when there is none."""
    days = sorted(one for one in (mirror / _BACKUPS).iterdir() if (one / MANIFEST).is_file())
    if not days:
        raise BadInput(f"There is no whole backup in {mirror}.")
    return days[-1]


def restore(mirror: Path, folder: Path, run: Run) -> Manifest:
    """The newest backup of ``mirror`` into a ``folder`` that is not there yet, or is empty.

    Raises BadInput for what is no whole backup, StorageError, Cancelled; then ``folder`` is as it
    was.
    """
    day = newest(mirror)
    try:
        manifest = msgspec.json.decode((day / MANIFEST).read_bytes(), type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"{day} is no backup of Muniment.") from error
    is_ours = manifest.format == FORMAT and "catalog.db" in manifest.files
    if not is_ours or not all(map(is_member, manifest.files)):
        raise BadInput(f"{day} was written by another version, or is no backup.")
    unpack(manifest, _members(mirror, day, manifest, run), folder)
    return manifest


def _members(
    mirror: Path, day: Path, manifest: Manifest, run: Run
) -> Iterator[tuple[str, IO[bytes]]]:
    for done, name in enumerate(manifest.files):
        run.step("restoring", done, len(manifest.files), name)
        try:
            source = _place(mirror, day, name).open("rb")
        except FileNotFoundError as error:
            raise BadInput(f"The backup is damaged: {name} is missing.") from error
        with source:
            yield name, source


def _write(library: Library, mirror: Path, part: Path, run: Run) -> tuple[Manifest, int]:
    library.catalog.copy(part / "catalog.db")
    files = {"catalog.db": _kept(part / "catalog.db")}
    copied = files["catalog.db"].bytes
    sources = dict(originals(library)) | dict(studies(library))
    fresh = {name: path for name, path in sources.items() if not _is_there(mirror, name, path)}
    require_space(mirror, sum(path.stat().st_size for path in fresh.values() if path.exists()))
    for done, (name, source) in enumerate(sources.items()):
        run.step("backing up", done, len(sources), name)
        place = _place(mirror, part, name)
        if name not in fresh:
            files[name] = Kept(place.stat().st_size, place.stem)
        elif source.exists():  # else it was removed from the library meanwhile
            files[name] = _copy(source, place)
            copied += files[name].bytes
    made = time.strftime("%Y-%m-%dT%H:%M:%S")
    manifest = Manifest(FORMAT, made, len(library.catalog.documents()), files)
    (part / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest, copied


def _is_there(mirror: Path, name: str, source: Path) -> bool:
    """Originals alone never change; one of another size is damaged and copied again."""
    if not name.startswith("objects/") or not source.exists():
        return False
    place = mirror / name
    return place.is_file() and place.stat().st_size == source.stat().st_size


def _copy(source: Path, place: Path) -> Kept:
    """Whole, and read back; or nothing. Raises StorageError when it is not what was read."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(place.name + ".copying")
    digest = hashlib.sha256()
    try:
        with source.open("rb") as reading, draft.open("wb") as out:
            while chunk := reading.read(CHUNK_BYTES):
                digest.update(chunk)
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
        if sha256_of(draft) != digest.hexdigest():
            raise StorageError(f"{source.name} was not copied faithfully.", "Use another disk.")
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)
    return _kept(place)


def _place(mirror: Path, day: Path, name: str) -> Path:
    return (mirror if name.startswith("objects/") else day) / name


def _kept(path: Path) -> Kept:
    return Kept(path.stat().st_size, sha256_of(path))
