"""Landlock: which files this process can open, and nothing else of the file system."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_NO_NEW_PRIVILEGES = 38
# Rights over files by the bit: 0 to run, 1 to write, 2 to read, 3 to list; 4 to 12 to remove and to
# make things of each kind; later versions of Landlock know moving, cutting and driving devices too.
_RUN, _WRITE, _READ, _LIST, _CUT, _DRIVE = 1, 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 15
_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_OWN_THREADS = Path("/proc/self/task")
_CONNECT = 0b11  # TCP: bind, connect
_SIGNALS = 0b11  # to abstract sockets and to processes outside


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _fields_ = (("granted", ctypes.c_uint64), ("place", ctypes.c_int32))
    _pack_ = 1


def version() -> int:
    """Of the kernel's Landlock, 0 for none."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return max(0, int(libc.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))))
    except (OSError, AttributeError):
        return 0


def hold(readable: Iterable[Path], devices: Sequence[Path], programs: Sequence[Path] = ()) -> bool:
    """From now on only what lies at or beneath ``readable`` can be read, only /dev/null and
    ``devices`` (with them the files of this process's own threads) be written, and only
    ``programs`` be run; what is open stays open. False where not every thread would be held.
    """
    known = version()
    if known < 1 or _threads() != 1:
        return False
    rights = _RIGHTS[max(since for since in _RIGHTS if since <= known)]
    ruleset = _Ruleset(rights, _CONNECT if known >= 4 else 0, _SIGNALS if known >= 6 else 0)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    libc = ctypes.CDLL(None, use_errno=True)
    rules = libc.syscall(_CREATE, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if rules < 0:
        return False
    try:
        for path in readable:
            _grant(libc, rules, path, _READ | _LIST)
        for path in programs:
            _grant(libc, rules, path, _READ | _RUN)
        for path in (Path(os.devnull), *devices):
            _grant(libc, rules, path, rights & (_READ | _LIST | _WRITE | _CUT | _DRIVE))
        if devices:  # CUDA names its threads, and does not start where it cannot
            _grant(libc, rules, _OWN_THREADS, rights & (_READ | _LIST | _WRITE | _CUT))
        if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            return False
        return bool(libc.syscall(_RESTRICT, rules, ctypes.c_uint32(0)) == 0)
    finally:
        os.close(rules)


def _grant(libc: ctypes.CDLL, rules: int, path: Path, rights: int) -> None:
    """What is not there needs no right."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= ~_LIST
        granted = _Beneath(rights, place)
        libc.syscall(_ADD, rules, 1, ctypes.byref(granted), ctypes.c_uint32(0))
    finally:
        os.close(place)


def _threads() -> int:
    return len(list(Path("/proc/self/task").iterdir()))
