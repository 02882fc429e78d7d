"""Tab in a real window: in the order of the eye, back again, and seen where it is."""

from __future__ import annotations

from itertools import pairwise

from hand import Hand, focused
from PySide6.QtWidgets import QWidget

from desktop.pages.ask.page import AskPage
from desktop.shell.window import Window
from desktop.widgets.focus_ring import FocusRing

ROW_PX = 16  # a button beside two rows of chips has its middle between them


def places(hand: Hand, key: str, count: int) -> list[QWidget | None]:
    found = []
    for _ in range(count):
        hand.key(key)
        found.append(focused())
    return found


def test_tab_goes_as_the_page_is_laid_out_and_back(
    page: AskPage, opened: Window, hand: Hand
) -> None:
    hand.key("ctrl+2")
    hand.wait_until(page.start.box.edit.hasFocus)
    there = places(hand, "Tab", 5)
    tops = [one.mapToGlobal(one.rect().center()).y() for one in there if one is not None]
    assert len(set(there)) == 5
    assert all(after > before - ROW_PX for before, after in pairwise(tops)), "no row is gone up"
    back = places(hand, "shift+Tab", 5)
    assert back == [*reversed(there[:-1]), page.start.box.edit]


def test_a_text_has_a_ring_only_where_tab_brought_the_focus(
    page: AskPage, opened: Window, hand: Hand
) -> None:
    page.start.history.setFocus()
    opened.visit("library")
    opened.page("library")
    hand.key("Tab")
    hand.wait_until(lambda: focused() is not None)
    for _ in range(30):
        if opened.findChild(FocusRing) is not None:
            break
        hand.key("Tab")
    (ring,) = opened.findChildren(FocusRing)
    around = ring.parentWidget()
    assert around is focused() and ring.size() == around.size()
    hand.key("shift+Tab")
    hand.wait_until(lambda: around.findChild(FocusRing) is None)
