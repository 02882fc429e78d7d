"""What was done to documents and collections is taken back and done again."""

from __future__ import annotations

import threading
from functools import partial

from hands import DONE_MS, choose, named, side_of, titles, trigger, wait_until_quiet
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytest import MonkeyPatch
from pytestqt.qtbot import QtBot

from desktop.collectionlist import ROW_PX, CollectionList
from desktop.house import House
from desktop.notices import Notices
from desktop.pages.library import lookup
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from desktop.undo import Undo
from desktop.widgets.dragged import documents_in, dragged
from warehouse.library import Library
from warehouse.records import Tag
from warehouse.run import Run

BUTTONS, KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
COPY = Qt.DropAction.CopyAction
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_deeds_go_back_and_forth_in_their_order(qtbot: QtBot) -> None:
    notices = Notices()
    undo = Undo(notices, notices)
    done: list[str] = []
    for name in ("first", "second"):
        undo.did(
            f"Did the {name}", lambda n=name: done.append(f"-{n}"), lambda n=name: done.append(n)
        )
    undo.undo()
    assert notices.recent[-1].sentence == "Taken back: did the second."
    undo.undo()
    undo.redo()
    assert done == ["-second", "-first", "first"]
    undo.did("Did a third", lambda: None, lambda: None)
    undo.redo()
    assert notices.recent[-1].sentence == "There is nothing to do again."
    undo.forget()
    undo.undo()
    assert notices.recent[-1].sentence == "There is nothing to take back."


def test_a_deed_that_refuses_stays_where_it_is(qtbot: QtBot) -> None:
    notices = Notices()
    undo = Undo(notices, notices)
    done: list[str] = []
    refuses = True

    def do(name: str) -> bool:
        if refuses:
            notices.say("Not now.")
        else:
            done.append(name)
        return not refuses

    undo.did("Did it", partial(do, "back"), partial(do, "again"))
    undo.undo()
    assert notices.recent[-1].sentence == "Not now."
    refuses = False
    undo.undo()
    assert notices.recent[-1].sentence == "Taken back: did it."
    refuses = True
    undo.redo()
    assert notices.recent[-1].sentence == "Not now."
    refuses = False
    undo.redo()
    assert done == ["back", "again"] and not undo.stack.canRedo()


def test_what_is_done_while_a_deed_is_done_again_is_no_deed_of_its_own(qtbot: QtBot) -> None:
    notices = Notices()
    undo = Undo(notices, notices)

    def act() -> None:
        undo.did("Did it", act, act)

    act()
    for _ in range(2):
        undo.undo()
        undo.redo()
    assert undo.stack.count() == 1 and undo.stack.canUndo()


HEAD = QPoint(20, 10)


def drop(list_: CollectionList, mime: QMimeData, *points: QPoint) -> bool:
    """A drag that enters at the first of these points, moves over all and is let go at the last, as
    Qt hands it on: whether it was taken.
    """
    taken = send(QDragEnterEvent, list_, mime, points[0])
    for where in points if taken else ():
        taken = send(QDragMoveEvent, list_, mime, where)
    if taken:
        return send(QDropEvent, list_, mime, points[-1])
    QApplication.sendEvent(list_, QDragLeaveEvent())
    return False


def send(kind: type[QDropEvent], list_: CollectionList, mime: QMimeData, where: QPoint) -> bool:
    """To the widget under the pointer; whether it was accepted there."""
    under = list_.childAt(where) or list_
    local = under.mapFrom(list_, where)
    event = kind(local, COPY, mime, BUTTONS, KEYS)
    QApplication.sendEvent(under, event)
    return event.isAccepted()


def middle(list_: CollectionList, row: int) -> QPoint:
    rows = list_.rows
    return rows.viewport().mapTo(list_, rows.visualRect(rows.rows.index(row)).center())


