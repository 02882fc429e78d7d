"""Beside the document: its outline, its pages small, its highlights and notes."""

from __future__ import annotations

from functools import partial
from typing import Literal

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QWidget

from desktop.house import House
from desktop.pages.reader.notes import NotesPane
from desktop.pages.reader.outline import OutlineList
from desktop.pages.reader.thumbnails import Thumbnails
from desktop.reader.content import Content, outline
from desktop.reader.view import ReaderView
from desktop.widgets.basics import Chip, column_of, label, row
from desktop.widgets.fold_button import EDGE_PX, LINE_PX, FoldButton

Tab = Literal["outline", "pages", "notes"]
NAMES: dict[Tab, str] = {"outline": "Outline", "pages": "Pages", "notes": "Notes"}
BESIDE_PX = 6
NO_OUTLINE = "No headings were found in this document."


class ReaderSide(QWidget):
    """``left``: Escape goes back to the text."""

    left = Signal()

    def __init__(self, house: House) -> None:
        super().__init__()
        self.setProperty("kind", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Outline, pages and notes")
        self.outline = OutlineList(house.theme)
        self.pages = Thumbnails(house)
        self.notes = NotesPane(house.theme)
        self._no_outline = label(NO_OUTLINE, "quiet", wrap=True)
        self._no_outline.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._no_outline.setContentsMargins(10, 8, 10, 8)
        self._stack = QStackedWidget()
        self._stack.setProperty("kind", "side")
        for widget in (self.outline, self.pages, self.notes, self._no_outline):
            self._stack.addWidget(widget)
        self._group = QButtonGroup(self)
        self.tabs: dict[Tab, Chip] = {
            name: Chip(text, checkable=True) for name, text in NAMES.items()
        }
        for name, chip in self.tabs.items():
            self._group.addButton(chip)
            chip.clicked.connect(partial(self.show_tab, name))
        line = QWidget()
        line.setFixedHeight(LINE_PX)
        fold, ends = FoldButton(house.theme), (12 + BESIDE_PX, 0, EDGE_PX, 0)
        row(*self.tabs.values(), 1, fold, into=line, spacing_px=6, margins_px=ends)
        below = column_of(self._stack, margins_px=(BESIDE_PX, 0, BESIDE_PX, 0))
        column_of(line, (below, 1), into=self, spacing_px=0)
        self._tab: Tab = "outline"
        self._has_outline = False

    def tell(self, content: Content) -> None:
        headings = outline(content.sections)
        self._has_outline = bool(headings)
        self.outline.tell(headings)
        self.pages.tell(content)
        self.tabs["pages"].setVisible(content.paged)
        fallback: Tab = "pages" if content.paged and not headings else "outline"
        keeps = self._tab == "notes" or (self._tab == "pages" and content.paged)
        self.show_tab(self._tab if keeps else fallback)

    def show_tab(self, name: Tab, *_: object) -> None:
        self._tab = name
        self.tabs[name].setChecked(True)
        empty = name == "outline" and not self._has_outline
        widgets: dict[Tab, QWidget] = {
            "outline": self._no_outline if empty else self.outline,
            "pages": self.pages,
            "notes": self.notes,
        }
        self._stack.setCurrentWidget(widgets[name])

    def count_notes(self, number: int) -> None:
        self.tabs["notes"].set(f"Notes {number:,}" if number else "Notes")

    def follow(self, view: ReaderView) -> None:
        """Where the reader is stands out."""
        if view.sheets is None or not self.isVisible():
            return
        sheet = view.sheet
        page = view.sheets.page_of(sheet)
        self.pages.follow(page)
        here = view.offset_at(QPointF(view.viewport().rect().center().x(), view.reading_y))
        self.outline.follow(view.sheets.extent(sheet)[0] if here is None else here)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
