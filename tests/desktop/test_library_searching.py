"""The search box, as a user meets it: phrases, meaning, saved searches, more like this."""

from __future__ import annotations

import threading

import pytest
from hands import (
    DONE_MS,
    MakePdf,
    choose,
    named,
    press,
    search,
    side_of,
    titles,
    trigger,
    wait_until_quiet,
    words_in,
)
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.library import lookup
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from desktop.widgets.elided import ElidedButton
from warehouse.errors import ModelMissing
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.search.collections.query import parse
from warehouse.search.collections.query_search import Result


def test_a_saved_search_is_changed(
    shelf: LibraryPage, opened: Window, library: Library, house: House, qtbot: QtBot
) -> None:
    library.shelves.save("Stones", "stone")
    house.order.look()
    rows = side_of(opened).rows
    qtbot.waitUntil(lambda: len(house.order.collections) == 1, timeout=DONE_MS)
    trigger(rows.menu(rows.rows.at(rows.rows.index(0))), "Change its search …")
    qtbot.waitUntil(lambda: titles(shelf) == {"ships"}, timeout=DONE_MS)
    assert shelf.title.search.text().strip() == "stone"
    assert shelf.understood.change.isHidden()
    search(shelf, "stone OR river", {"ships", "mills"}, qtbot)
    press(shelf.understood, "Save to “Stones”", qtbot)
    qtbot.waitUntil(
        lambda: library.shelves.named("Stones").query == "stone OR river", timeout=DONE_MS
    )
    qtbot.waitUntil(opened.notice_bar._action.isVisible, timeout=DONE_MS)
    qtbot.mouseClick(opened.notice_bar._action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: library.shelves.named("Stones").query == "stone", timeout=DONE_MS)


def test_keys_lead_from_the_search_box_to_what_it_found(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    """Return waits for what is still searched for, and opens nothing where nothing was."""
    field = shelf.title.search
    opened_ids: list[str] = []
    shelf.reading.read = opened_ids.append  # type: ignore[method-assign]
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert opened_ids == [] and field.hasFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert shelf.table.hasFocus() and shelf.table.currentIndex().row() == 0
    search(shelf, "water", {"mills", "ships"}, qtbot)
    shelf.table.selectRow(1)
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert shelf.table.hasFocus()
    assert shelf.selected_ids() == [shelf.model.document(0).id]
    field.setFocus()
    field.clear()
    qtbot.keyClicks(field, "river")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert opened_ids == []
    qtbot.waitUntil(lambda: opened_ids == [choose(shelf, "mills")], timeout=DONE_MS)
    assert titles(shelf) == {"mills"}


def test_what_is_not_understood_is_asked_as_plain_words_too(
    shelf: LibraryPage, library: Library
) -> None:
    shelf.filters._take("kind", "pdf")
    for text in ('"water mill', "water (mill", "water mill OR"):
        query = shelf.filters.query(text)
        assert query == "water mill kind:pdf"
        assert parse(query).note == ""
    assert shelf.filters.query("dam OR mill") == "(dam OR mill) kind:pdf"


def test_a_slip_leads_to_what_was_meant(shelf: LibraryPage, qtbot: QtBot) -> None:
    search(shelf, "rivver kind:pdf", set(), qtbot)
    press(shelf.understood, "Search for “river kind:pdf”", qtbot)
    qtbot.waitUntil(lambda: titles(shelf) == {"mills"}, timeout=DONE_MS)
    assert shelf.title.search.text() == "river kind:pdf"
    qtbot.waitUntil(shelf.understood.meant.isHidden, timeout=DONE_MS)


def test_a_search_by_meaning_keeps_to_its_fields(
    shelf: LibraryPage, library: Library, qtbot: QtBot
) -> None:
    mills = choose(shelf, "mills")
    library.shelves.tag([mills], "old")
    search(shelf, "stone tag:old", set(), qtbot)
    press(shelf.understood, "By meaning", qtbot)
    qtbot.waitUntil(lambda: "A water mill" in words_in(shelf.side.alike), timeout=DONE_MS)
    links = {one.text() for one in shelf.side.alike.findChildren(ElidedButton)}
    assert links == {"mills · p. 1"}
    assert not shelf.understood.save.isHidden()
    qtbot.keyClick(shelf.side.alike, Qt.Key.Key_Escape)
    assert shelf.side.currentWidget() is shelf.details
    shelf.title.search.setText("tag:old")
    qtbot.waitUntil(shelf.understood.near.isHidden, timeout=DONE_MS)
    assert shelf.understood.save.isHidden()


@pytest.mark.parametrize("after", ["", "river", "tag:old"])
def test_what_was_found_by_meaning_goes_with_its_search(
    shelf: LibraryPage, house: House, qtbot: QtBot, after: str
) -> None:
    search(shelf, "stone", {"ships"}, qtbot)
    press(shelf.understood, "By meaning", qtbot)
    qtbot.waitUntil(lambda: "mill stone" in words_in(shelf.side.alike), timeout=DONE_MS)
    shelf.searching.now()
    wait_until_quiet(house, qtbot)
    assert shelf.side.currentWidget() is shelf.side.alike
    shelf.title.search.setText(after)
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.details, timeout=DONE_MS)


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
    qtbot.waitUntil(lambda: said in words_in(shelf.side.alike), timeout=DONE_MS)


