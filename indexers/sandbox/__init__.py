"""What holds a process that reads what strangers made: readers of documents, engine, embedder.

``enter`` comes first in the process, before any thread; ``seal`` when everything is loaded and
before the first strange byte. Every measure is asked of the system, not all systems grant all of
them, and both say which are in force.

Linux    calls.py       the only calls to the system that are allowed (seccomp, an allow-list)
         landlock.py    the only files that can be opened: interpreter, libraries, one's own model
         namespaces.py  no network, no mounts, no names of others; no privileges, also for root
macOS    macos.py       a profile of the system's sandbox
Windows  windows.py     a job, low integrity, and what a process can take from itself
         appcontainer.py  no network, no other files: a container, made by who starts the process;
                        grants.py: what is read in it; win32.py: the calls

All      environment.py: what a child hears of its surroundings; inheriting.py: how it comes to
         files that its parent has open

A document is handed over as an open file; nothing else of the user's can be opened.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from indexers.sandbox import appcontainer, landlock, macos, namespaces, places, seccomp, windows

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

WAYS = ("network", "programs", "writing", "other files")
"""What a process should be kept from; ``enter`` and ``seal`` say "no" and the word where it is."""

_READER = "indexers.reader_process"


def enter(
    memory_mb: int = 0,
    files_from: int = -1,
    devices: Sequence[Path] = (),
    becomes_another: bool = False,
) -> str:
    """Shut this process in: what is in force, in words.

    ``memory_mb`` of address space, 0 for no limit; ``files_from`` is the descriptor of the socket
    on which files are handed over; ``devices`` are driven by what computes on them; a process that
    ``becomes_another`` program, one that ``seal`` names, is held by all of this then, too.
    """
    held = []
    if resource is not None:
        if memory_mb and _limit(resource.RLIMIT_AS, memory_mb * 1024 * 1024):
            held.append(f"memory {memory_mb} MB")
        _limit(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":
        # A driver looks for its devices in ways that cannot be tried everywhere.
        left = not devices and namespaces.leave()
        namespaces.drop_privileges()
        if seccomp.hold(memory_mb > 0, bool(devices), files_from, becomes_another):
            held.append("no network" if becomes_another else "no network, no programs")
        elif left:
            held.append("no network")
        if left:
            held.append("namespaces of its own")
    elif sys.platform == "win32":
        held.append(windows.enter(memory_mb))
    return "; ".join(filter(None, held)) or "no limits on this system"


def seal(
    readable: Sequence[Path] = (),
    devices: Sequence[Path] = (),
    programs: Sequence[Path] = (),
) -> str:
    """From now on only ``readable`` and what the program itself needs can be opened, no file is
    written but those that are open, none but ``programs`` run, and no other process signalled: what
    is in force, in words.

    Temporary files, which the model for languages is unpacked into, are in memory then.
    """
    held = ""
    if sys.platform == "linux":
        if landlock.hold([*places.readable(), *readable], devices, programs):
            held = "no writing; no other files"
    elif sys.platform == "darwin":
        held = macos.seal([*places.readable(), *readable])
    elif sys.platform == "win32":
        held = windows.seal()
    if "no writing" in held:
        vars(tempfile)["TemporaryFile"] = _in_memory
    return held


def lacking(held: str) -> list[str]:
    """Of WAYS, those that stay open where ``held`` is in force."""
    return [way for way in WAYS if f"no {way}" not in held]


def expected_lacking() -> list[str]:
    """Of WAYS, those that this system is known to leave open to a reader, told without starting
    one; on Windows a process that sees nothing strange tries it, once.
    """
    ways = list(WAYS)
    if sys.platform == "linux":
        ways = [] if seccomp.known() else ["programs"]
        ways += [] if landlock.version() else ["writing", "other files"]
    elif sys.platform == "darwin":
        ways = [] if macos.known() else ways
    elif sys.platform == "win32":
        ways = ["network", "other files"] if appcontainer.refusal(_READER) else []
    return ways


def _in_memory(mode: str = "w+b", *_: Any, **__: Any) -> IO[Any]:
    if not hasattr(os, "memfd_create"):
        return io.BytesIO()
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


def share_used(memory_mb: int) -> float:
    """How much of the allowed address space is taken, 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (memory_mb * 1024 * 1024)
