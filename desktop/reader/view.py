"""The view: sheets under glass, scrolled by wheel and keys, with what is marked laid over them.

    view.show_content(content, sheets)     from its first page, or at its lit words
    view.layer("found", marks)             what is marked, the later layers over the earlier
    view.show_range(start, end)            bring words into sight, once it is known where they are

Nothing is read or drawn here: sheets ask for their pictures, and the view repaints as they come.
With ``holds_light`` the lit words stay in sight whatever happens to size and zoom, as they must
beside an answer. ``settled`` comes when all that is in sight is there, sharp.
"""

from __future__ import annotations

import contextlib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from desktop.house import House
from desktop.reader import keys
from desktop.reader.content import Content, Lit
from desktop.reader.selecting import Selecting
from desktop.reader.sheets import GAP_PX, Mark, Sheets
from desktop.reader.zoom import WHEEL_STEP, Room, Zoom

LINE_PX = 60
LAYERS = ("notes", "lit", "found", "here", "selection")
_AROUND = 2000  # letters
_LIGHT_DOWN = 0.3  # of the height: where lit words come to stand


class Position(Struct, frozen=True):
    """A place in a document: so far down a sheet (0 to 1), ``down_px`` under the view's top."""

    sheet: int
    share: float = 0.0
    down_px: float = 0.0


