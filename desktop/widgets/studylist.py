"""Earlier questions and articles: a list of rows, painted, with what came of each.

``opened(row)``: show its result, or what there is of it; ``removed(row)``: by Delete, or by the
menu of a row. One whose work runs in this window says so, and is not taken for one that was left.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QMenu, QSizePolicy

from desktop import icons
from desktop.theme import Theme
from desktop.widgets.basics import pop_up
from desktop.widgets.rowlist import TITLED_PX, RowList, RowModel, write_titled
from warehouse.methods.registry import FIRST
from warehouse.records import StudyRow
from warehouse.search.collections.naming_and_filing import called
from warehouse.studies import together
from warehouse.studies.report.ledger import method_name
from warehouse.text import plural

IN_WORK = {"ask": "being answered", "write": "being written", "table": "being held"}
_PAGES = {"table": "roundtable"}
Worked = Callable[[], frozenset[str]]


def page_of(row: StudyRow) -> str:
    """The page on which it is seen."""
    return _PAGES.get(row.kind, row.kind)


class StudyList(RowList[StudyRow]):
    opened = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name, TITLED_PX, RowModel(_title, self._about, lambda row: row.id))
        self.worked: Worked = frozenset
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._open)

    def is_worked_on(self, row: StudyRow) -> bool:
        """In this window, now."""
        return row.id in self.worked()

    def paint_row(self, painter: QPainter, area: QRect, row: StudyRow, is_chosen: bool) -> None:
        tokens = self._theme.tokens
        is_worked_on = self.is_worked_on(row)
        is_open = is_worked_on or unfinished(row)
        done = "circle-check" if row.state == "done" else "circle"
        name = "loader" if is_worked_on else "history" if is_open else done
        icon = icons.icon(name, tokens.accent if is_open else tokens.quiet)
        write_titled(painter, area, icon, _title(row), outcome(row, is_worked_on), tokens)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(index)
        elif index.isValid() and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.rows.at(index))
        else:
            super().keyPressEvent(event)

    def menu(self, row: StudyRow) -> QMenu:
        """What can be done to it, with the keys that do it in the list."""
        menu = QMenu(self)
        many = f", all {row.turns:,} questions" if row.turns > 1 else ""
        for words, wish in (("Open\tEnter", self.opened), (f"Remove{many}\tDel", self.removed)):
            menu.addAction(words).triggered.connect(partial(wish.emit, row))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Of the row under the mouse; by the menu key that of the current one, under it."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        if index.isValid():
            under = self.visualRect(index).bottomLeft()
            place = event.pos() if by_mouse else under
            pop_up(self.menu(self.rows.at(index)), self.viewport().mapToGlobal(place))

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self.rows.at(index))

    def _about(self, row: StudyRow) -> str:
        return f"{_title(row)}. {outcome(row, self.is_worked_on(row))}"


def unfinished(row: StudyRow) -> bool:
    return row.state in ("running", "stopped", "failed")


def outcome(row: StudyRow, is_worked_on: bool = False) -> str:
    """``3 questions · 9 of 10 sentences proven · 21 Nov, 22:40``."""
    what = came_of(row, is_worked_on)
    if row.outdated and row.state == "done" and not is_worked_on:
        what += f" · {plural(row.outdated, 'source')} changed or gone since"
    at = time.localtime(row.created)
    when = f"{at.tm_mday} {time.strftime('%b, %H:%M', at)}"
    where = f"in “{called(row.within)}”" if row.within else ""
    many = f"{row.turns:,} questions" if row.turns > 1 else ""
    return " · ".join(filter(None, [many, _otherwise(row), where, what, when]))


def came_of(row: StudyRow, is_worked_on: bool = False) -> str:
    """``9 of 10 sentences proven``."""
    if is_worked_on and row.kind in IN_WORK:
        return IN_WORK[row.kind]
    if row.state == "done":
        proven = f"{row.proven:,} of {plural(row.claims, 'sentence')} proven"
        told = proven if row.claims else "no sentence to prove"
        return "not in your library" if row.absent else told
    if together.waits(row):
        return "not begun yet"
    return {"running": "not finished", "stopped": "stopped"}.get(row.state, row.problem or "failed")


def _otherwise(row: StudyRow) -> str:
    """How it was asked, where that is not how one asks by itself."""
    kind = row.taken_as or (row.method if row.method != FIRST else "")
    thorough = "thorough" if row.effort == "thorough" else ""
    return " · ".join(filter(None, [method_name(kind) if kind else "", thorough]))


def _title(row: StudyRow) -> str:
    return row.title or row.question
