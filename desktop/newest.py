"""Reads off the main thread, one at a time, and only what was asked for last counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.jobs import Jobs


class Newest(QObject):
    """Several side by side would take the interpreter from the window. ``rested``: nothing more is
    read, whether the last was told or failed.
    """

    rested = Signal()

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._running = False
        self._wanted = 0
        self._about: str | None = None
        self._next: tuple[Callable[[], Any], Callable[[Any], None]] | None = None
        jobs.unseen_ending.connect(self._begin_no_more)

    def ask(
        self, read: Callable[[], Any], then: Callable[[Any], None], about: str | None = None
    ) -> None:
        """``then`` gets the result unless something else was asked for meanwhile: what is asked
        again and again ``about`` the same would never be told.
        """
        if about is None or about != self._about:
            self._wanted += 1
        self._about = about
        if self._running:
            self._next = (read, then)
        else:
            self._begin(read, then)

    def forget(self) -> None:
        """Nobody waits for it any more."""
        self._wanted += 1
        self._next = None

    def _begin_no_more(self) -> None:
        """The library closes under what would be read next."""
        self._next = None

    def _begin(self, read: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self._running = True
        job = self._jobs.fetch(read, partial(self._came, self._wanted, then))
        job.ended.connect(self._ended)

    def _came(self, wanted: int, then: Callable[[Any], None], result: Any) -> None:
        if wanted == self._wanted:
            then(result)

    def _ended(self) -> None:
        self._running = False
        waiting, self._next = self._next, None
        if waiting is not None:
            self._begin(*waiting)
        else:
            self.rested.emit()
