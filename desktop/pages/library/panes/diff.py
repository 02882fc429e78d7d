"""What differs between two documents, sentence by sentence, in place of the details."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.widgets.basics import Dot, label, row
from desktop.widgets.sidepane import PassingPane
from warehouse.documents.inspecting.differences import Change, Differences, differences
from warehouse.records import Document
from warehouse.store.catalog import Catalog
from warehouse.text import plural

MOST_SHOWN = 300
DOT_DOWN_PX = 4
NAME_WIDTH_PX = 32
_NAMES = {"gone": "Gone", "new": "New"}
_TOKENS = {"gone": "missing", "new": "quoted"}


class DiffPane(PassingPane):
    """``begun`` when it has something to show, ``left`` at Escape or Back."""

    begun = Signal()

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__("What differs between two documents", 6, parent)
        self._house = house

    def compare(self, before: str, after: str) -> None:
        if (library := self._house.library) is not None:
            work = partial(_compared, library.catalog, before, after)
            job = self._house.jobs.start("Comparing", lambda run: work())
            job.finished.connect(self._show)

    def _show(self, found: tuple[Document, Document, Differences]) -> None:
        before, after, compared = found
        column = self.fresh()
        column.addWidget(label("What differs", "heading", wrap=True))
        column.addWidget(label(f"From: {_named(before)}", "quiet", wrap=True))
        column.addWidget(label(f"To: {_named(after)}", "quiet", wrap=True))
        gone, new = len(compared.gone), len(compared.new)
        counts = f"{plural(gone, 'sentence')} gone, {new:,} new, {compared.same:,} the same"
        if compared.moved:
            counts += f", {compared.moved:,} in another place"
        differs = gone + new + compared.moved
        words = counts if differs else "Every sentence is the same."
        column.addWidget(label(words, "strong", wrap=True))
        for change in compared.changes[:MOST_SHOWN]:
            self._add(column, change)
        rest = len(compared.changes) - MOST_SHOWN
        if rest > 0:
            column.addWidget(label(f"and {rest:,} more places", "small"))
        back = self.end(self._house.theme, column)
        self.begun.emit()
        back.setFocus()

    def _add(self, column: QVBoxLayout, change: Change) -> None:
        if change.kind == "same":
            words = f"… {plural(change.count, 'sentence')} the same …"
            column.addWidget(label(words, "small"))
            return
        line = row(spacing_px=6)
        mark = row(Dot(self._house.theme, _TOKENS[change.kind]), margins_px=(0, DOT_DOWN_PX, 0, 0))
        line.addLayout(mark)
        line.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
        name = label(_NAMES[change.kind], "small")
        name.setMinimumWidth(NAME_WIDTH_PX)
        line.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(label(change.text, "ink", wrap=True), 1)
        column.addLayout(line)


def _named(document: Document) -> str:
    return " · ".join(filter(None, [document.title, document.date, document.id[:12]]))


def _compared(catalog: Catalog, before: str, after: str) -> tuple[Document, Document, Differences]:
    """Worker."""
    compared = differences(catalog, before, after)
    return catalog.document(before), catalog.document(after), compared
