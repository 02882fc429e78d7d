"""An encrypted warehouse: opened in memory, closed again; put up around a plain one, taken down.

    warehouse.key    the key, under the passphrase
    encrypted/       every file, encrypted
    plain.going      while one kind of files takes the place of the other
    plain.part/      plain files while they are made, until they are whole
    handed/          notes of other programs, plain: paths of files that they hand over

Putting up and taking down are done beside what is there, which goes last: a kill leaves the one or
the other, whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from warehouse.disk import durable
from warehouse.errors import BadInput, Damaged, KeyMissing, StorageError
from warehouse.run import Check, unstopped
from warehouse.store.catalog.database import sentences_for_sqlite
from warehouse.store.contents import INDEXES, is_part, links
from warehouse.store.encryption import (
    ENCRYPTED,
    KEY_FILE,
    is_encrypted,
    keys,
    lacks_its_key,
    memory_folder,
)
from warehouse.store.encryption.encrypted_file import BEGINNING_BYTES
from warehouse.store.encryption.memory_folder import MemoryFolder
from warehouse.store.encryption.mirror import ORIGINALS, Mirror
from warehouse.store.encryption.originals import EncryptedOriginals
from warehouse.store.folder import FolderLock, require_space
from warehouse.store.handover import HANDED
from warehouse.store.objects import CHUNK_BYTES, sentences_for_disk, sha256_of

BESIDE = ".key-"
DRAFT = "plain.part"
TRIES = 5
GOING = "plain.going"  # stands there while plain files of ours are no longer, or not yet, valid


class Walls:
    """``folder`` is the warehouse, ``place`` where it lies plain, in memory. Raises
    WrongPassphrase, InUse, Damaged, StorageError.
    """

    def __init__(self, folder: Path, passphrase: str) -> None:
        self.folder = folder
        self._lock = FolderLock(folder)
        self._memory: MemoryFolder | None = None
        try:
            key = keys.opened(folder, passphrase)
            self._open(key)
        except BaseException:
            self._leave()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def originals(self) -> EncryptedOriginals:
        return EncryptedOriginals(self.place / "objects", self.mirror)

    def copy(self, target: Path, check: Check = unstopped) -> int:
        """All as it is now into a folder, encrypted like here; how many files were not there yet.
        Raises BadInput for a folder of something else, StorageError, Cancelled.
        """
        self._require_own(target)
        copied: set[Path] = set()
        for _ in range(TRIES):
            with contextlib.suppress(FileNotFoundError):  # of a log, say, that was begun anew
                with sentences_for_disk(self.folder):
                    self.mirror.tidy()
                with sentences_for_disk(target.parent):
                    self._copy(target, copied, check)
                    if all(
                        _same(database, self._in(target, database))
                        for database in self.mirror.databases()
                    ):
                        return len(copied)
        raise StorageError(f"{target} is no whole copy: too much was written meanwhile.")

    def close(self) -> None:
        """All is encrypted, the memory is given back. Once the library is closed; safe twice."""
        if self._memory is None:
            return
        try:
            with sentences_for_disk(self.folder):
                self.mirror.tidy()
        finally:
            self._leave()

    def _copy(self, target: Path, copied: set[Path], check: Check) -> None:
        """Each database with its log, then what they name: that was there before it was named."""
        durable.make_folder(target)
        fresh = self._fresh(self.mirror.files(), target)
        require_space(target, sum(path.stat().st_size for path in fresh))
        databases = self.mirror.databases()
        self._bring(databases, target, copied, check)
        files = self.mirror.files()
        self._bring(sorted({*files} - {*databases}), target, copied, check)
        _copied(self.folder / KEY_FILE, target / KEY_FILE)
        kept = {self._in(target, path) for path in files}
        for left in set((target / ENCRYPTED).glob("??/*")) - kept:
            left.unlink()

    def _bring(self, files: list[Path], target: Path, copied: set[Path], check: Check) -> None:
        for path in self._fresh(files, target):
            check()
            _copied(path, self._in(target, path))
            copied.add(path)

    def _fresh(self, files: list[Path], target: Path) -> list[Path]:
        return [
            path
            for path in files
            if path not in self.mirror.damaged and not _holds(self._in(target, path), path)
        ]

    def _in(self, target: Path, path: Path) -> Path:
        return target / path.relative_to(self.folder)

    def _require_own(self, target: Path) -> None:
        """Empty, or a copy of this one, be it cut off or under the passphrase of before."""
        if not target.exists() or not any(target.iterdir()):
            return
        files = list((target / ENCRYPTED).glob("??/*"))
        if files and not any(map(self.mirror.opens, files)):
            raise BadInput(f"{target} holds another encrypted library.", "Choose another folder.")
        if not files and not is_encrypted(target):
            raise BadInput(f"{target} holds something else.", "Choose another folder.")

    def _open(self, key: bytes) -> None:
        with sentences_for_disk(self.folder):
            plain = Mirror(self.folder, self.folder / ENCRYPTED, key)
            self._memory = MemoryFolder(plain.bytes_to_open())
            self.place = self._memory.path / "warehouse"
            temporary = self._memory.path / "tmp"
            for folder in (self.place, temporary, self.folder / HANDED):
                folder.mkdir(exist_ok=True)
            (self.place / HANDED).symlink_to(self.folder.resolve() / HANDED)
            self.mirror = Mirror(self.place, self.folder / ENCRYPTED, key)
            self.mirror.open()
            _remove_left(self.folder)
        durable.follow(self.place, self.mirror.keep)
        self._before = tempfile.tempdir, os.environ.get("TMPDIR")
        tempfile.tempdir = os.environ["TMPDIR"] = str(temporary)

    def _leave(self) -> None:
        if self._memory is not None:
            if hasattr(self, "_before"):
                tempfile.tempdir, variable = self._before
                os.environ.pop("TMPDIR", None)
                if variable is not None:
                    os.environ["TMPDIR"] = variable
                durable.follow_no_more(self.place)
                self.mirror.close()
            self._memory.close()
            self._memory = None
        self._lock.release()


def put_up(folder: Path, passphrase: str, check: Check = unstopped) -> None:
    """Encrypt the warehouse there, or begin an encrypted one. Raises BadInput, InUse, StorageError,
    Cancelled; until it returns the plain one is what counts.
    """
    if is_encrypted(folder):
        raise BadInput("This warehouse is encrypted already.")
    if lacks_its_key(folder):
        raise KeyMissing(folder)
    memory_folder.require()
    with _locked(folder), sentences_for_disk(folder):
        _require_no_link(folder)
        draft = folder / f"{ENCRYPTED}.part"
        for left in (draft, folder / ENCRYPTED, *folder.glob(f"{BESIDE}*")):
            shutil.rmtree(left, ignore_errors=True)
        require_space(folder, sum(path.stat().st_size for path in _plain(folder)))
        _work_logs_in(folder)
        with tempfile.TemporaryDirectory(dir=folder, prefix=BESIDE) as beside:
            key = keys.made(Path(beside), passphrase)
            mirror = Mirror(folder, draft, key)
            for path in _plain(folder):
                check()
                mirror.keep(path)
            mirror.close()
            _prove(mirror, folder, check)
            durable.put_in_place(draft, folder / ENCRYPTED)
            durable.write_whole(folder / GOING, b"")
            durable.put_in_place(Path(beside) / KEY_FILE, folder / KEY_FILE)
        _remove_left(folder)


def take_down(folder: Path, passphrase: str, check: Check = unstopped) -> None:
    """Plain files again. As ``put_up``; until it returns the encrypted one is what counts."""
    if not is_encrypted(folder):
        raise BadInput("This warehouse is not encrypted.")
    with _locked(folder), sentences_for_disk(folder):
        key = keys.opened(folder, passphrase)
        try:
            _lay_plain(folder, key, check)
            (folder / KEY_FILE).unlink()
        except BaseException:
            _remove_left(folder)
            raise
        (folder / GOING).unlink()
        durable.sync_folder(folder)
        shutil.rmtree(folder / ENCRYPTED, ignore_errors=True)
        shutil.rmtree(folder / DRAFT, ignore_errors=True)


def change_passphrase(folder: Path, before: str, after: str) -> None:
    """Raises BadInput, WrongPassphrase, InUse, StorageError."""
    if not is_encrypted(folder):
        raise BadInput("This warehouse is not encrypted.")
    with _locked(folder), sentences_for_disk(folder):
        keys.keep(folder, keys.opened(folder, before), after)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with sentences_for_disk(folder):
        durable.make_folder(folder)
    lock = FolderLock(folder)
    try:
        yield
    finally:
        lock.release()


def _require_no_link(folder: Path) -> None:
    """What a link leads to would stay plain, and be lost to the encrypted one."""
    for link in links(folder):
        raise BadInput(
            f"{link} is a link to {link.readlink()}, where nothing would be encrypted.",
            "Put what it leads to in its place first.",
        )


def _plain(folder: Path) -> list[Path]:
    """The files of a plain warehouse, what stands beside its catalog included."""
    files: list[Path] = []
    for part in sorted(folder.iterdir()):
        if not is_part(part.name):
            continue
        if part.is_dir():
            files += (path for path in sorted(part.rglob("*")) if path.is_file())
        elif part.is_file():
            files.append(part)
    return files


def _lay_plain(folder: Path, key: bytes, check: Check) -> None:
    """All files decrypted beside the encrypted ones, then put where they belong."""
    draft = folder / DRAFT
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    mirror = Mirror(draft, folder / ENCRYPTED, key)
    require_space(folder, mirror.bytes_to_open(with_originals=True))
    mirror.open()
    if mirror.damaged:
        raise Damaged(
            f"The encrypted file {min(mirror.damaged).name} is damaged.",
            "Put it back from a copy of the library, or delete it.",
        )
    for relative in mirror.known(ORIGINALS):
        check()
        mirror.open_one(draft / relative)
    mirror.close()
    for path in _plain(draft):
        durable.sync(path, is_read_next=False)
    durable.sync_tree(draft)
    durable.write_whole(folder / GOING, b"")
    _remove_plain(folder)
    for part in draft.iterdir():
        _remove(folder / part.name)
        part.replace(folder / part.name)
    durable.sync_folder(folder)


def _work_logs_in(folder: Path) -> None:
    """Of each database, so that the file alone is all of it. Raises Damaged, StorageError."""
    for path in _plain(folder):
        if path.suffix == ".db":
            with (
                sentences_for_sqlite(path),
                contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database,
            ):
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _prove(mirror: Mirror, folder: Path, check: Check) -> None:
    """Each encrypted file is read again and is what is there plain. Raises Damaged."""
    for relative in mirror.known(""):
        check()
        mirror.prove(folder / relative)


def _holds(copy: Path, path: Path) -> bool:
    """A log grows; what is shorter than its copy was cut off."""
    return _same(path, copy) and path.stat().st_size <= copy.stat().st_size


def _same(one: Path, other: Path) -> bool:
    """No two files that were ever written are of the same beginning: it holds the salt."""
    if not other.is_file():
        return False
    with one.open("rb") as first, other.open("rb") as second:
        return first.read(BEGINNING_BYTES) == second.read(BEGINNING_BYTES)


def _copied(path: Path, target: Path) -> None:
    """Whole, flushed and read back, or not at all. Raises Damaged."""
    durable.make_folder(target.parent)
    draft = target.with_name(target.name + ".part")
    try:
        digest = hashlib.sha256()  # of what was read: a log may grow meanwhile
        with path.open("rb") as source, draft.open("wb") as out:
            while chunk := source.read(CHUNK_BYTES):
                digest.update(chunk)
                out.write(chunk)
        durable.sync(draft)
        if sha256_of(draft) != digest.hexdigest():
            raise Damaged(f"{target} is not what was copied there.")
        durable.put_in_place(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def _remove_left(folder: Path) -> None:
    """Plain files that do not count while there is a key: what was cut off, or an earlier version
    did not know for ours; an index is made again.
    """
    if not is_encrypted(folder):
        return
    if (folder / GOING).exists():
        _remove_plain(folder)
    for name in (DRAFT, *INDEXES):
        _remove(folder / name)
    (folder / GOING).unlink(missing_ok=True)


def _remove_plain(folder: Path) -> None:
    for path in list(folder.iterdir()):
        if is_part(path.name):
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
