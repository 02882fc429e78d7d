"""The rows of the palette and of the search: a kind, words with those typed marked, keys.

The kind stands at the left of the first row of each group, so that all rows are of one height.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter

from desktop import icons
from desktop.matching import Span
from desktop.theme import Theme, Tokens, interface_font
from desktop.widgets.marked import draw_marked
from desktop.widgets.rowlist import RowList, RowModel, write

ROW_PX = 46
LINE_PX = 18
KIND_PX = 96
ICON_PX = 16
ICON_LEFT_PX = KIND_PX + 16
WORDS_LEFT_PX = ICON_LEFT_PX + ICON_PX + 12
KEY_GAP_PX = 12


class Found(Struct, frozen=True, kw_only=True):
    """``key`` is what it is among all; ``marks`` are ranges of the title, ``about_marks`` of what
    is said of it. ``aside`` stands at the right: keys, a page. ``why_not`` says why it cannot be
    chosen now. ``go`` is called when it is.
    """

    key: str
    kind: str
    title: str
    icon: str
    go: Callable[[], object]
    about: str = ""
    aside: str = ""
    why_not: str = ""
    marks: tuple[Span, ...] = ()
    about_marks: tuple[Span, ...] = ()


class FoundList(RowList[Found]):
    """``chosen(Found)`` by a click; the keys stay in the field above."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(
            theme, name, ROW_PX, RowModel(lambda row: row.title, said, lambda row: row.key)
        )
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._kinds: tuple[str, ...] = ()

    def show_rows(self, found: Sequence[Found]) -> None:
        """What was chosen by hand stays so where it is found still; else the first is chosen."""
        before = self.current if self.currentIndex().row() > 0 else None
        kinds = [row.kind for row in found]
        self._kinds = tuple(
            kind if kind != last else "" for kind, last in zip(kinds, ["", *kinds], strict=False)
        )
        self.rows.show(found)
        places = [at for at, row in enumerate(found) if before and row.key == before.key]
        if found:
            self.setCurrentIndex(self.rows.index(next(iter(places), 0)))
        self.viewport().update()

    @property
    def current(self) -> Found | None:
        index = self.currentIndex()
        return self.rows.at(index) if index.isValid() else None

    def step(self, by: int) -> None:
        """Down or up, round the ends."""
        count = self.rows.rowCount()
        if count:
            at = self.currentIndex().row()
            far = abs(by) > 1
            to = max(0, min(count - 1, at + by)) if far else (at + by) % count
            self.setCurrentIndex(self.rows.index(to))

    def height_of(self, rows: int) -> int:
        return rows * ROW_PX + 2

    def paint_row(self, painter: QPainter, area: QRect, row: Found, is_chosen: bool) -> None:
        tokens = self._theme.tokens
        at = (area.top() - self.visualRect(self.rows.index(0)).top()) // ROW_PX
        kind = self._kinds[at] if 0 <= at < len(self._kinds) else ""
        top = area.top() + (ROW_PX - 2 * LINE_PX) // 2
        if kind:
            place = QRect(area.left() + 12, top, KIND_PX - 4, LINE_PX)
            write(painter, place, kind, interface_font(12), tokens.quiet)
        can = not row.why_not
        icon = icons.icon(row.icon, tokens.accent if can and is_chosen else tokens.quiet)
        icon.paint(painter, QRect(area.left() + ICON_LEFT_PX, top + 1, ICON_PX, ICON_PX))
        right = _write_aside(painter, area, top, row.aside, tokens)
        wide = right - area.left() - WORDS_LEFT_PX
        place = QRect(area.left() + WORDS_LEFT_PX, top, wide, LINE_PX)
        ink = tokens.ink if can else tokens.quiet
        painter.setFont(interface_font(13, 500))
        painter.setPen(QColor(ink))
        draw_marked(painter, QRectF(place), row.title, row.marks, tokens)
        place.translate(0, LINE_PX)
        place.setRight(area.right() - KEY_GAP_PX)
        about, marks = (row.about, row.about_marks) if can else (f"Not now: {row.why_not}", ())
        painter.setFont(interface_font(12))
        painter.setPen(QColor(tokens.quiet))
        draw_marked(painter, QRectF(place), about, marks, tokens)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.rows.at(index))


def _write_aside(painter: QPainter, area: QRect, top: int, aside: str, tokens: Tokens) -> int:
    """At the right of the first line; returns where the words before it must end."""
    right = area.right() - KEY_GAP_PX
    if not aside:
        return right
    font = interface_font(12)
    wide = QFontMetrics(font).horizontalAdvance(aside)
    write(painter, QRect(right - wide, top, wide + 2, LINE_PX), aside, font, tokens.quiet)
    return right - wide - KEY_GAP_PX


def said(row: Found) -> str:
    """What a screen reader says of a row."""
    not_now = f"not now: {row.why_not}" if row.why_not else ""
    return ". ".join(filter(None, [f"{row.kind}: {row.title}", row.aside, not_now or row.about]))
