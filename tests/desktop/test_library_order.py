"""Collections, tags, saved searches and the search box, as a user meets them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from studied import a_method, a_writing_method, use
from test_library_page import page_of, words_in

from desktop.collectionlist import CollectionList
from desktop.house import House
from desktop.pages.ask import AskPage
from desktop.pages.library import LibraryPage
from desktop.pages.write import WritePage
from desktop.widgets.within import Limit
from desktop.window import Window
from warehouse.library import Library
from warehouse.run import Run

MakePdf = Callable[..., Path]
WAIT_MS = 15_000


@pytest.fixture
def shelf(library: Library, make_pdf: MakePdf, opened: Window, qtbot: QtBot) -> LibraryPage:
    """The Library page over floods.pdf, mills.pdf and ships.pdf."""
    page = page_of(opened)
    library.add([make_pdf("mills.pdf", "A water mill stands at the river.")], Run())
    library.add([make_pdf("ships.pdf", "Ships carry water and a mill stone.")], Run())
    page._reload()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=WAIT_MS)
    return page


def side(opened: Window) -> CollectionList:
    return cast(CollectionList, opened.sidebar.findChild(CollectionList))


def titles(page: LibraryPage) -> set[str]:
    return {page.model.document(row).title for row in range(page.model.rowCount())}


def choose(page: LibraryPage, title: str) -> str:
    found = next(one.id for one in page.model.documents() if one.title == title)
    page._select(found)
    return found


def trigger(menu: QMenu, *names: str) -> None:
    """The action under these names, one menu inside the other."""
    for name in names:
        action = next(one for one in menu.actions() if one.text() == name)
        if action.menu() is not None:
            menu = cast(QMenu, action.menu())
        else:
            action.trigger()


def press(where: QWidget, name: str, qtbot: QtBot) -> None:
    button = next(one for one in where.findChildren(QPushButton) if one.text() == name)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def search(page: LibraryPage, text: str, wanted: set[str], qtbot: QtBot) -> None:
    page.title.search.setText(text)
    qtbot.waitUntil(lambda: titles(page) == wanted, timeout=WAIT_MS)


def named(house: House) -> list[tuple[str, int]]:
    return [(one.name, one.documents) for one in house.order.collections]


def test_a_collection_from_beginning_to_end(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    document = choose(shelf, "mills")
    trigger(shelf.menu.menu([document]), "Add to a collection", "A new collection …")
    field = side(opened).field
    assert (field.isVisible(), field.placeholderText()) == (True, "Name for 1 document")
    qtbot.keyClicks(field, "By the river")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: named(house) == [("By the river", 1)], timeout=WAIT_MS)
    other = choose(shelf, "floods")
    trigger(shelf.menu.menu([other]), "Add to a collection", "By the river")
    qtbot.waitUntil(lambda: named(house) == [("By the river", 2)], timeout=WAIT_MS)

    rows = side(opened).rows
    rows.setCurrentIndex(rows.rows.index(0))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert shelf.title.search.text().strip() == 'in:"By the river"'
    qtbot.waitUntil(lambda: titles(shelf) == {"mills", "floods"}, timeout=WAIT_MS)
    assert shelf.understood.isHidden()
    trigger(shelf.menu.menu([other]), "Take out of “By the river”")
    qtbot.waitUntil(lambda: titles(shelf) == {"mills"}, timeout=WAIT_MS)

    trigger(rows.menu(rows.rows.at(rows.rows.index(0))), "Rename …")
    assert side(opened).field.text() == "By the river"
    side(opened).field.setText("Rivers")
    qtbot.keyClick(side(opened).field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 1)], timeout=WAIT_MS)
    qtbot.keyClick(rows, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: named(house) == [], timeout=WAIT_MS)
    assert "documents stay" in opened.notice_bar._sentence.text()
    library = house.library
    assert library is not None
    assert len(library.catalog.documents()) == 3
    qtbot.mouseClick(opened.notice_bar._action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 1)], timeout=WAIT_MS)


def test_a_name_that_is_taken_is_said_and_escape_gives_up(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    for _ in range(2):
        qtbot.mouseClick(side(opened).add, Qt.MouseButton.LeftButton)
        qtbot.keyClicks(side(opened).field, "Floods")
        qtbot.keyClick(side(opened).field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: named(house) == [("Floods", 0)], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "already" in opened.notice_bar._sentence.text(), timeout=WAIT_MS)
    qtbot.mouseClick(side(opened).add, Qt.MouseButton.LeftButton)
    qtbot.keyClick(side(opened).field, Qt.Key.Key_Escape)
    assert side(opened).field.isHidden()


def test_tags_are_chips_in_the_details(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: shelf.details.order is not None, timeout=WAIT_MS)
    order = shelf.details.order
    assert order is not None
    qtbot.keyClicks(order.field, "old")
    qtbot.keyClick(order.field, Qt.Key.Key_Return)

    def tagged() -> bool:
        now = shelf.details.order
        return now is not None and any(one.text() == "old" for one in now.findChildren(QPushButton))

    qtbot.waitUntil(tagged, timeout=WAIT_MS)
    now = shelf.details.order
    assert now is not None
    trigger(now.tag_menu("old"), "Show all with this tag")
    qtbot.waitUntil(lambda: titles(shelf) == {"mills"}, timeout=WAIT_MS)
    trigger(now.tag_menu("old"), "Take it off")
    qtbot.waitUntil(lambda: titles(shelf) == set(), timeout=WAIT_MS)
    assert "No document has the tag" in shelf.understood.note.accessibleName()


def test_a_phrase_is_found_shown_and_saved(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    search(shelf, "water mill", {"mills", "ships"}, qtbot)
    search(shelf, '"water mill"', {"mills"}, qtbot)
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: "Found here" in words_in(shelf.details), timeout=WAIT_MS)
    press(shelf.details, "Page 1", qtbot)
    assert shelf._pages is not None
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf._pages, timeout=WAIT_MS)
    shelf._back_to_details()
    press(shelf.understood, "Save this search", qtbot)
    assert side(opened).field.placeholderText() == "Name of this search"
    qtbot.keyClicks(side(opened).field, "Water mills")
    qtbot.keyClick(side(opened).field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: named(house) == [("Water mills", 0)], timeout=WAIT_MS)
    search(shelf, 'in:"water mills"', {"mills"}, qtbot)
    search(shelf, '-"water mill"', {"floods", "ships"}, qtbot)


def test_a_query_that_is_not_understood_says_so(shelf: LibraryPage, qtbot: QtBot) -> None:
    search(shelf, '"water mill', {"mills", "ships"}, qtbot)
    assert "not closed; read as plain words" in shelf.understood.note.accessibleName()


def test_more_like_this(shelf: LibraryPage, qtbot: QtBot) -> None:
    search(shelf, "river", {"mills"}, qtbot)
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: "Like this one" in words_in(shelf.details), timeout=WAIT_MS)
    press(shelf.details, "More like this", qtbot)
    qtbot.waitUntil(lambda: "water and a mill stone" in words_in(shelf.alike), timeout=WAIT_MS)
    press(shelf.alike, "ships · p. 1", qtbot)
    assert shelf.side.currentWidget() is shelf._pages
    shelf._back_to_details()
    press(shelf.details, "ships", qtbot)
    qtbot.waitUntil(lambda: len(titles(shelf)) == 3, timeout=WAIT_MS)
    assert shelf.model.document(shelf._selection()[0].row()).title == "ships"


def test_a_question_is_limited_to_a_collection(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    assert page.start.within.isHidden()
    library.shelves.make("Floods", [one.id for one in library.catalog.documents()])
    house.order.look()
    qtbot.waitUntil(lambda: not page.start.within.isHidden(), timeout=WAIT_MS)
    trigger(page.start.within.menu(), "Floods")
    assert page.start.within.text() == "In: Floods"
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS) as done:
        page.ask("What happened to the dam?")
    row = done.args[0]
    assert row.within == "Floods"
    assert house.studies is not None
    scope = house.studies.scope(row)
    assert scope is not None
    assert scope.documents == {one.id for one in library.catalog.documents()}
    trigger(page.start.within.menu(), "Everything")
    assert page.start.within.chosen == Limit()


def test_a_question_is_limited_to_what_the_library_shows(
    page: AskPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    shelf = cast(LibraryPage, opened.page("library"))
    qtbot.waitUntil(lambda: shelf.model.rowCount() == 1, timeout=WAIT_MS)
    assert shelf.filters.ask.isHidden()
    shelf.title.search.setText("dam OR mill")
    qtbot.waitUntil(lambda: not shelf.filters.ask.isHidden(), timeout=WAIT_MS)
    shelf.filters._take("kind", "pdf")
    shelf.filters.ask.click()
    assert opened.current == "ask"
    assert page.start.within.chosen == Limit(query="(dam OR mill) kind:pdf")
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS) as done:
        page.ask("What happened to the dam?")
    row = done.args[0]
    assert row.within == "(dam OR mill) kind:pdf"
    assert house.studies is not None
    scope = house.studies.scope(row)
    assert scope is not None and scope.is_unsaved
    assert scope.documents == {one.id for one in library.catalog.documents()}


def test_an_article_is_limited_to_a_collection(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    library.shelves.make("Floods", [one.id for one in library.catalog.documents()])
    house.order.look()
    qtbot.waitUntil(lambda: not write.start.within.isHidden(), timeout=WAIT_MS)
    write.start.within.choose("Floods")
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS) as done:
        write.write("The dam", 300)
    assert done.args[0].within == "Floods"


def test_a_wish_outlives_a_list_asked_for_before(
    shelf: LibraryPage, library: Library, make_pdf: MakePdf, qtbot: QtBot
) -> None:
    before = list(shelf.model.documents())
    (late,) = library.add([make_pdf("late.pdf", "The last ship came late.")], Run())
    qtbot.waitUntil(lambda: shelf.model.row_of(late.id) >= 0, timeout=WAIT_MS)
    shelf._loaded("", before)
    shelf.show_document(late.id)
    shelf._loaded("", before)
    qtbot.waitUntil(lambda: shelf._current_id() == late.id, timeout=WAIT_MS)