class ReaderView(QAbstractScrollArea):
    """``moved``: something else is in sight. ``selected``: other words are selected."""

    moved = Signal()
    zoomed = Signal()
    selected = Signal()
    settled = Signal()
    menu_wanted = Signal(QPoint)

    turns_pages = True

    def __init__(self, house: House, name: str, holds_light: bool = False) -> None:
        super().__init__()
        self._house, self._holds_light = house, holds_light
        self.content: Content | None = None
        self.sheets: Sheets | None = None
        self.usual_zoom = Zoom("words" if holds_light else "comfort")
        self.zoom = self.usual_zoom
        self._layers: dict[str, Sequence[Mark]] = dict.fromkeys(LAYERS, ())
        self._aim: tuple[int, int] | None = None
        self._was_settled = self._moving = False
        self.selecting = Selecting(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().setSingleStep(LINE_PX)
        self.horizontalScrollBar().setSingleStep(LINE_PX)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        house.theme.changed.connect(self.viewport().update)

    # What is shown

    def show_content(self, content: Content, sheets: Sheets) -> None:
        """Its lit words, or its beginning."""
        if self.sheets is not None:
            self.sheets.setParent(None)
            self.sheets.deleteLater()
        self.content, self.sheets = content, sheets
        sheets.setParent(self)
        sheets.changed.connect(self._changed)
        sheets.grew.connect(self._grew)
        self._layers = dict.fromkeys(LAYERS, ())
        self.selecting.clear()
        self.light(content.lit)
        self._lay_out(Position(0))
        self._aim_at_light()

    def relight(self, content: Content) -> None:
        """Other words of the same document."""
        self.content = content
        if self.sheets is not None:
            self.sheets.content = content
        self.selecting.clear()
        self.light(content.lit)
        self._lay_out(self.position)
        self._aim_at_light()

    def light(self, lit: Lit | None) -> None:
        self.layer("lit", [Mark(lit.start, lit.end, "lit")] if lit and lit.end > lit.start else ())

    def clear(self) -> None:
        self.content, self.sheets = None, None
        self._layers = dict.fromkeys(LAYERS, ())
        self._fit_bars()
        self.viewport().update()

    def layer(self, name: str, marks: Sequence[Mark]) -> None:
        """In the order of the text."""
        self._layers[name] = marks
        self.viewport().update()

    @property
    def lit(self) -> Lit | None:
        return self.content.lit if self.content is not None else None

    # Where it is

    @property
    def position(self) -> Position:
        """What stands at the top."""
        return self._position_at(0)

    @property
    def sheet(self) -> int:
        """The sheet that is read: a third down the view."""
        return self._sheet_at(self.viewport().height() / 3)

    def in_sight(self) -> range:
        if self.sheets is None:
            return range(0)
        top = self.verticalScrollBar().value()
        return self.sheets.stack.between(top, top + self.viewport().height())

    def go_to(self, to: Position) -> None:
        """The user goes there: what was aimed at is given up."""
        self._aim = None
        self._put(to)

    def show_range(self, start: int, end: int) -> None:
        """Into sight, moving no more than is needed."""
        self._aim = (start, end)
        self._approach()

    def area_of(self, start: int, end: int) -> QRectF:
        """Around these words, in the viewport's coordinates; empty while not known."""
        area = QRectF()
        if self.sheets is None:
            return area
        first, last = self.sheets.sheet_of(start), self.sheets.sheet_of(max(start, end - 1))
        for sheet in range(first, last + 1):
            corner = QPointF(self.corner(sheet))
            for box in self.sheets.rects(sheet, start, end):
                area = area.united(box.translated(corner))
        return area

    def area_of_light(self) -> QRectF:
        lit, area = self.lit, QRectF()
        if lit is not None and self.sheets is not None:
            for sheet in dict.fromkeys((lit.sheet, *(at for at, _ in lit.boxes))):
                corner = QPointF(self.corner(self._lit_sheet(sheet)))
                for box in self.sheets.rects(self._lit_sheet(sheet), lit.start, lit.end):
                    area = area.united(box.translated(corner))
        return area

    def corner(self, sheet: int) -> QPoint:
        """Of a sheet, in the viewport's coordinates."""
        assert self.sheets is not None
        x = self.sheets.left(sheet, self.viewport().width()) - self.horizontalScrollBar().value()
        return QPoint(x, self.sheets.stack.top(sheet) - self.verticalScrollBar().value())

    def offset_at(self, where: QPointF) -> int | None:
        """The letter nearest to a point of the viewport."""
        sheet = self._sheet_at(where.y())
        if self.sheets is None or sheet < 0:
            return None
        return self.sheets.offset_at(sheet, where - QPointF(self.corner(sheet)))

    def is_text_at(self, where: QPointF) -> bool:
        sheet = self._sheet_at(where.y())
        if self.sheets is None or sheet < 0:
            return False
        return self.sheets.is_text_at(sheet, where - QPointF(self.corner(sheet)))

    def turn(self, by: int) -> None:
        """To the top of another page."""
        if self.sheets is not None and self.content is not None:
            page = self.sheets.page_of(self.sheet) + by
            if 0 <= page < len(self.content.pages):
                self.go_to(Position(self.sheets.sheet_of_page(page)))

    # Text, from a worker

    def read_text(self, start: int, end: int, then: Callable[[str], None]) -> None:
        content, library = self.content, self._house.library
        if content is None or library is None:
            return
        if not content.paged:
            then(content.text[start:end])
            return
        read = partial(library.catalog.text, content.document.id, start, end)
        self._house.jobs.fetch(read, then)

    def read_around(self, offset: int, then: Callable[[str, int], None]) -> None:
        """Text around a place, and where it begins."""
        start = max(0, offset - _AROUND)
        self.read_text(start, offset + _AROUND, lambda text: then(text, start))

    def first_in_mind(self) -> int | None:
        """Where a selection by keys begins: at what was found, what is lit, or what is in sight."""
        for name in ("here", "lit"):
            for mark in self._layers[name]:
                if not self.area_of(mark.start, mark.end).isEmpty():
                    return mark.start
        return self.offset_at(QPointF(0, 24))

    # Zoom

    def set_zoom(self, zoom: Zoom, around: QPointF | None = None) -> None:
        """What stands under ``around`` stays there; lit words that are held stay in sight."""
        at = self._position_at(around.y() if around is not None else 0)
        self.zoom = zoom
        self._lay_out(at)
        if self._holds_light:
            self._aim_at_light()
        self.zoomed.emit()

    def step_zoom(self, by: float, around: QPointF | None = None) -> None:
        if self.sheets is not None:
            self.set_zoom(self.zoom.stepped(self.sheets.scale, by), around)

    # Layout

    def _lay_out(self, keep: Position) -> None:
        if self.sheets is None or self.content is None:
            return
        room = Room(self.viewport().width(), self.viewport().height())
        scale = self.zoom.scale(self.content, self.lit, room)
        self.sheets.lay_out(room.width, scale)
        self._fit_bars()
        self._put(keep)
        self.viewport().update()

    def _fit_bars(self) -> None:
        room = self.viewport().size()
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        total = self.sheets.stack.total if self.sheets is not None else 0
        wide = self.sheets.widest if self.sheets is not None else 0
        with self._by_program():
            down.setPageStep(room.height())
            down.setRange(0, max(0, total - room.height()))
            across.setPageStep(room.width())
            before = across.maximum()
            across.setRange(0, max(0, wide - room.width()))
            if across.maximum() != before:
                across.setValue(across.maximum() // 2)

    def _put(self, to: Position) -> None:
        if self.sheets is None or not len(self.sheets.stack):
            return
        stack = self.sheets.stack
        sheet = max(0, min(to.sheet, len(stack) - 1))
        top = stack.top(sheet) + to.share * stack.height(sheet) - to.down_px
        if not to.share and not to.down_px:
            top -= GAP_PX  # the edge of a page is seen
        self._scroll_to(top)

    def _position_at(self, down_px: float) -> Position:
        if self.sheets is None or not len(self.sheets.stack):
            return Position(0)
        stack, y = self.sheets.stack, self.verticalScrollBar().value() + down_px
        sheet = stack.at(y)
        share = (y - stack.top(sheet)) / max(1, stack.height(sheet))
        return Position(sheet, share, down_px)

    def _sheet_at(self, down_px: float) -> int:
        if self.sheets is None:
            return -1
        return self.sheets.stack.at(self.verticalScrollBar().value() + down_px)

    def _scroll_to(self, top: float) -> None:
        with self._by_program():
            self.verticalScrollBar().setValue(round(top))

    @contextlib.contextmanager
    def _by_program(self) -> Iterator[None]:
        """What is scrolled meanwhile is not scrolled by the user's hand."""
        before, self._moving = self._moving, True
        try:
            yield
        finally:
            self._moving = before

    # Words into sight

    def _aim_at_light(self) -> None:
        if self.lit is not None:
            self._aim = (self.lit.start, self.lit.end)
            self._approach(always=True)

    def _approach(self, always: bool = False) -> None:
        """As near as it is known where the words stand; again when their sheet is there."""
        if self.sheets is None or self._aim is None:
            return
        is_light = self.lit is not None and self._aim == (self.lit.start, self.lit.end)
        sheet = self._lit_sheet(self.lit.sheet) if is_light and self.lit else -1
        sheet = sheet if sheet >= 0 else self.sheets.sheet_of(self._aim[0])
        self.sheets.want([sheet], self.devicePixelRatioF())
        area = self.area_of_light() if is_light else self.area_of(*self._aim)
        if area.isEmpty():
            if sheet not in self.in_sight() or always:
                self._put(Position(sheet))
            return
        self._bring(area, always)

    def _bring(self, area: QRectF, always: bool) -> None:
        room = QRectF(self.viewport().rect())
        if always or area.top() < 20 or area.bottom() > room.height() - 20:
            spare = max(24.0, min(room.height() * _LIGHT_DOWN, room.height() - area.height() - 24))
            self._scroll_to(self.verticalScrollBar().value() + area.top() - spare)
        across = self.horizontalScrollBar()
        if not across.maximum():
            return
        left, right = area.left() + across.value(), area.right() + across.value()
        begin, end = self._column() or (left, right)
        value = (begin + end - room.width()) / 2 if end - begin <= room.width() else begin - 12
        if left < value or right > value + room.width():
            value = left - 12
        with self._by_program():
            across.setValue(round(value))

    def _column(self) -> tuple[float, float] | None:
        """Of the lit words, where that is what is fitted to the width."""
        lit, sheets = self.lit, self.sheets
        if sheets is None or lit is None or not lit.column[1] or self.zoom.fit != "words":
            return None
        begin = sheets.left(self._lit_sheet(lit.sheet), self.viewport().width())
        return begin + lit.column[0] * sheets.scale, begin + lit.column[1] * sheets.scale

    def _lit_sheet(self, page: int) -> int:
        """Of text that flows the leaf in which the words begin."""
        assert self.sheets is not None and self.content is not None
        if self.content.paged or self.lit is None:
            return page
        return self.sheets.sheet_of(self.lit.start)

    def _changed(self, sheet: int) -> None:
        if self._aim is not None and (sheet < 0 or sheet in self._aimed_sheets()):
            self._approach()
        self.viewport().update()

    def _aimed_sheets(self) -> range:
        assert self.sheets is not None and self._aim is not None
        first = self.sheets.sheet_of(self._aim[0])
        return range(first, self.sheets.sheet_of(max(self._aim[0], self._aim[1] - 1)) + 1)

    def _grew(self, sheet: int, by: int) -> None:
        """A leaf over the top that came out otherwise must not push what is read away."""
        assert self.sheets is not None
        bar = self.verticalScrollBar()
        is_above = self.sheets.stack.top(sheet) < bar.value()
        self._fit_bars()
        if is_above and self._aim is None:
            self._scroll_to(bar.value() + by)
        self._approach()

    # Events

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if not self._moving:
            self._aim = None
        self._was_settled = False
        self.viewport().update()
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out(self.position)
        if self._holds_light:
            self._aim_at_light()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.sheets is None:
            return
        ratio = self.devicePixelRatioF()
        shown = self._measured(ratio)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for sheet in shown:
            self.sheets.paint(painter, sheet, self.corner(sheet), self._marks_on(sheet))
        painter.end()
        is_settled = all(self.sheets.is_sharp(sheet, ratio) for sheet in shown)
        if is_settled and not self._was_settled:
            self.settled.emit()
        self._was_settled = is_settled

    def _measured(self, ratio: float) -> list[int]:
        """The sheets in sight; those that are lower than was thought let others in."""
        assert self.sheets is not None
        shown = list(self.in_sight())
        for _ in range(4):
            self.sheets.want(shown, ratio)
            if list(self.in_sight()) == shown:
                break
            shown = list(self.in_sight())
        return shown

    def _marks_on(self, sheet: int) -> list[Mark]:
        assert self.sheets is not None
        start, end = self.sheets.extent(sheet)
        found: list[Mark] = []
        for name, marks in self._layers.items():
            if name == "lit" and self.lit is not None and self.lit.on(sheet):
                found += marks
                continue
            last = bisect_left(marks, end, key=lambda mark: mark.start)
            found += [mark for mark in marks[:last] if mark.end > start]
        return found

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turns = event.angleDelta().y() / 120
            if turns:
                self.step_zoom(WHEEL_STEP**turns, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not keys.press(self, event):
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.selecting.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.selecting.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.selecting.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.selecting.double(event)
