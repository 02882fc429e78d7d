"""The four colours of a highlight, to choose one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import row
from warehouse.store.catalog.annotations import COLOURS, Colour

SIDE_PX = 24


class ColourDot(QAbstractButton):
    def __init__(self, theme: Theme, colour: Colour) -> None:
        super().__init__()
        self._theme, self._colour = theme, colour
        self.setCheckable(True)
        self.setAccessibleName(f"Highlight in {colour}")
        self.setToolTip(f"Highlight in {colour}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(SIDE_PX, SIDE_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(
            QPen(
                QColor(tokens.ink if self.isChecked() else tokens.quiet),
                2 if self.isChecked() else 1,
            )
        )
        painter.setBrush(QColor(str(getattr(tokens, self._colour))))
        painter.drawEllipse(QRectF(self.rect()).adjusted(4, 4, -4, -4))
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()


class ColourChoice(QWidget):
    """``chosen(colour)`` by the user."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.dots = {colour: ColourDot(theme, colour) for colour in COLOURS}
        self.setLayout(row(*self.dots.values(), spacing_px=0))
        for colour, dot in self.dots.items():
            dot.clicked.connect(partial(self._choose, colour))

    def tell(self, colour: str) -> None:
        """ "" for none."""
        for name, dot in self.dots.items():
            dot.setChecked(name == colour)

    def _choose(self, colour: Colour, checked: bool = False) -> None:
        self.chosen.emit(colour)
