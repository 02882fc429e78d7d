"""The Library limited to a collection: how it is seen, and the ways back to the whole library."""

from __future__ import annotations

import pytest
from hands import DONE_MS, choose, named, search, side_of, titles
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.collectionlist import CollectionList
from desktop.collections import Naming
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from desktop.widgets.scope_choice import Limit
from warehouse.library import Library

LEFT = Qt.MouseButton.LeftButton
ALL = {"floods", "mills", "ships"}


@pytest.fixture
def list_(
    shelf: LibraryPage, opened: Window, library: Library, house: House, qtbot: QtBot
) -> CollectionList:
    """Two collections, “By the river” with mills and ships in it, and “Empty” with nothing."""
    library.shelves.make("By the river", [choose(shelf, "mills"), choose(shelf, "ships")])
    library.shelves.make("Empty", [])
    house.order.look()
    qtbot.waitUntil(lambda: len(named(house)) == 2, timeout=DONE_MS)
    return side_of(opened)


def click(list_: CollectionList, row: int, qtbot: QtBot) -> None:
    where = list_.rows.visualRect(list_.rows.rows.index(row)).center()
    qtbot.mouseClick(list_.rows.viewport(), LEFT, pos=where)


def chosen(opened: Window) -> list[str]:
    """What looks chosen in the side bar."""
    list_ = side_of(opened)
    places = [one.name for one in opened.sidebar._places.values() if one.isChecked()]
    return places + [list_.rows.rows.at(one).name for one in list_.rows.selectedIndexes()]


def opens(list_: CollectionList, shelf: LibraryPage, qtbot: QtBot) -> None:
    click(list_, 0, qtbot)
    qtbot.waitUntil(lambda: titles(shelf) == {"mills", "ships"}, timeout=DONE_MS)


def test_library_leads_back_to_all_documents(
    list_: CollectionList, shelf: LibraryPage, opened: Window, qtbot: QtBot
) -> None:
    assert chosen(opened) == ["library"]
    opens(list_, shelf, qtbot)
    assert chosen(opened) == ["By the river"]
    qtbot.mouseClick(opened.sidebar._places["library"], LEFT)
    qtbot.waitUntil(lambda: titles(shelf) == ALL, timeout=DONE_MS)
    assert chosen(opened) == ["library"] and shelf.filters.within.isHidden()


def test_a_second_click_its_chip_and_escape_lead_back(
    list_: CollectionList, shelf: LibraryPage, opened: Window, qtbot: QtBot
) -> None:
    def escape() -> None:
        qtbot.keyClick(shelf.title.search, Qt.Key.Key_Escape)

    def again() -> None:
        click(list_, 0, qtbot)

    def chip() -> None:
        qtbot.mouseClick(shelf.filters.within, LEFT)

    for leave in (again, chip, escape):
        opens(list_, shelf, qtbot)
        leave()
        qtbot.waitUntil(lambda: titles(shelf) == ALL, timeout=DONE_MS)
        assert chosen(opened) == ["library"]


def test_on_another_page_no_collection_looks_chosen(
    list_: CollectionList, shelf: LibraryPage, opened: Window, qtbot: QtBot
) -> None:
    opens(list_, shelf, qtbot)
    for name in ("ask", "write", "settings"):
        qtbot.mouseClick(opened.sidebar._places[name], LEFT)
        assert chosen(opened) == [name]
    click(list_, 0, qtbot)  # as the list was left
    assert opened.current == "library" and chosen(opened) == ["By the river"]
    qtbot.mouseClick(opened.sidebar._places["ask"], LEFT)
    qtbot.mouseClick(opened.sidebar._places["library"], LEFT)
    qtbot.waitUntil(lambda: titles(shelf) == ALL, timeout=DONE_MS)


def test_its_name_stands_on_a_chip_and_the_search_field_is_empty(
    list_: CollectionList, shelf: LibraryPage, qtbot: QtBot
) -> None:
    opens(list_, shelf, qtbot)
    assert shelf.title.search.text() == ""
    assert shelf.title.search.placeholderText() == "Search in By the river"
    assert shelf.filters.within.isVisible() and "By the river" in shelf.filters.within.text()
    assert shelf.filters._found.accessibleName() == "2 documents"
    search(shelf, "river OR stone", {"mills", "ships"}, qtbot)
    search(shelf, "dam OR stone", {"ships"}, qtbot)
    search(shelf, '"water mill', {"mills", "ships"}, qtbot)
    qtbot.waitUntil(lambda: "not closed" in shelf.understood.note.accessibleName(), timeout=DONE_MS)
    search(shelf, "in:empty", set(), qtbot)
    shelf.filters.within.click()
    search(shelf, 'in:"by the river" river', {"mills"}, qtbot)


def test_a_question_to_what_is_shown_keeps_to_the_collection(
    list_: CollectionList, shelf: LibraryPage, page: AskPage, opened: Window, qtbot: QtBot
) -> None:
    opened.visit("library")
    opens(list_, shelf, qtbot)
    search(shelf, "dam OR stone", {"ships"}, qtbot)
    shelf.filters.ask.click()
    assert page.start.within.chosen == Limit(query='in:"By the river" (dam OR stone)')


def test_a_click_on_a_collection_counts_while_a_name_is_asked_for(
    list_: CollectionList, shelf: LibraryPage, opened: Window, qtbot: QtBot
) -> None:
    """What hides between press and release would move what was pressed."""
    qtbot.mouseClick(list_.add, LEFT)
    qtbot.waitUntil(list_.field.hasFocus, timeout=DONE_MS)
    rows = list_.rows
    where = rows.mapTo(opened, rows.visualRect(rows.rows.index(0)).center())
    handle = opened.windowHandle()
    QTest.mousePress(handle, LEFT, pos=where)
    assert list_.field.isVisible()
    QTest.mouseRelease(handle, LEFT, pos=where)
    qtbot.waitUntil(lambda: titles(shelf) == {"mills", "ships"}, timeout=DONE_MS)
    qtbot.waitUntil(list_.field.isHidden, timeout=DONE_MS)
    assert list_._naming == Naming()


def test_an_empty_collection_says_that_it_is_empty(
    list_: CollectionList, shelf: LibraryPage, qtbot: QtBot
) -> None:
    click(list_, 1, qtbot)
    qtbot.waitUntil(lambda: titles(shelf) == set(), timeout=DONE_MS)
    assert "“Empty” is empty" in shelf.table._none.text()
    assert "drag documents" in shelf.table._none.text()
    search(shelf, "zeppelins", set(), qtbot)
    qtbot.waitUntil(lambda: "Nothing was found" in shelf.table._none.text(), timeout=DONE_MS)


def test_it_is_followed_through_a_new_name_and_left_when_it_goes(
    list_: CollectionList, shelf: LibraryPage, house: House, qtbot: QtBot
) -> None:
    opens(list_, shelf, qtbot)
    held = house.order.collections[0]
    list_._rename(held)
    list_._named("Rivers")
    qtbot.waitUntil(lambda: "Rivers" in shelf.filters.within.text(), timeout=DONE_MS)
    qtbot.waitUntil(lambda: titles(shelf) == {"mills", "ships"}, timeout=DONE_MS)
    house.order.delete(next(one for one in house.order.collections if one.name == "Rivers"))
    qtbot.waitUntil(lambda: titles(shelf) == ALL, timeout=DONE_MS)
    assert house.order.shown is None
