"""The library of another program into this one: choose it, and see what could not be taken."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from desktop.house import House
from desktop.widgets.basics import Button, label, row
from desktop.widgets.sidepane import SidePane
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.importing.takein import Taken
    from warehouse.library import Library

MOST_NAMED = 100
FILE_TYPES = (
    "Libraries (zotero.sqlite *.bib *.json);;Zotero (zotero.sqlite);;BibTeX (*.bib)"
    ";;CSL-JSON (*.json)"
)


class ImportPane(SidePane):
    """``taken`` when an import is done and its account shown; ``left`` at Back or Escape."""

    taken = Signal()
    left = Signal()

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__("What was imported", 6, parent)
        self._house = house

    def choose(self) -> None:
        dialog = QFileDialog(self.window(), "Import a library", str(Path.home()), FILE_TYPES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Import")
        dialog.setModal(False)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.take)
        dialog.show()

    def take(self, path: str) -> None:
        if (library := self._house.library) is not None:
            work = partial(_take, library, Path(path))
            job = self._house.jobs.start(f"Importing {Path(path).name}", work)
            job.finished.connect(self._show)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _show(self, taken: Taken) -> None:
        column = self.fresh()
        column.addWidget(label("What was imported", "heading", wrap=True))
        counts = f"{taken.entries:,} entries, {taken.new:,} of them new"
        column.addWidget(label(counts, "ink", wrap=True))
        column.addWidget(label(f"{taken.documents:,} documents came in", "ink", wrap=True))
        self._name(column, "Entries without a file", [(m.title, m.reason) for m in taken.without])
        self._name(column, "Files not taken", [(m.title, m.reason) for m in taken.missing])
        self._name(column, "Parts not read", [(u.what, u.reason) for u in taken.unread])
        back = Button(self._house.theme, "Back", "arrow-left", "quiet")
        back.clicked.connect(self.left)
        column.addSpacing(10)
        column.addLayout(row(back, 1))
        column.addStretch(1)
        self.taken.emit()
        back.setFocus()

    def _name(self, column: QVBoxLayout, what: str, lines: list[tuple[str, str]]) -> None:
        if not lines:
            return
        column.addSpacing(10)
        column.addWidget(label(f"{what} · {len(lines):,}", "section"))
        for title, reason in lines[:MOST_NAMED]:
            column.addWidget(label(title, "ink", wrap=True))
            column.addWidget(label(reason, "small", wrap=True))
        if len(lines) > MOST_NAMED:
            column.addWidget(label(f"and {len(lines) - MOST_NAMED:,} more", "small"))


def _take(library: Library, path: Path, run: Run) -> Taken:
    """Worker."""
    from warehouse.importing import takein

    return takein.take_in(takein.read(path), library, run)
