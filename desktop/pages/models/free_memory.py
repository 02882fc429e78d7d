"""How much memory is free: read once for all that the page tells, it is another every moment."""

from __future__ import annotations

import threading
from functools import cached_property


class FreeMemory:
    """For workers: one for each time the page is filled."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @property
    def bytes(self) -> int:
        with self._lock:
            return self._read

    @cached_property
    def _read(self) -> int:
        import psutil  # type: ignore[import-untyped]

        return int(psutil.virtual_memory().available)
