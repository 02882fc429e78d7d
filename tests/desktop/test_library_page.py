"""The Library as a user meets it: real PDFs dropped on a real window."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from hands import DONE_MS, MakePdf, first_chosen, page_of, states, wait_until_quiet, words_in
from msgspec import structs
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.library import lookup
from desktop.pages.library.empty import EmptyLibrary
from desktop.pages.library.page import COUNT_EVERY_MS, LibraryPage
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.store.catalog import Catalog


def drop(window: Window, paths: Sequence[Path]) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    where, action = QPointF(500, 400), Qt.DropAction.CopyAction
    enter = QDragEnterEvent(where.toPoint(), action, mime, buttons, keys)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    assert window._overlay.isVisible()
    window.dropEvent(QDropEvent(where, action, mime, buttons, keys))
    assert not window._overlay.isVisible()


def test_dropped_files_come_in_and_are_found(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf, tmp_path: Path
) -> None:
    page = page_of(opened)
    qtbot.waitUntil(lambda: page.empty.isVisible())
    make_pdf("dikes.pdf", "The dike broke at Ouwerkerk in the night.", pages=2)
    web = tmp_path / "press.html"
    web.write_text(
        "<html><head><title>Press release</title></head><body><article><h1>Press release</h1>"
        + "<p>The ministry will repair the sluice gates before the winter begins.</p>" * 4
        + "</article></body></html>"
    )
    more = tmp_path / "more"
    more.mkdir()
    (more / ".hidden.txt").write_text("not for us")
    drop(opened, [tmp_path / "dikes.pdf", web, more])
    qtbot.waitUntil(lambda: len(states(page)) == 2, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert set(states(page).values()) == {"verified"}
    assert not page.empty.isVisible()
    assert "2 documents" in page.title.counts.text()
    [left] = [one for one in house.notices.recent if one.sentence.startswith("Left out")]
    assert left.sentence.startswith("Left out: .hidden.txt. ") and left.action == "Show all"
    assert left.act is not None
    left.act()
    assert ".hidden.txt" in page.adding.left.detailedText()
    page.adding.left.close()

    page.title.search.setText("sluice")
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=5000)
    page.table.selectRow(0)
    qtbot.waitUntil(lambda: "Found here" in words_in(page.details), timeout=5000)
    assert "sluice" in words_in(page.details)
    page.title.search.setText("no such word anywhere")
    qtbot.waitUntil(lambda: page.model.rowCount() == 0, timeout=5000)
    qtbot.keyClick(page.title.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=5000)


def test_files_dropped_before_the_library_is_open_wait(
    window: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    drop(window, [make_pdf("early.pdf", "It came early.")])
    assert page_of(window).model.rowCount() == 0
    house.open()
    qtbot.waitUntil(lambda: len(states(page_of(window))) == 1, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert list(states(page_of(window)).values()) == ["verified"]


def test_password_is_given_in_place(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = page_of(opened)
    path = make_pdf("minutes.pdf", "The committee kept its minutes closed.", password="tide")
    page.add([path])
    qtbot.waitUntil(lambda: "locked" in states(page).values(), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert page.filters.needs.isVisible()
    assert page.filters.needs.text() == "1 needs you"
    page.filters.needs.setChecked(True)
    assert page.model.rowCount() == 1
    page.table.selectRow(0)
    qtbot.waitUntil(lambda: hasattr(page.details, "_password"), timeout=5000)
    assert page.details._password.echoMode() == page.details._password.EchoMode.Password

    with qtbot.waitSignal(house.notices.raised, timeout=DONE_MS) as got:
        page.details._password.setText("ebb")
        qtbot.keyClick(page.details._password, Qt.Key.Key_Return)
    assert got.args is not None
    assert got.args[0].kind == "error"
    wait_until_quiet(house, qtbot)
    page.details._password.setText("tide")
    qtbot.keyClick(page.details._password, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "verified" in states(page).values(), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)


def test_unreadable_file_is_listed_with_its_reason(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf, tmp_path: Path
) -> None:
    junk = tmp_path / "junk.pdf"
    junk.write_bytes(b"this is no PDF at all")
    page = page_of(opened)
    page.add([junk, make_pdf("good.pdf", "A good paper.")])
    qtbot.waitUntil(lambda: "failed" in states(page).values(), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert sorted(states(page).values()) == ["failed", "verified"]
    page.filters.needs.setChecked(True)
    page.table.selectRow(0)
    reason = page.model.document(0).problem
    assert reason
    qtbot.waitUntil(lambda: reason in words_in(page.details), timeout=5000)


def shown_states(page: LibraryPage) -> list[str]:
    return [page.model.document(row).state for row in range(page.model.rowCount())]


def test_what_needs_you_is_seen_whatever_is_searched(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf, tmp_path: Path
) -> None:
    """The chip counts the whole library, so it shows that."""
    junk = tmp_path / "junk.pdf"
    junk.write_bytes(b"this is no PDF at all")
    page = page_of(opened)
    page.add([junk, make_pdf("good.pdf", "A good paper.")])
    qtbot.waitUntil(
        lambda: sorted(states(page).values()) == ["failed", "verified"], timeout=DONE_MS
    )
    wait_until_quiet(house, qtbot)
    page.title.search.setText("paper")
    qtbot.waitUntil(lambda: shown_states(page) == ["verified"], timeout=DONE_MS)
    page.filters.needs.click()
    qtbot.waitUntil(lambda: shown_states(page) == ["failed"], timeout=DONE_MS)
    assert page.title.search.text() == ""


def test_what_was_here_already_is_said(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = page_of(opened)
    first = make_pdf("one.pdf", "The first.")
    page.add([first])
    qtbot.waitUntil(lambda: list(states(page).values()) == ["verified"], timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    page.add([first, make_pdf("two.pdf", "The second one.")])
    qtbot.waitUntil(lambda: list(states(page).values()) == ["verified"] * 2, timeout=DONE_MS)
    qtbot.waitUntil(lambda: bool(house.notices.recent), timeout=DONE_MS)
    assert house.notices.recent[-1].sentence == "1 document was here already."
    wait_until_quiet(house, qtbot)


def test_removing_can_be_taken_back_until_it_lapses(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = page_of(opened)
    page.add([make_pdf("one.pdf", "The first."), make_pdf("two.pdf", "The second one.")])
    qtbot.waitUntil(lambda: len(states(page)) == 2, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    library = house.library
    assert library is not None

    page.table.selectRow(0)
    qtbot.keyClick(page.table, Qt.Key.Key_Delete)
    assert page.model.rowCount() == 1
    assert len(library.catalog.documents()) == 2
    qtbot.mouseClick(opened.notice_bar._action, Qt.MouseButton.LeftButton)
    assert page.model.rowCount() == 2

    page.table.selectRow(0)
    qtbot.keyClick(page.table, Qt.Key.Key_Delete)
    opened.notice_bar.dismiss()
    qtbot.waitUntil(lambda: len(library.catalog.documents()) == 1, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert page.model.rowCount() == 1


def test_the_next_row_takes_the_place_of_what_was_removed(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    """And what comes back, at once or out of the trash, is chosen."""
    first, second, third = (shelf.model.document(row).id for row in range(3))
    shelf.table.selectRow(1)
    for lapses in (False, True):
        qtbot.keyClick(shelf.table, Qt.Key.Key_Delete)
        assert shelf.selected_ids() == [third] and shelf.table.currentIndex().row() == 1
        if lapses:
            opened.notice_bar.dismiss()
            wait_until_quiet(house, qtbot)
        house.undo.undo()
        qtbot.waitUntil(lambda: shelf.selected_ids() == [second], timeout=DONE_MS)
        assert shelf.table.currentIndex().row() == 1
        wait_until_quiet(house, qtbot)
    shelf._select(second, third)
    qtbot.keyClick(shelf.table, Qt.Key.Key_Delete)
    assert shelf.selected_ids() == [first]
    house.undo.undo()
    qtbot.waitUntil(lambda: shelf.selected_ids() == [second, third], timeout=DONE_MS)


def test_many_are_removed_in_one_go(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    """Rows are put in order once for all of them, and collections looked at once."""
    shelf.table.selectAll()
    chosen = shelf.selected_ids()
    qtbot.keyClick(shelf.table, Qt.Key.Key_Delete)
    wait_until_quiet(house, qtbot)
    gone: list[str] = []
    looks: list[bool] = []
    moves: list[bool] = []
    house.document_removed.connect(gone.append)
    house.order.changed.connect(lambda: looks.append(True))
    shelf.model.layoutChanged.connect(lambda: moves.append(True))
    opened.notice_bar.dismiss()
    qtbot.waitUntil(lambda: bool(gone), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert sorted(gone) == sorted(chosen) and len(gone) == 3
    assert len(looks) == 1 and len(moves) == 2, "forgotten, and filtered"


def test_a_list_that_was_read_earlier_does_not_undo_what_was_told_since(
    shelf: LibraryPage, house: House, qtbot: QtBot
) -> None:
    wait_until_quiet(house, qtbot)
    first = shelf.model.document(0)
    shelf._reload()
    house.documents_changed.emit((structs.replace(first, title="Read on"),))
    with qtbot.waitSignal(shelf.model.modelReset, timeout=DONE_MS):
        pass
    assert shelf.model.document(shelf.model.row_of(first.id)).title == "Read on"
    assert shelf.model.rowCount() == 3
    with qtbot.waitSignal(shelf.model.modelReset, timeout=DONE_MS):
        shelf._reload()
    assert shelf.model.document(shelf.model.row_of(first.id)) == first


def test_of_two_lists_the_one_asked_for_last_is_shown(
    shelf: LibraryPage, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_until_quiet(house, qtbot)
    may_end, read, calls = threading.Event(), lookup.documents, []

    def slow(library: Library) -> list[Document]:
        calls.append(True)
        found = read(library)
        if len(calls) == 1:
            may_end.wait(DONE_MS / 1000)
            return found[1:]
        return found

    monkeypatch.setattr(lookup, "documents", slow)
    shelf._reload()
    shelf._reload()
    qtbot.wait(200)
    may_end.set()
    qtbot.waitUntil(lambda: not house.jobs._jobs, timeout=DONE_MS)
    assert shelf.model.rowCount() == 3


def test_closing_the_window_completes_a_removal(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = page_of(opened)
    page.add([make_pdf("one.pdf", "The first."), make_pdf("two.pdf", "The second one.")])
    qtbot.waitUntil(lambda: len(states(page)) == 2, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    page.table.selectAll()
    page.remove_selected()
    opened.close()
    house.close()
    catalog = Catalog(house.settings.warehouse_folder / "catalog.db")
    assert catalog.documents() == []
    catalog.close()


def test_return_opens_a_document_in_the_reader(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = first_chosen(opened, house, qtbot, make_pdf("dikes.pdf", "The dike broke.", pages=2))
    page.table.setFocus()
    with qtbot.waitSignal(house.visited, timeout=DONE_MS) as got:
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert got.args is not None and got.args[0] == "reader"


def test_a_page_beside_the_list_stays_open_whatever_is_new(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = first_chosen(opened, house, qtbot, make_pdf("dikes.pdf", "The dike broke.", pages=2))
    page.side.show_place(Place(page.model.document(0).id, 0, 0, 3))
    assert page.side.pages is not None
    with qtbot.waitSignal(page.side.pages.shown, timeout=DONE_MS):
        pass
    assert page.side.pages.foot.pages.text() == "Page 1 of 2"
    house.documents_changed.emit(tuple(page.model.documents()))
    qtbot.wait(2 * COUNT_EVERY_MS)
    wait_until_quiet(house, qtbot)
    assert page.side.currentWidget() is page.side.pages
    page._reload()
    qtbot.wait(COUNT_EVERY_MS)
    assert page.side.currentWidget() is page.side.pages
    qtbot.keyClick(page.side.pages, Qt.Key.Key_Escape)
    assert page.side.currentWidget() is page.details


def test_details_stay_where_they_were_scrolled_to(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = first_chosen(opened, house, qtbot, make_pdf("dikes.pdf", "The dike broke."))
    opened.resize(1200, 680)
    details = page.details
    qtbot.waitUntil(lambda: details._facts is not None, timeout=DONE_MS)
    bar = details._scroll.verticalScrollBar()
    facts = details._facts
    assert facts is not None and facts.header is not None
    long = structs.replace(facts.header, topics=tuple(f"a topic {n}" for n in range(12)) * 2)
    long = structs.replace(long, summary="It is about a dike that broke. " * 60)
    details.show_facts(structs.replace(facts, header=long))
    qtbot.waitUntil(lambda: bar.maximum() > 200)
    bar.setValue(150)
    other = structs.replace(long, words=long.words + 1)
    details.show_facts(structs.replace(facts, header=other))
    qtbot.waitUntil(lambda: bar.value() == 150)


def test_a_menu_acts_and_goes(opened: Window, house: House, qtbot: QtBot) -> None:
    page = page_of(opened)
    for wanted in ("Title", "Newest", "Title"):
        page.filters.order.click()
        [menu] = page.filters.order.findChildren(QMenu)
        assert isinstance(menu, QMenu)
        at = next(one for one in menu.actions() if one.text() == wanted)
        qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(at).center())
        assert page.filters.order.text() == wanted
        qtbot.waitUntil(lambda: not page.filters.order.findChildren(QMenu))


def test_sample_library_can_be_tried(opened: Window, qtbot: QtBot) -> None:
    page = page_of(opened)
    taken: list[Path] = []
    page.adding.add = taken.extend  # type: ignore[method-assign]
    empty = opened.findChild(EmptyLibrary)
    assert empty is not None
    empty.sample_wanted.emit()
    assert len(taken) >= 6
    assert {path.suffix for path in taken} <= {".pdf", ".html"}
