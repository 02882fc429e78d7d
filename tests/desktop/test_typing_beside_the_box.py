"""Letters typed on a finished answer are the beginning of a question, never of work."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from studied import a_method, focus, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.shell.window import Window
from desktop.widgets.question import letters_of
from warehouse.library import Library

WAIT_MS = 15_000
KEY = Qt.KeyboardModifier


@pytest.fixture
def answered(page: AskPage, house: House, library: Library, qtbot: QtBot) -> AskPage:
    use(house, library, ask_aware=a_method)
    house.visit("ask")
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    focus(page, qtbot)
    return page


@pytest.mark.parametrize("said", ["Tell me more", "Great, why?", "Perhaps it did", "export it"])
def test_a_sentence_typed_on_an_answer_is_written_in_the_box(
    answered: AskPage, house: House, qtbot: QtBot, said: str
) -> None:
    type_out(said, qtbot, answered)
    assert answered.answer.follow.edit.toPlainText() == said
    assert not answered.work.busy and not answered.answer.text.proof
    assert not answered.picture.is_shown


def test_from_the_evidence_as_well(answered: AskPage, qtbot: QtBot) -> None:
    answered.pane.view.setFocus()
    qtbot.waitUntil(answered.pane.view.hasFocus, timeout=WAIT_MS)
    type_out("Which dam?", qtbot, answered)
    assert answered.answer.follow.edit.toPlainText() == "Which dam?"


def test_at_the_first_sight_it_goes_to_the_question(
    page: AskPage, house: House, opened: Window, qtbot: QtBot
) -> None:
    house.visit("ask")
    opened.activateWindow()
    page.start.method.setFocus()
    qtbot.waitUntil(page.start.method.hasFocus, timeout=WAIT_MS)
    type_out("Who?", qtbot, page)
    assert page.start.box.text() == "Who?"


def test_what_is_pressed_for_an_act_writes_nothing() -> None:
    def pressed(text: str, held: KEY) -> str:
        return letters_of(QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_T, held, text))

    assert pressed("t", KEY.NoModifier) == "t" and pressed("T", KEY.ShiftModifier) == "T"
    assert pressed("ß", KEY.ControlModifier | KEY.AltModifier) == "ß", "the third level"
    assert not pressed("t", KEY.AltModifier) and not pressed("\x14", KEY.ControlModifier)
    assert not pressed(" ", KEY.NoModifier) and not pressed("", KEY.NoModifier)


def type_out(said: str, qtbot: QtBot, page: AskPage) -> None:
    for letter in said:
        where = page.window().focusWidget()
        assert isinstance(where, QWidget)
        qtbot.keyClicks(where, letter)