def test_rows_are_dragged_into_a_collection_and_out_again(
    shelf: LibraryPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    library.shelves.make("Rivers")
    library.shelves.save("Stones", "stone")
    house.order.look()
    qtbot.waitUntil(lambda: len(house.order.collections) == 2, timeout=DONE_MS)
    shelf.table.selectAll()
    mime = shelf.table._carried(shelf.table.selectionModel().selectedRows())
    assert len(documents_in(mime)) == 3
    list_ = side_of(opened)
    rows = list_.rows
    there, saved = (middle(list_, row) for row in range(2))
    assert rows.height() == 2 * ROW_PX
    assert drop(list_, mime, saved, HEAD, saved + QPoint(0, ROW_PX), there)
    qtbot.waitUntil(lambda: named(house)[0] == ("Rivers", 3), timeout=DONE_MS)
    assert opened.notice_bar._sentence.text() == "3 documents put in “Rivers”."
    assert not drop(list_, mime, there, saved)  # a saved search holds what it finds
    assert not drop(list_, QMimeData(), there)
    assert list_.landing.isHidden() and rows._landing == -1
    qtbot.keyClick(opened, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: named(house)[0] == ("Rivers", 0), timeout=DONE_MS)
    qtbot.keyClick(opened, Qt.Key.Key_Z, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: named(house)[0] == ("Rivers", 3), timeout=DONE_MS)


def test_documents_dropped_beside_the_collections_ask_for_a_name(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    mills = choose(shelf, "mills")
    assert drop(side_of(opened), dragged([mills]), HEAD)
    field = side_of(opened).field
    assert field.placeholderText() == "Name for 1 document"
    qtbot.keyClicks(field, "Mills")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: named(house) == [("Mills", 1)], timeout=DONE_MS)
    house.undo.undo()
    qtbot.waitUntil(lambda: named(house) == [], timeout=DONE_MS)
    house.undo.redo()
    qtbot.waitUntil(lambda: named(house) == [("Mills", 1)], timeout=DONE_MS)


def test_only_what_was_new_in_a_collection_is_taken_out_again(
    shelf: LibraryPage, house: House, library: Library, qtbot: QtBot
) -> None:
    ids = [one.id for one in shelf.model.documents()]
    held = library.shelves.make("Rivers", ids[:1])
    house.order.put(held, ids)
    qtbot.waitUntil(house.undo.stack.canUndo, timeout=DONE_MS)
    house.undo.undo()
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 1)], timeout=DONE_MS)
    house.order.tag(ids, "old")
    qtbot.waitUntil(lambda: len(library.shelves.tags()) == 1, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    house.undo.undo()
    qtbot.waitUntil(lambda: library.shelves.tags() == [], timeout=DONE_MS)
    house.order.delete(held)
    qtbot.waitUntil(lambda: named(house) == [], timeout=DONE_MS)
    house.undo.undo()
    qtbot.waitUntil(lambda: named(house) == [("Rivers", 1)], timeout=DONE_MS)


def test_a_tag_is_taken_back_from_the_field_it_was_typed_into(
    shelf: LibraryPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    """Which keeps the key to itself while there is typing to take back."""

    def field() -> QLineEdit:
        assert shelf.details.order is not None
        return shelf.details.order.field

    choose(shelf, "mills")
    qtbot.waitUntil(lambda: shelf.details.order is not None, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)  # what comes later makes the field anew
    opened.activateWindow()
    first = field()
    first.setFocus()
    qtbot.waitUntil(first.hasFocus, timeout=DONE_MS)
    qtbot.keyClicks(first, "old")
    qtbot.keyClick(first, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: library.shelves.tags() == [Tag("old", 1)], timeout=DONE_MS)
    qtbot.waitUntil(lambda: (now := field()) is not first and now.hasFocus(), timeout=DONE_MS)
    assert opened.notice_bar._sentence.text() == "Put the tag “old” on 1 document."
    again = field()
    qtbot.keyClicks(again, "x")
    qtbot.keyClick(again, Qt.Key.Key_Z, CONTROL)
    assert again.text() == "" and library.shelves.tags() == [Tag("old", 1)]
    qtbot.keyClick(again, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: library.shelves.tags() == [], timeout=DONE_MS)


def test_a_correction_is_taken_back_and_made_again(
    shelf: LibraryPage, house: House, qtbot: QtBot
) -> None:
    shelf.side.editing.edit(choose(shelf, "mills"))
    qtbot.waitUntil(lambda: shelf.side.currentWidget() is shelf.side.editing, timeout=DONE_MS)
    shelf.side.editing.write("title", "Water mills")
    shelf.side.editing.write("authors", "Weber, Anna")
    shelf.side.editing.save()
    qtbot.waitUntil(house.undo.stack.canUndo, timeout=DONE_MS)
    assert "Water mills" in titles(shelf)
    house.undo.undo()
    qtbot.waitUntil(lambda: "mills" in titles(shelf), timeout=DONE_MS)
    house.undo.redo()
    qtbot.waitUntil(lambda: "Water mills" in titles(shelf), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)


def test_a_correction_that_waits_puts_no_other_form_away(
    shelf: LibraryPage, library: Library, house: House, qtbot: QtBot
) -> None:
    editing, mills = shelf.side.editing, choose(shelf, "mills")
    editing.edit(mills)
    qtbot.waitUntil(lambda: editing.document == mills, timeout=DONE_MS)
    editing.write("title", "Water mills")
    with library.ingest._claims.hold([mills]):
        editing.save()
        other = choose(shelf, next(one for one in titles(shelf) if one != "mills"))
        editing.edit(other)
        qtbot.waitUntil(lambda: editing.document == other, timeout=DONE_MS)
        editing.write("title", "Half a thought")
    qtbot.waitUntil(house.undo.stack.canUndo, timeout=DONE_MS)
    assert editing.document == other
    assert "mills" in house.undo.stack.undoText()
    wait_until_quiet(house, qtbot)


def test_a_removal_is_taken_back_from_the_trash(
    shelf: LibraryPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    mills = choose(shelf, "mills")
    trigger(shelf.menu.menu(shelf._selected()), "Remove\tDel")
    assert "mills" not in titles(shelf)
    opened.notice_bar.dismiss()
    qtbot.waitUntil(lambda: not library.catalog.knows(mills), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    house.undo.undo()
    qtbot.waitUntil(lambda: "mills" in titles(shelf), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert library.catalog.document(mills).state == "verified"
    house.undo.redo()
    qtbot.waitUntil(lambda: not library.catalog.knows(mills), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)


def test_a_removal_that_runs_is_taken_back_once_all_are_in_the_trash(
    shelf: LibraryPage,
    opened: Window,
    house: House,
    library: Library,
    qtbot: QtBot,
    monkeypatch: MonkeyPatch,
) -> None:
    begun, go_on, remove = threading.Event(), threading.Event(), lookup.remove

    def slowly(library: Library, ids: tuple[str, ...], run: Run) -> tuple[str, ...]:
        begun.set()
        assert go_on.wait(DONE_MS / 1000)
        return remove(library, ids, run)

    monkeypatch.setattr(lookup, "remove", slowly)
    mills = choose(shelf, "mills")
    shelf.remove([mills])
    opened.notice_bar.dismiss()
    qtbot.waitUntil(begun.is_set, timeout=DONE_MS)
    house.undo.undo()
    qtbot.wait(100)
    go_on.set()
    wait_until_quiet(house, qtbot)
    assert library.catalog.knows(mills)
    qtbot.waitUntil(lambda: "mills" in titles(shelf), timeout=DONE_MS)
    begun.clear()
    go_on.clear()
    house.undo.redo()
    qtbot.waitUntil(begun.is_set, timeout=DONE_MS)
    house.undo.undo()
    house.undo.redo()
    go_on.set()
    wait_until_quiet(house, qtbot)
    assert not library.catalog.knows(mills) and "mills" not in titles(shelf)
