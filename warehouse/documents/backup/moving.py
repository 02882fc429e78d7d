"""Moving a warehouse to another folder or disk: copy, check, switch, and only later clear.

The old folder stays as it is until a start on which the new one was opened: until then going back
is changing one setting. ``moved.json`` in the home remembers what is to be cleared; an old folder
that was opened again since, and may hold something new, is never cleared.

A move that was killed is gone on with by the same move: what lies in its half copy, which
``moving.json`` remembers, is compared and not copied again, and a target that is a whole copy
already is compared and taken for it. A move to another place clears the half copy away.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.disk.durable import make_folder, put_in_place, sync, sync_tree, write_whole
from warehouse.errors import BadInput, StorageError
from warehouse.run import Run
from warehouse.settings import home
from warehouse.store.contents import is_part, links
from warehouse.store.encryption import is_encrypted
from warehouse.store.folder import FolderLock, require_space
from warehouse.store.handover import HANDED
from warehouse.store.objects import sentences_for_disk, sha256_of

CATALOG = "catalog.db"
LEFT_BEHIND = ("warehouse.lock", "logs")


class Begun(Struct, frozen=True):
    """A move that did not come to its end; ``part`` is its half copy."""

    source: str
    target: str
    part: str


class Moved(Struct, frozen=True):
    """A finished copy whose source still stands; ``catalog`` is the SHA-256 of both catalogs."""

    source: str
    target: str
    catalog: str


def move(folder: Path, target: Path, run: Run) -> int:
    """Copy a closed warehouse to ``target`` and check every byte; returns the number of files.

    Raises BadInput, StorageError (also when a window has it open), Cancelled; then ``target`` is
    as it was.
    """
    folder, target = folder.resolve(), target.expanduser().resolve()
    _check(folder, target)
    lock = FolderLock(folder)
    try:
        with sentences_for_disk(target.parent):
            files = _files(folder)
            if _is_filled(target):
                _require_copy(folder, target, files, run)
            else:
                _carry(folder, target, files, run)
            catalog = sha256_of(target / CATALOG)
    finally:
        lock.release()
    write_whole(_note_path(), msgspec.json.encode(Moved(str(folder), str(target), catalog)))
    return len(files)


def half_moved() -> Begun | None:
    """The move that was killed, where its half copy still lies about."""
    try:
        begun = msgspec.json.decode(_begun_path().read_bytes(), type=Begun)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return begun if Path(begun.part).is_dir() else None


def clear_moved(opened: Path) -> Path | None:
    """Remove what an earlier move left, once ``opened`` is its target; returns what was removed.

    Only files of a warehouse go; a folder that holds others stays, with them. None, and nothing is
    touched, where the old one is in use or was opened since the move.
    """
    note = _note_path()
    try:
        moved = msgspec.json.decode(note.read_bytes(), type=Moved)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    source, target = Path(moved.source), Path(moved.target)
    if opened.resolve() != target or not (target / CATALOG).exists() or source == target:
        return None
    try:
        lock = FolderLock(source)
    except (StorageError, FileNotFoundError):
        return None
    try:
        is_same = _is_as_moved(source, moved)
        if is_same:
            _clear(source)
    finally:
        lock.release()
    note.unlink(missing_ok=True)
    if not is_same:
        return None
    (source / "warehouse.lock").unlink(missing_ok=True)
    if not any(source.iterdir()):
        source.rmdir()
    return source


def _check(folder: Path, target: Path) -> None:
    if is_encrypted(folder):
        raise BadInput(
            "An encrypted warehouse is moved as it is.",
            "Close it, move its folder, and choose it in Settings.",
        )
    if not (folder / CATALOG).exists():
        raise BadInput(f"{folder} is no warehouse.")
    for link in links(folder):
        raise BadInput(
            f"{link} is a link to {link.readlink()}, which would be left behind.",
            "Put what it leads to in its place first.",
        )
    if target == folder or folder in target.parents or target in folder.parents:
        raise BadInput("The new folder must stand outside of the old one.")
    if target.exists() and not target.is_dir():
        raise BadInput(f"{target} is no folder.", "Choose a new folder.")
    if _is_filled(target) and not (target / CATALOG).exists():
        raise BadInput(f"{target} is not empty.", "Choose a new folder.")


def _is_filled(target: Path) -> bool:
    return target.exists() and any(target.iterdir())


def _require_copy(folder: Path, target: Path, files: list[Path], run: Run) -> None:
    """A killed move had put its copy in place. Raises BadInput where it is no such copy."""
    for done, path in enumerate(files):
        name = path.relative_to(folder)
        run.step("comparing", done, len(files), str(name))
        if not _is_same(path, target / name):
            raise BadInput(
                f"{target} is not empty: the library in it is another one ({name} differs).",
                f"Choose a new folder, or use it: muniment settings warehouse {target}",
            )


def _is_same(path: Path, copy: Path) -> bool:
    return (
        copy.is_file()
        and copy.stat().st_size == path.stat().st_size
        and sha256_of(copy) == sha256_of(path)
    )


def _carry(folder: Path, target: Path, files: list[Path], run: Run) -> None:
    part = target.with_name(target.name + ".moving")
    if (left := half_moved()) is not None and Path(left.part) != part:
        shutil.rmtree(left.part, ignore_errors=True)
    make_folder(target.parent)
    _drop_others(part, {path.relative_to(folder) for path in files})
    copied = sum(path.stat().st_size for path in part.rglob("*") if path.is_file())
    wanted = sum(path.stat().st_size for path in files)
    require_space(target.parent, max(0, wanted - copied))
    begun = Begun(str(folder), str(target), str(part))
    write_whole(_begun_path(), msgspec.json.encode(begun))
    try:
        _copy(folder, part, files, run)
        sync_tree(part)
        if target.exists():
            target.rmdir()
        put_in_place(part, target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
        _begun_path().unlink(missing_ok=True)


def _drop_others(part: Path, names: set[Path]) -> None:
    """What a killed move left in its half copy and is no part of the warehouse any more."""
    for path in list(part.rglob("*")):
        if path.is_symlink() or (path.is_file() and path.relative_to(part) not in names):
            path.unlink()


def _files(folder: Path) -> list[Path]:
    """All regular files of a warehouse but its lock and logs. Links of the user's are not taken."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not path.is_symlink()
        and path.relative_to(folder).parts[0] not in LEFT_BEHIND
    ]


def _copy(folder: Path, part: Path, files: list[Path], run: Run) -> None:
    for done, path in enumerate(files):
        name = path.relative_to(folder)
        run.step("moving", done, len(files), str(name))
        copy = part / name
        if not _is_same(path, copy):  # else of a move that was killed, perhaps before the flush
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
        sync(copy)
        if sha256_of(copy) != sha256_of(path):
            raise StorageError(f"{name} was not copied faithfully.", "The old folder is untouched.")


def _is_as_moved(source: Path, moved: Moved) -> bool:
    """Whether nothing was written to the catalog since; a log not yet taken in counts as new."""
    catalog, log = source / CATALOG, source / f"{CATALOG}-wal"
    if not catalog.exists() or (log.exists() and log.stat().st_size):
        return False
    return sha256_of(catalog) == moved.catalog


def _clear(source: Path) -> None:
    """The catalog last: while it stands, a clearing that was cut off is gone on with."""
    for path in sorted(source.iterdir(), key=(source / CATALOG).__eq__):
        if not is_part(path.name) and path.name != HANDED:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _note_path() -> Path:
    return home() / "moved.json"


def _begun_path() -> Path:
    return home() / "moving.json"
