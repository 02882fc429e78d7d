"""The list of earlier questions and articles: what became of each, and its menu."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.theme import Theme
from desktop.widgets.studylist import StudyList, outcome
from warehouse.records import StudyRow

Reason = QContextMenuEvent.Reason
DONE = StudyRow("1", "ask", "Tides?", "aware", "done", 1.0, 1.0, turns=3)
STOPPED = StudyRow("2", "write", "The dam", "aware", "stopped", 1.0, 1.0)


@pytest.fixture
def listed(theme: Theme, qtbot: QtBot) -> StudyList:
    made = StudyList(theme, "Earlier questions")
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.rows.show((DONE, STOPPED))
    made.show()
    return made


def offered(listed: StudyList, reason: Reason, at: QPoint) -> QMenu | None:
    """The menu that comes up."""
    where = listed.viewport().mapToGlobal(at)
    QApplication.sendEvent(listed.viewport(), QContextMenuEvent(reason, at, where))
    shown = QApplication.activePopupWidget()
    return shown if isinstance(shown, QMenu) else None


def test_a_row_is_opened_or_removed_by_its_menu(listed: StudyList, qtbot: QtBot) -> None:
    menu = offered(listed, Reason.Mouse, listed.visualRect(listed.rows.index(1)).center())
    assert menu is not None
    show, remove = menu.actions()
    assert [one.text() for one in (show, remove)] == ["Open\tEnter", "Remove\tDel"]
    with qtbot.waitSignal(listed.removed) as removed:
        remove.trigger()
    with qtbot.waitSignal(listed.opened) as opened:
        show.trigger()
    assert removed.args == opened.args == [STOPPED]
    menu.close()
    assert offered(listed, Reason.Mouse, QPoint(10, 290)) is None, "there is no row"


def test_the_menu_key_offers_what_can_be_done_to_the_current_row(listed: StudyList) -> None:
    listed.setCurrentIndex(listed.rows.index(0))
    menu = offered(listed, Reason.Keyboard, QPoint(200, 290))
    assert menu is not None
    words = [one.text() for one in menu.actions()]
    assert words == ["Open\tEnter", "Remove, all 3 questions\tDel"]
    menu.close()


def test_of_an_answer_without_a_statement_nothing_is_counted() -> None:
    assert "no sentence to prove" in outcome(DONE)
    assert "3 of 4 sentences proven" in outcome(replace(DONE, claims=4, proven=3))
    assert "not in your library" in outcome(replace(DONE, absent=True))


def test_one_that_is_worked_on_is_not_told_as_one_that_was_left(listed: StudyList) -> None:
    running = replace(STOPPED, state="running")
    assert "not finished" in outcome(running)
    listed.rows.show((running,))
    listed.worked = lambda: frozenset({running.id})
    heard = listed.rows.data(listed.rows.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert "The dam. being written · " in str(heard)
    assert "being answered" in outcome(replace(DONE, state="running"), True)
