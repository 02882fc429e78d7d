"""Lucide icons from ``assets/icons``, drawn in any colour of the theme at 16 px.

``icon("plus", theme.tokens.ink)`` is cached by name, colour and size; ask again after
``theme.changed``.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from warehouse.settings import ASSETS

SIZE_PX = 16
STROKE = 1.8  # of a grid of 24: 1.2 px at 16, as light as the drawings'
_RATIOS = (1.0, 2.0)


def icon(name: str, colour: str, size_px: int = SIZE_PX, gap_px: int = 0) -> QIcon:
    """Sharp on plain and on doubled screens; ``gap_px`` of air right of it, or left (negative)."""
    made = QIcon()
    for ratio in _RATIOS:
        made.addPixmap(pixmap(name, colour, size_px, ratio, gap_px))
    return made


def program_icon() -> QIcon:
    """The program's own mark: a sheet with its words lit, and a seal."""
    made = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(pixmap("muniment", "", side))
    return made


@lru_cache(maxsize=512)
def pixmap(
    name: str, colour: str, size_px: int = SIZE_PX, ratio: float = 1.0, gap_px: int = 0
) -> QPixmap:
    """Raises FileNotFoundError for a name that is not in ``assets/icons``."""
    side = round(size_px * ratio)
    air = round(gap_px * ratio)
    picture = QPixmap(QSize(side + abs(air), side))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderer(name, colour).render(painter, QRectF(max(0, -air), 0, side, side))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def _renderer(name: str, colour: str) -> QSvgRenderer:
    drawing = (ASSETS / "icons" / f"{name}.svg").read_text("utf-8")
    drawing = drawing.replace("currentColor", colour)
    drawing = drawing.replace('stroke-width="2"', f'stroke-width="{STROKE}"')
    return QSvgRenderer(QByteArray(drawing.encode()))
