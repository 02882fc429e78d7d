"""What was done to documents and collections is taken back and done again."""

from __future__ import annotations

from hands import DONE_MS, choose, named, side_of, titles, trigger, wait_until_quiet
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.notices import Notices
from desktop.pages.library.page import LibraryPage
from desktop.undo import Undo
from desktop.widgets.dragged import documents_in, dragged
from desktop.window import Window
from warehouse.library import Library

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


def drop(target: object, mime: QMimeData, where: QPointF) -> bool:
    """A drag that enters, moves there and is let go; whether it was taken."""
    enter = QDragEnterEvent(where.toPoint(), COPY, mime, BUTTONS, KEYS)
    target.dragEnterEvent(enter)  # type: ignore[attr-defined]
    move = QDragMoveEvent(where.toPoint(), COPY, mime, BUTTONS, KEYS)
    if hasattr(target, "_landing"):
        target.dragMoveEvent(move)  # type: ignore[attr-defined]
    fall = QDropEvent(where, COPY, mime, BUTTONS, KEYS)
    fall.ignore()
    target.dropEvent(fall)  # type: ignore[attr-defined]
    return fall.isAccepted()


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
    rows = side_of(opened).rows
    there = QPointF(rows.visualRect(rows.rows.index(0)).center())
    move = QDragMoveEvent(there.toPoint(), COPY, mime, BUTTONS, KEYS)
    rows.dragMoveEvent(move)
    assert move.isAccepted() and rows._landing == 0
    assert drop(rows, mime, there)
    qtbot.waitUntil(lambda: named(house)[0] == ("Rivers", 3), timeout=DONE_MS)
    assert opened.notice_bar._sentence.text() == "3 documents put in “Rivers”."
    saved = QPointF(rows.visualRect(rows.rows.index(1)).center())
    assert not drop(rows, mime, saved)  # a saved search holds what it finds
    assert not drop(rows, QMimeData(), there)
    qtbot.keyClick(opened, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: named(house)[0] == ("Rivers", 0), timeout=DONE_MS)
    qtbot.keyClick(opened, Qt.Key.Key_Z, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: named(house)[0] == ("Rivers", 3), timeout=DONE_MS)


def test_documents_dropped_beside_the_collections_ask_for_a_name(
    shelf: LibraryPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    mills = choose(shelf, "mills")
    assert drop(side_of(opened), dragged([mills]), QPointF(20, 10))
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
