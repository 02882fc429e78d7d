"""Which documents are being worked on, so that no two threads take the same."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator


class Claims:
    """Which documents are being worked on, so that no two threads take the same."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken: set[str] = set()

    @contextlib.contextmanager
    def take(self, ids: Iterable[str]) -> Iterator[list[str]]:
        with self._lock:
            mine = [id for id in dict.fromkeys(ids) if id not in self._taken]
            self._taken.update(mine)
        try:
            yield mine
        finally:
            with self._lock:
                self._taken.difference_update(mine)

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """While it is held nothing more is taken; True when nothing is."""
        with self._lock:
            yield not self._taken
