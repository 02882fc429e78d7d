"""Doubtful documents compared with OCR by themselves, one after the other, when all is quiet.

It gives way to whatever else is begun, and goes on when that is done. Stopped under *Now* it waits
for "Go on" or the next start. What it found out is said once, and stands in the details.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.house import House
from desktop.jobs import Job
from warehouse.documents.inspecting import comparing
from warehouse.documents.inspecting.comparing import Compared
from warehouse.records import Document
from warehouse.run import Run, Step

if TYPE_CHECKING:
    from warehouse.library import Library


class Comparing(QObject):
    """``job`` is the one in hand."""

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house
        self.job: Job | None = None
        self._looked_at: set[str] = set()
        self._paused = False
        self._gave_way = False

    def consider(self) -> None:
        """Begin, where there is something to do and OCR is not turned off."""
        if self.job is None and not self._paused and self._house.settings.ocr != "off":
            self._house.jobs.fetch(self._is_due, self._begin)

    def give_way(self) -> None:
        if self.job is not None and not self._gave_way:
            self._gave_way = True
            self.job.cancel()

    def _is_due(self) -> bool:
        """Worker."""
        library = self._house.library
        return library is not None and bool(comparing.unasked(library, self._looked_at))

    def _begin(self, is_due: bool) -> None:
        library = self._house.library
        if not is_due or library is None or self.job is not None:
            return
        work = partial(_compare, library, self._looked_at)
        job = self._house.jobs.start(comparing.STAGE, work, foreground=False, visible=False)
        self.job = job
        self._gave_way = False
        job.stepped.connect(partial(self._show, job))
        job.failed.connect(self._failed)
        job.finished.connect(self._found)
        job.ended.connect(self._ended)

    def _show(self, job: Job, step: Step) -> None:
        """Documents that are in order are looked through unseen."""
        if not job.visible:
            job.visible = True
            self._house.jobs.changed.emit()

    def _failed(self, error: BaseException) -> None:
        self._paused = True
        self._house.notices.error(error, "Go on", self._go_on)

    def _found(self, done: list[tuple[Document, list[Compared]]]) -> None:
        for document in [
            document for document, compared in done if comparing.is_doubtful(compared)
        ]:
            self._house.notices.say(
                f"The text of “{document.title}” is not what is printed on its pages.",
                "Its details in the Library say more; it can be read again with OCR there.",
            )

    def _ended(self) -> None:
        job, self.job = self.job, None
        if job is not None and job.run.cancelled and not self._gave_way:
            self._paused = True
            self._house.notices.offer(
                "Comparing with OCR is paused until the next start.", "Go on", self._go_on
            )

    def _go_on(self) -> None:
        self._paused = False
        self.consider()


def _compare(
    library: Library, looked_at: set[str], run: Run
) -> list[tuple[Document, list[Compared]]]:
    return comparing.compare_doubtful(library, looked_at, run)
