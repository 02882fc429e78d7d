"""One line of text with some of its words marked, cut with … where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from desktop.theme import Tokens

LINE_PX = 17
RADIUS_PX = 2


def draw_marked(
    painter: QPainter, area: QRectF, text: str, marks: Sequence[tuple[int, int]], tokens: Tokens
) -> None:
    """In the font and colour that are set; what is marked is dark on the colour of lit words."""
    metrics = QFontMetricsF(painter.font())
    flat = text.replace("\n", " ").replace("\t", " ")
    shown = metrics.elidedText(flat, Qt.TextElideMode.ElideRight, area.width())
    middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(area, middle, shown)
    whole = len(shown) if shown == flat else len(shown) - 1
    for start, end in marks:
        if start >= whole:
            break
        part = shown[start : min(end, whole)]
        left = area.left() + metrics.horizontalAdvance(shown[:start])
        height = min(LINE_PX, area.height())
        lit = QRectF(left, area.center().y() - height / 2, metrics.horizontalAdvance(part), height)
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.lit))
        painter.drawRoundedRect(lit.adjusted(-1, 0, 1, 0), RADIUS_PX, RADIUS_PX)
        painter.restore()
        painter.save()
        painter.setPen(QColor(tokens.on_lit))
        painter.drawText(lit, middle | Qt.TextFlag.TextDontClip, part)
        painter.restore()
