"""The pages of a document, small, one under the other; only those in sight are drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen

from desktop.house import House
from desktop.reader.content import Content
from desktop.reader.pictures import Kept, Pictures
from desktop.reader.tones import Tone, paper
from desktop.theme import interface_font
from desktop.widgets.rowlist import RowList, RowModel
from indexers.records import Page
from indexers.text.placenames import place_name

WIDTH_PX, HEIGHT_PX, NAME_PX = 112, 150, 22
KEPT_BYTES = 16 * 2**20


class Thumbnails(RowList[Page]):
    """``chosen(page)`` by its index."""

    chosen = Signal(int)

    def __init__(self, house: House) -> None:
        super().__init__(
            house.theme, "Pages", HEIGHT_PX + NAME_PX + 10, RowModel(_name, _name, _index)
        )
        self._content: Content | None = None
        self._pictures = Pictures(house, Kept(KEPT_BYTES), with_words=False)
        self._pictures.setParent(self)
        self._pictures.arrived.connect(self._arrived)
        self.setVerticalScrollMode(RowList.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(40)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def tell(self, content: Content) -> None:
        self._content = content
        self._pictures.show(content.document.id)
        self.rows.show(content.pages)

    def set_tone(self, tone: Tone) -> None:
        self._pictures.tone = tone
        self.viewport().update()

    def follow(self, page: int) -> None:
        if page != self.currentIndex().row() and page < self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(page))

    def paintEvent(self, event: QPaintEvent) -> None:
        first = self.indexAt(self.viewport().rect().topLeft())
        last = self.indexAt(self.viewport().rect().bottomLeft())
        begin = max(0, first.row())
        end = last.row() if last.isValid() else self.rows.rowCount() - 1
        if self._content is not None and self._content.paged:
            pages = list(range(begin, min(end, begin + 20) + 1))
            self._pictures.want(pages, [self._size(page)[0] for page in pages], len(pages))
        super().paintEvent(event)

    def paint_row(self, painter: QPainter, area: QRect, row: Page, is_chosen: bool) -> None:
        tokens = self._theme.tokens
        width, height = self._size(row.index)
        ratio = self.devicePixelRatioF()
        wide, high = width / ratio, height / ratio
        sheet = QRectF(area.center().x() - wide / 2, area.top() + 6, wide, high)
        painter.fillRect(sheet, QColor(paper(self._pictures.tone, tokens.card)))
        image = self._pictures.best(row.index, width)
        if image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(sheet, image)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(
            QPen(QColor(tokens.accent if is_chosen else tokens.line), 2 if is_chosen else 1)
        )
        painter.drawRect(sheet)
        painter.setPen(QColor(tokens.ink if is_chosen else tokens.quiet))
        painter.setFont(interface_font(12, 600 if is_chosen else 400))
        foot = QRect(area.left(), area.bottom() - NAME_PX, area.width(), NAME_PX)
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, row.label or str(row.index + 1))

    def _size(self, page: int) -> tuple[int, int]:
        """Device pixels."""
        assert self._content is not None
        width, height = self._content.size(page)
        scale = min(WIDTH_PX / width, HEIGHT_PX / height) * self.devicePixelRatioF()
        return round(width * scale), round(height * scale)

    def _arrived(self, page: int) -> None:
        self.update(self.rows.index(page))

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self.rows.at(index).index)


def _name(page: Page) -> str:
    return place_name(page.label, "Page") or f"Page {page.index + 1}"


def _index(page: Page) -> object:
    return page.index
