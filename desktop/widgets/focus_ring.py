"""The ring around a text, a list or a pane that Tab has come to.

Buttons and fields show their focus by their edge (assets/theme/muniment.qss). What has no edge of
its own gets this ring, laid over it, and only where the keyboard brought the focus: nobody who
clicks into a text wants a frame around it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from desktop.theme import Theme

RING_PX, RADIUS_PX = 2, 6
WITH_AN_EDGE = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit)


class FocusRing(QWidget):
    """One for the window; ``follow`` after Tab, ``leave`` after anything else."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._home = theme, window
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        theme.changed.connect(self.update)

    def follow(self, widget: QWidget | None) -> None:
        """Around ``widget``, where it has no edge of its own."""
        self.leave()
        if widget is None or widget is self._home or isinstance(widget, WITH_AN_EDGE):
            return
        widget.installEventFilter(self)
        self.setParent(widget)
        self._fit(widget)
        self.show()
        self.raise_()

    def leave(self) -> None:
        around = self.parentWidget()
        if around is not None and around is not self._home:
            around.removeEventFilter(self)
            self.setParent(self._home)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget):
            if event.type() == QEvent.Type.Resize:
                self._fit(watched)
            elif event.type() in (QEvent.Type.FocusOut, QEvent.Type.DeferredDelete):
                self.leave()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.tokens.accent), RING_PX))
        half = RING_PX / 2
        area = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(area, RADIUS_PX, RADIUS_PX)
        painter.end()

    def _fit(self, widget: QWidget) -> None:
        """Only the ring is there: what it surrounds scrolls and paints as without it."""
        area = widget.rect()
        self.setGeometry(area)
        inner = area.adjusted(RADIUS_PX, RADIUS_PX, -RADIUS_PX, -RADIUS_PX)
        self.setMask(QRegion(area) - QRegion(inner))
