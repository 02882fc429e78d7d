"""From a question to the words that prove it, into the reader and back, without the mouse."""

from __future__ import annotations

from typing import cast

from hand import Hand, focused
from hands import page_of
from pytestqt.qtbot import QtBot
from studied import a_method, use
from test_a_day import SETTLED_MS, lit

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.reader.page import ReaderPage
from desktop.shell.window import Window
from warehouse.library import Library


def test_asked_proven_and_read_by_keys_alone(
    page: AskPage, opened: Window, house: House, library: Library, hand: Hand, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    hand.key("ctrl+2")
    hand.wait_until(page.start.box.edit.hasFocus)
    hand.type("What happened to the dam?")
    hand.key("Return")
    hand.wait_until(lambda: lit(page))
    qtbot.wait(SETTLED_MS)
    hand.key("Escape")
    hand.wait_until(lambda: not page.pane.isVisible())
    qtbot.wait(SETTLED_MS)
    hand.key("Right")
    hand.wait_until(lambda: lit(page) and page.answer.text.current() >= 0)

    shelf = page_of(opened)
    hand.key("ctrl+1")
    hand.wait_until(lambda: focused() is shelf.table)
    hand.key("Down", "space")
    hand.wait_until(lambda: "p. 1" in shelf.preview.accessibleDescription())
    hand.key("Tab", "Tab", "Escape")
    hand.wait_until(lambda: shelf.preview.isHidden() and focused() is shelf.table)
    hand.key("Return")
    reader = cast(ReaderPage, opened.page("reader"))
    hand.wait_until(lambda: opened.current == "reader" and reader.view.hasFocus())
    hand.key("Escape")
    hand.wait_until(lambda: opened.current == "library")
