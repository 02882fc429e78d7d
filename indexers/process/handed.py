"""A document as an open file: read like a path, though nothing more can be opened.

Who is shut in is handed the one document that it is to read; a reader takes either this or a path.
"""

from __future__ import annotations

import errno
import io
import mmap
import os
import socket
import stat
import threading
from pathlib import Path
from typing import IO, TYPE_CHECKING

from indexers.errors import NotReadable
from indexers.sandbox import inheriting

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


# Unix does not wait for the other end of a pipe, and Windows does not translate the ends of lines.
_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_moving = threading.Lock()


class Handed:
    """``name`` is the file's, for what its ending says. It is read only, and closed with ``close``
    or when nobody has it any more.
    """

    def __init__(self, descriptor: int, name: str) -> None:
        self._file = os.fdopen(descriptor, "rb", buffering=0)
        self.name = name
        self.suffix = Path(name).suffix

    def is_file(self) -> bool:
        return True

    def stat(self) -> os.stat_result:
        return os.fstat(self._file.fileno())

    def open(self, mode: str = "rb") -> IO[bytes]:
        """Each at a place of its own."""
        assert mode == "rb"
        return io.BufferedReader(_At(self._file.fileno()))

    def read_bytes(self) -> bytes:
        with self.open() as file:
            return file.read()

    def mapped(self) -> memoryview:
        """All of it as memory; the file may be closed then. Raises MemoryError, NotReadable."""
        try:
            return memoryview(mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ))
        except ValueError as error:
            raise NotReadable("the file is empty") from error
        except OSError as error:
            raise MemoryError from error

    def close(self) -> None:
        self._file.close()


Document = Path | Handed
"""What a reader reads."""


class _At(io.RawIOBase):
    """Reads by place, so that others who read the same open file are not moved."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        count = _read_at(self._descriptor, buffer, self._place)
        self._place += count
        return count

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._place}.get(whence)
        if base is None:
            base = os.fstat(self._descriptor).st_size
        if base + offset < 0:
            raise OSError(errno.EINVAL, "before the beginning of the file")
        self._place = base + offset
        return self._place

    def tell(self) -> int:
        return self._place


def _read_at(descriptor: int, buffer: WriteableBuffer, place: int) -> int:
    if hasattr(os, "preadv"):
        return os.preadv(descriptor, [buffer], place)
    with _moving, memoryview(buffer).cast("B") as room:
        os.lseek(descriptor, place, os.SEEK_SET)
        read = os.read(descriptor, len(room))
        room[: len(read)] = read
    return len(read)


def opened(path: Path) -> int:
    """For who hands it over: a descriptor of a regular file. Raises NotReadable."""
    try:
        descriptor = os.open(path, os.O_RDONLY | _FLAGS)
    except FileNotFoundError as error:
        raise NotReadable("the file is gone") from error
    except OSError as error:
        raise NotReadable(error.strerror or "it cannot be opened") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotReadable("the file is gone")
    return descriptor


def socket_of(number: int) -> socket.socket | None:
    """For who is handed files: the socket that was inherited under this number, -1 for none."""
    if number < 0:
        return None
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=number)


def numbered(number: int, name: str) -> Handed:
    """The one that was handed over under this number."""
    return Handed(inheriting.descriptor(number), name)


def received(files: socket.socket, name: str) -> Handed:
    """The next one that was handed over. Raises OSError."""
    _, descriptors, _, _ = socket.recv_fds(files, 1, 1)
    if len(descriptors) != 1:
        raise OSError("no file was handed over")
    return Handed(descriptors[0], name)
