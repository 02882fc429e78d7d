"""Words in the pane of details: however long one is, it makes the pane no wider than it is."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy

from desktop.widgets.basics import Chip
from desktop.widgets.elided import paint_elided

LEAST_PX = 48


class Wrapped(QLabel):
    """Plain text in lines, broken inside a word where that alone is wider than the room."""

    def __init__(self, text: str, role: str) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._option = QTextOption()
        self._option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_PX, self.fontMetrics().height())

    def heightForWidth(self, width: int) -> int:
        height = 0.0
        for part in self.text().split("\n"):
            laid_out = QTextLayout(part, self.font())
            laid_out.setTextOption(self._option)
            laid_out.beginLayout()
            while (line := laid_out.createLine()).isValid():
                line.setLineWidth(max(width, 1))
                height += line.height()
            laid_out.endLayout()
        return math.ceil(height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(QRectF(self.rect()), self.text(), self._option)
        painter.end()


class ElidedChip(Chip):
    """Ends in … where it alone is wider than the room."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().boundedTo(QSize(LEAST_PX, self.sizeHint().height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_elided(self, Qt.TextElideMode.ElideRight)
