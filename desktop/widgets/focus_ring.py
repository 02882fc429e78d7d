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
from desktop.widgets.basics import discard

RING_PX, RADIUS_PX = 2, 6
WITH_AN_EDGE = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit)


def ring(theme: Theme, widget: QWidget) -> None:
    """Around ``widget``, where it has no edge of its own, until the focus leaves it."""
    if not isinstance(widget, WITH_AN_EDGE) and widget.findChild(FocusRing) is None:
        FocusRing(theme, widget).show()


class FocusRing(QWidget):
    """It lies over ``around``, and goes by itself."""

    def __init__(self, theme: Theme, around: QWidget) -> None:
        super().__init__(around)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.update)
        around.installEventFilter(self)
        self._fit(around)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            discard(self)
        elif event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self._fit(watched)
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
