"""The outline of a document: its headings, and where in it the reader is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, Signal
from PySide6.QtGui import QPainter

from desktop.theme import Theme, interface_font
from desktop.widgets.rowlist import RowList, RowModel, write
from indexers.records import Section

ROW_PX = 28
INDENT_PX = 14
DEEPEST = 5


class OutlineList(RowList[Section]):
    """``chosen(start)``: go to the heading that begins there."""

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Outline", ROW_PX, RowModel(_title, _title, _place))
        self._starts: list[int] = []
        self._top = 1
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def tell(self, sections: Sequence[Section]) -> None:
        self._starts = [section.start for section in sections]
        self._top = min((section.level for section in sections), default=1)
        self.rows.show(sections)

    def follow(self, offset: int) -> None:
        """The heading under which the text at ``offset`` stands is the chosen one; none over all
        of them.
        """
        at = bisect_right(self._starts, offset) - 1
        if at == self.currentIndex().row() or self.hasFocus():
            return
        self.setCurrentIndex(self.rows.index(at) if at >= 0 else QModelIndex())
        if at < 0:
            self.scrollToTop()

    def paint_row(self, painter: QPainter, area: QRect, row: Section, is_chosen: bool) -> None:
        tokens, depth = self._theme.tokens, min(row.level - self._top, DEEPEST)
        words = area.adjusted(9 + INDENT_PX * max(0, depth), 0, -6, 0)
        ink = tokens.ink if depth == 0 or is_chosen else tokens.quiet
        write(painter, words, row.title, interface_font(13, 600 if is_chosen else 400), ink)

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self.rows.at(index).start)


def _title(row: Section) -> str:
    return row.title


def _place(row: Section) -> object:
    return row.start, row.title
