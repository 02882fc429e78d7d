"""Pages as pictures: a sheet each, with what is marked laid over it like a marker on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from desktop.house import House
from desktop.reader.columns import text_extent
from desktop.reader.content import Content
from desktop.reader.pictures import Kept, Pictures
from desktop.reader.sheets import GAP_PX, Mark, Sheets
from desktop.reader.stack import Stack
from desktop.reader.tones import Tone, light, paper
from desktop.theme import interface_font
from indexers.records import Page, Word
from indexers.text.places import rects

BYTES_PER_PIXEL = 4
AHEAD = 2  # pages drawn before they are in sight
SHADOW_PX = 4
_PAD_PT = 1.2


class PagedSheets(Sheets):
    """``scale`` is pixels to the point."""

    def __init__(self, house: House, content: Content, kept: Kept, tone: Tone = "white") -> None:
        super().__init__()
        self._house, self.content = house, content
        self.pictures = Pictures(house, kept)
        self._most_bytes = kept.most
        self.pictures.setParent(self)
        self.pictures.tone = tone
        self.pictures.show(content.document.id)
        self.pictures.arrived.connect(self.changed)
        self._sizes = [content.size(at) for at in range(len(content.pages))]
        self._ratio = 1.0

    # Size

    @property
    def widest(self) -> int:
        return round(max(width for width, _ in self._sizes) * self.scale) + 2 * GAP_PX

    def lay_out(self, room_px: int, scale: float) -> None:
        self.scale = scale
        self.stack = Stack([max(8, round(height * scale)) for _, height in self._sizes], GAP_PX)

    def left(self, sheet: int, room_px: int) -> int:
        return max(GAP_PX, (max(room_px, self.widest) - self._width(sheet)) // 2)

    def reach(self, sheet: int, room_px: int) -> tuple[float, float]:
        page = self.pictures.words(sheet)
        left, right = text_extent([page] if page is not None else [])
        begin = self.left(sheet, room_px)
        return (begin + left * self.scale, begin + right * self.scale) if right else (0.0, 0.0)

    def points(self, sheet: int) -> tuple[float, float]:
        return self._sizes[sheet]

    def _width(self, sheet: int) -> int:
        return max(8, round(self._sizes[sheet][0] * self.scale))

    # Pictures

    def want(self, shown: Sequence[int], ratio: float) -> None:
        self._ratio = ratio
        pages = list(shown)
        if shown and self._is_light(shown[0]):
            near = [max(shown) + step for step in range(1, AHEAD + 1)] + [min(shown) - 1]
            pages += [page for page in near if 0 <= page < len(self._sizes)]
        self.pictures.want(pages, [self._device_px(page) for page in pages], len(shown))

    def _is_light(self, page: int) -> bool:
        """Several of its size fit into what is kept: others may be drawn ahead."""
        width, height = self._device_px(page), self.stack.height(page) * self._ratio
        return width * height * BYTES_PER_PIXEL * (AHEAD + 3) < self._most_bytes

    def is_sharp(self, sheet: int, ratio: float) -> bool:
        return self.pictures.is_sharp(sheet, round(self._width(sheet) * ratio))

    def set_tone(self, tone: Tone) -> None:
        self.pictures.tone = tone
        self.changed.emit(-1)

    def _device_px(self, page: int) -> int:
        return round(self._width(page) * self._ratio)

    # Painting

    def paint(self, painter: QPainter, sheet: int, corner: QPoint, marks: Sequence[Mark]) -> None:
        tokens = self._house.theme.tokens
        area = QRectF(corner.x(), corner.y(), self._width(sheet), self.stack.height(sheet))
        self._paint_shadow(painter, area)
        painter.fillRect(area, QColor(paper(self.pictures.tone, tokens.card)))
        image = self.pictures.best(sheet, self._device_px(sheet))
        if image is not None:
            _paint_image(painter, area, image, self._ratio)
        self._say_problem(painter, area, self.pictures.problems.get(sheet, ""))
        for mark in marks:
            self._paint_mark(painter, corner, sheet, mark)

    def _paint_mark(self, painter: QPainter, corner: QPoint, sheet: int, mark: Mark) -> None:
        boxes = self.rects(sheet, mark.start, mark.end)
        if not boxes:
            return
        pad = _PAD_PT * self.scale
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)  # lines that touch are not lit twice
        for box in boxes:
            path.addRect(box.translated(corner).adjusted(-pad, -pad, pad, pad))
        tokens, tone = self._house.theme.tokens, self.pictures.tone
        if mark.ring:
            painter.setPen(QPen(QColor(tokens.ink if tone == "dark" else tokens.ink_on_paper), 1.2))
            painter.drawPath(path.simplified())
            painter.setPen(Qt.PenStyle.NoPen)
        light(painter, path, str(getattr(tokens, mark.token)), tone)

    def _say_problem(self, painter: QPainter, area: QRectF, problem: str) -> None:
        if problem:
            painter.setFont(interface_font(13))
            painter.setPen(QColor(self._house.theme.tokens.ink_on_paper))
            painter.drawText(
                area.adjusted(24, 24, -24, -24), Qt.TextFlag.TextWordWrap.value, problem
            )

    def _paint_shadow(self, painter: QPainter, sheet: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        shade = QColor(0, 0, 0, 70 if self._house.theme.tokens.dark else 10)
        for spread in range(1, SHADOW_PX):
            painter.setBrush(shade)
            edge = sheet.adjusted(-spread, -spread + 1, spread, spread + 1)
            painter.drawRoundedRect(edge, spread, spread)
            shade.setAlpha(max(2, shade.alpha() // 2))

    # Words

    def offset_at(self, sheet: int, where: QPointF) -> int | None:
        page = self.pictures.words(sheet)
        if page is None or not page.words:
            return None if page is None else page.start
        x, y = where.x() / self.scale, where.y() / self.scale
        return _offset_in(nearest_word(page.words, x, y), x)

    def is_text_at(self, sheet: int, where: QPointF) -> bool:
        page = self.pictures.words(sheet)
        if page is None or not page.words:
            return False
        x, y = where.x() / self.scale, where.y() / self.scale
        return _distance(nearest_word(page.words, x, y), x, y) <= 3

    def rects(self, sheet: int, start: int, end: int) -> list[QRectF]:
        lit, scale = self.content.lit, self.scale
        if lit is not None and (start, end) == (lit.start, lit.end):
            boxes: Iterable[tuple[float, float, float, float]] = lit.on(sheet)
        else:
            page = self.pictures.words(sheet)
            boxes = rects(page, start, end) if page is not None else ()
        return [
            QRectF(x0 * scale, y0 * scale, (x1 - x0) * scale, (y1 - y0) * scale)
            for x0, y0, x1, y1 in boxes
        ]

    def sheet_of(self, offset: int) -> int:
        return self.content.page_of(offset)

    def extent(self, sheet: int) -> tuple[int, int]:
        page = self.content.pages[sheet]
        return page.start, page.end

    def word_at(self, sheet: int, offset: int) -> tuple[int, int]:
        page = self.pictures.words(sheet)
        words: Sequence[Word] = page.words if page is not None else ()
        for word in words:
            if word.start <= offset <= word.end:
                return word.start, word.end
        return offset, offset

    def page_of(self, sheet: int) -> int:
        return sheet

    def sheet_of_page(self, page: int) -> int:
        return max(0, min(page, len(self._sizes) - 1))

    def page(self, sheet: int) -> Page | None:
        return self.pictures.words(sheet)


def nearest_word(words: Sequence[Word], x: float, y: float) -> Word:
    return min(words, key=lambda word: _distance(word, x, y))


def _distance(word: Word, x: float, y: float) -> float:
    """In points; up and down counts more, so that the end of a line is nearer than the next."""
    across = max(word.x0 - x, 0.0, x - word.x1)
    along = max(word.y0 - y, 0.0, y - word.y1)
    return across + 4 * along


def _offset_in(word: Word, x: float) -> int:
    """By letters of equal width; right of the word is its end."""
    share = (x - word.x0) / max(word.x1 - word.x0, 0.1)
    return word.start + round(max(0.0, min(share, 1.0)) * (word.end - word.start))


def _paint_image(painter: QPainter, area: QRectF, image: QImage, ratio: float) -> None:
    """As it is where it has the size; stretched while a sharper one is being made."""
    if abs(image.width() - area.width() * ratio) <= 2:
        picture = QRectF(area.topLeft(), QRectF(0, 0, image.width(), image.height()).size() / ratio)
        painter.drawImage(picture.topLeft() if ratio == 1 else picture, image)
    else:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(area, image)
