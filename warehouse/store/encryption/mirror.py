"""What is written in memory, encrypted on the disk before it is told that it is kept.

durable.py says of each file when it is as it is meant to be, databases say it of each transaction.
A file is encrypted as a whole. Of a database only what its log has grown by is appended; when the
log was worked into the file, both are encrypted anew, under the next generation: first the log,
then the file, which says which log counts. Names on the disk are keyed hashes of the paths.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from msgspec import Struct

from warehouse.disk.durable import make_folder, put_in_place, sync_folder
from warehouse.errors import Damaged
from warehouse.store.encryption.encrypted_file import Head, Reading, Writing, head_of
from warehouse.store.encryption.sqlite_log import INDEX, LOG, TRIES, committed
from warehouse.store.objects import Look, look_at, sentences_for_disk

ORIGINALS = "objects/"
CATALOG = "catalog.db"
_NOT_KEPT = ("logs/", "handed/")
_PASSING = (".part", INDEX, LOG, "warehouse.lock")
_LOG_NAME = re.compile(r"-wal\.\d+$")
_NAME = re.compile(r"[0-9a-f]{40}")


class _Log(Struct):
    """An encrypted log that grows: the salts of the plain one, and how much of it is there."""

    out: IO[bytes]
    writing: Writing
    salts: bytes
    bytes: int = 0


class _Database(Struct):
    look: Look
    generation: int
    log: _Log | None = None


class Mirror:
    """``top`` is the folder in memory, ``place`` that of the encrypted files; each key has its own
    ``mark``. Any thread.
    """

    def __init__(self, top: Path, place: Path, key: bytes) -> None:
        self.top, self._place, self._key = top, place, key
        self._names_key = hmac.digest(key, b"muniment names", "sha256")
        self.mark = hmac.digest(key, b"muniment mark", "sha256")
        self._guard = threading.Lock()
        self._turns: dict[str, threading.RLock] = {}
        self._looks: dict[str, Look] = {}
        self._databases: dict[str, _Database] = {}
        self._known: set[str] = set()  # paths that have an encrypted file
        self.damaged: set[Path] = set()  # encrypted files that were passed over
        make_folder(place)

    # From the disk to memory

    def bytes_to_open(self, with_originals: bool = False) -> int:
        return sum(
            path.stat().st_size
            for path, head in self._heads()
            if with_originals or not _is_original(head)
        )

    def open(self) -> None:
        """All but the originals in memory, and what is damaged. Raises Damaged where that is the
        catalog or its log, OSError.
        """
        logs: list[tuple[Path, Head]] = []
        for path, head in self._heads():
            if _LOG_NAME.search(head.path):
                logs.append((path, head))
            elif not _is_original(head):
                try:
                    self._opened(path, head)
                except Damaged:
                    self.damaged.add(path)
                    continue
            self._known.add(head.path)
        self._require_catalog()
        for path, head in logs:
            relative = _LOG_NAME.sub("", head.path)
            base = self._databases.get(relative)
            if base is not None and base.generation == head.generation:
                with path.open("rb") as source, self._plain(relative + LOG) as out:
                    out.writelines(Reading(source, self._key, path.name).log())
            elif self._at(relative) not in self.damaged:
                self._remove(head.path)

    def has(self, path: Path) -> bool:
        """Is there an encrypted file of it?"""
        return self._at(self._relative(path)).is_file()

    def open_one(self, path: Path) -> None:
        """Raises Damaged, OSError."""
        relative = self._relative(path)
        with self._turn(relative):
            if not path.exists():
                self._opened(self._at(relative), Head(relative))

    def files(self) -> list[Path]:
        """The encrypted files."""
        return [path for path in sorted(self._place.glob("??/*")) if _NAME.fullmatch(path.name)]

    def databases(self) -> list[Path]:
        """Those of databases, and before each that of its log."""
        known = reversed(self.known(""))
        return [self._at(name) for name in known if _LOG_NAME.sub("", name).endswith(".db")]

    def opens(self, path: Path) -> bool:
        """Is that encrypted file of this warehouse, or of a copy of it?"""
        try:
            head_of(path, self._key)
        except Damaged:
            return False
        return True

    def known(self, beginning: str) -> list[str]:
        """Paths, with slashes, that begin so and have an encrypted file."""
        with self._guard:
            return sorted(name for name in self._known if name.startswith(beginning))

    def digest(self, path: Path) -> str:
        """SHA-256 of what the encrypted file holds. Raises Damaged, OSError."""
        encrypted, hashed = self._at(self._relative(path)), hashlib.sha256()
        with encrypted.open("rb") as source:
            for chunk in Reading(source, self._key, encrypted.name).whole():
                hashed.update(chunk)
        return hashed.hexdigest()

    def prove(self, path: Path) -> None:
        """The encrypted file says what the plain one says. Raises Damaged, OSError."""
        encrypted = self._at(self._relative(path))
        with encrypted.open("rb") as source, path.open("rb") as plain:
            for chunk in Reading(source, self._key, encrypted.name).whole():
                if plain.read(len(chunk)) != chunk:
                    raise Damaged(f"{path.name} was not encrypted as it is.")
            if plain.read(1):
                raise Damaged(f"{path.name} was not encrypted whole.")

    # From memory to the disk

    def keep(self, path: Path) -> None:
        """A file, a folder or a database as it is now, or gone. Raises StorageError, OSError."""
        if path.is_dir():
            for place, _, names in os.walk(path):
                for name in names:
                    self.keep(Path(place, name))
            return
        relative = self._relative(path)
        if not _is_kept(relative):
            return
        if not path.exists():
            self._drop_gone(relative)
            return
        with self._turn(relative), sentences_for_disk(self._place):
            if path.suffix == ".db":
                self._keep_database(path, relative)
            elif self._looks.get(relative) != (look := look_at(path)):
                self._put(path, Head(relative))
                if look is not None:
                    self._looks[relative] = look

    def drop(self, path: Path) -> None:
        """It is gone for good."""
        self._drop(self._relative(path))

    def tidy(self) -> None:
        """All that is there is kept, and nothing of what is gone."""
        self.keep(self.top)
        self._drop_gone("")

    def close(self) -> None:
        for base in self._databases.values():
            if base.log is not None:
                base.log.out.close()

    # Inside

    def _keep_database(self, path: Path, relative: str) -> None:
        log = path.with_name(path.name + LOG)
        for _ in range(TRIES):
            base, look = self._databases.get(relative), look_at(path)
            if look is None:
                return
            if base is not None and base.look == look and self._log_goes_on(base, log, relative):
                return
            if base is None:  # logs of one that was damaged
                for left in self.known(relative + LOG):
                    self._remove(left)
            fresh = _Database(look, base.generation + 1 if base else 1)
            self._log_goes_on(fresh, log, relative)
            if self._put(path, Head(relative, fresh.generation), look):
                self._replace(relative, fresh)
                if base is not None:
                    self._remove(_log_of(relative, base))
                return
            self._leave_log(fresh, relative)  # the log was worked in meanwhile
        raise Damaged(f"{path.name} could not be encrypted: it does not come to rest.")

    def _log_goes_on(self, base: _Database, log: Path, relative: str) -> bool:
        """Append what is new in it; False where another log was begun, so that the file is another,
        too.
        """
        try:
            source = log.open("rb")
        except FileNotFoundError:
            return True
        with source:
            end, salts = committed(source, log)
            if not end:
                return True
            if base.log is None:
                head = Head(_log_of(relative, base), base.generation)
                base.log = self._begun(source, end, salts, head)
            elif base.log.salts != salts or end < base.log.bytes:
                return False
            elif end > base.log.bytes:
                try:
                    _append(base.log, source, end)
                    _flush(base.log.out)
                except OSError:  # half a chunk, maybe, behind which nothing would be read
                    base.log.out.close()
                    base.log = None  # begun anew, whole, the next time
                    raise
        return True

    def _leave_log(self, base: _Database, relative: str) -> None:
        if base.log is not None:
            base.log.out.close()
            self._remove(_log_of(relative, base))

    def _begun(self, source: IO[bytes], end: int, salts: bytes, head: Head) -> _Log:
        """A new encrypted log, in place of one before only when it is whole."""
        target = self._at(head.path)
        make_folder(target.parent)
        draft = target.with_name(target.name + ".part")
        out = draft.open("wb")
        try:
            log = _Log(out, Writing(out, self._key, head), salts)
            _append(log, source, end)
            _flush(out)
            put_in_place(draft, target)
        except OSError:
            out.close()
            raise
        self._learn(head.path)
        return log

    def _put(self, path: Path, head: Head, look: Look | None = None) -> bool:
        """In place, and True; not where it does not look as it did any more."""
        target = self._at(head.path)
        make_folder(target.parent)
        draft = target.with_name(f"{target.name}.{threading.get_ident()}.part")
        try:
            with path.open("rb") as source, draft.open("wb") as out:
                Writing(out, self._key, head).copy(source)
                _flush(out)
            if look is not None and look_at(path) != look:
                return False
            put_in_place(draft, target)
        finally:
            draft.unlink(missing_ok=True)
        self._learn(head.path)
        return True

    def _opened(self, path: Path, head: Head) -> None:
        """Decrypted, under its own name in memory."""
        with path.open("rb") as source, self._plain(head.path) as out:
            reading = Reading(source, self._key, path.name)
            if reading.head.path != head.path:
                raise Damaged(f"The encrypted file {path.name} stands in another's place.")
            out.writelines(reading.whole())
        look = look_at(self.top / head.path)
        if look is not None and head.path.endswith(".db"):
            self._databases[head.path] = _Database(look, head.generation)
        elif look is not None:
            self._looks[head.path] = look

    @contextlib.contextmanager
    def _plain(self, relative: str) -> Iterator[IO[bytes]]:
        """There whole, or not at all."""
        target = self.top / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(target.name + ".part")
        try:
            with draft.open("wb") as out:
                yield out
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)

    def _heads(self) -> Iterator[tuple[Path, Head]]:
        """Of those that are what they should be."""
        for left in self._place.glob("??/*.part"):
            left.unlink(missing_ok=True)
        for path in self.files():
            head = None
            with contextlib.suppress(Damaged):
                head = head_of(path, self._key)
            if head is None or self._at(head.path) != path:
                self.damaged.add(path)
            else:
                yield path, head

    def _require_catalog(self) -> None:
        base = self._databases.get(CATALOG)
        for relative in (CATALOG, _log_of(CATALOG, base)) if base else (CATALOG,):
            if (path := self._at(relative)) in self.damaged:
                raise Damaged(
                    f"The encrypted file {path.name}, which holds the catalog, is damaged.",
                    "Put it back from a copy of the library.",
                )

    def _drop_gone(self, beginning: str) -> None:
        """What of it is not there any more; originals come and go, logs wait for a damaged file."""
        for relative in self.known(beginning):
            plain = _LOG_NAME.sub("", relative)
            with self._turn(plain):
                is_passing = plain.startswith(ORIGINALS) or self._at(plain) in self.damaged
                if not is_passing and not (self.top / plain).exists():
                    self._drop(relative)

    def _drop(self, relative: str) -> None:
        with self._turn(relative):
            self._looks.pop(relative, None)
            self._replace(relative, None)
            self._remove(relative)

    def _remove(self, relative: str) -> None:
        gone = self._at(relative)
        with self._guard:
            self._known.discard(relative)
        with contextlib.suppress(FileNotFoundError):
            gone.unlink()
            sync_folder(gone.parent)

    def _replace(self, relative: str, base: _Database | None) -> None:
        before = self._databases.pop(relative, None)
        if before is not None and before.log is not None:
            before.log.out.close()
        if base is not None:
            self._databases[relative] = base

    def _learn(self, relative: str) -> None:
        with self._guard:
            self._known.add(relative)
            self.damaged.discard(self._at(relative))

    def _turn(self, relative: str) -> threading.RLock:
        with self._guard:
            return self._turns.setdefault(relative, threading.RLock())

    def _relative(self, path: Path) -> str:
        return path.relative_to(self.top).as_posix()

    def _at(self, relative: str) -> Path:
        raw = relative.encode("utf-8", "surrogateescape")
        name = hmac.new(self._names_key, raw, hashlib.sha256).hexdigest()[:40]
        return self._place / name[:2] / name


def _log_of(relative: str, base: _Database) -> str:
    return f"{relative}{LOG}.{base.generation}"


def _append(log: _Log, source: IO[bytes], end: int) -> None:
    source.seek(log.bytes)
    content = source.read(end - log.bytes)
    log.writing.append(content)
    log.bytes += len(content)


def _flush(out: IO[bytes]) -> None:
    out.flush()
    os.fsync(out.fileno())


def _is_kept(relative: str) -> bool:
    return not relative.startswith(_NOT_KEPT) and not relative.endswith(_PASSING)


def _is_original(head: Head) -> bool:
    return head.path.startswith(ORIGINALS)
