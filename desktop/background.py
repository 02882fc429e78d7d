"""Work that goes on by itself: unfinished ingest at the start, model headers when all is quiet.

Headers are written only while nothing a person waits for is running, with a model installed and
the setting on; the job can be stopped under *Now* and then waits for "Go on" or the next start.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop.house import House
from desktop.jobs import Job
from warehouse.moving import clear_moved
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.library import Library

QUIET_MS = 20_000


class Background(QObject):
    def __init__(self, house: House, quiet_ms: int = QUIET_MS) -> None:
        super().__init__(house)
        self._house = house
        self._headers: Job | None = None
        self._paused = False
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(quiet_ms)
        self._quiet.timeout.connect(self._when_quiet)
        house.opened.connect(self._resume_ingest)
        house.jobs.changed.connect(self._wait_for_quiet)

    def stop(self) -> None:
        self._quiet.stop()

    def _resume_ingest(self) -> None:
        library = self._house.library
        if library is not None:
            job = self._house.jobs.start(
                "Finishing what was begun",
                partial(_finish, library),
                foreground=False,
                visible=False,
            )
            job.stepped.connect(partial(self._show, job))

    def _show(self, job: Job) -> None:
        """Only a resume that has something to do is worth a line under Now."""
        if not job.visible:
            job.visible = True
            self._house.jobs.changed.emit()

    def _wait_for_quiet(self) -> None:
        busy = [job for job in self._house.jobs.running() if job is not self._headers]
        if busy:
            self._quiet.stop()
        elif self._headers is None and not self._paused and self._house.settings.model_headers:
            self._quiet.start()

    def _when_quiet(self) -> None:
        library = self._house.library
        if library is not None and self._headers is None:
            self._house.jobs.fetch(self._is_wanted, self._begin)

    def _is_wanted(self) -> bool:
        """Worker: is there a model, and a document with only its plain header?"""
        library = self._house.library
        if library is None or not self._house.model_installed():
            return False
        return any(
            one.header == "plain" and one.state == "verified" for one in library.catalog.documents()
        )

    def _begin(self, wanted: bool) -> None:
        library = self._house.library
        if not wanted or library is None or self._headers is not None:
            return
        house = self._house
        job = house.jobs.start("Headers", lambda run: _write(house, library, run), foreground=False)
        self._headers = job
        job.failed.connect(self._failed)
        job.ended.connect(self._ended)

    def _failed(self, error: BaseException) -> None:
        self._paused = True
        self._house.notices.error(error)

    def _ended(self) -> None:
        job, self._headers = self._headers, None
        if job is not None and job.run.cancelled:
            self._paused = True
            self._house.notices.offer(
                "Writing headers is paused until the next start.", "Go on", self._go_on
            )

    def _go_on(self) -> None:
        self._paused = False
        self._when_quiet()


def _write(house: House, library: Library, run: Run) -> None:
    from warehouse.headers import write_headers

    write_headers(library, house.engine(), run)


def _finish(library: Library, run: Run) -> None:
    """Worker: what was interrupted, and the old folder of a warehouse that was moved."""
    library.resume(run)
    clear_moved(library.folder)
