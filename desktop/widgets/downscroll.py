"""A sheet that is longer than its room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class DownScroll(QScrollArea):
    """It scrolls up and down alone, and no line is around it."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def focusNextPrevChild(self, next: bool) -> bool:
        """The window scrolls to where Tab leads. Qt would scroll as well where what had the keys is
        hidden, to the text cursor of whatever has them then.
        """
        return QWidget.focusNextPrevChild(self, next)
