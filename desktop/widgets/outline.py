"""The outline of an article: its headings, and beside each how much evidence stands under it.

A section that cites fewer than three sources is said to be thin, in a word and in amber.
"""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from desktop.theme import Theme, interface_font
from desktop.widgets.rowlist import MIDDLE, RowList, RowModel, write
from warehouse.results.records import Article, Block

ROW_PX = 33
THIN = 3


class Heading(Struct, frozen=True):
    """``sources`` cited under it; ``text`` is whether anything is written there yet."""

    title: str
    level: int
    sources: int
    text: bool
    failed: bool = False


class OutlineView(RowList[Heading]):
    """``chosen(n)``: the n-th heading, counted from 0."""

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Outline", ROW_PX, RowModel(_title, _about))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def paint_row(self, painter: QPainter, area: QRect, row: Heading, is_chosen: bool) -> None:
        tokens, font = self._theme.tokens, interface_font(13)
        words = area.adjusted(9 + 14 * max(0, row.level - 2), 0, -9, 0)
        thin = row.failed or (row.text and row.sources < THIN)
        painter.setFont(font)
        painter.setPen(QColor(tokens.partly if thin else tokens.quiet))
        painter.drawText(words, Qt.AlignmentFlag.AlignRight | MIDDLE, said(row))
        words.setRight(words.right() - QFontMetrics(font).horizontalAdvance(said(row)) - 8)
        ink = tokens.ink if row.text else tokens.quiet
        write(painter, words, row.title, interface_font(13, 600 if is_chosen else 400), ink)

    def tell(self, article: Article) -> None:
        self.rows.show([heading_of(block) for block in article.blocks])
        self.setFixedHeight(self.rows.rowCount() * ROW_PX + 2)

    def clear(self) -> None:
        self.rows.show(())
        self.setFixedHeight(0)

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())


def heading_of(block: Block) -> Heading:
    sources = {number for claim in block.claims for number in claim.cites}
    return Heading(block.title, block.level, len(sources), bool(block.claims), bool(block.failed))


def said(heading: Heading) -> str:
    if heading.failed:
        return "failed"
    if not heading.text:
        return ""
    return f"{heading.sources} thin" if heading.sources < THIN else str(heading.sources)


def _title(heading: Heading) -> str:
    return heading.title


def _about(heading: Heading) -> str:
    return f"{heading.title}, {said(heading) or 'not written yet'}"
