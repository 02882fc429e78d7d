"""A pencil beside the paragraph under the mouse."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop.acts import key_words
from desktop.theme import Theme
from desktop.widgets.basics import IconButton
from desktop.widgets.prose import ProseView

BESIDE_LINE_PX = 4


class Pencil(IconButton):
    """``wanted(piece)``: that element of the text is to be edited. It lies in ``sheet``."""

    wanted = Signal(int)

    def __init__(self, theme: Theme, text: ProseView, sheet: QWidget) -> None:
        about = f"Edit this paragraph ({key_words('Alt+E')})"
        super().__init__(theme, "square-pen", about, small=True, token="quiet")
        self._text, self._sheet = text, sheet
        self._piece = -1
        self.setParent(sheet)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clicked.connect(self._want)

    def show_beside(self, piece: int) -> None:
        self._piece = piece
        corner = QPoint(self._text.width(), round(self._text.top_of(piece)))
        place = self._text.mapTo(self._sheet, corner) + QPoint(0, BESIDE_LINE_PX)
        self.move(min(place.x(), self._sheet.width() - self.sizeHint().width()), place.y())
        self.show()
        self.raise_()

    def _want(self) -> None:
        self.wanted.emit(self._piece)
