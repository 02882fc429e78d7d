"""One page of paper with words lit, and its counterpart for pages that are only text.

Nothing is parsed here: a picture and rectangles in points come in.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop.reader.tones import Tone, light, paper
from desktop.theme import Theme, reading_font
from indexers.text.places import Box

MARGIN_PX = 18
SHADOW_PX = 5
_PAD = 1.2


class PageView(QWidget):
    """Fits the width it is given times ``zoom``; at home in a scroll area."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._image: QImage | None = None
        self._tone: Tone = "white"
        self.lit: Sequence[Box] = ()
        self._points = (595.0, 842.0)
        self._room = 440
        self.zoom = 1.0
        self.setAccessibleName("Page")
        theme.changed.connect(self.update)

    @property
    def paper_px(self) -> int:
        """Width of the sheet on the screen."""
        return max(64, round((self._room - 2 * MARGIN_PX) * self.zoom))

    def fit(self, room_px: int, zoom: float) -> None:
        self._room, self.zoom = room_px, zoom
        self._resize()

    def show_page(self, image: QImage, tone: Tone, points: tuple[float, float]) -> None:
        """A picture in that tone, of a page so large; nothing on it is lit."""
        self._image, self._tone, self._points = image, tone, points
        self.show_light((), "")

    def show_light(self, lit: Sequence[Box], says: str) -> None:
        """``lit`` are rectangles on the page; ``says`` is what is lit."""
        self.lit = tuple(lit)
        self.setAccessibleDescription(says)
        self._resize()

    def area_of_light(self) -> QRectF:
        """Around all the lit words, in this widget's coordinates; empty when nothing is lit."""
        scale = self.paper_px / self._points[0]
        area = QRectF()
        for x0, y0, x1, y1 in self.lit:
            area = area.united(QRectF(QPointF(x0, y0) * scale, QPointF(x1, y1) * scale))
        return area.translated(self._corner()) if self.lit else area

    def sizeHint(self) -> QSize:
        height = round(self.paper_px * self._points[1] / self._points[0])
        width = max(self._room, self.paper_px + 2 * MARGIN_PX)
        return QSize(width, height + MARGIN_PX + 2 * SHADOW_PX)

    def _resize(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()

    def _corner(self) -> QPointF:
        return QPointF((self.width() - self.paper_px) / 2, SHADOW_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        scale = self.paper_px / self._points[0]
        sheet = QRectF(self._corner().x(), SHADOW_PX, self.paper_px, self._points[1] * scale)
        self._paint_shadow(painter, sheet)
        tokens = self._theme.tokens
        painter.fillRect(sheet, QColor(paper(self._tone, tokens.card)))
        painter.drawImage(sheet, self._image)
        light(painter, self._light(scale).translated(sheet.topLeft()), tokens.lit, self._tone)
        painter.end()

    def _light(self, scale: float) -> QPainterPath:
        """One shape, so that lines that touch are not lit twice."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for x0, y0, x1, y1 in self.lit:
            box = QRectF(x0 - _PAD, y0 - _PAD, x1 - x0 + 2 * _PAD, y1 - y0 + 2 * _PAD)
            path.addRect(QRectF(box.topLeft() * scale, box.size() * scale))
        return path

    def _paint_shadow(self, painter: QPainter, sheet: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        shade = QColor(0, 0, 0, 70 if self._theme.tokens.dark else 10)
        for spread in range(1, SHADOW_PX):
            painter.setBrush(shade)
            edge = QRectF(sheet).adjusted(-spread, -spread + 1, spread, spread + 1)
            painter.drawRoundedRect(edge, spread, spread)
            shade.setAlpha(max(2, shade.alpha() // 2))


class ContextView(QTextBrowser):
    """A passage of a web page as plain text, the cited words lit."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._parts = ("", "", "")
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName("Passage in context")
        self.setStyleSheet("QTextBrowser { border: none; border-radius: 2px; padding: 0; }")
        self.document().setDocumentMargin(26)
        theme.changed.connect(self._again)

    def loadResource(self, kind: int, name: object) -> object:
        """Closed, like every text view here."""
        return None

    def show_words(self, before: str, words: str, after: str) -> None:
        self._parts = (before, words, after)
        self.setAccessibleDescription(words)
        self._again()

    def _again(self) -> None:
        self.clear()
        before, words, after = self._parts
        cursor = QTextCursor(self.document())
        shape = QTextBlockFormat()
        shape.setLineHeight(23, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        shape.setBottomMargin(8)
        cursor.setBlockFormat(shape)
        plain, marked = self._format(), self._format()
        marked.setBackground(QColor(self._theme.tokens.lit))
        marked.setForeground(QColor(self._theme.tokens.on_lit))
        cursor.insertText(_spaced(before), plain)
        at = cursor.position()
        cursor.insertText(_spaced(words), marked)
        cursor.insertText(_spaced(after), plain)
        cursor.setPosition(at)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _format(self) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setFont(reading_font(14))
        made.setForeground(QColor(self._theme.tokens.ink))
        return made


def _spaced(text: str) -> str:
    while "\n\n" in text:
        text = text.replace("\n\n", "\n")
    return text
