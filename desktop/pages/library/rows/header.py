"""The header of the list: which columns are shown, in which order, how wide, and kept for the next
start.

Title takes what is left. Dragging a border gives or takes room at Title's cost; dragging the one
behind Title moves it at the cost of the next column. Where all have no room, some are left out for
the time (columns.GIVE_WAY); what the user chose is not changed by that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QHeaderView, QMenu, QWidget

from desktop import icons
from desktop.pages.library.rows.columns import AUTHOR, BY_KEY, COLUMNS, GIVE_WAY, STATE, TITLE
from desktop.state import ColumnState, WindowState
from desktop.theme import Theme
from desktop.widgets.basics import pop_up

LEAST_PX = 48
STATE_LEAST_PX, TITLE_NARROW_PX = 150, 160
TITLE_ENOUGH_PX = 230  # with less the words of a state are cut for it
TITLE_ROOMY_PX, AUTHOR_MORE_PX = 380, 110
ARROW_PX = 12


class ColumnsHeader(QHeaderView):
    """``arranged`` when the user has changed columns, their order or a width."""

    arranged = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._widths = {at: column.width_px for at, column in enumerate(COLUMNS)}
        self._wanted = {at for at, column in enumerate(COLUMNS) if column.offered}
        self._room = 0
        self._fitting = False
        self._sorted: tuple[int, bool] | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._settle)
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setFirstSectionMovable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorShown(False)
        self.setMinimumSectionSize(LEAST_PX)
        self.setAccessibleName("Columns of the list")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)
        self.sectionResized.connect(self._resized)
        self.sectionMoved.connect(self._moved)

    # What is kept

    def arrangement(self) -> list[ColumnState]:
        """All columns from left to right."""
        order = [self.logicalIndex(at) for at in range(len(COLUMNS))]
        return [ColumnState(COLUMNS[at].key, self._widths[at], at in self._wanted) for at in order]

    def restore(self, kept: Iterable[ColumnState]) -> None:
        """As it was left; a column that is not named there stays where and what it is."""
        known = [state for state in kept if state.key in BY_KEY]
        self._fitting = True
        for place, state in enumerate(known):
            at = self._at(state.key)
            self.moveSection(self.visualIndex(at), place)
            if at != TITLE:
                self._widths[at] = min(2000, max(LEAST_PX, state.width_px))
                self._want(at, state.shown)
        self._fitting = False
        self._settle()

    def remember(self, state: WindowState) -> None:
        """As they were left, and kept there from now on."""

        def keep() -> None:
            state.listed = self.arrangement()

        self.restore(state.listed)
        self.arranged.connect(keep)

    def reset(self) -> None:
        """As they are before anybody has changed them."""
        self.restore(
            ColumnState(column.key, max(column.width_px, LEAST_PX), column.offered)
            for column in COLUMNS
        )
        self.arranged.emit()

    # What the user does

    def menu(self) -> QMenu:
        """Shown or not, moved by one, and back to how it was."""
        menu = QMenu(self)
        menu.setAccessibleName("Columns")
        for at in self._in_order():
            if at == TITLE:
                continue
            action = QAction(COLUMNS[at].name, menu, checkable=True, checked=at in self._wanted)
            action.toggled.connect(partial(self.choose, at))
            menu.addAction(action)
        menu.addSeparator()
        move = menu.addMenu("Move to the left")
        for at in [column for column in self._in_order() if column in self._wanted][1:]:
            move.addAction(COLUMNS[at].name).triggered.connect(partial(self.move_left, at))
        menu.addAction("Columns as they were first").triggered.connect(self.reset)
        return menu

    def offer(self, where: QPoint) -> None:
        pop_up(self.menu(), where)

    def choose(self, at: int, shown: bool) -> None:
        self._want(at, shown)
        self._settle()
        self.arranged.emit()

    def move_left(self, at: int, checked: bool = False) -> None:
        """Before the column that is seen at its left."""
        order = [column for column in self._in_order() if column in self._wanted]
        place = order.index(at)
        if place:
            self.moveSection(self.visualIndex(at), self.visualIndex(order[place - 1]))

    # Room

    def fit(self, room_px: int) -> None:
        self._room = room_px
        self._settle()

    def tell_sorted(self, key: str, descending: bool) -> None:
        """Which column shows the arrow; none for an order that is no column's."""
        self._sorted = (self._at(key), descending) if key in BY_KEY else None
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        super().paintSection(painter, rect, section)
        if self._sorted is None or self._sorted[0] != section:
            return
        words = self.fontMetrics().horizontalAdvance(COLUMNS[section].name)
        left = min(rect.left() + 14 + words, rect.right() - ARROW_PX)
        place = QRect(left, rect.center().y() - ARROW_PX // 2 + 1, ARROW_PX, ARROW_PX)
        name = "arrow-down" if self._sorted[1] else "arrow-up"
        icons.icon(name, self._theme.tokens.quiet).paint(painter, place)

    def _at(self, key: str) -> int:
        return COLUMNS.index(BY_KEY[key])

    def _in_order(self) -> list[int]:
        return [self.logicalIndex(at) for at in range(len(COLUMNS))]

    def _want(self, at: int, shown: bool) -> None:
        if at != TITLE:
            (self._wanted.add if shown else self._wanted.discard)(at)

    def _settle(self) -> None:
        """Hide what has no room, give Title the rest."""
        if not self._room:
            return
        shown = set(self._wanted)
        for at in GIVE_WAY:
            if self._least(shown) > self._room:
                shown.discard(at)
        if self._least(shown) > self._room:
            shown.discard(STATE)
        others = sum(self._widths[at] for at in shown if at != TITLE)
        state = self._widths[STATE] if STATE in shown else 0
        narrowed = max(0, min(state - STATE_LEAST_PX, others + TITLE_ENOUGH_PX - self._room))
        spare = max(0, (self._room - others - TITLE_ROOMY_PX) // 2) if AUTHOR in shown else 0
        widened = min(spare, AUTHOR_MORE_PX) if self._is_as_first(AUTHOR) else 0
        self._fitting = True
        for at in range(len(COLUMNS)):
            self.setSectionHidden(at, at not in shown)
            if at in shown and at != TITLE:
                by = {STATE: -narrowed, AUTHOR: widened}.get(at, 0)
                self.resizeSection(at, self._widths[at] + by)
        self.resizeSection(TITLE, max(TITLE_NARROW_PX, self._room - others + narrowed - widened))
        self._fitting = False

    def _is_as_first(self, at: int) -> bool:
        return self._widths[at] == COLUMNS[at].width_px

    def _least(self, shown: set[int]) -> int:
        fixed = sum(self._widths[at] for at in shown if at not in (TITLE, STATE))
        state = min(self._widths[STATE], STATE_LEAST_PX) if STATE in shown else 0
        return TITLE_NARROW_PX + fixed + state

    def _resized(self, at: int, before: int, now: int) -> None:
        """By hand; a section that is hidden has no size to keep."""
        if self._fitting or not before or not now:
            return
        if at != TITLE:
            self._widths[at] = max(LEAST_PX, now)
        elif (beside := self._beside_title()) is not None:
            self._widths[beside] = max(LEAST_PX, self.sectionSize(beside) - (now - before))
        self._soon.start()
        self.arranged.emit()

    def _beside_title(self) -> int | None:
        order = self._in_order()
        behind = order[order.index(TITLE) + 1 :]
        return next((at for at in behind if not self.isSectionHidden(at)), None)

    def _moved(self, logical: int, before: int, now: int) -> None:
        if not self._fitting:
            self.arranged.emit()

    def _offer(self, where: QPoint) -> None:
        self.offer(self.mapToGlobal(where))
