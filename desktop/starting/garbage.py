"""Cyclic garbage is collected in the main thread only.

Python collects in whichever thread happens to allocate: a widget or a timer that dies in a worker
takes Qt down with it, and a full collection over everything the imports made holds the window up
for a quarter of a second. While a window lives, automatic collection is off and a timer collects
the young, in little pieces. What comes in a flood (imports, a long document) is frozen instead:
it still goes when its last reference goes. All threads share a few heaps, and when work has ended,
what it leaves free goes back to the system: a burst of threads would keep it.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 200
YOUNG = 2_000
FLOOD = 10_000
MIDDLE_AFTER = 10
HEAPS = 2
_MOST_HEAPS = -8  # M_ARENA_MAX of mallopt(3)
OLD_AFTER_MS = 60_000


class Garbage(QObject):
    """``is_quiet`` says whether nothing runs; ``rest`` gives the task back to
    Python, where it had it."""

    def __init__(self, is_quiet: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._is_quiet = is_quiet
        self._young = 0
        self._since_old_ms = 0
        self._worked = True
        self._was_enabled = gc.isenabled()
        gc.disable()
        _glibc("mallopt", _MOST_HEAPS, HEAPS)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def rest(self) -> None:
        self._timer.stop()
        if self._was_enabled:
            gc.enable()

    def _look(self) -> None:
        self._since_old_ms += EVERY_MS
        young = gc.get_count()[0]
        if young >= FLOOD:
            gc.freeze()
        elif young >= YOUNG:
            self._young += 1
            gc.collect(1 if self._young % MIDDLE_AFTER == 0 else 0)
        elif self._since_old_ms >= OLD_AFTER_MS and self._is_quiet():
            self._since_old_ms = 0
            gc.collect()
        elif not self._is_quiet():
            self._worked = True
        elif self._worked:
            self._worked = False
            _glibc("malloc_trim", 0)  # some milliseconds


def _glibc(function: str, *numbers: int) -> None:
    """Nothing where the C library is another one and keeps no such books."""
    if sys.platform == "linux":
        called = getattr(ctypes.CDLL(None), function, None)
        if called is not None:
            called(*numbers)
