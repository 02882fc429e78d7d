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
    whole = len(shown) if shown == flat else len(shown) - 1
    parts = [(start, min(end, whole)) for start, end in marks if start < whole]
    places = [_place(metrics, area, shown, *part) for part in parts]
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.lit))
    for place in places:
        painter.drawRoundedRect(place.adjusted(-1, 0, 1, 0), RADIUS_PX, RADIUS_PX)
    painter.restore()
    painter.drawText(area, middle, shown)
    painter.save()
    painter.setPen(QColor(tokens.on_lit))
    for place, (start, end) in zip(places, parts, strict=True):
        painter.drawText(place, middle | Qt.TextFlag.TextDontClip, shown[start:end])
    painter.restore()


def _place(metrics: QFontMetricsF, area: QRectF, text: str, start: int, end: int) -> QRectF:
    left = area.left() + metrics.horizontalAdvance(text[:start])
    width, height = metrics.horizontalAdvance(text[start:end]), min(LINE_PX, area.height())
    return QRectF(left, area.center().y() - height / 2, width, height)
