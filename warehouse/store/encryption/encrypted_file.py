"""One file, encrypted: a random salt, then chunks with their lengths and proofs (AES-256-GCM).

The key of a file is made of the warehouse's key and the salt (HKDF), so that the number of a chunk
can be its nonce. The first chunk says which file it is and how often it was written; the last one
of a whole file is marked, so that none can be cut off or put in another's place. A log has no last
chunk: what is appended to it is whole or counts as never written, like the log of a database.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct

from warehouse.errors import Damaged

MAGIC = b"muniment encrypted 1\n"
SALT_BYTES, CHUNK_BYTES, TAG_BYTES = 16, 1 << 20, 16
BEGINNING_BYTES = len(MAGIC) + SALT_BYTES
MOST_HEAD = 1 << 16
_LENGTH = struct.Struct("<I")
_MORE, _LAST = b"\0", b"\1"


class Head(Struct, frozen=True):
    """``path`` in the warehouse, with slashes; ``generation`` tells a log which file it is of."""

    path: str
    generation: int = 0


class Writing:
    """Of one encrypted file, from its beginning."""

    def __init__(self, out: IO[bytes], key: bytes, head: Head) -> None:
        salt = os.urandom(SALT_BYTES)
        self._out, self._cipher, self._count = out, AESGCM(_key(key, salt)), 0
        out.write(MAGIC + salt)
        self.append(msgspec.json.encode(head))

    def append(self, content: bytes, is_last: bool = False) -> None:
        mark = _LAST if is_last else _MORE
        chunk = self._cipher.encrypt(_nonce(self._count), content, mark)
        self._count += 1
        self._out.write(_LENGTH.pack(len(chunk)) + mark + chunk)

    def copy(self, source: IO[bytes]) -> None:
        """All of it; the file is whole then."""
        content = source.read(CHUNK_BYTES)
        while True:
            following = source.read(CHUNK_BYTES)
            self.append(content, is_last=not following)
            if not following:
                return
            content = following


class Reading:
    """Raises Damaged for what is not as it was written, or of another warehouse."""

    def __init__(self, source: IO[bytes], key: bytes, name: str) -> None:
        self._source, self._name, self._count = source, name, 0
        start = self._read(BEGINNING_BYTES)
        if not start.startswith(MAGIC) or len(start) != BEGINNING_BYTES:
            raise self._damaged()
        self._cipher = AESGCM(_key(key, start[len(MAGIC) :]))
        first = self._next(MOST_HEAD)
        if first is None:
            raise self._damaged()
        self.head = msgspec.json.decode(first[0], type=Head)

    def whole(self) -> Iterator[bytes]:
        """Its chunks. Raises Damaged where the last one is not there."""
        while True:
            chunk = self._next(CHUNK_BYTES)
            if chunk is None:
                raise self._damaged()
            yield chunk[0]
            if chunk[1]:
                return

    def log(self) -> Iterator[bytes]:
        """What was appended, as far as it is whole: what came last may be cut off."""
        while True:
            try:
                chunk = self._next(None)
            except Damaged:
                return
            if chunk is None:
                return
            yield chunk[0]

    def _next(self, most: int | None) -> tuple[bytes, bool] | None:
        """A chunk, and whether it is the last; None at the end of the file."""
        start = self._read(_LENGTH.size + 1)
        if not start:
            return None
        if len(start) != _LENGTH.size + 1:
            raise self._damaged()
        (length,), mark = _LENGTH.unpack(start[:-1]), start[-1:]
        if length < TAG_BYTES or (most is not None and length > most + TAG_BYTES):
            raise self._damaged()
        chunk = self._read(length)
        if len(chunk) != length:
            raise self._damaged()
        try:
            content = self._cipher.decrypt(_nonce(self._count), chunk, mark)
        except (InvalidTag, ValueError) as error:
            raise self._damaged() from error
        self._count += 1
        return content, mark == _LAST

    def _read(self, count: int) -> bytes:
        """At most so many. A bad sector is damage like any other."""
        try:
            return self._source.read(count)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            raise self._damaged() from error

    def _damaged(self) -> Damaged:
        return Damaged(f"The encrypted file {self._name} is damaged.")


def head_of(path: Path, key: bytes) -> Head:
    """Raises Damaged, OSError."""
    with path.open("rb") as source:
        return Reading(source, key, path.name).head


def _key(key: bytes, salt: bytes) -> bytes:
    return HKDF(SHA256(), 32, salt, b"muniment file").derive(key)


def _nonce(count: int) -> bytes:
    return count.to_bytes(12, "big")
