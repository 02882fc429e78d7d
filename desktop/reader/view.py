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
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from desktop.house import House
from desktop.reader import keys
from desktop.reader.aim import Aim
from desktop.reader.content import Content, Lit
from desktop.reader.selecting import Selecting
from desktop.reader.sheets import GAP_PX, Mark, Sheets
from desktop.reader.zoom import WHEEL_STEP, Room, Zoom

LINE_PX = 60
LAYERS = ("notes", "lit", "found", "here", "selection")
_AROUND = 2000  # letters


class Position(Struct, frozen=True):
    """A place in a document: so far down a sheet (0 to 1), ``down_px`` under the view's top."""

    sheet: int
    share: float = 0.0
    down_px: float = 0.0


class ReaderView(QAbstractScrollArea):
    """``moved``: something else is in sight. ``selected``: other words are selected.
    ``clicked(offset)`` on words, ``menu_wanted(where)`` on the screen.
    """

    moved = Signal()
    zoomed = Signal()
    selected = Signal()
    settled = Signal()
    clicked = Signal(int)
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
        self._was_settled = self._moving = False
        self.selecting = Selecting(self)
        self.aim = Aim(self)
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
        self.aim.take_light()

    def relight(self, content: Content) -> None:
        """Other words of the same document."""
        self.content = content
        if self.sheets is not None:
            self.sheets.content = content
        self.selecting.clear()
        self.light(content.lit)
        self._lay_out(self.position)
        self.aim.take_light()

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
        return self._sheet_at(self.reading_y)

    @property
    def reading_y(self) -> float:
        return self.viewport().height() / 3

    def in_sight(self) -> range:
        if self.sheets is None:
            return range(0)
        top = self.verticalScrollBar().value()
        return self.sheets.stack.between(top, top + self.viewport().height())

    def go_to(self, to: Position) -> None:
        """The user goes there: what was aimed at is given up."""
        self.aim.give_up()
        self.put(to)

    def show_range(self, start: int, end: int) -> None:
        """Into sight, moving no more than is needed."""
        self.aim.take(start, end)

    def show_top(self, start: int) -> None:
        """To the top of the view: a heading, and what it is over."""
        self.aim.take(start, start + 1, at_top=True)

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
                corner = QPointF(self.corner(self.aim.lit_sheet(sheet)))
                for box in self.sheets.rects(self.aim.lit_sheet(sheet), lit.start, lit.end):
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
            self.aim.take_light()
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
        self.put(keep)
        self.viewport().update()

    def _fit_bars(self) -> None:
        room = self.viewport().size()
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        total = self.sheets.stack.total if self.sheets is not None else 0
        wide = self.sheets.widest if self.sheets is not None else 0
        with self.by_program():
            down.setPageStep(room.height())
            down.setRange(0, max(0, total - room.height()))
            across.setPageStep(room.width())
            before = across.maximum()
            across.setRange(0, max(0, wide - room.width()))
            if across.maximum() != before:
                across.setValue(across.maximum() // 2)

    def put(self, to: Position) -> None:
        if self.sheets is None or not len(self.sheets.stack):
            return
        stack = self.sheets.stack
        sheet = max(0, min(to.sheet, len(stack) - 1))
        top = stack.top(sheet) + to.share * stack.height(sheet) - to.down_px
        if not to.share and not to.down_px:
            top -= GAP_PX  # the edge of a page is seen
        self.scroll_to(top)

    def put_sheet(self, sheet: int) -> None:
        self.put(Position(sheet))

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

    def scroll_to(self, top: float) -> None:
        with self.by_program():
            self.verticalScrollBar().setValue(round(top))

    @contextlib.contextmanager
    def by_program(self) -> Iterator[None]:
        """What is scrolled meanwhile is not scrolled by the user's hand."""
        before, self._moving = self._moving, True
        try:
            yield
        finally:
            self._moving = before

    def _changed(self, sheet: int) -> None:
        self.aim.sheet_came(sheet)
        self.viewport().update()

    def _grew(self, sheet: int, by: int) -> None:
        """A leaf over the top that came out otherwise must not push what is read away."""
        assert self.sheets is not None
        bar = self.verticalScrollBar()
        is_above = self.sheets.stack.top(sheet) < bar.value()
        self._fit_bars()
        if is_above and not self.aim.is_taken:
            self.scroll_to(bar.value() + by)
        self.aim.approach()

    # Events

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if not self._moving:
            self.aim.give_up()
        self._was_settled = False
        self.viewport().update()
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out(self.position)
        if self._holds_light:
            self.aim.take_light()

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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())
