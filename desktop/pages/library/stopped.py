"""Documents whose work was stopped: the list and the details say so, and offer to go on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from desktop.house import House
from desktop.pages.library.rows.model import DocumentsModel


class Stopped(QObject):
    """Looks whenever work began, went on or ended; ``then`` when there are others."""

    def __init__(self, house: House, model: DocumentsModel, then: Callable[[], None]) -> None:
        super().__init__(model)
        self._house, self._model, self._then = house, model, then
        house.jobs.changed.connect(self._look)

    def _look(self) -> None:
        library = self._house.library
        if library is not None and self._model.tell_stopped(library.ingest.stopped()):
            self._then()
