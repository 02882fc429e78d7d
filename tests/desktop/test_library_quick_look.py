"""The quick look by the space bar, and the menu of a row."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from hands import (
    DONE_MS,
    MakePdf,
    choose,
    page_of,
    rows_of,
    search,
    states,
    trigger,
    wait_until_quiet,
)
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QContextMenuEvent, QDesktopServices
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.run import Run


def test_space_shows_the_page_and_arrows_go_on(
    shelf: LibraryPage, house: House, qtbot: QtBot
) -> None:
    shelf.filters.order.choose_column(0)
    choose(shelf, "floods")
    shelf.table.setFocus()
    qtbot.keyClick(shelf.table, Qt.Key.Key_Space)
    look = shelf.preview
    qtbot.waitUntil(lambda: "p. 1 of 3" in look.accessibleDescription(), timeout=DONE_MS)
    qtbot.keyClick(look, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "p. 2 of 3" in look.accessibleDescription(), timeout=DONE_MS)
    qtbot.keyClick(look, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: look.accessibleDescription().startswith("mills"), timeout=DONE_MS)
    assert shelf.model.document(shelf.table.currentIndex().row()).title == "mills"
    qtbot.keyClick(look, Qt.Key.Key_Space)
    assert look.isHidden() and not look.shows
    qtbot.keyClick(shelf.table, Qt.Key.Key_Space)
    qtbot.keyClick(look, Qt.Key.Key_Escape)
    assert look.isHidden()


def test_tab_stays_on_it_and_its_page_is_as_dark_as_others(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    house.change(pages_at_night="dark")
    house.theme.choose("dark")
    choose(shelf, "floods")
    shelf.table.setFocus()
    qtbot.keyClick(shelf.table, Qt.Key.Key_Space)
    look = shelf.preview
    qtbot.waitUntil(lambda: "p. 1 of 3" in look.accessibleDescription(), timeout=DONE_MS)
    for _ in range(6):
        focused = QApplication.focusWidget()
        assert focused is look or look.isAncestorOf(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    corner = look._paper._corner().toPoint() + QPoint(9, 9)
    paper = QColor(house.theme.tokens.card)
    assert look._paper.grab().toImage().pixelColor(corner) == paper
    house.theme.choose("light")
    white = QColor("white")
    qtbot.waitUntil(lambda: look._paper.grab().toImage().pixelColor(corner) == white)


def test_while_searching_it_shows_where_the_words_stand(
    library: Library, house: House, shelf: LibraryPage, qtbot: QtBot, tmp_path: Path
) -> None:
    made = pymupdf.open()
    for words in ("The first page says little.", "Here the sluice is opened at night."):
        made.new_page().insert_text((72, 72), words)
    made.save(tmp_path / "sluices.pdf")
    made.close()
    library.add([tmp_path / "sluices.pdf"], Run())
    qtbot.waitUntil(lambda: shelf.model.rowCount() == 4, timeout=DONE_MS)
    search(shelf, "sluice", {"sluices"}, qtbot)
    found = shelf.model.document(0).id
    qtbot.waitUntil(lambda: shelf.model.place_of(found) is not None, timeout=DONE_MS)
    choose(shelf, "sluices")
    shelf.looking.look()
    assert shelf.preview._page == 1
    qtbot.waitUntil(lambda: bool(shelf.preview._paper.lit), timeout=DONE_MS)
    opened: list[object] = []
    shelf.preview.opened.connect(opened.append)
    with qtbot.waitSignal(house.visited, timeout=DONE_MS) as got:
        qtbot.keyClick(shelf.preview, Qt.Key.Key_Return)
    assert opened == [shelf.model.place_of(found)]
    assert got.args is not None and got.args[0] == "reader"


def test_the_menu_key_and_the_right_button_have_the_same_menu(
    shelf: LibraryPage, qtbot: QtBot
) -> None:
    choose(shelf, "mills")
    shelf.table.setFocus()
    wanted = []
    shelf.table.menu_wanted.disconnect(shelf.menu.offer)
    shelf.table.menu_wanted.connect(wanted.append)
    qtbot.keyClick(shelf.table, Qt.Key.Key_Menu)
    qtbot.keyClick(shelf.table, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    middle = shelf.table.viewport().rect().center()
    where = shelf.table.viewport().mapToGlobal(middle)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, middle, where)
    QApplication.sendEvent(shelf.table.viewport(), event)
    assert len(wanted) == 3
    assert wanted[0] == wanted[1] and wanted[2] == where


def names(menu: QMenu) -> set[str]:
    return {one.text().partition("\t")[0] for one in menu.actions() if one.text()}


def test_a_menu_offers_what_can_be_done(shelf: LibraryPage) -> None:
    every = rows_of(shelf, *(one.id for one in shelf.model.documents()))
    assert names(shelf.menu.menu(every[:1])) == {
        "Open", "Quick look", "Ask about this", "Copy citation", "Copy title",
        "For a bibliography", "Show the original file", "Add to a collection", "Graph",
        "Correct title, author, year …", "Say anew what it is about", "Read again", "Remove",
    }  # fmt: skip
    assert "What differs" in names(shelf.menu.menu(every[:2]))
    assert {"Ask about these 3", "Copy citations"} <= names(shelf.menu.menu(every))


def test_what_the_menu_does(
    shelf: LibraryPage,
    house: House,
    library: Library,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mills = choose(shelf, "mills")
    made = shelf.menu.menu(rows_of(shelf, mills))
    trigger(made, "Copy title")
    assert QApplication.clipboard().text() == "mills"
    trigger(made, "Copy citation")
    qtbot.waitUntil(lambda: "mills (n.d.)." in QApplication.clipboard().text(), timeout=DONE_MS)
    revealed: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", revealed.append)
    trigger(made, "Show the original file")
    qtbot.waitUntil(lambda: len(revealed) == 1, timeout=DONE_MS)
    assert Path(revealed[0].toLocalFile()) == Path(library.catalog.sources(mills)[0]).parent
    header = library.catalog.header(mills)
    assert header is not None
    trigger(made, "Say anew what it is about")
    wait_until_quiet(house, qtbot)
    assert library.catalog.header(mills) == header
    trigger(made, "Correct title, author, year …")
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.editing, timeout=DONE_MS)


def test_a_locked_document_says_so_in_the_quick_look(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = page_of(opened)
    page.add([make_pdf("secret.pdf", "Nobody reads this.", password="tide")])
    qtbot.waitUntil(lambda: "locked" in states(page).values(), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    page.table.selectRow(0)
    page.looking.look()
    assert page.preview._nothing.text() == "Needs a password."
    wait_until_quiet(house, qtbot)
    assert page.preview._nothing.text() != ""
