"""Where the keys go after each act: to the page, never to what stops the work."""

from __future__ import annotations

from typing import cast

from hand import WAIT_MS, Hand, focused
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from studied import a_method, a_writing_method, an_endless_method, use

from desktop.house import House, Page
from desktop.pages.ask.page import AskPage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from warehouse.library import Library

TABS_AT_MOST = 40


def answered(page: AskPage, hand: Hand) -> None:
    """Asked by hand, and answered."""
    hand.key("ctrl+2")
    hand.type("What happened to the dam?")
    hand.key("Return")
    hand.wait_until(lambda: page.pane.isVisible() and not page.pane.view.area_of_light().isEmpty())


def tab_to(widget: QWidget, hand: Hand, key: str = "Tab") -> int:
    """How many times it took to get there; -1 where it is not reached."""
    for count in range(TABS_AT_MOST):
        if focused() is widget:
            return count
        hand.key(key)
    return -1


def test_each_page_takes_the_keys_when_it_comes(
    opened: Window, library: Library, hand: Hand
) -> None:
    places = ("library", "ask", "write", "roundtable", "thoughts", "models", "settings")
    for number, name in enumerate(places):
        hand.key(f"ctrl+{number + 1}")
        page = cast(Page, opened.page(name))
        hand.wait_until(lambda page=page: focused() is page.focus_place())
    hand.key("ctrl+2")
    hand.type("Who slept")
    ask = cast(AskPage, opened.page("ask"))
    assert ask.start.box.text() == "Who slept"


def test_a_running_study_is_not_stopped_by_the_space_bar(
    page: AskPage, house: House, library: Library, hand: Hand
) -> None:
    use(house, library, ask_aware=an_endless_method)
    hand.key("ctrl+2")
    hand.type("What happened?")
    hand.key("Return")
    hand.wait_until(lambda: len(page.chain.entries) == 2)
    assert focused() is page.focus_place()
    hand.key("space", "Return")
    assert page.work.busy
    page.work.stop()
    hand.wait_until(lambda: not page.work.busy)
    assert focused() is page.focus_place()


def test_escape_closes_the_pane_from_wherever_the_keys_are(
    page: AskPage, opened: Window, house: House, library: Library, hand: Hand
) -> None:
    """After asking, from a button of the pane, from the side bar, and after reopening, where it
    stays put away until a number is gone to.
    """
    use(house, library, ask_aware=a_method)
    answered(page, hand)
    places = (page.answer.text, page.pane.title.zoom, opened.sidebar._places["library"])
    for place in places:
        hand.key("Right")
        hand.wait_until(page.pane.isVisible)
        place.setFocus()
        hand.key("Escape")
        hand.wait_until(lambda: not page.pane.isVisible())
        assert focused() is (place if place.isVisible() else page.answer.text)
        page.answer.text.setFocus()
    page.again.click()
    hand.wait_until(lambda: page.start.history.rows.rowCount() == 1)
    assert focused() is page.start.box.edit
    assert tab_to(page.start.history, hand) > 0
    hand.key("Down", "Return")
    hand.wait_until(lambda: focused() is page.answer.text)
    assert not page.pane.isVisible(), "it was put away"
    hand.key("Right")
    hand.wait_until(page.pane.isVisible)
    hand.key("Escape")
    hand.wait_until(lambda: not page.pane.isVisible())


def test_tab_reaches_the_outline_from_before_and_from_behind(
    write: WritePage, house: House, library: Library, hand: Hand, qtbot: QtBot
) -> None:
    use(house, library, write_aware=a_writing_method)
    hand.key("ctrl+3")
    hand.wait_until(lambda: focused() is write.start.box.edit)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    hand.wait_until(lambda: len(write.outline.tree.rows.rows) == 3)
    for key, start in (("shift+Tab", write.article.text), ("Tab", write.again)):
        start.setFocus()
        assert tab_to(write.outline.tree, hand, key) > 0
    hand.key("Down", "Return")
    assert write.outline.tree.current() == (0, 0)
