"""A click on a number or a sentence lights the words, whatever had the focus before."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hand import WAIT_MS, Hand
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from studied import a_method, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.widgets.prose import ProseView
from warehouse.library import Library

SETTLED_MS = 300  # the text finds its width when the pane has opened


@pytest.fixture
def asked(page: AskPage, house: House, library: Library, hand: Hand, qtbot: QtBot) -> AskPage:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam?")
    hand.wait_until(lambda: page.pane.isVisible() and not page.pane.view.area_of_light().isEmpty())
    qtbot.wait(SETTLED_MS)
    return page


def spot_of(text: ProseView, words: str, by: int = 0) -> QPoint:
    """The middle of the first place of ``words``, ``by`` characters further."""
    at = text.toPlainText().index(words) + by
    first, last = QTextCursor(text.document()), QTextCursor(text.document())
    first.setPosition(at)
    last.setPosition(at + 1)
    return QRect(text.cursorRect(first).topLeft(), text.cursorRect(last).bottomRight()).center()


def shown(page: AskPage) -> str:
    """The title of the evidence pane."""
    return page.pane.title.findChildren(QLabel)[0].text()


def number_of(text: ProseView) -> QPoint:
    return spot_of(text, "broke1", 5)


def sentence_of(text: ProseView) -> QPoint:
    return spot_of(text, "Nobody slept", 3)


@pytest.mark.parametrize("spot", [number_of, sentence_of])
def test_a_click_opens_the_evidence_after_escape(
    asked: AskPage, hand: Hand, spot: Callable[[ProseView], QPoint]
) -> None:
    text = asked.answer.text
    hand.click(text.viewport(), spot(text))
    hand.key("Escape")
    hand.wait_until(lambda: not asked.pane.isVisible())
    hand.click(text.viewport(), spot(text))
    hand.wait_until(asked.pane.isVisible)


def test_each_click_changes_what_is_shown(asked: AskPage, hand: Hand) -> None:
    text = asked.answer.text
    hand.click(text.viewport(), sentence_of(text))
    hand.wait_until(lambda: shown(asked) == "No evidence")
    hand.click(text.viewport(), number_of(text))
    hand.wait_until(lambda: shown(asked) == "floods")
    hand.click(text.viewport(), sentence_of(text))
    hand.wait_until(lambda: shown(asked) == "No evidence")


def test_a_dragged_selection_is_no_click(asked: AskPage, hand: Hand, qtbot: QtBot) -> None:
    text = asked.answer.text
    hand.click(text.viewport(), number_of(text))
    hand.drag(text.viewport(), spot_of(text, "Nobody"), text.viewport(), spot_of(text, "slept", 4))
    assert text.textCursor().selectedText().startswith("Nobody sl")
    qtbot.wait(200)
    assert shown(asked) == "floods"
    hand.click(text.viewport(), sentence_of(text))
    hand.wait_until(lambda: shown(asked) == "No evidence")


def test_a_link_reached_by_tab_opens_with_enter(asked: AskPage, hand: Hand) -> None:
    text = asked.answer.text
    hand.click(text.viewport(), sentence_of(text))
    hand.wait_until(lambda: shown(asked) == "No evidence")
    hand.key("ctrl+Home", "Tab", "Return")
    hand.wait_until(lambda: shown(asked) == "floods")
