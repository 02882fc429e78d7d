"""Limits around a stranger's program, a chat template, in the engine's child.

Jinja's sandbox keeps a template from our objects, not from filling the memory or never ending. It
gets so much time: a watchdog in C ends the process, even while one long operation holds the
interpreter, and the parent then says that the engine ended. While it is first tried it also gets
only so much more memory than the process has, where the system can hold it to that; later a batch
may be running beside it, whose own allocations must not fail.
"""

from __future__ import annotations

import contextlib
import faulthandler
import sys
from collections.abc import Iterator

import psutil  # type: ignore[import-untyped]

MEMORY_BYTES = 128 * 2**20
PATIENCE_S = 15.0


class Guard:
    """For the engine's child only: it may end the process. ``trying`` until work begins."""

    def __init__(self) -> None:
        self.trying = True

    @contextlib.contextmanager
    def __call__(self) -> Iterator[None]:
        faulthandler.dump_traceback_later(PATIENCE_S, exit=True)
        try:
            with _little_memory() if self.trying else contextlib.nullcontext():
                yield
        finally:
            faulthandler.cancel_dump_traceback_later()


@contextlib.contextmanager
def _little_memory() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    ceiling = psutil.Process().memory_info().vms + MEMORY_BYTES
    if before[1] != resource.RLIM_INFINITY:
        ceiling = min(ceiling, before[1])
    try:
        resource.setrlimit(resource.RLIMIT_AS, (ceiling, before[1]))
    except (ValueError, OSError):
        yield  # a system that cannot: then the sandbox and the time are what is left
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