def test_a_phrase_is_found_shown_and_saved(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    search(shelf, "water mill", {"mills", "ships"}, qtbot)
    search(shelf, '"water mill"', {"mills"}, qtbot)
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: "Found here" in words_in(shelf.details), timeout=DONE_MS)
    press(shelf.details, "Page 1", qtbot)
    assert shelf.side.pages is not None
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.pages, timeout=DONE_MS)
    shelf._back_to_details()
    press(shelf.understood, "Save this search", qtbot)
    assert side_of(opened).field.placeholderText() == "Name of this search"
    qtbot.keyClicks(side_of(opened).field, "Water mills")
    qtbot.keyClick(side_of(opened).field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: named(house) == [("Water mills", 0)], timeout=DONE_MS)
    search(shelf, 'in:"water mills"', {"mills"}, qtbot)
    search(shelf, '-"water mill"', {"floods", "ships"}, qtbot)


def test_a_query_that_is_not_understood_says_so(shelf: LibraryPage, qtbot: QtBot) -> None:
    search(shelf, '"water mill', {"mills", "ships"}, qtbot)
    assert "not closed; read as plain words" in shelf.understood.note.accessibleName()


def test_more_like_this(shelf: LibraryPage, qtbot: QtBot) -> None:
    search(shelf, "river", {"mills"}, qtbot)
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: "Like this one" in words_in(shelf.details), timeout=DONE_MS)
    press(shelf.details, "More like this", qtbot)
    qtbot.waitUntil(lambda: "water and a mill stone" in words_in(shelf.side.alike), timeout=DONE_MS)
    press(shelf.side.alike, "ships · p. 1", qtbot)
    assert shelf.side.currentWidget() is shelf.side.pages
    shelf._back_to_details()
    press(shelf.details, "ships", qtbot)
    qtbot.waitUntil(lambda: len(titles(shelf)) == 3, timeout=DONE_MS)
    assert shelf._selected()[0].title == "ships"


def test_a_wish_outlives_a_list_asked_for_before(
    shelf: LibraryPage,
    library: Library,
    make_pdf: MakePdf,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = list(shelf.model.documents())
    may_end, read, calls = threading.Event(), lookup.documents, list[bool]()

    def slow(library: Library) -> list[Document]:
        calls.append(True)
        return before if calls == [True] and may_end.wait(DONE_MS / 1000) else read(library)

    (late,) = library.add([make_pdf("late.pdf", "The last ship came late.")], Run())
    qtbot.waitUntil(lambda: shelf.model.row_of(late.id) >= 0, timeout=DONE_MS)
    monkeypatch.setattr(lookup, "documents", slow)
    shelf._reload()
    shelf.model.reset(before)
    shelf.show_document(late.id)
    qtbot.waitUntil(lambda: bool(calls), timeout=DONE_MS)
    may_end.set()
    qtbot.waitUntil(lambda: shelf._current_id() == late.id, timeout=DONE_MS)
