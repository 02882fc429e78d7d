"""One line of text with some of its words marked, cut with … where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from desktop.theme import Tokens
from desktop.utf16 import units_in

LINE_PX = 17
RADIUS_PX = 2
TOUCHING_PX = 1.0


def draw_marked(
    painter: QPainter, area: QRectF, text: str, marks: Sequence[tuple[int, int]], tokens: Tokens
) -> None:
    """In the font and colour that are set; what is marked is dark on the colour of lit words."""
    metrics = QFontMetricsF(painter.font())
    flat = text.replace("\n", " ").replace("\t", " ")
    shown = metrics.elidedText(flat, Qt.TextElideMode.ElideRight, area.width())
    whole = len(shown) if shown == flat else len(shown) - 1
    layout = QTextLayout(shown, painter.font())
    line = _laid_out(layout)
    corner = QPointF(area.left(), area.center().y() - line.height() / 2)
    layout.draw(painter, corner)
    lit = QPainterPath()
    lit.setFillRule(Qt.FillRule.WindingFill)
    height = min(LINE_PX, area.height())
    for start, end in ((start, min(end, whole)) for start, end in marks if start < whole):
        first, after = units_in(shown, start), units_in(shown, end)
        for left, right in _reaches(line, first, after - first):
            place = QRectF(left, 0, right - left, height)
            place.translate(area.left(), area.center().y() - height / 2)
            lit.addRoundedRect(place.adjusted(-1, 0, 1, 0), RADIUS_PX, RADIUS_PX)
    if lit.isEmpty():
        return
    painter.save()
    painter.fillPath(lit, QColor(tokens.lit))
    painter.setClipPath(lit, Qt.ClipOperation.IntersectClip)
    painter.setPen(QColor(tokens.on_lit))
    layout.draw(painter, corner)  # all of it: letters that join look as they do beside others
    painter.restore()


def _laid_out(layout: QTextLayout) -> QTextLine:
    option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return line


def _reaches(line: QTextLine, start: int, units: int) -> Sequence[tuple[float, float]]:
    """From left to right; words read from right to left may stand in parts among others."""
    reaches: list[tuple[float, float]] = []
    areas = [run.boundingRect() for run in line.glyphRuns(start, units)]
    for left, right in sorted((area.left(), area.right()) for area in areas):
        if reaches and left <= reaches[-1][1] + TOUCHING_PX:
            left, right = reaches[-1][0], max(reaches.pop()[1], right)
        reaches.append((left, right))
    return reaches
