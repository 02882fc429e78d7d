"""Collections, tags and limits, as a user meets them."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from hands import (
    DONE_MS,
    choose,
    named,
    press,
    rows_of,
    side_of,
    titles,
    trigger,
    wait_until_quiet,
    words_in,
)
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from studied import a_method, a_writing_method, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from desktop.widgets.basics import Chip
from desktop.widgets.scope_choice import Limit
from warehouse.library import Library
from warehouse.records import Tag
from warehouse.run import Run


def test_a_collection_from_beginning_to_end(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    document = choose(shelf, "mills")
    trigger(shelf.menu.menu(rows_of(shelf, document)), "Add to a collection", "A new collection …")
    field = side_of(opened).field
    assert (field.isVisible(), field.placeholderText()) == (True, "Name for 1 document")
    qtbot.keyClicks(field, "By the river")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: named(house) == [("By the river", 1)], timeout=DONE_MS)
    other = choose(shelf, "floods")
    trigger(shelf.menu.menu(rows_of(shelf, other)), "Add to a collection", "By the river")
    qtbot.waitUntil(lambda: named(house) == [("By the river", 2)], timeout=DONE_MS)

    rows = side_of(opened).rows
    rows.setCurrentIndex(rows.rows.index(0))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert shelf.title.search.text() == ""
    assert house.order.shown is not None and house.order.shown.name == "By the river"
    qtbot.waitUntil(lambda: titles(shelf) == {"mills", "floods"}, timeout=DONE_MS)
    assert shelf.understood.isHidden()
    trigger(shelf.menu.menu(rows_of(shelf, other)), "Take out of “By the river”")
    qtbot.waitUntil(lambda: titles(shelf) == {"mills"}, timeout=DONE_MS)

    trigger(rows.menu(rows.rows.at(rows.rows.index(0))), "Rename …")
    assert side_of(opened).field.text() == "By the river"
    side_of(opened).field.setText("Rivers")
    qtbot.keyClick(side_of(opened).field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 1)], timeout=DONE_MS)
    qtbot.keyClick(rows, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: named(house) == [], timeout=DONE_MS)
    assert "documents stay" in opened.notice_bar._sentence.text()
    library = house.library
    assert library is not None
    assert len(library.catalog.documents()) == 3
    qtbot.mouseClick(opened.notice_bar._action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 1)], timeout=DONE_MS)


def test_a_name_that_is_taken_is_said_and_escape_gives_up(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    for _ in range(2):
        qtbot.mouseClick(side_of(opened).add, Qt.MouseButton.LeftButton)
        qtbot.keyClicks(side_of(opened).field, "Floods")
        qtbot.keyClick(side_of(opened).field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: named(house) == [("Floods", 0)], timeout=DONE_MS)
    qtbot.waitUntil(lambda: "already" in opened.notice_bar._sentence.text(), timeout=DONE_MS)
    qtbot.mouseClick(side_of(opened).add, Qt.MouseButton.LeftButton)
    qtbot.keyClick(side_of(opened).field, Qt.Key.Key_Escape)
    assert side_of(opened).field.isHidden()


def test_what_was_removed_is_counted_in_no_collection(
    shelf: LibraryPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    """From the moment it is out of sight, and again when it comes back."""
    mills = choose(shelf, "mills")
    library.shelves.make("Rivers", [mills])
    house.order.look()
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 1)], timeout=DONE_MS)
    shelf.remove_selected()
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 0)], timeout=DONE_MS)
    assert library.catalog.knows(mills)
    house.undo.undo()
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 1)], timeout=DONE_MS)
    qtbot.waitUntil(lambda: mills in shelf.selected_ids(), timeout=DONE_MS)
    shelf.remove_selected()
    opened.notice_bar.dismiss()
    qtbot.waitUntil(lambda: not library.catalog.knows(mills), timeout=DONE_MS)
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 0)], timeout=DONE_MS)


def test_of_many_looks_at_the_list_the_last_one_counts(
    library: Library, house: House, qtbot: QtBot
) -> None:
    wait_until_quiet(house, qtbot)
    told: list[int] = []
    house.order.changed.connect(lambda: told.append(len(house.order.collections)))
    for _ in range(20):
        house.order.look()
    library.shelves.make("Rivers")
    house.order.look()
    qtbot.waitUntil(lambda: bool(told), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert told == [1]


def test_tags_are_chips_in_the_details(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: shelf.details.order is not None, timeout=DONE_MS)
    order = shelf.details.order
    assert order is not None
    qtbot.keyClicks(order.field, "old")
    qtbot.keyClick(order.field, Qt.Key.Key_Return)

    def tagged() -> bool:
        now = shelf.details.order
        return now is not None and any(one.text() == "old" for one in now.findChildren(QPushButton))

    qtbot.waitUntil(tagged, timeout=DONE_MS)
    now = shelf.details.order
    assert now is not None
    trigger(now.tag_menu(Tag("old", 1)), "Show all with this tag")
    qtbot.waitUntil(lambda: titles(shelf) == {"mills"}, timeout=DONE_MS)
    trigger(now.tag_menu(Tag("old", 1)), "Take it off")
    qtbot.waitUntil(lambda: titles(shelf) == set(), timeout=DONE_MS)
    assert "No document has the tag" in shelf.understood.note.accessibleName()


def test_several_documents_show_what_they_have_in_common(
    shelf: LibraryPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    by_title = {one.title: one.id for one in library.catalog.documents()}
    library.shelves.tag([by_title["mills"]], "old")
    library.shelves.make("Floods", list(by_title.values()))
    house.order.look()
    shelf.table.selectAll()
    qtbot.waitUntil(lambda: "3 documents" in words_in(shelf.details), timeout=DONE_MS)
    shown = words_in(shelf.details)
    assert "3 PDF" in shown and "5 pages" in shown and "KB" in shown and "3 ready" in shown
    chips = {one.text() for one in shelf.details.findChildren(Chip)}
    assert chips == {"old · 1 of 3", "Floods"}

    order = shelf.details.order
    assert order is not None
    trigger(order.tag_menu(Tag("old", 1)), "Put it on all of these")
    qtbot.waitUntil(lambda: library.shelves.tags() == [Tag("old", 3)], timeout=DONE_MS)
    qtbot.waitUntil(
        lambda: "old" in {one.text() for one in shelf.details.findChildren(Chip)}, timeout=DONE_MS
    )
    now = shelf.details.order
    assert now is not None
    qtbot.keyClicks(now.field, "new")
    qtbot.keyClick(now.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: Tag("new", 3) in library.shelves.tags(), timeout=DONE_MS)
    qtbot.waitUntil(
        lambda: "new" in {one.text() for one in shelf.details.findChildren(Chip)}, timeout=DONE_MS
    )
    now = shelf.details.order
    assert now is not None
    (held,) = library.shelves.all()
    trigger(now.collection_menu(held), "Take out of it")
    qtbot.waitUntil(lambda: library.shelves.named("Floods").documents == 0, timeout=DONE_MS)

    shelf.details.ask_wanted.connect(lambda query: asked.append(query))
    asked: list[str] = []
    press(shelf.details, "Ask these", qtbot)
    assert library.finder.find(asked[0], 1).documents == set(by_title.values())
    house.visit("library")
    press(shelf.details, "Remove", qtbot)
    qtbot.waitUntil(lambda: titles(shelf) == set(), timeout=DONE_MS)


def test_two_documents_can_be_compared_and_one_alone_has_its_details_again(
    shelf: LibraryPage, qtbot: QtBot
) -> None:
    shelf.table.selectAll()
    shelf._loaded(list(shelf.model.documents()))  # as when documents have come in
    assert len(shelf.selected_ids()) == 3
    qtbot.waitUntil(lambda: "3 documents" in words_in(shelf.details), timeout=DONE_MS)
    assert "What differs" not in {b.text() for b in shelf.details.findChildren(QPushButton)}
    shelf.table.selectRow(0)
    rows = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    shelf.table.selectionModel().select(shelf.model.index(1, 0), rows)
    qtbot.waitUntil(lambda: "2 documents" in words_in(shelf.details), timeout=DONE_MS)
    press(shelf.details, "What differs", qtbot)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.differs, timeout=DONE_MS)
    shelf.table.selectRow(1)
    title = shelf.model.document(1).title
    qtbot.waitUntil(lambda: title in words_in(shelf.details).splitlines()[:1], timeout=DONE_MS)


def test_all_that_failed_are_tried_again(
    shelf: LibraryPage, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.pdf").write_bytes(b"%PDF-1.7 " + name.encode())
    library.add([tmp_path / "a.pdf", tmp_path / "b.pdf"], Run())
    qtbot.waitUntil(lambda: shelf.model.rowCount() == 5, timeout=DONE_MS)
    shelf.table.selectAll()
    qtbot.waitUntil(lambda: "2 not readable" in words_in(shelf.details), timeout=DONE_MS)
    with qtbot.waitSignals([shelf.one.changed, shelf.one.changed], timeout=DONE_MS):
        press(shelf.details, "Try again", qtbot)


def test_a_question_is_limited_to_a_collection(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    assert page.start.within.isHidden()
    library.shelves.make("Floods", [one.id for one in library.catalog.documents()])
    house.order.look()
    qtbot.waitUntil(lambda: not page.start.within.isHidden(), timeout=DONE_MS)
    trigger(page.start.within.menu(), "Floods")
    assert page.start.within.text() == "In: Floods"
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=DONE_MS) as done:
        page.ask("What happened to the dam?")
    row = done.args[0]
    assert row.within == "Floods"
    assert house.studies is not None
    scope = house.studies.scope(row)
    assert scope is not None
    assert scope.documents == {one.id for one in library.catalog.documents()}
    trigger(page.start.within.menu(), "Everything")
    assert page.start.within.chosen == Limit()


def test_a_name_is_asked_for_in_a_side_bar_that_is_folded(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    opened.toggle_bar()
    assert side_of(opened).isHidden()
    document = choose(shelf, "mills")
    trigger(shelf.menu.menu(rows_of(shelf, document)), "Add to a collection", "A new collection …")
    qtbot.waitUntil(side_of(opened).field.hasFocus, timeout=DONE_MS)
    assert side_of(opened).field.isVisible()
    qtbot.keyClicks(side_of(opened).field, "By the river\r")
    qtbot.waitUntil(lambda: named(house) == [("By the river", 1)], timeout=DONE_MS)


def test_an_ampersand_in_a_name_marks_no_key_in_menus(
    shelf: LibraryPage, page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    documents = library.catalog.documents()
    library.shelves.make("Q&A", [one.id for one in documents])
    house.order.look()
    qtbot.waitUntil(lambda: not page.start.within.isHidden(), timeout=DONE_MS)
    shelf.menu.tell("in:Q&A")
    made = shelf.menu.menu(documents)
    trigger(page.start.within.menu(), "Q&&A")
    assert page.start.within.chosen == Limit("Q&A")
    trigger(made, "Add to a collection", "Q&&A")
    trigger(made, "Take out of “Q&&A”")
    qtbot.waitUntil(lambda: named(house) == [("Q&A", 0)], timeout=DONE_MS)


def test_a_question_is_limited_to_what_the_library_shows(
    page: AskPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    shelf = cast(LibraryPage, opened.page("library"))
    qtbot.waitUntil(lambda: shelf.model.rowCount() == 1, timeout=DONE_MS)
    assert shelf.filters.ask.isHidden()
    shelf.title.search.setText("dam OR mill")
    qtbot.waitUntil(lambda: not shelf.filters.ask.isHidden(), timeout=DONE_MS)
    shelf.filters.needs.setChecked(True)
    shelf.filters.say_found(True, 1)
    assert shelf.filters.ask.isHidden(), "no query says which need a person"
    assert "needs you" in opened.why_not(house.acts.find("ask-shown"))
    shelf.filters.needs.setChecked(False)
    shelf.title.search.setText("dam OR mill")
    qtbot.waitUntil(lambda: not shelf.filters.ask.isHidden(), timeout=DONE_MS)
    shelf.filters._take("kind", "pdf")
    shelf.filters.ask.click()
    assert opened.current == "ask"
    assert page.start.within.chosen == Limit(query="(dam OR mill) kind:pdf")
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=DONE_MS) as done:
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
    qtbot.waitUntil(lambda: not write.start.within.isHidden(), timeout=DONE_MS)
    write.start.within.choose("Floods")
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=DONE_MS) as done:
        write.write("The dam", 300)
    assert done.args[0].within == "Floods"
