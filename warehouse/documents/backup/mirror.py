"""A backup that grows: each time only the originals that are new are copied.

    NAME.muniment/objects/           originals, named by their SHA-256; never changed once written
                 /backups/DATE/      catalog.db, studies/ and manifest.json of that day

Every backup in it is whole: its manifest lists all its files with sizes and hashes, those in
``objects/`` too. What is copied is read back; of what lies there from before the size is looked at
(``verify`` and ``restore`` check every byte). An original that was damaged in the library never
takes the place of a good copy: where there is none it is put with the day. A backup counts when its
manifest is there, which comes last.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from warehouse.disk.durable import make_folder, put_in_place, sync, sync_tree, write_whole
from warehouse.documents.backup.backup import (
    FORMAT,
    MANIFEST,
    Kept,
    Manifest,
    about,
    carry,
    is_damaged,
    own_name,
    require_plain,
    unpack,
)
from warehouse.documents.backup.sources import STILL, is_member, originals, still, studies
from warehouse.errors import BadInput, StorageError
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.folder import require_space
from warehouse.store.objects import CHUNK_BYTES, sentences_for_disk, sha256_of

SUFFIX = ".muniment"
_BACKUPS = "backups"
_DAY = re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d{3})?")


def is_mirror(folder: Path) -> bool:
    return (folder / _BACKUPS).is_dir() and (folder / "objects").is_dir()


def can_restore(place: Path) -> bool:
    """Whether it is a folder that grows, or one day of it."""
    return is_mirror(place) or ((place / MANIFEST).is_file() and is_mirror(place.parent.parent))


def back_up_again(library: Library, mirror: Path, run: Run) -> tuple[Manifest, int]:
    """Bring ``mirror`` up to date, or begin it; returns the manifest and the bytes copied.

    Raises BadInput for a folder of something else, StorageError, Cancelled; then what was backed up
    before is as it was.
    """
    require_plain(library)
    if mirror.exists() and not is_mirror(mirror) and any(mirror.iterdir()):
        raise BadInput(f"{mirror} holds something else.", "Choose another folder.")
    if is_mirror(mirror) and _library_of(mirror) not in ("", own_name(library)):
        raise BadInput(f"{mirror} holds backups of another library.", "Choose another folder.")
    day = _new_day(mirror)
    part = day.with_name(day.name + ".part")
    with sentences_for_disk(mirror.parent):
        make_folder(mirror / "objects")
        shutil.rmtree(part, ignore_errors=True)
        make_folder(part)
        try:
            manifest, copied = _write(library, mirror, part, run)
            sync_tree(part)
            put_in_place(part, day)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return manifest, copied


def _new_day(mirror: Path) -> Path:
    """Named so that the last one is last by name too, wherever the clock was set meanwhile."""
    name = time.strftime("%Y-%m-%dT%H-%M-%S")
    backups = mirror / _BACKUPS
    last = max((day.name for day in backups.glob("*") if _DAY.fullmatch(day.name)), default="")
    if name <= last:
        before, number = last[: len(name)], int(last[len(name) + 1 :] or 0)
        name = f"{before}-{number + 1:03}"
    return backups / name


def newest(mirror: Path) -> Path:
    """The folder of the last whole backup. Raises BadInput when there is none."""
    folders = (folder for folder in (mirror / _BACKUPS).iterdir() if _DAY.fullmatch(folder.name))
    days = sorted(folder for folder in folders if (folder / MANIFEST).is_file())
    if not days:
        raise BadInput(f"There is no whole backup in {mirror}.")
    return days[-1]


def _library_of(mirror: Path) -> str:
    """Whose backups it holds, as far as the last one says."""
    try:
        return _listed(newest(mirror)).library
    except (BadInput, OSError):
        return ""


def restore(place: Path, folder: Path, run: Run) -> Manifest:
    """The newest backup of a mirror, or that of one day, into a ``folder`` that is not there yet,
    or is empty.

    Raises BadInput for what is no whole backup, StorageError, Cancelled; then ``folder`` is as it
    was.
    """
    day = _day(place)
    manifest = _listed(day)
    unpack(manifest, _members(day, manifest, "restoring", run), folder)
    return manifest


def verify(place: Path, run: Run) -> Manifest:
    """Read the same backup back, every byte of it. Raises BadInput for what is not whole."""
    day = _day(place)
    manifest = _listed(day)
    for name, source in _members(day, manifest, "reading back", run):
        carry(source, len, manifest.files[name], name)
    return manifest


def _day(place: Path) -> Path:
    return place if (place / MANIFEST).is_file() else newest(place)


def _listed(day: Path) -> Manifest:
    try:
        manifest = msgspec.json.decode((day / MANIFEST).read_bytes(), type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"{day} is no backup of Muniment.") from error
    is_ours = manifest.format == FORMAT and "catalog.db" in manifest.files
    if not is_ours or not all(map(is_member, manifest.files)):
        raise BadInput(f"{day} was written by another version, or is no backup.")
    return manifest


def _members(
    day: Path, manifest: Manifest, stage: str, run: Run
) -> Iterator[tuple[str, IO[bytes]]]:
    for name in run.each(stage, manifest.files, str):
        try:
            source = _place(day, name).open("rb")
        except FileNotFoundError as error:
            raise BadInput(f"The backup is damaged: {name} is missing.") from error
        with source:
            yield name, source


def _write(library: Library, mirror: Path, part: Path, run: Run) -> tuple[Manifest, int]:
    listed = about(library)
    library.catalog.copy(part / "catalog.db")
    files = {"catalog.db": _kept(part / "catalog.db")}
    damaged: list[str] = []
    copied = files["catalog.db"].bytes
    sources = dict(originals(library)) | dict(studies(library))
    fresh = {name: path for name, path in sources.items() if not _is_there(mirror, name, path)}
    require_space(mirror, sum(path.stat().st_size for path in fresh.values() if path.exists()))
    for name, source in run.each("backing up", sources.items(), lambda pair: pair[0]):
        if name not in fresh:
            files[name] = _believed(mirror / name)
        elif source.exists():  # else it was removed from the library meanwhile
            with still(name, source, part) as unmoved:
                files[name], is_whole = _take(unmoved, mirror, part, name)
            copied += files[name].bytes
            damaged += [] if is_whole else [name]
    (part / STILL).unlink(missing_ok=True)
    manifest = msgspec.structs.replace(listed, files=files, damaged=tuple(damaged))
    write_whole(part / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest, copied


def _is_there(mirror: Path, name: str, source: Path) -> bool:
    """Originals alone never change; one of another size is looked at again."""
    if not name.startswith("objects/") or not source.exists():
        return False
    place = mirror / name
    return place.is_file() and place.stat().st_size == source.stat().st_size


def _take(source: Path, mirror: Path, part: Path, name: str) -> tuple[Kept, bool]:
    """Copy a file to where it belongs; False where it is an original that is damaged."""
    is_original = name.startswith("objects/")
    place = mirror / name if is_original else part / name
    draft = place.with_name(place.name + ".copying")
    try:
        kept = _copy(source, draft)
        is_whole = not is_damaged(name, kept)
        if not is_whole:
            if place.is_file() and sha256_of(place) == place.stem:
                return _believed(place), False
            place = part / name
            make_folder(place.parent)
        put_in_place(draft, place)
    finally:
        draft.unlink(missing_ok=True)
    return kept, is_whole


def _copy(source: Path, draft: Path) -> Kept:
    """Whole, and read back. Raises StorageError when it is not what was read."""
    make_folder(draft.parent)
    digest = hashlib.sha256()
    with source.open("rb") as reading, draft.open("wb") as out:
        while chunk := reading.read(CHUNK_BYTES):
            digest.update(chunk)
            out.write(chunk)
    sync(draft)
    kept = _kept(draft)
    if kept.sha256 != digest.hexdigest():
        raise StorageError(f"{source.name} was not copied faithfully.", "Use another disk.")
    return kept


def _place(day: Path, name: str) -> Path:
    of_the_day = day / name
    is_shared = name.startswith("objects/") and not of_the_day.is_file()
    return day.parent.parent / name if is_shared else of_the_day


def _kept(path: Path) -> Kept:
    return Kept(path.stat().st_size, sha256_of(path))


def _believed(original: Path) -> Kept:
    """Of one that was there: its name says its hash."""
    return Kept(original.stat().st_size, original.stem)
