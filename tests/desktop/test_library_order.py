"""Collections, tags, saved searches and the search box, as a user meets them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from studied import a_method, a_writing_method, use
from test_library_page import page_of, words_in

from desktop.collectionlist import CollectionList
from desktop.house import House
from desktop.pages.ask import AskPage
from desktop.pages.library import LibraryPage
from desktop.pages.write import WritePage
from desktop.widgets.basics import Chip
from desktop.widgets.elided import ElidedButton
from desktop.widgets.within import Limit
from desktop.window import Window
from warehouse.errors import ModelMissing
from warehouse.library import Library
from warehouse.order.finding import Result
from warehouse.order.query import parse
from warehouse.records import Tag
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
    trigger(now.tag_menu(Tag("old", 1)), "Show all with this tag")
    qtbot.waitUntil(lambda: titles(shelf) == {"mills"}, timeout=WAIT_MS)
    trigger(now.tag_menu(Tag("old", 1)), "Take it off")
    qtbot.waitUntil(lambda: titles(shelf) == set(), timeout=WAIT_MS)
    assert "No document has the tag" in shelf.understood.note.accessibleName()


def test_several_documents_show_what_they_have_in_common(
    shelf: LibraryPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    by_title = {one.title: one.id for one in library.catalog.documents()}
    library.shelves.tag([by_title["mills"]], "old")
    library.shelves.make("Floods", list(by_title.values()))
    house.order.look()
    shelf.table.selectAll()
    qtbot.waitUntil(lambda: "3 documents" in words_in(shelf.details), timeout=WAIT_MS)
    shown = words_in(shelf.details)
    assert "3 PDF" in shown and "5 pages" in shown and "KB" in shown and "3 ready" in shown
    chips = {one.text() for one in shelf.details.findChildren(Chip)}
    assert chips == {"old · 1 of 3", "Floods"}

    order = shelf.details.order
    assert order is not None
    trigger(order.tag_menu(Tag("old", 1)), "Put it on all of these")
    qtbot.waitUntil(lambda: library.shelves.tags() == [Tag("old", 3)], timeout=WAIT_MS)
    qtbot.waitUntil(
        lambda: "old" in {one.text() for one in shelf.details.findChildren(Chip)}, timeout=WAIT_MS
    )
    now = shelf.details.order
    assert now is not None
    qtbot.keyClicks(now.field, "new")
    qtbot.keyClick(now.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: Tag("new", 3) in library.shelves.tags(), timeout=WAIT_MS)
    qtbot.waitUntil(
        lambda: "new" in {one.text() for one in shelf.details.findChildren(Chip)}, timeout=WAIT_MS
    )
    now = shelf.details.order
    assert now is not None
    (held,) = library.shelves.all()
    trigger(now.collection_menu(held), "Take out of it")
    qtbot.waitUntil(lambda: library.shelves.named("Floods").documents == 0, timeout=WAIT_MS)

    shelf.details.ask_wanted.connect(lambda query: asked.append(query))
    asked: list[str] = []
    press(shelf.details, "Ask these", qtbot)
    assert library.finder.find(asked[0], 1).documents == set(by_title.values())
    house.visit("library")
    press(shelf.details, "Remove", qtbot)
    qtbot.waitUntil(lambda: titles(shelf) == set(), timeout=WAIT_MS)


def test_two_documents_can_be_compared_and_one_alone_has_its_details_again(
    shelf: LibraryPage, qtbot: QtBot
) -> None:
    shelf.table.selectAll()
    shelf._loaded("", list(shelf.model.documents()))  # as when documents have come in
    assert len(shelf._selected_ids()) == 3
    qtbot.waitUntil(lambda: "3 documents" in words_in(shelf.details), timeout=WAIT_MS)
    assert "What differs" not in {b.text() for b in shelf.details.findChildren(QPushButton)}
    shelf.table.selectRow(0)
    rows = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    shelf.table.selectionModel().select(shelf.model.index(1, 0), rows)
    qtbot.waitUntil(lambda: "2 documents" in words_in(shelf.details), timeout=WAIT_MS)
    press(shelf.details, "What differs", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.differs, timeout=WAIT_MS)
    shelf.table.selectRow(1)
    title = shelf.model.document(1).title
    qtbot.waitUntil(lambda: title in words_in(shelf.details).splitlines()[:1], timeout=WAIT_MS)


def test_a_saved_search_is_changed(
    shelf: LibraryPage, opened: Window, library: Library, house: House, qtbot: QtBot
) -> None:
    library.shelves.save("Stones", "stone")
    house.order.look()
    rows = side(opened).rows
    qtbot.waitUntil(lambda: len(house.order.collections) == 1, timeout=WAIT_MS)
    trigger(rows.menu(rows.rows.at(rows.rows.index(0))), "Change its search …")
    qtbot.waitUntil(lambda: titles(shelf) == {"ships"}, timeout=WAIT_MS)
    assert shelf.title.search.text().strip() == "stone"
    assert shelf.understood.change.isHidden()
    search(shelf, "stone OR river", {"ships", "mills"}, qtbot)
    press(shelf.understood, "Save to “Stones”", qtbot)
    qtbot.waitUntil(
        lambda: library.shelves.named("Stones").query == "stone OR river", timeout=WAIT_MS
    )
    qtbot.waitUntil(opened.notice_bar._action.isVisible, timeout=WAIT_MS)
    qtbot.mouseClick(opened.notice_bar._action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: library.shelves.named("Stones").query == "stone", timeout=WAIT_MS)


def test_all_that_failed_are_tried_again(
    shelf: LibraryPage, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.pdf").write_bytes(b"%PDF-1.7 " + name.encode())
    library.add([tmp_path / "a.pdf", tmp_path / "b.pdf"], Run())
    qtbot.waitUntil(lambda: shelf.model.rowCount() == 5, timeout=WAIT_MS)
    shelf.table.selectAll()
    qtbot.waitUntil(lambda: "2 not readable" in words_in(shelf.details), timeout=WAIT_MS)
    with qtbot.waitSignals([shelf.one.changed, shelf.one.changed], timeout=WAIT_MS):
        press(shelf.details, "Try again", qtbot)


def test_what_is_not_understood_is_asked_as_plain_words_too(
    shelf: LibraryPage, library: Library
) -> None:
    shelf.filters._take("kind", "pdf")
    for text in ('"water mill', "water (mill", "water mill OR"):
        query = shelf.filters.query(text)
        assert query == "water mill kind:pdf"
        assert parse(query).note == ""
    assert shelf.filters.query("dam OR mill") == "(dam OR mill) kind:pdf"


def test_a_search_by_meaning_keeps_to_its_fields(
    shelf: LibraryPage, library: Library, qtbot: QtBot
) -> None:
    mills = choose(shelf, "mills")
    library.shelves.tag([mills], "old")
    search(shelf, "stone tag:old", set(), qtbot)
    press(shelf.understood, "By meaning", qtbot)
    qtbot.waitUntil(lambda: "A water mill" in words_in(shelf.side.alike), timeout=WAIT_MS)
    links = {one.text() for one in shelf.side.alike.findChildren(ElidedButton)}
    assert links == {"mills · p. 1"}
    assert not shelf.understood.save.isHidden()
    shelf.title.search.setText("tag:old")
    qtbot.waitUntil(shelf.understood.near.isHidden, timeout=WAIT_MS)
    assert shelf.understood.save.isHidden()
    qtbot.keyClick(shelf.side.alike, Qt.Key.Key_Escape)
    assert shelf.side.currentWidget() is shelf.details


def test_without_the_embedder_a_search_by_meaning_says_so(
    shelf: LibraryPage, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = house.library
    assert library is not None

    def missing(text: str, k: int) -> Result:
        raise ModelMissing("The embedder is not there.", "Open Models.")

    monkeypatch.setattr(library.finder, "near", missing)
    search(shelf, "stone", {"ships"}, qtbot)
    press(shelf.understood, "By meaning", qtbot)
    said = "The embedder is not there. Open Models."
    qtbot.waitUntil(lambda: said in words_in(shelf.side.alike), timeout=WAIT_MS)


def test_a_phrase_is_found_shown_and_saved(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    search(shelf, "water mill", {"mills", "ships"}, qtbot)
    search(shelf, '"water mill"', {"mills"}, qtbot)
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: "Found here" in words_in(shelf.details), timeout=WAIT_MS)
    press(shelf.details, "Page 1", qtbot)
    assert shelf.side.pages is not None
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.pages, timeout=WAIT_MS)
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
    qtbot.waitUntil(lambda: "water and a mill stone" in words_in(shelf.side.alike), timeout=WAIT_MS)
    press(shelf.side.alike, "ships · p. 1", qtbot)
    assert shelf.side.currentWidget() is shelf.side.pages
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
