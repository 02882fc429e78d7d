"""The view of a document: scrolled, enlarged and selected in, by mouse and by keys.

    view.show_content(content, sheets)     from its first page, or at its lit words
    view.layer("found", marks)             what is marked, the later layers over the earlier
    view.show_range(start, end)            bring words into sight, once it is known where they are

With ``holds_light`` the lit words stay in sight whatever happens to size and zoom, as they must
beside an answer.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)

from desktop.house import House
from desktop.reader import keys
from desktop.reader.aim import Aim
from desktop.reader.content import Content, Lit
from desktop.reader.glass import Glass
from desktop.reader.selecting import Selecting
from desktop.reader.sheets import Mark, Position, Sheets
from desktop.reader.zoom import WHEEL_STEP, Zoom


class ReaderView(Glass):
    """``moved``: something else is in sight. ``menu_wanted(where)`` on the screen."""

    moved = Signal()
    zoomed = Signal()
    menu_wanted = Signal(QPoint)

    walks_with_arrows = True  # left and right: to another page, or sideways

    def __init__(self, house: House, name: str, holds_light: bool = False) -> None:
        self.usual_zoom = Zoom("words" if holds_light else "comfort")
        self._holds_light = holds_light
        super().__init__(house, name, self.usual_zoom)
        self.selecting = Selecting(self)
        self.selecting.caret_moved.connect(self.show_range)
        self.aim = Aim(self)

    # What is shown

    def show_content(self, content: Content, sheets: Sheets) -> None:
        """Its lit words, or its beginning."""
        if self.sheets is not None:
            self.sheets.setParent(None)
            self.sheets.deleteLater()
        self.content, self.sheets, self._is_cut = content, sheets, False
        sheets.setParent(self)
        sheets.changed.connect(self._changed)
        sheets.grew.connect(self._grew)
        self._layers.clear()
        self.selecting.clear()
        self.light(content.lit)
        with self.by_program():
            self.horizontalScrollBar().setRange(0, 0)  # so that its own text comes into the middle
        self.lay_out(Position(0))
        self.aim.take_light()

    def relight(self, content: Content) -> None:
        """Other words of the same document."""
        self.content = content
        if self.sheets is not None:
            self.sheets.content = content
        self.selecting.clear()
        self.light(content.lit)
        self.lay_out(self.position)
        self.aim.take_light()

    def light(self, lit: Lit | None) -> None:
        self.layer("lit", [Mark(lit.start, lit.end, "lit")] if lit and lit.end > lit.start else ())

    def clear(self) -> None:
        self.content, self.sheets = None, None
        self._layers.clear()
        self._fit_bars()
        self.viewport().update()

    # Where it is

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

    def turn(self, by: int) -> None:
        """To the top of another page."""
        if self.sheets is not None and self.content is not None:
            page = self.sheets.page_of(self.sheet) + by
            if 0 <= page < len(self.content.pages):
                self.go_to(Position(self.sheets.sheet_of_page(page)))

    # Zoom

    def set_zoom(self, zoom: Zoom, around: QPointF | None = None) -> None:
        """What stands under ``around`` stays there; lit words that are held stay in sight."""
        at = self.position_at(around.y() if around is not None else 0)
        self.zoom = zoom
        self.lay_out(at)
        if self._holds_light:
            self.aim.take_light()
        self.zoomed.emit()

    def step_zoom(self, by: float, around: QPointF | None = None) -> None:
        if self.sheets is not None:
            self.set_zoom(self.zoom.stepped(self.sheets.scale, by), around)

    # Sheets that came

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
        if not self.is_moving:
            self.aim.give_up()
        self._was_settled = False
        self.viewport().update()
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out(self.position)
        if self._holds_light:
            self.aim.take_light()

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
