"""The words of a node that is marked: its title over what is known of it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from desktop.theme import interface_font
from warehouse.results.records import Node
from warehouse.structures.graph import Mark

WORDS_PX, SMALL_PX = 13, 12
PAD_PX, COUNT_PX = 12.0, 26.0
Cut = Qt.TextElideMode


def paint_marked(
    painter: QPainter, node: Node, mark: Mark, box: QRectF, inks: tuple[str, str], cut: Cut
) -> None:
    """The title over what is known of it, and how much is folded away below it."""
    more = f"+{mark.hidden:,}" if mark.hidden else ""
    area = box.adjusted(PAD_PX, 0, -PAD_PX, 0)
    painter.setFont(interface_font(SMALL_PX, 600))
    painter.setPen(QColor(inks[1]))
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(area, right, more)
    area.setRight(area.right() - (COUNT_PX if more else 0))
    top, foot = QRectF(area), QRectF(area)
    top.setBottom(area.center().y() + 1)
    foot.setTop(area.center().y() + 1)
    for line, cut_at, place, size, ink, upright in (
        (node.title, cut, top, WORDS_PX, inks[0], Qt.AlignmentFlag.AlignBottom),
        (mark.words, Cut.ElideRight, foot, SMALL_PX, inks[1], Qt.AlignmentFlag.AlignTop),
    ):
        painter.setFont(interface_font(size))
        painter.setPen(QColor(ink))
        fitted = painter.fontMetrics().elidedText(line, cut_at, round(place.width()))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | upright, fitted)
