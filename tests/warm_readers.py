"""Readers that outlive the library of a test: to start one takes longer than most tests.

A reader that is well and waits for work when its pool is closed serves the next pool of the same
limits. Tests of the readers themselves (tests/indexers) have their own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexers.process.child import Child
from indexers.process.progress_mark import ProgressMark
from indexers.readers import ReaderPool, _Reader

Limits = tuple[int, int]
_waiting: defaultdict[Limits, list[tuple[Child, ProgressMark, str]]] = defaultdict(list)


class WarmReader(_Reader):
    @property
    def _limits(self) -> Limits:
        return self._memory_mb, self._patience_s

    def _running(self) -> Child:
        if self._child is None and (waiting := _waiting[self._limits]):
            self._child, self._mark, self.sandbox = waiting.pop()
            self._ready = True
        return super()._running()

    def greet(self) -> None:
        self._running()
        if not self._ready:
            super().greet()

    def leave(self) -> None:
        """To the next pool, if it has answered and lives."""
        if self._child is not None and self._mark is not None and self._ready and self._child.alive:
            _waiting[self._limits].append((self._child, self._mark, self.sandbox))
            self._child = None


class WarmPool(ReaderPool):
    def __init__(
        self, size: int, memory_mb: int = 2048, patience_s: int = 60, log_folder: Path | None = None
    ) -> None:
        super().__init__(size, memory_mb, patience_s, log_folder)
        self._readers = [WarmReader(memory_mb, patience_s, log_folder) for _ in self._readers]
        self._painter = WarmReader(memory_mb, patience_s, log_folder)
        self._free = list(self._readers)

    def close(self) -> None:
        with self._condition:
            for reader in self._free:
                assert isinstance(reader, WarmReader)
                reader.leave()
        if self._painting.acquire(blocking=False):
            try:
                self._painter.leave()
            finally:
                self._painting.release()
        super().close()


@pytest.fixture(autouse=True)
def warm_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warehouse.library.ReaderPool", WarmPool)


@pytest.fixture(autouse=True, scope="session")
def no_reader_is_left() -> Iterator[None]:
    yield
    for waiting in _waiting.values():
        for child, _, _ in waiting:
            child.kill()
