"""The round table by mouse and keys: a topic, a number that leads to the page, a concept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hand import Hand
from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot
from table_talk import TOPIC, laid

from desktop.house import House
from desktop.pages.roundtable.page import RoundTablePage
from desktop.pages.roundtable.turn import TurnView
from desktop.shell.window import Window

SETTLED_MS = 300


@pytest.fixture
def table(
    opened: Window, house: House, make_pdf: Callable[..., Path], hand: Hand
) -> RoundTablePage:
    page = laid(opened, house, make_pdf)
    hand.wait_until(page.start.box.isVisible)
    return page


def number_in(view: TurnView) -> QPoint:
    """The middle of its last citation."""
    text = view.text
    cursor = QTextCursor(text.document())
    cursor.movePosition(QTextCursor.MoveOperation.End)
    while not text.anchorAt(text.cursorRect(cursor).center()):
        assert cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter)
    return text.cursorRect(cursor).center()


def lit(page: RoundTablePage) -> bool:
    return page.pane.isVisible() and not page.pane.view.area_of_light().isEmpty()


def test_listened_to_asked_and_followed_to_the_page(
    table: RoundTablePage, hand: Hand, qtbot: QtBot
) -> None:
    hand.key("ctrl+4")
    hand.type(TOPIC)
    hand.key("Return")
    hand.wait_until(lambda: len(table.talk.turns) >= 3)
    hand.click(table.title.play)
    hand.wait_until(lambda: not table.work.busy and not table.work.plays)
    qtbot.wait(SETTLED_MS)

    spoken = len(table.talk.turns)
    hand.click(table.talk.box.edit)
    hand.type("Who cast the arches?")
    hand.key("Return")
    hand.wait_until(lambda: len(table.talk.turns) >= spoken + 2 and not table.work.busy)
    answer = table.talk.turns[spoken + 1]
    assert answer.turn is not None and answer.turn.role == "expert" and answer.turn.claims
    qtbot.wait(SETTLED_MS)
    hand.click(answer.text.viewport(), number_in(answer))
    hand.wait_until(lambda: lit(table))
    hand.key("Escape")
    hand.wait_until(lambda: not table.pane.isVisible())

    canvas = table.map.view.canvas
    hand.wait_until(lambda: len(canvas.scene) >= 1)
    qtbot.wait(SETTLED_MS)
    hand.click(canvas, canvas.spot_of(0).toPoint())
    hand.wait_until(lambda: lit(table))
    assert any(view.accessibleDescription() for view in table.talk.turns)
