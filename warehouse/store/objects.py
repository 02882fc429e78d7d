"""Originals: immutable files named by the SHA-256 of their bytes.

``objects/ab/cd/abcd….pdf``. Bytes go to a ``.part`` file, are flushed to the disk, checked
against their name, and only then renamed into place; whatever stands under its name is whole.
The suffix comes from our own table of kinds, never from a document.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from warehouse.disk.durable import make_folder, put_in_place, sync_folder
from warehouse.errors import DiskFull, NotWritable
from warehouse.run import Check, unstopped

CHUNK_BYTES = 1 << 20
_NAME = re.compile(r"[0-9a-f]{64}")
_SUFFIX = re.compile(r"(\.[a-z0-9]{1,10})?")


class SourceChanged(Exception):
    """The file is not what it was when it was hashed."""


class Look(NamedTuple):
    """What ``stat`` says of a file; another look means that it may have changed."""

    size_bytes: int
    mtime_ns: int


def look_at(path: Path) -> Look | None:
    """None where there is no such file, or none that can be asked."""
    try:
        about = path.stat()
    except OSError:
        return None
    return Look(about.st_size, about.st_mtime_ns)


def sha256_of(path: Path) -> str:
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


@contextlib.contextmanager
def sentences_for_disk(folder: Path) -> Iterator[None]:
    """Turn a full or read-only disk into a StorageError; other OSErrors pass."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(f"The disk of {folder} is full.") from error
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise NotWritable(f"The warehouse folder {folder} cannot be written.") from error
        raise


class Objects:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._drafts: set[Path] = set()
        self._named: set[Path] = set()
        if not folder.is_dir():
            with sentences_for_disk(folder):
                make_folder(folder)

    def path(self, document: str, suffix: str) -> Path:
        """Where the original of that hash stands, or will stand."""
        if not _NAME.fullmatch(document) or not _SUFFIX.fullmatch(suffix):
            raise ValueError("not an object name")
        return self.folder / document[:2] / document[2:4] / f"{document}{suffix}"

    def keep_file(self, source: Path, document: str, suffix: str) -> Path:
        """Copy a file in, also in place of one that was damaged.

        Raises SourceChanged, OSError of the source, StorageError.
        """
        target = self.path(document, suffix)
        if self.is_whole(document, suffix):
            return target
        with source.open("rb") as incoming, self._part(target) as part:
            digest = hashlib.sha256()
            while chunk := incoming.read(CHUNK_BYTES):
                digest.update(chunk)
                self._write(part, chunk)
            if digest.hexdigest() != document:
                raise SourceChanged(f"{source.name} changed while it was being added.")
        return target

    def keep_bytes(self, raw: bytes, document: str, suffix: str) -> Path:
        target = self.path(document, suffix)
        if self.is_whole(document, suffix):
            return target
        with self._part(target) as part:
            self._write(part, raw)
        return target

    def is_whole(self, document: str, suffix: str) -> bool:
        """Whether the original is there, and is what its name says; all of it is read."""
        try:
            return sha256_of(self.path(document, suffix)) == document
        except OSError:
            return False

    def discard(self, document: str) -> None:
        """The original of that hash; all of them where it came in under several suffixes."""
        with sentences_for_disk(self.folder):
            for path in self.path(document, "").parent.glob(f"{document}*"):
                if path.stem == document:
                    path.unlink(missing_ok=True)

    def names(self, check: Check = unstopped) -> dict[str, Path]:
        """Every original by its hash."""
        originals: dict[str, Path] = {}
        for path in self.folder.glob("??/??/*"):
            check()
            if _NAME.fullmatch(path.stem):
                originals[path.stem] = path
        return originals

    def sweep(self, check: Check = unstopped) -> int:
        """Delete what an interrupted copy left behind; returns how many files.

        Copies that are being made in this moment are left alone.
        """
        swept = 0
        for folder in self.folder.glob("*/*"):
            check()
            for path in folder.glob("*.part"):
                if path not in self._drafts:
                    path.unlink(missing_ok=True)
                    swept += 1
        return swept

    @contextlib.contextmanager
    def _part(self, target: Path) -> Iterator[IO[bytes]]:
        draft = target.with_name(f"{target.stem}.{uuid.uuid4().hex[:8]}.part")
        with sentences_for_disk(self.folder):
            target.parent.mkdir(parents=True, exist_ok=True)
        self._drafts.add(draft)
        try:
            with sentences_for_disk(self.folder):
                part = draft.open("wb")
            with part:
                yield part
                with sentences_for_disk(self.folder):
                    part.flush()
                    os.fsync(part.fileno())
            with sentences_for_disk(self.folder):
                put_in_place(draft, target)
                self._keep_names(target.parent)
        finally:
            draft.unlink(missing_ok=True)
            self._drafts.discard(draft)

    def _keep_names(self, folder: Path) -> None:
        """Of the folder, and of that around it: last, when they are on the disk with the rest."""
        if folder not in self._named:
            sync_folder(folder.parent)
            sync_folder(self.folder)
            self._named.add(folder)

    def _write(self, part: IO[bytes], chunk: bytes) -> None:
        with sentences_for_disk(self.folder):
            part.write(chunk)
