"""Recently deleted, as a user meets it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from hands import DONE_MS, choose, page_of, press, states, titles, wait_until_quiet, words_in
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from warehouse.library import Library

MakePdf = Callable[..., Path]


def with_one_in_the_trash(opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf) -> Library:
    page = page_of(opened)
    page.add([make_pdf("one.pdf", "The first."), make_pdf("two.pdf", "The second one.")])
    qtbot.waitUntil(lambda: list(states(page).values()) == ["verified"] * 2, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert page.filters.trash.isHidden()
    page.table.selectRow(0)
    page.remove_selected()
    assert "Kept for 30 days" in opened.notice_bar._sentence.text()
    opened.notice_bar.dismiss()
    qtbot.waitUntil(lambda: page.filters.trash.text() == "1 deleted", timeout=DONE_MS)
    qtbot.mouseClick(page.filters.trash, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "30 days left" in words_in(page.side.trash), timeout=DONE_MS)
    return cast(Library, house.library)


def test_deleted_documents_are_listed_and_come_back(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    library = with_one_in_the_trash(opened, house, qtbot, make_pdf)
    page = page_of(opened)
    assert page.model.rowCount() == 1
    press(page.side.trash, "Restore", qtbot)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=DONE_MS)
    qtbot.waitUntil(lambda: not page.filters.trash.isVisible(), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert {one.state for one in library.catalog.documents()} == {"verified"}
    assert "Nothing was deleted" in words_in(page.side.trash)
    qtbot.keyClick(page.side.trash, Qt.Key.Key_Escape)
    assert page.side.currentWidget() is page.details


def test_an_emptied_library_leads_back_to_what_was_deleted(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    with_one_in_the_trash(opened, house, qtbot, make_pdf)
    page = page_of(opened)
    page.table.selectAll()
    page.remove_selected()
    opened.notice_bar.dismiss()
    way_back = page.empty.trash
    qtbot.waitUntil(lambda: "2 documents were deleted" in way_back.text(), timeout=DONE_MS)
    assert way_back.isVisible()
    page.side.show_details()
    qtbot.mouseClick(way_back, Qt.MouseButton.LeftButton)
    assert page.side.currentWidget() is page.side.trash
    qtbot.waitUntil(lambda: "one" in words_in(page.side.trash), timeout=DONE_MS)


def test_a_row_that_was_told_just_before_it_went_does_not_come_back(
    shelf: LibraryPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    gone = choose(shelf, "mills")
    row = library.catalog.document(gone)
    shelf.remove([gone])
    house._changed.stop()
    house._changed.hear(row)
    with qtbot.waitSignal(house.document_removed, timeout=DONE_MS):
        opened.notice_bar.dismiss()
    house._changed.start()
    wait_until_quiet(house, qtbot)
    assert titles(shelf) == {"floods", "ships"}


def test_the_details_of_what_was_removed_go_with_it(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = page_of(opened)
    page.add([make_pdf(f"{one}.pdf", f"The {one}.") for one in ("one", "two", "three")])
    qtbot.waitUntil(lambda: list(states(page).values()) == ["verified"] * 3, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    page.table.selectAll()
    qtbot.waitUntil(lambda: "3 documents" in words_in(page.details), timeout=DONE_MS)
    page.remove_selected()
    qtbot.waitUntil(lambda: "3 documents" not in words_in(page.details), timeout=DONE_MS)
    opened.notice_bar.dismiss()


def test_forgetting_for_good_is_asked_once_more(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    library = with_one_in_the_trash(opened, house, qtbot, make_pdf)
    page = page_of(opened)
    (gone,) = library.trash.list()
    press(page.side.trash, "Forget now", qtbot)
    assert library.trash.list()
    assert "gone for good" in opened.notice_bar._sentence.text()
    qtbot.mouseClick(opened.notice_bar._action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not library.trash.list(), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert gone.document.id not in library.catalog.ids()


def test_ask_counts_what_is_left(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    """At once, and when it has gone; while Ask is in front, and when one comes to it."""
    ask = cast(AskPage, opened.page("ask"))

    def counts(number: int) -> None:
        said = f"{number} documents to read."
        qtbot.waitUntil(lambda: ask.start._about.text().startswith(said), timeout=DONE_MS)

    counts(3)
    opened.visit("library")
    shelf.remove([shelf.model.document(0).id])
    opened.visit("ask")
    counts(2)
    house.undo.undo()
    counts(3)
    house.undo.redo()
    counts(2)
    library = house.library
    assert library is not None
    qtbot.waitUntil(lambda: len(library.catalog.documents()) == 2, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    counts(2)
