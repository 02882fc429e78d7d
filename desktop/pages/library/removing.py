"""Removing: out of sight at once, in the trash when the notice lapses and it was not taken back.

Taken back later, by Ctrl+Z, it comes out of the trash.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.pages.library import lookup
from desktop.pages.library.rows.model import DocumentsModel
from warehouse.run import Run
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library


class Removing(QObject):
    """``changed`` when rows went out of sight or came back, ``left`` with the place of the first
    that went, ``back`` with the ids that came, ``gone`` when the trash holds other documents.
    """

    changed = Signal()
    gone = Signal()
    left = Signal(int)
    back = Signal(object)

    def __init__(self, house: House, model: DocumentsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._house, self._model = house, model
        self.hidden: set[str] = set()
        self._waiting: set[tuple[str, ...]] = set()
        self._going: dict[tuple[str, ...], bool] = {}  # are they to come back once they went?

    def begin(self, ids: Sequence[str]) -> None:
        if self._house.library is None or not ids:
            return
        title = next(
            (document.title for document in self._model.documents() if document.id == ids[0]), ""
        )
        what = f"“{title}”" if len(ids) == 1 else f"{len(ids):,} documents"
        chosen = tuple(ids)
        self._hide(chosen)
        self._house.undo.did(
            f"Removed {what}",
            partial(self._back, chosen),
            partial(self._again, chosen),
            partial(self._forget, chosen),
            "Kept for 30 days.",
        )

    def _hide(self, ids: tuple[str, ...]) -> None:
        self._waiting.add(ids)
        self.hidden.update(ids)
        rows = [row for id in ids if (row := self._model.row_of(id)) >= 0]
        self._model.hide(ids)
        self._house.order.leave_out(self.hidden)
        self.changed.emit()
        if rows:
            self.left.emit(min(rows))

    def _again(self, ids: tuple[str, ...]) -> None:
        if ids in self._going:
            self._going[ids] = False
            return
        self._hide(ids)
        self._forget(ids)

    def _back(self, ids: tuple[str, ...]) -> None:
        """In sight again while it waits, else out of the trash, once all are in it."""
        if ids in self._waiting:
            self._show(ids)
        elif ids in self._going:
            self._going[ids] = True
        elif (library := self._house.library) is not None:
            label = f"Bringing back {plural(len(ids), 'document')}"
            job = self._house.jobs.start(label, partial(_restore, library, ids))
            job.finished.connect(partial(self._restored, ids))

    def _show(self, ids: tuple[str, ...]) -> None:
        self._waiting.discard(ids)
        self.hidden.difference_update(ids)
        self._model.unhide(ids)
        self._house.order.leave_out(self.hidden)
        self.changed.emit()
        self.back.emit(ids)

    def _forget(self, ids: tuple[str, ...]) -> None:
        """Nothing where it was taken back before."""
        library = self._house.library
        if library is None or ids not in self._waiting:
            return
        self._waiting.discard(ids)
        self._going[ids] = False
        work = partial(lookup.remove, library, ids)
        job = self._house.jobs.start(f"Removing {plural(len(ids), 'document')}", work)
        job.finished.connect(self._forgotten)
        job.failed.connect(partial(self._not_removed, ids))

    def _forgotten(self, ids: tuple[str, ...]) -> None:
        self.hidden.difference_update(ids)
        self._model.forget(ids)
        for id in ids:
            self._house.document_removed.emit(id)
        self._house.order.leave_out(self.hidden)
        self.changed.emit()
        self.gone.emit()
        if self._going.pop(ids):
            self._back(ids)

    def _restored(self, ids: tuple[str, ...], nothing: object) -> None:
        self.back.emit(ids)
        self.gone.emit()

    def _not_removed(self, ids: tuple[str, ...], error: BaseException) -> None:
        del self._going[ids]
        self._show(ids)
        self._house.notices.error(error)


def _restore(library: Library, ids: tuple[str, ...], run: Run) -> None:
    """Worker."""
    library.trash.restore_all(ids, run)
