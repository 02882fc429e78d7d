"""What holds a reader: no sockets, no new programs, no writing, bounded memory, gone when it hangs.

Every measure is asked of the system and not all systems grant all of them; ``enter`` and ``seal``
say which are in force. On Linux a seccomp filter refuses sockets and programs (a user namespace
without a network where there is no seccomp), and Landlock refuses to write, make, remove or rename
any file, and to signal any other process: what takes a reader over can neither send what it reads
nor leave anything behind that would.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import IO, Any

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER_MODE = 38, 22, 2
_NEW_USER_AND_NETWORK = 0x10000000 | 0x40000000
_REFUSE = 0x00050000 | 13
_ALLOW = 0x7FFF0000
# io_uring_setup opens sockets behind the filter's back, pidfd_getfd takes those of a neighbour.
_EVERYWHERE = (425, 438)
# By machine: its audit number, then socket, socketpair, connect, bind, execve, execveat; then
# ptrace, process_vm_readv, process_vm_writev, by which another process could be made to do it.
_CALLS = {
    "x86_64": (0xC000003E, (41, 53, 42, 49, 59, 322, 101, 310, 311, *_EVERYWHERE)),
    "aarch64": (0xC00000B7, (198, 199, 203, 200, 221, 281, 117, 270, 271, *_EVERYWHERE)),
}
_BECOMES = {"x86_64": (59, 322), "aarch64": (221, 281)}  # execve, execveat

# Landlock: the calls, and the rights that are taken over, by the version that knows them. Writing;
# removing folders and files; making devices, folders, files, sockets, pipes and links.
_LANDLOCK = (444, 445, 446)
_WRITE = 1 << 1
_CHANGES = _WRITE | sum(1 << bit for bit in range(4, 13))
_MOVE, _TRUNCATE = 1 << 13, 1 << 14
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


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("filter", ctypes.POINTER(_Instruction)))


def enter(memory_mb: int, becomes_another: bool = False) -> str:
    """Shut this process in, before it reads anything. Returns what is in force, in words.

    ``becomes_another``: it may turn into another program, which is held by all of this, too; 0 for
    ``memory_mb`` where that one takes address space without using it.
    """
    held = []
    if sys.platform == "linux":
        if _filter_calls(becomes_another):
            held.append("no network" if becomes_another else "no network, no programs")
        elif _leave_network():
            held.append("no network")
    if resource is not None:
        if memory_mb and _limit(resource.RLIMIT_AS, memory_mb * 1024 * 1024):
            held.append(f"memory {memory_mb} MB")
        _limit(resource.RLIMIT_CORE, 0)
    return "; ".join(held) or "no limits on this system"


def seal() -> str:
    """From now on no file is written but those that are open, nor another process signalled: when
    everything is loaded, and before a document is opened. Temporary files, which the model for
    languages is unpacked into, are in memory then. Returns what is in force, in words.
    """
    if sys.platform != "linux" or not _refuse_writing():
        return ""
    vars(tempfile)["TemporaryFile"] = _in_memory
    return "no writing"


def _in_memory(mode: str = "w+b", *_: Any, **__: Any) -> IO[Any]:
    return os.fdopen(os.memfd_create("muniment-reader"), mode)


def allow_cpu(seconds: int) -> None:
    """From now on the system ends this process after so many seconds of computing.

    Called before each page: a page that never ends in native code, where no signal handler and
    no thread of Python can run, ends the reader even when its parent is gone.
    """
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + seconds + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _limit(which: int, amount: int) -> bool:
    try:
        _, hard = resource.getrlimit(which)
        if hard != resource.RLIM_INFINITY:
            amount = min(amount, hard)
        resource.setrlimit(which, (amount, amount))
    except (ValueError, OSError):
        return False
    return True


def _filter_calls(becomes_another: bool) -> bool:
    machine = platform.machine().lower()
    if machine not in _CALLS:
        return False
    number, refused = _CALLS[machine]
    allowed = _BECOMES[machine] if becomes_another else ()
    calls = tuple(call for call in refused if call not in allowed)
    steps = _steps(number, calls)
    program = _Program(len(steps), (_Instruction * len(steps))(*steps))
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            return False
        return bool(libc.prctl(_SET_SECCOMP, _FILTER_MODE, ctypes.byref(program), 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _steps(machine: int, calls: tuple[int, ...]) -> list[_Instruction]:
    """Load the machine, refuse another; load the call, refuse the listed; allow the rest."""
    load, equal, at_least, answer = 0x20, 0x15, 0x35, 0x06
    refused = len(calls) + 1
    steps = [
        _Instruction(load, 0, 0, 4),
        _Instruction(equal, 0, refused + 2, machine),
        _Instruction(load, 0, 0, 0),
        _Instruction(at_least, refused, 0, 0x40000000),
    ]
    for index, call in enumerate(calls):
        steps.append(_Instruction(equal, refused - 1 - index, 0, call))
    steps.append(_Instruction(answer, 0, 0, _ALLOW))
    steps.append(_Instruction(answer, 0, 0, _REFUSE))
    return steps


def _refuse_writing() -> bool:
    """Landlock: all that changes a file is taken over, and granted for /dev/null alone."""
    create, add, restrict = _LANDLOCK
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        version = libc.syscall(create, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
        if version < 1:
            return False
        asked = _Ruleset(
            _CHANGES | (_MOVE if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0),
            _CONNECT if version >= 4 else 0,
            _SIGNALS if version >= 6 else 0,
        )
        size = 24 if version >= 6 else 16 if version >= 4 else 8
        rules = libc.syscall(create, ctypes.byref(asked), ctypes.c_size_t(size), ctypes.c_uint32(0))
        if rules < 0:
            return False
        nowhere = os.open(os.devnull, os.O_PATH | os.O_CLOEXEC)
        try:
            granted = _Beneath(_WRITE | (_TRUNCATE if version >= 3 else 0), nowhere)
            libc.syscall(add, rules, 1, ctypes.byref(granted), ctypes.c_uint32(0))
            if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
                return False
            return bool(libc.syscall(restrict, rules, ctypes.c_uint32(0)) == 0)
        finally:
            os.close(nowhere)
            os.close(rules)
    except (OSError, AttributeError):
        return False


def _leave_network() -> bool:
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return bool(libc.unshare(_NEW_USER_AND_NETWORK) == 0)
    except (OSError, AttributeError):
        return False


def share_used(memory_mb: int) -> float:
    """How much of the allowed address space is taken, 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (memory_mb * 1024 * 1024)
