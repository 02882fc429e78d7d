"""The glass that sheets are seen through: what is in sight, where it is, and how it is painted.

Nothing is read or drawn here: sheets ask for their pictures, and the glass repaints as they come.
``settled`` comes when all that is in sight is there, sharp. What a person does is in view.py.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from desktop.house import House
from desktop.reader.content import Content, Lit
from desktop.reader.layers import Layer, Layers
from desktop.reader.sheets import GAP_PX, Mark, Position, Sheets
from desktop.reader.zoom import Room, Zoom

LINE_PX = 60


class Glass(QAbstractScrollArea):
    """``selected``: other words are selected. ``clicked(offset)`` on words."""

    selected = Signal()
    clicked = Signal(int)
    settled = Signal()

    def __init__(self, house: House, name: str, zoom: Zoom) -> None:
        super().__init__()
        self._house = house
        self.content: Content | None = None
        self.sheets: Sheets | None = None
        self.zoom = zoom
        self._layers = Layers()
        self._was_settled = self.is_moving = self._shows_focus = self._is_cut = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().setSingleStep(LINE_PX)
        self.horizontalScrollBar().setSingleStep(LINE_PX)
        self.setCornerWidget(QWidget())
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        house.theme.changed.connect(self.viewport().update)
        # Not from within the painting; a page that was drawn ahead is looked at when it is seen.
        self.settled.connect(self._look_beyond, Qt.ConnectionType.QueuedConnection)

    # What is shown

    def layer(self, name: Layer, marks: Sequence[Mark]) -> None:
        """In the order of the text."""
        self._layers.put(name, marks)
        self.viewport().update()

    def marks(self, layer: Layer) -> Sequence[Mark]:
        return self._layers.get(layer)

    @property
    def lit(self) -> Lit | None:
        return self.content.lit if self.content is not None else None

    # Where it is

    @property
    def position(self) -> Position:
        """What stands at the top."""
        return self.position_at(0)

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
                corner = QPointF(self.corner(self.lit_sheet(sheet)))
                for box in self.sheets.rects(self.lit_sheet(sheet), lit.start, lit.end):
                    area = area.united(box.translated(corner))
        return area

    def lit_sheet(self, page: int) -> int:
        """Of text that flows the leaf in which the lit words begin."""
        if self.sheets is None or self.content is None or self.content.paged or self.lit is None:
            return page
        return self.sheets.sheet_of(self.lit.start)

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

    def position_at(self, down_px: float) -> Position:
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

    # Layout

    def lay_out(self, keep: Position) -> None:
        if self.sheets is None or self.content is None:
            return
        room = Room(self.viewport().width(), self.viewport().height())
        scale = self.zoom.scale(self.content, self.lit, room)
        if scale != self.sheets.scale:
            self._is_cut = False
        self.sheets.lay_out(room.width, scale)
        self._fit_bars()
        self.put(keep)
        self._look_beyond()
        self.viewport().update()

    def _look_beyond(self) -> None:
        """The words of a few pages say how far those of all reach; where one in sight has words
        beyond the sides, a bar leads there.
        """
        sheets, content, width = self.sheets, self.content, self.viewport().width()
        if self._is_cut or sheets is None or content is None:
            return
        begin = self.horizontalScrollBar().value()
        reaches = [sheets.reach(sheet, width) for sheet in self.in_sight()]
        is_beyond = any(
            left < right and (left < begin or right > begin + width) for left, right in reaches
        )
        if is_beyond and self.zoom.column(content) == content.column:
            self._is_cut = True
            self._fit_bars()

    def _fit_bars(self) -> None:
        room = self.viewport().size()
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        total = self.sheets.stack.total if self.sheets is not None else 0
        wide = self.sheets.widest if self.sheets is not None else 0
        policies = Qt.ScrollBarPolicy
        content, scale = self.content, self.sheets.scale if self.sheets is not None else 1.0
        hides = content is None or (
            self.zoom.shows_whole_lines(content, scale, room.width()) and not self._is_cut
        )
        wanted = policies.ScrollBarAlwaysOff if hides else policies.ScrollBarAsNeeded
        if self.horizontalScrollBarPolicy() != wanted:
            self.setHorizontalScrollBarPolicy(wanted)
        with self.by_program():
            down.setPageStep(room.height())
            down.setRange(0, max(0, total - room.height()))
            across.setPageStep(room.width())
            before = across.maximum()
            across.setRange(0, max(0, wide - room.width()))
            if across.maximum() != before:
                across.setValue(self._middle(room.width()))

    def _middle(self, width: int) -> int:
        """How far sideways the text stands in the middle."""
        content, sheets = self.content, self.sheets
        if content is None or sheets is None or not content.column[1]:
            return self.horizontalScrollBar().maximum() // 2
        centre = sheets.scale * sum(content.column) / 2
        return round(sheets.left(self.sheet, width) + centre - width / 2)

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

    def scroll_to(self, top: float) -> None:
        with self.by_program():
            self.verticalScrollBar().setValue(round(top))

    @contextlib.contextmanager
    def by_program(self) -> Iterator[None]:
        """What is scrolled meanwhile is not scrolled by the user's hand."""
        before, self.is_moving = self.is_moving, True
        try:
            yield
        finally:
            self.is_moving = before

    # Painting

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes by keys sees where he is."""
        by_keys = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self._shows_focus = event.reason() in by_keys
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._shows_focus = False
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.sheets is None:
            return
        ratio = self.devicePixelRatioF()
        shown = self._measured(ratio)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for sheet in shown:
            is_lit = self.lit is not None and bool(self.lit.on(sheet))
            marks = self._layers.on(*self.sheets.extent(sheet), is_lit)
            self.sheets.paint(painter, sheet, self.corner(sheet), marks)
        if self._shows_focus:
            painter.setPen(QPen(QColor(self._house.theme.tokens.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
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
