"""Files that a power cut leaves as they were or as they are meant to be, never in between.

What a rename puts in place may still be in the memory of the system: the bytes are flushed to the
disk before it, and the folder, which holds the name, after it. Takes a moment on a slow disk: not
for the thread of a window. A lock is the operating system's, on an open file: gone with the process
however it ends. Who follows a folder hears of each file there that is kept (an encrypted warehouse
does). Imports nothing of ours but the words for what goes wrong.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from warehouse.errors import StorageError

T = TypeVar("T")
Else = TypeVar("Else")
Kept = Callable[[Path], None]
_followed: dict[Path, Kept] = {}
_NO_SUCH_CALL = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)


def read_json(path: Path, kind: type[T], otherwise: Else) -> T | Else:
    """What the file holds; ``otherwise`` where it is not there, or holds something else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return otherwise


def write_whole(path: Path, content: bytes) -> None:
    """The file with this content, or as it was before. Raises OSError."""
    make_folder(path.parent)
    # Of this thread alone: two that write the same file do not write into one draft.
    draft = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with draft.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        put_in_place(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def save(path: Path, content: bytes) -> Path:
    """The same for a file that is named to the user. Raises StorageError."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise StorageError(f"{path.name} could not be written: {error.strerror}.") from error
    return path


def put_in_place(draft: Path, path: Path) -> None:
    """Rename a file or folder whose bytes were flushed, and be sure of the rename, too."""
    draft.replace(path)
    sync_folder(path.parent)
    kept(path)
    kept(draft)


def remove(path: Path) -> None:
    """A file, be it there or not. Raises OSError."""
    path.unlink(missing_ok=True)
    kept(path)


def make_folder(folder: Path) -> None:
    """With those above it, as long as their names are not lost. Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync(path: Path, is_read_next: bool = True) -> None:
    """Flush a file that is closed; what ``is_read_next`` of it comes from the disk, where the
    system can be told so.
    """
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
        if is_read_next and hasattr(os, "posix_fadvise"):
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)
    kept(path)


def follow(top: Path, told: Kept) -> None:
    """From now on ``told`` gets every path in ``top`` that is as it is meant to be, or gone,
    before whoever wrote it goes on.
    """
    _followed[top] = told


def follow_no_more(top: Path) -> None:
    _followed.pop(top, None)


def kept(path: Path) -> None:
    """A file, folder or database is as it should be, or gone. Raises what its follower does."""
    for top, listener in tuple(_followed.items()):
        if path.is_relative_to(top):
            listener(path)


def is_followed(path: Path) -> bool:
    return any(path.is_relative_to(top) for top in _followed)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where folders can be opened and flushed."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:  # one that may be written to and not be listed
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SUCH_CALL:  # of a share of the network, say
            raise
    finally:
        os.close(descriptor)


def sync_tree(top: Path) -> None:
    """All folders under ``top``, and itself; the files in them were flushed one by one."""
    for folder, _, _ in os.walk(top):
        sync_folder(Path(folder))


def lock(file: IO[bytes], wait: bool = False) -> None:
    """Until ``file`` is closed. Raises OSError where another has it, after a while at most."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def taking_turns(path: Path) -> Iterator[None]:
    """One at a time, of all threads and programs; ``path`` is a file for this alone. OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        lock(file, wait=True)
        yield
