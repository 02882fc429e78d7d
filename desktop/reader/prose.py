"""Text that flows, laid out to be read: web pages, office files, messages, plain text.

The text is cut into *leaves* of a few thousand letters, each laid out when it comes into sight, so
that a long book opens as quickly as a note. Blank lines part paragraphs, lines of a table stay
lines with their cells under each other, and what the reader found to be a heading looks like one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QPainter, QPalette, QPen

from desktop.house import House
from desktop.reader.content import Content
from desktop.reader.leaf import Laid, Type
from desktop.reader.sheets import Mark, Sheets
from desktop.reader.stack import Stack
from desktop.theme import interface_font

LETTER_PX = 17  # at scale 1
WIDEST_LETTERS = 40  # of a line, in widths of its font's size: 60 to 75 letters
MARGIN_PX = 28
PLACE_PX = 40  # over the first leaf of a slide, sheet or message, for its name
HEAD_PX = 24
LAID_KEPT = 40


class ProseSheets(Sheets):
    """``scale`` is 1 for text of ``LETTER_PX``."""

    def __init__(self, house: House, content: Content, narrow: bool = False) -> None:
        super().__init__()
        self._house, self.content = house, content
        self._letter_px = 15 if narrow else LETTER_PX
        self._margin = 16 if narrow else MARGIN_PX
        self._leaves = content.leaves
        self._starts = [leaf.start for leaf in self._leaves]
        self._laid: OrderedDict[int, Laid] = OrderedDict()
        self._measured: set[int] = set()
        self._column = 400
        house.theme.changed.connect(self._recolour)

    # Size

    @property
    def widest(self) -> int:
        return 0

    def lay_out(self, room_px: int, scale: float) -> None:
        self.scale = scale
        widest = round(WIDEST_LETTERS * self._letter_px * scale)
        self._column = max(120, min(room_px - 2 * self._margin, widest))
        self._laid.clear()
        self._measured.clear()
        self.stack = Stack(self._guessed())

    def left(self, sheet: int, room_px: int) -> int:
        return max(self._margin, (room_px - self._column) // 2)

    def measure(self, sheet: int) -> None:
        """Lay it out and tell how much higher or lower it is than was thought."""
        if sheet not in self._measured:
            height = self._head(sheet) + round(self._lay(sheet).height)
            self._measured.add(sheet)
            moved = self.stack.set_height(sheet, height)
            if moved:
                self.grew.emit(sheet, moved)

    def want(self, shown: Sequence[int], ratio: float) -> None:
        for sheet in shown:
            self.measure(sheet)

    def _guessed(self) -> list[int]:
        """By their blocks and letters, unseen: a mail box has hundreds of thousands of blocks."""
        letter = self._letter_px * self.scale
        line = 1.5 * letter
        a_letter = line / max(20.0, self._column / (0.47 * letter))
        a_block = line + 0.7 * letter
        return [
            round(a_block * len(leaf.blocks) + a_letter * (leaf.end - leaf.start))
            for leaf in self._leaves
        ]

    def _head(self, sheet: int) -> int:
        leaf = self._leaves[sheet]
        if leaf.name:
            return PLACE_PX + (HEAD_PX if sheet else 8)
        return HEAD_PX if sheet == 0 else 0

    # Painting

    def paint(self, painter: QPainter, sheet: int, corner: QPoint, marks: Sequence[Mark]) -> None:
        self._say_place(painter, sheet, corner)
        for mark in marks:
            colour = QColor(str(getattr(self._house.theme.tokens, mark.token)))
            if self._house.theme.tokens.dark:
                colour.setAlphaF(0.3)
            painter.setPen(
                QPen(QColor(self._house.theme.tokens.ink), 1) if mark.ring else QColor(0, 0, 0, 0)
            )
            painter.setBrush(colour)
            for box in self.rects(sheet, mark.start, mark.end):
                painter.drawRoundedRect(box.translated(corner).adjusted(-1, 0, 1, 0), 2, 2)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, QColor(self._house.theme.tokens.ink))
        painter.save()
        painter.translate(corner.x(), corner.y() + self._head(sheet))
        self._lay(sheet).document.documentLayout().draw(painter, context)
        painter.restore()

    def _say_place(self, painter: QPainter, sheet: int, corner: QPoint) -> None:
        name = self._leaves[sheet].name
        if not name:
            return
        tokens = self._house.theme.tokens
        y = corner.y() + self._head(sheet) - PLACE_PX + 16
        painter.setFont(interface_font(12))
        painter.setPen(QColor(tokens.quiet))
        painter.drawText(corner.x(), y, name)
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawLine(corner.x(), y + 7, corner.x() + self._column, y + 7)

    # Words

    def offset_at(self, sheet: int, where: QPointF) -> int | None:
        return self._lay(sheet).offset_at(where - QPointF(0, self._head(sheet)))

    def is_text_at(self, sheet: int, where: QPointF) -> bool:
        return 0 <= where.x() <= self._column

    def rects(self, sheet: int, start: int, end: int) -> list[QRectF]:
        leaf = self._leaves[sheet]
        if start >= leaf.end or end <= leaf.start:
            return []
        down = self._head(sheet)
        return [box.translated(0, down) for box in self._lay(sheet).rects(start, end)]

    def sheet_of(self, offset: int) -> int:
        return max(0, bisect_right(self._starts, offset) - 1)

    def extent(self, sheet: int) -> tuple[int, int]:
        return self._leaves[sheet].start, self._leaves[sheet].end

    def word_at(self, sheet: int, offset: int) -> tuple[int, int]:
        text = self.content.text
        start = end = min(offset, len(text))
        while start > 0 and _in_word(text[start - 1]):
            start -= 1
        while end < len(text) and _in_word(text[end]):
            end += 1
        return start, end

    def page_of(self, sheet: int) -> int:
        return self._leaves[sheet].page

    def sheet_of_page(self, page: int) -> int:
        return next((at for at, leaf in enumerate(self._leaves) if leaf.page >= page), 0)

    # Leaves

    def _lay(self, sheet: int) -> Laid:
        if sheet in self._laid:
            self._laid.move_to_end(sheet)
            return self._laid[sheet]
        tokens = self._house.theme.tokens
        laid = Laid(
            self._leaves[sheet],
            Type(round(self._letter_px * self.scale), self._column, tokens.ink, tokens.quiet),
        )
        self._laid[sheet] = laid
        while len(self._laid) > LAID_KEPT:
            self._laid.popitem(last=False)
        return laid

    def _recolour(self) -> None:
        self._laid.clear()
        self.changed.emit(-1)


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter in "_'’"
