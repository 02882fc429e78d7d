"""How much memory is free: read once for all that the page tells, it is another every moment."""

from __future__ import annotations

import threading


class FreeMemory:
    """For workers. ``forget`` before the page is filled anew."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bytes: int | None = None

    def forget(self) -> None:
        self._bytes = None

    @property
    def bytes(self) -> int:
        import psutil  # type: ignore[import-untyped]

        with self._lock:
            free = self._bytes
            if free is None:
                free = self._bytes = psutil.virtual_memory().available
            return free
