"""Words in the reader: selected, found, highlighted, and noted on."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from book_of_weirs import CHAPTERS, middle_of, settle, text_of
from book_of_weirs import reader as reader
from book_of_weirs import weirs as weirs
from hands import DONE_MS
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from shelf import HashingEmbedder

from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from warehouse.library import Library
from warehouse.records import Document
from warehouse.store.catalog.annotations import Colour


def test_words_are_selected_by_mouse_and_copied_whole(
    reader: ReaderPage, house: House, qtbot: QtBot
) -> None:
    text = text_of(reader, house)
    start = text.index("It held")
    end = text.index("years", start) + 5
    view, left = reader.view.viewport(), Qt.MouseButton.LeftButton
    first, last = reader.view.area_of(start, start + 2), reader.view.area_of(end - 5, end)
    qtbot.mousePress(view, left, pos=first.topLeft().toPoint() + QPoint(0, 6))
    qtbot.mouseMove(view, last.center().toPoint())
    qtbot.mouseMove(view, QPoint(round(last.right()) + 2, round(last.center().y())))
    qtbot.mouseRelease(view, left, pos=QPoint(round(last.right()) + 2, round(last.center().y())))
    assert reader.view.selecting.range == (start, end)
    assert reader.marking.bubble.isVisible()
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(reader.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    said = "It held the river back for many hundred years"
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == said, timeout=DONE_MS)
    qtbot.keyClick(reader.view, Qt.Key.Key_Escape)
    assert reader.view.selecting.is_empty and not reader.marking.bubble.isVisible()


def test_words_are_selected_by_keys(reader: ReaderPage, house: House, qtbot: QtBot) -> None:
    text = text_of(reader, house)
    for _ in range(3):
        before = reader.view.selecting.range
        qtbot.keyClick(reader.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda old=before: reader.view.selecting.range != old, timeout=DONE_MS)
    start, end = reader.view.selecting.range
    assert len(text[start:end].split()) == 3
    qtbot.keyClick(reader.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: reader.view.selecting.range[1] > end, timeout=DONE_MS)


def test_find_crosses_hyphens_counts_and_goes_round(
    reader: ReaderPage, house: House, qtbot: QtBot
) -> None:
    reader.findbar.open("hundred")
    qtbot.waitUntil(lambda: reader.findbar.count.text() == "1 of 12", timeout=DONE_MS)
    assert len(reader.view.marks("found")) == CHAPTERS
    for _ in range(CHAPTERS):
        reader.findbar.step(1)
    assert reader.findbar.count.text() == "1 of 12"
    reader.findbar.step(-1)
    assert reader.findbar.count.text() == "12 of 12"
    settle(reader, qtbot)
    here = reader.view.marks("here")[0]
    qtbot.waitUntil(
        lambda: reader.view.viewport().rect().contains(middle_of(reader, here.start, here.end)),
        timeout=DONE_MS,
    )
    reader.findbar.words.setText("nowhere")
    qtbot.waitUntil(lambda: reader.findbar.count.text() == "Not found", timeout=DONE_MS)
    qtbot.keyClick(reader.findbar, Qt.Key.Key_Escape)
    assert not reader.view.marks("found") and not reader.findbar.isVisible()


def test_a_highlight_gets_a_note_and_undo_brings_it_back(
    reader: ReaderPage, house: House, weirs: Document, qtbot: QtBot
) -> None:
    library = cast(Library, house.library)
    start = text_of(reader, house).index("The weir")
    reader.view.selecting.take(start, start + 8)
    qtbot.keyClick(reader.view, Qt.Key.Key_N)
    pane = reader.side.notes
    qtbot.waitUntil(lambda: pane.list.rows.rowCount() == 1, timeout=DONE_MS)
    assert [mark.token for mark in reader.view.marks("notes")] == ["yellow"]
    pane.note.setPlainText("Of oak, not of elm.")
    pane.colours.dots["blue"].click()

    def kept() -> list[tuple[str, str, str]]:
        return [(one.words, one.note, one.colour) for one in library.catalog.annotations(weirs.id)]

    whole = [("The weir", "Of oak, not of elm.", "blue")]
    qtbot.waitUntil(lambda: kept() == whole, timeout=DONE_MS)
    qtbot.waitUntil(lambda: reader.view.marks("notes")[0].token == "blue", timeout=DONE_MS)
    pane.delete.click()
    qtbot.waitUntil(lambda: kept() == [], timeout=DONE_MS)
    house.undo.undo()
    qtbot.waitUntil(lambda: kept() == whole, timeout=DONE_MS)
    qtbot.waitUntil(lambda: pane.list.rows.rowCount() == 1, timeout=DONE_MS)


def test_a_note_that_is_being_written_is_kept_when_the_program_ends(
    reader: ReaderPage, house: House, weirs: Document, qtbot: QtBot
) -> None:
    start = text_of(reader, house).index("The weir")
    reader.view.selecting.take(start, start + 8)
    qtbot.keyClick(reader.view, Qt.Key.Key_N)
    pane = reader.side.notes
    qtbot.waitUntil(lambda: pane.list.rows.rowCount() == 1, timeout=DONE_MS)
    pane.note.setPlainText("Of oak, not of elm.")
    library = cast(Library, house.library)
    place = library.medium
    house.close()
    with Library(place, house.settings, HashingEmbedder()) as again:
        [one] = again.catalog.annotations(weirs.id)
        assert one.note == "Of oak, not of elm."


def test_notes_are_saved_as_markdown(
    reader: ReaderPage, house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    reader.view.selecting.take(0, 9)
    qtbot.keyClick(reader.view, Qt.Key.Key_H)
    qtbot.waitUntil(lambda: bool(reader.marking.annotating.all), timeout=DONE_MS)
    reader.marking.save_notes(str(tmp_path / "notes.md"))
    qtbot.waitUntil((tmp_path / "notes.md").exists, timeout=DONE_MS)
    assert "> The weir (p. 1)" in (tmp_path / "notes.md").read_text()


def test_marking_the_same_words_again_changes_their_colour(
    reader: ReaderPage, house: House, qtbot: QtBot
) -> None:
    start = text_of(reader, house).index("The weir")
    for colour in ("green", "rose"):
        reader.view.selecting.take(start, start + 8)
        reader.marking.highlight(cast(Colour, colour))
        qtbot.waitUntil(
            lambda wanted=colour: [mark.token for mark in reader.view.marks("notes")] == [wanted],
            timeout=DONE_MS,
        )
