"""The warehouse of an MCP server: open while calls want it, and a little longer.

A client may hold the server for days. Another program, such as the window, can have the warehouse
between two calls: it is closed after a minute without one, and at once when somebody asks for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from warehouse.app import Warehouse
from warehouse.store.handover import waiting

IDLE_S = 60.0


class Opened:
    """Any thread. ``opener`` opens the warehouse, each time it is wanted and not open."""

    def __init__(self, opener: Callable[[], Warehouse]) -> None:
        self._opener = opener
        self._lock = threading.Lock()
        self._warehouse: Warehouse | None = None
        self._users = 0
        self._used = 0.0

    @contextmanager
    def use(self) -> Iterator[Warehouse]:
        """Raises what the opener raises; InUse while another program has it open."""
        with self._lock:
            if self._warehouse is None:
                self._warehouse = self._opener()
            warehouse = self._warehouse
            self._users += 1
        try:
            yield warehouse
        finally:
            with self._lock:
                self._users -= 1
                self._used = time.monotonic()

    def release(self, idle_s: float = IDLE_S) -> bool:
        """Close it where nobody uses it, and has not for ``idle_s`` or another program asks for
        it; whether it is closed now."""
        with self._lock:
            if self._warehouse is None:
                return True
            is_idle = time.monotonic() - self._used >= idle_s
            if self._users or not (is_idle or waiting(self._warehouse.library.folder)):
                return False
            self._close()
            return True

    def end(self) -> None:
        """Close it, though a call should use it: the program ends."""
        with self._lock:
            if self._warehouse is not None:
                self._close()

    def _close(self) -> None:
        assert self._warehouse is not None
        self._warehouse.close()
        self._warehouse = None
