"""Widgets in lines that break like words: chips. In a line, all stand on one middle."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    def __init__(self, parent: QWidget | None = None, gap_px: int = 5) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap_px
        self._heights: dict[int, int] = {}  # by width; Qt asks for the same one many times
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._heights.clear()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem:
        self._heights.clear()
        return self._items.pop(index)

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        spare = rect.height() - self.heightForWidth(rect.width())
        if spare > 0 and self.alignment() & Qt.AlignmentFlag.AlignVCenter:
            rect = rect.adjusted(0, spare // 2, 0, 0)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, move: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        begun: list[tuple[QLayoutItem, QRect]] = []
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, rect.width()), item.sizeHint().height()))
            if x > rect.x() and x + size.width() > rect.right() + 1:
                _set(begun, line, move)
                x, y, line, begun = rect.x(), y + line + self._gap, 0, []
            begun.append((item, QRect(QPoint(x, y), size)))
            x += size.width() + self._gap
            line = max(line, size.height())
        _set(begun, line, move)
        return y + line - rect.y()


def _set(line: list[tuple[QLayoutItem, QRect]], height_px: int, move: bool) -> None:
    for item, area in line if move else ():
        item.setGeometry(area.translated(0, (height_px - area.height()) // 2))
