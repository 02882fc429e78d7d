"""The Library under mouse and keys: rows carried to a collection, menu, quick look, columns."""

from __future__ import annotations

import pytest
from hand import Hand, focused
from hands import named, rows_of, side_of, titles
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.pages.library.rows.columns import AUTHOR, TITLE
from desktop.shell.window import Window
from warehouse.library import Library


@pytest.fixture
def page(shelf: LibraryPage, hand: Hand) -> LibraryPage:
    """By title, its first row chosen, the list in focus."""
    shelf.filters.order.choose_column(TITLE)
    hand.click(shelf.table.viewport(), spot(shelf, 0))
    hand.wait_until(lambda: focused() is shelf.table)
    return shelf


def spot(page: LibraryPage, row: int) -> QPoint:
    return page.table.visualRect(page.model.index(row, TITLE)).center()


def menu() -> QMenu | None:
    shown = QApplication.activePopupWidget()
    return shown if isinstance(shown, QMenu) else None


def test_rows_are_carried_to_a_collection(
    page: LibraryPage, window: Window, house: House, library: Library, hand: Hand
) -> None:
    library.shelves.make("Rivers")
    house.order.look()
    hand.wait_until(lambda: named(house) == [("Rivers", 0)])
    hand.key("shift+Down")
    assert len(page.selected_ids()) == 2
    rows = side_of(window).rows
    hand.wait_until(rows.isVisible)
    there = rows.visualRect(rows.rows.index(0)).center()
    with hand.carry_apart(page.table.viewport(), spot(page, 1), rows.viewport(), there):
        hand.wait_until(lambda: named(house) == [("Rivers", 2)])
    hand.click(page.table.viewport(), spot(page, 0))
    hand.key("ctrl+z")
    hand.wait_until(lambda: named(house) == [("Rivers", 0)])
    hand.key("ctrl+shift+z")
    hand.wait_until(lambda: named(house) == [("Rivers", 2)])


def test_the_menu_comes_by_the_right_button_and_by_its_key(page: LibraryPage, hand: Hand) -> None:
    hand.click(page.table.viewport(), spot(page, 1), button=3)
    hand.wait_until(lambda: menu() is not None)
    assert page.selected_ids() == [page.model.document(1).id]
    hand.key("Escape")
    hand.wait_until(lambda: menu() is None)
    hand.key("Menu")
    hand.wait_until(lambda: menu() is not None)
    hand.key("Escape")
    hand.wait_until(lambda: menu() is None)
    hand.key("shift+F10")
    hand.wait_until(lambda: menu() is not None)
    hand.key("Up")  # the last of them: Remove
    hand.key("Return")
    hand.wait_until(lambda: len(titles(page)) == 2)
    hand.key("ctrl+z")
    hand.wait_until(lambda: len(titles(page)) == 3)


def test_the_space_bar_shows_and_puts_away(page: LibraryPage, hand: Hand) -> None:
    hand.key("space")
    hand.wait_until(page.preview.isVisible)
    first = page.preview.shows
    hand.key("Down")
    hand.wait_until(lambda: page.preview.shows not in ("", first))
    hand.key("Escape")
    hand.wait_until(lambda: not page.preview.isVisible())
    assert focused() is page.table
    hand.key("space", "space")
    assert not page.preview.isVisible() and focused() is page.table


def test_a_header_sorts_moves_and_is_chosen(page: LibraryPage, hand: Hand, qtbot: QtBot) -> None:
    header = page.table.columns
    at = QPoint(header.sectionViewportPosition(AUTHOR) + 20, header.height() // 2)
    hand.click(header.viewport(), at)
    hand.wait_until(lambda: page.model.sort_key == "author")
    border = QPoint(header.sectionViewportPosition(AUTHOR) + header.sectionSize(AUTHOR) - 1, at.y())
    before = header.sectionSize(AUTHOR)
    hand.drag(header.viewport(), border, header.viewport(), border + QPoint(40, 0))
    hand.wait_until(lambda: header.sectionSize(AUTHOR) > before + 20)
    at = QPoint(header.sectionViewportPosition(AUTHOR) + 20, at.y())
    before_it = QPoint(header.sectionViewportPosition(TITLE) + 10, at.y())
    hand.drag(header.viewport(), at, header.viewport(), before_it)
    hand.wait_until(lambda: header.visualIndex(AUTHOR) == 0)
    hand.click(header.viewport(), before_it, button=3)
    hand.wait_until(lambda: menu() is not None)
    hand.key("Escape")
    assert rows_of(page) == []
