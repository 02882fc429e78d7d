"""A leaf of text that flows, laid out: it knows which letter of the document's text stands at a
point, and where a range of it stands. Qt counts in UTF-16 and our ranges in characters: a block
with letters beyond U+FFFF is counted letter by letter.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLine,
    QTextOption,
)

from desktop.reader.leaves import Block, Leaf
from desktop.theme import code_font, reading_font
from desktop.utf16 import letters_in, units_in

# What parts blocks of a text document, as it breaks a line inside of one.
_LINES = str.maketrans(dict.fromkeys("\n\r\u2029\ufdd0\ufdd1", "\u2028"))
_HEADS = {1: 1.55, 2: 1.3, 3: 1.12}
# In percent of a line.
_AIR: dict[str, float] = {"paragraph": 120, "heading": 108, "table": 118, "code": 112}
_CODE_SIZE = 0.82  # of the letters of prose: 80 stand in a line
_CODE_TAB = 4  # letters
_WIDEST_CELL = 0.42  # of the column


class Type(Struct, frozen=True):
    letter_px: int
    column_px: int
    ink: str
    quiet: str


class Laid:
    """Points are pixels from the corner of the text."""

    def __init__(self, leaf: Leaf, style: Type) -> None:
        self.leaf = leaf
        self._style = style
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self.document.setDefaultFont(reading_font(style.letter_px))
        cursor = QTextCursor(self.document)
        for number, block in enumerate(leaf.blocks):
            shape, letters = self._shape(block, number == 0), self._letters(block)
            if number:
                cursor.insertBlock(shape, letters)
            else:
                cursor.setBlockFormat(shape)
                cursor.setBlockCharFormat(letters)
            cursor.insertText(block.text.translate(_LINES), letters)
        self.document.setTextWidth(style.column_px)
        self._positions = [
            self.document.findBlockByNumber(at).position() for at in range(len(leaf.blocks))
        ]

    @property
    def height(self) -> float:
        return self.document.size().height() + 0.7 * self._style.letter_px

    def offset_at(self, where: QPointF) -> int:
        layout = self.document.documentLayout()
        position = layout.hitTest(where, Qt.HitTestAccuracy.FuzzyHit)
        number = max(0, bisect_right(self._positions, position) - 1)
        block = self.leaf.blocks[number]
        return block.start + letters_in(block.text, position - self._positions[number])

    def rects(self, start: int, end: int) -> list[QRectF]:
        return [
            box
            for number, block in enumerate(self.leaf.blocks)
            if start < block.start + len(block.text) and end > block.start
            for box in self._in_block(number, block, start, end)
        ]

    def _in_block(self, number: int, block: Block, start: int, end: int) -> Iterator[QRectF]:
        first = units_in(block.text, max(0, start - block.start))
        last = units_in(block.text, min(len(block.text), end - block.start))
        shown = self.document.findBlockByNumber(number)
        corner = self.document.documentLayout().blockBoundingRect(shown).topLeft()
        layout = shown.layout()
        for at in range(layout.lineCount()):
            line = layout.lineAt(at)
            low = max(first, line.textStart())
            high = min(last, line.textStart() + line.textLength())
            height = line.ascent() + line.descent()
            for x0, x1 in _spans(line, low, high) if low < high else ():
                yield QRectF(corner.x() + x0, corner.y() + line.y(), x1 - x0, height)

    def _shape(self, block: Block, is_first: bool) -> QTextBlockFormat:
        shape, letter = QTextBlockFormat(), self._style.letter_px
        shape.setLineHeight(_AIR[block.kind], 1)
        shape.setBottomMargin(0.7 * letter)
        if block.kind == "heading":
            shape.setTopMargin(0.0 if is_first else 0.9 * letter)
            shape.setBottomMargin(0.5 * letter)
            shape.setHeadingLevel(min(block.level, 6))
        elif block.kind == "table":
            shape.setTabPositions(self._tabs(block.text))
        elif block.kind == "code":
            shape.setTabPositions(self._code_tabs())
        return shape

    def _letters(self, block: Block) -> QTextCharFormat:
        letters, size = QTextCharFormat(), self._style.letter_px
        if block.kind == "heading":
            size = round(size * _HEADS.get(block.level, 1.0))
            letters.setFont(reading_font(size, 600))
        elif block.kind == "table":
            letters.setFont(reading_font(max(11, round(size * 0.88))))
        elif block.kind == "code":
            letters.setFont(self._code_font())
        else:
            letters.setFont(reading_font(size))
        letters.setForeground(QColor(self._style.ink))
        return letters

    def _code_font(self) -> QFont:
        return code_font(max(11, round(self._style.letter_px * _CODE_SIZE)))

    def _code_tabs(self) -> list[QTextOption.Tab]:
        step = _CODE_TAB * QFontMetricsF(self._code_font()).horizontalAdvance(" ")
        stops = range(1, 1 + int(self._style.column_px / step))
        return [QTextOption.Tab(at * step, QTextOption.TabType.LeftTab) for at in stops]

    def _tabs(self, text: str) -> list[QTextOption.Tab]:
        """Cells stand under each other; one that is too long pushes the rest of its row."""
        metrics = QFontMetricsF(reading_font(max(11, round(self._style.letter_px * 0.88))))
        widest: list[float] = []
        most = self._style.column_px * _WIDEST_CELL
        for row in text.split("\n")[:200]:
            for at, cell in enumerate(row.split("\t")[:-1]):
                width = min(most, metrics.horizontalAdvance(cell[:80]))
                if at == len(widest):
                    widest.append(0.0)
                widest[at] = max(widest[at], width)
        stops, x = [], 0.0
        for width in widest[:30]:
            x += width + 18
            stops.append(QTextOption.Tab(x, QTextOption.TabType.LeftTab))
        return stops


def _spans(line: QTextLine, low: int, high: int) -> list[tuple[float, float]]:
    """From left to right: what follows in a line of two directions may stand elsewhere in it."""
    if not any(run.isRightToLeft() for run in line.glyphRuns()):
        x0, x1 = sorted((x_of(line.cursorToX(low)), x_of(line.cursorToX(high))))
        return [(x0, min(x1, max(x0 + 1, line.naturalTextRect().right())))]
    spans: list[tuple[float, float]] = []
    boxes = (run.boundingRect() for run in line.glyphRuns(low, high - low))
    for x0, x1 in sorted((box.left(), box.right()) for box in boxes):
        if spans and x0 < spans[-1][1] + 1:
            spans[-1] = spans[-1][0], max(x1, spans[-1][1])
        else:
            spans.append((x0, x1))
    return spans


def x_of(value: object) -> float:
    """PySide gives cursorToX as a number or as (x, position)."""
    return float(value[0]) if isinstance(value, tuple) else float(value)  # type: ignore[arg-type]
