"""The line over a page of evidence: what document it is, where in it, and what can be done."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import IconButton, column_of, row
from desktop.widgets.elided import Elided
from desktop.widgets.fold_button import EDGE_PX, LINE_PX, FoldButton
from desktop.widgets.pageview import MARGIN_PX
from indexers.records import Page
from warehouse.records import Document
from warehouse.store.catalog import people
from warehouse.studies.report.cited_places import place_in


class EvidenceTitle(QWidget):
    """``stepped(by)``: to the next citation or the one before; ``enlarged``; ``reading``: in the
    reader; ``opened``: in the library; ``banned``: not for this study (hidden without one).
    """

    stepped = Signal(int)
    enlarged = Signal()
    opened = Signal()
    reading = Signal()
    banned = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setFixedHeight(LINE_PX)
        self._title, self._where = Elided("strong"), Elided("small")
        names = column_of(1, spacing_px=1)
        for line in (self._title, self._where):
            line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            names.addWidget(line)
        names.addStretch(1)
        inside = row((names, 1), into=self, margins_px=(MARGIN_PX, 0, EDGE_PX, 0), spacing_px=2)
        inside.addSpacing(8)
        self.ban = IconButton(theme, "ban", "Leave this document out of this study")
        self.ban.hide()
        self.ban.clicked.connect(self.banned)
        self.back = IconButton(theme, "chevron-left", "Previous citation")
        self.on = IconButton(theme, "chevron-right", "Next citation")
        self.zoom = IconButton(theme, "zoom-in", "Enlarge the page")
        self.read = IconButton(theme, "book-open", "Open in the reader (Enter)")
        self.open = IconButton(theme, "external-link", "Show the document in the library")
        for button, act in (
            (self.back, partial(self.stepped.emit, -1)),
            (self.on, partial(self.stepped.emit, 1)),
            (self.zoom, self.enlarged.emit),
            (self.read, self.reading.emit),
            (self.open, self.opened.emit),
        ):
            button.clicked.connect(act)
            inside.addWidget(button)
        inside.addWidget(self.ban)
        inside.addWidget(FoldButton(theme))

    def tell(self, title: str, where: str) -> None:
        self._title.setText(title)
        self._where.setText(where)
        self._where.setVisible(bool(where))

    def let(self, cited: bool, shown: bool) -> None:
        """What can be done: there are citations to walk through; a document is shown.

        What cannot be done here at all is not there; the rest keeps its place and waits.
        """
        for button in (self.back, self.on):
            button.setVisible(cited)
        for button in (self.zoom, self.read, self.open, self.ban):
            button.setEnabled(shown)


def whereabouts(document: Document, page: Page) -> str:
    """``p. iv · Qian et al.``; the number of pages where labels are plain numbers."""
    parts = [people.short(document.authors) or document.site]
    parts.insert(0, place_in(document, page.index, page.label))
    if document.state == "removed":
        parts.append("recently deleted")
    if page.ocr:
        parts.append(f"read by OCR, {page.ocr:.0%} sure")
    return " · ".join(part for part in parts if part)
