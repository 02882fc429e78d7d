"""Looks at the watched folders now and then: soon after news, seldom while nothing comes."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop.house import House
from desktop.jobs import Job
from warehouse.records import Document
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.library import Library

LEAST_S = 5.0
MOST_S = 60.0


class Watcher(QObject):
    def __init__(self, house: House, least_s: float = LEAST_S) -> None:
        super().__init__(house)
        self._house = house
        self._least_s = self._pause_s = least_s
        self._began = 0.0
        self._job: Job | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look)
        house.opened.connect(self._opened)

    def stop(self) -> None:
        self._timer.stop()

    def _opened(self) -> None:
        self._timer.start(round(1000 * self._least_s))

    def _look(self) -> None:
        library = self._house.library
        if library is None or self._job is not None:
            return
        self._began = time.monotonic()
        self._job = self._house.jobs.start(
            "Watched folders", partial(_look, library), foreground=False, visible=False
        )
        self._job.stepped.connect(self._show)
        self._job.finished.connect(self._came)
        self._job.ended.connect(self._ended)

    def _show(self, step: object) -> None:
        """Only a look that has something to do is worth a line under Now."""
        if self._job is not None and not self._job.visible:
            self._job.visible = True
            self._house.jobs.changed.emit()

    def _came(self, documents: list[Document]) -> None:
        from warehouse.ingest.watching import next_pause_s

        took = time.monotonic() - self._began if not documents else 0.0
        self._pause_s = next_pause_s(self._pause_s, took, len(documents), self._least_s, MOST_S)

    def _ended(self) -> None:
        self._job = None
        self._timer.start(round(1000 * self._pause_s))


def _look(library: Library, run: Run) -> list[Document]:
    """Worker."""
    return library.watching.look(run)
