"""Recently deleted: what is in the trash, for how long, and the way back.

Stands in the right pane in place of the details, until Escape. ``counted(number)`` whenever it was
looked at, ``restored`` when something came back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.notices import UNDO_S
from desktop.widgets.basics import Button, label, row
from desktop.widgets.sidepane import PassingPane
from warehouse.extent import extent
from warehouse.records import Document
from warehouse.run import Run
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.store.catalog.trash import Removed

LINES = 100


class TrashPane(PassingPane):
    counted = Signal(int)
    restored = Signal()

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__("Recently deleted", 6, parent)
        self._house = house

    def look(self) -> None:
        """Ask the library again, in the background."""
        if (library := self._house.library) is not None:
            self._house.jobs.fetch(library.trash.list, self._show)

    def _show(self, there: Sequence[Removed]) -> None:
        self.counted.emit(len(there))
        column = self.fresh()
        column.addWidget(label("Recently deleted", "heading", wrap=True))
        words = "Kept for 30 days with text, passages and header; no search finds them."
        column.addWidget(label(words if there else "Nothing was deleted.", "quiet", wrap=True))
        for removed in there[:LINES]:
            self._add(column, removed)
        if len(there) > LINES:
            column.addWidget(label(f"and {len(there) - LINES:,} more", "small"))
        column.addSpacing(14)
        if there:
            ids = tuple(removed.document.id for removed in there)
            empty = self._button("Forget all for good", "trash-2", partial(self._forget, ids))
            column.addLayout(row(empty, 1))
        self.end(self._house.theme, column)

    def _add(self, column: QVBoxLayout, one: Removed) -> None:
        column.addSpacing(12)
        column.addWidget(label(one.document.title, "strong", wrap=True))
        left = f"{plural(one.days_left, 'day')} left"
        column.addWidget(label(" · ".join(filter(None, (extent(one.document), left))), "small"))
        restore = Button(self._house.theme, "Restore", "rotate-ccw")
        restore.setAccessibleName(f"Restore {one.document.title}")
        restore.clicked.connect(partial(self.restore, one.document.id))
        forget = Button(self._house.theme, "Forget now", kind="link")
        forget.setAccessibleName(f"Forget {one.document.title} for good")
        forget.clicked.connect(partial(self._forget, (one.document.id,)))
        column.addLayout(row(restore, forget, 1))

    def _button(self, text: str, icon: str, act: Callable[[], None]) -> Button:
        button = Button(self._house.theme, text, icon, "quiet")
        button.setStyleSheet("padding-left: 0;")
        button.clicked.connect(lambda: act())
        return button

    def restore(self, document: str) -> None:
        if (library := self._house.library) is not None:
            job = self._house.jobs.start("Restoring", partial(_restore, library, document))
            job.finished.connect(self._restored)

    def _restored(self, document: Document) -> None:
        self.restored.emit()
        self.look()
        self._house.notices.say(f"“{document.title}” is back.")

    def _forget(self, ids: tuple[str, ...]) -> None:
        """What nothing brings back is asked once more."""
        what = "It" if len(ids) == 1 else plural(len(ids), "document")
        self._house.notices.offer(
            f"{what} will be gone for good, the original too.",
            "Forget",
            partial(self.forget, ids),
            seconds=UNDO_S,
        )

    def forget(self, ids: tuple[str, ...]) -> None:
        if (library := self._house.library) is not None:
            job = self._house.jobs.start("Forgetting", partial(_forget, library, ids))
            job.finished.connect(self._forgotten)

    def _forgotten(self, nothing: object) -> None:
        self.look()


# In workers


def _restore(library: Library, document: str, run: Run) -> Document:
    return library.trash.restore(document, run)


def _forget(library: Library, ids: tuple[str, ...], run: Run) -> None:
    library.trash.empty(ids)
