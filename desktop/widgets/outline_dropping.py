"""Where a heading or a piece of evidence that is dragged over an outline would come to stand.

The upper third of a row is the place before it, the lower third the one after it, the middle third
the row itself: what is dropped there becomes a part of it, which a ring around the row says.
Between rows there is a line, as far to the right as what will stand there. Evidence has no place
between.
"""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QMimeData, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractItemView, QTreeView

from desktop.theme import Theme, Tokens, interface_font
from desktop.widgets.rowlist import MIDDLE, RADIUS_PX

LINE_PX, KNOB_PX = 2, 4
BESIDE_PX = QPoint(-14, -8)  # the picture stands below the pointer, to its right
PICTURE_PX, PICTURE_HIGH_PX = 180, 26
SEEN_THROUGH = 0.75
WASH = 40  # of 255


class Landing(Struct, frozen=True):
    """``row`` below the heading at ``above``, () of none; -1: it becomes a part of that one.
    ``mark`` is the row of that one then, else the line between two, of no height.
    """

    above: tuple[int, ...]
    row: int
    mark: QRect


class DropTree(QTreeView):
    """A tree that shows where what is dragged over it will stand; ``landing`` is that place."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.landing: Landing | None = None
        self.setDropIndicatorShown(False)  # Qt's own is too thin, and tells other zones

    def lands(self, spot: QPoint, data: QMimeData) -> Landing | None:
        """Where it would come to stand; None where it cannot."""
        raise NotImplementedError

    def let_fall(self, landing: Landing, data: QMimeData) -> None:
        raise NotImplementedError

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        super().dragEnterEvent(event)
        self.dragMoveEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._mark(self.lands(event.position().toPoint(), event.mimeData()))
        if self.landing is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._mark(None)

    def dropEvent(self, event: QDropEvent) -> None:
        landing = self.lands(event.position().toPoint(), event.mimeData())
        self._mark(None)
        self.setState(QAbstractItemView.State.NoState)
        if landing is not None:
            event.acceptProposedAction()
            self.let_fall(landing, event.mimeData())

    def _mark(self, landing: Landing | None) -> None:
        self.landing = landing
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.landing is not None:
            painter = QPainter(self.viewport())
            room = self.viewport().rect()
            paint(painter, self.landing, self._theme.tokens, room)
            painter.end()


def zone(y: int, row: QRect) -> int:
    """-1 before the row, 0 on it, 1 after it."""
    third = row.height() / 3
    return -1 if y < row.top() + third else 1 if y >= row.top() + 2 * third else 0


def paint(painter: QPainter, landing: Landing, tokens: Tokens, room: QRect) -> None:
    """``room`` is all of the outline."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(tokens.accent), LINE_PX))
    if landing.row < 0:
        wash = QColor(tokens.accent)
        wash.setAlpha(WASH)  # the row that has the keys has a ring, too
        painter.setBrush(wash)
        painter.drawRoundedRect(landing.mark.adjusted(1, 2, -1, -2), RADIUS_PX, RADIUS_PX)
        return
    y = min(max(landing.mark.top(), KNOB_PX), room.bottom() - KNOB_PX)
    left = landing.mark.left() + KNOB_PX + 1
    painter.drawLine(left + KNOB_PX, y, landing.mark.right() - 4, y)
    painter.setBrush(QColor(tokens.background))
    painter.drawEllipse(QPoint(left, y), KNOB_PX - 1, KNOB_PX - 1)


def picture(title: str, tokens: Tokens, ratio: float) -> QPixmap:
    """What is dragged: its title, small, and seen through."""
    font = interface_font(12)
    metrics = QFontMetrics(font)
    said = metrics.elidedText(title, Qt.TextElideMode.ElideRight, PICTURE_PX - 18)
    width = metrics.horizontalAdvance(said) + 18
    pixmap = QPixmap(round(width * ratio), round(PICTURE_HIGH_PX * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(SEEN_THROUGH)
    painter.setPen(QColor(tokens.line))
    painter.setBrush(QColor(tokens.card))
    area = QRectF(0.5, 0.5, width - 1, PICTURE_HIGH_PX - 1)
    painter.drawRoundedRect(area, RADIUS_PX, RADIUS_PX)
    painter.setFont(font)
    painter.setPen(QColor(tokens.ink))
    painter.drawText(area.adjusted(8, 0, -8, 0), Qt.AlignmentFlag.AlignLeft | MIDDLE, said)
    painter.end()
    return pixmap
