"""Removing: out of sight at once, in the trash when the notice lapses and it was not taken back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.pages.library import lookup
from desktop.pages.library.rows.model import DocumentsModel
from warehouse.studies.report.ledger import plural


class Removing(QObject):
    """``changed`` when rows went out of sight or came back, ``gone`` when they are in the trash."""

    changed = Signal()
    gone = Signal()

    def __init__(self, house: House, model: DocumentsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._house, self._model = house, model
        self.hidden: set[str] = set()

    def begin(self, ids: Sequence[str]) -> None:
        if self._house.library is None or not ids:
            return
        title = next((one.title for one in self._model.documents() if one.id == ids[0]), "")
        self.hidden.update(ids)
        self._model.hide(ids)
        what = f"“{title}”" if len(ids) == 1 else f"{len(ids):,} documents"
        self._house.notices.offer(
            f"Removed {what}. Kept for 30 days.",
            "Undo",
            partial(self._undo, ids),
            partial(self._forget, ids),
        )
        self.changed.emit()

    def _undo(self, ids: Sequence[str]) -> None:
        self.hidden.difference_update(ids)
        self._model.unhide(ids)
        self.changed.emit()

    def _forget(self, ids: Sequence[str]) -> None:
        library = self._house.library
        if library is None:
            return
        work = partial(lookup.remove, library, tuple(ids))
        job = self._house.jobs.start(f"Removing {plural(len(ids), 'document')}", work)
        job.finished.connect(self._forgotten)
        job.failed.connect(partial(self._not_removed, ids))

    def _forgotten(self, ids: tuple[str, ...]) -> None:
        for one in ids:
            self.hidden.discard(one)
            self._model.forget(one)
            self._house.document_removed.emit(one)
        self.changed.emit()
        self.gone.emit()

    def _not_removed(self, ids: Sequence[str], error: BaseException) -> None:
        self._undo(ids)
        self._house.notices.error(error)
