"""Lucide icons from ``assets/icons``, drawn in any colour of the theme at 16 px, 1.6 stroke.

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
STROKE_PX = 1.6
_GRID = 24
_RATIOS = (1.0, 2.0)


def icon(name: str, colour: str, size_px: int = SIZE_PX) -> QIcon:
    """Sharp on plain and on doubled screens."""
    made = QIcon()
    for ratio in _RATIOS:
        made.addPixmap(pixmap(name, colour, size_px, ratio))
    return made


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size_px: int = SIZE_PX, ratio: float = 1.0) -> QPixmap:
    """Raises FileNotFoundError for a name that is not in ``assets/icons``."""
    picture = QPixmap(QSize(round(size_px * ratio), round(size_px * ratio)))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderer(name, colour, size_px).render(painter, QRectF(picture.rect()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def _renderer(name: str, colour: str, size_px: int) -> QSvgRenderer:
    drawing = (ASSETS / "icons" / f"{name}.svg").read_text("utf-8")
    stroke = STROKE_PX * _GRID / max(size_px, SIZE_PX) * (size_px / SIZE_PX if size_px > 16 else 1)
    drawing = drawing.replace("currentColor", colour)
    drawing = drawing.replace('stroke-width="2"', f'stroke-width="{stroke * 0.78:.3f}"')
    return QSvgRenderer(QByteArray(drawing.encode()))
