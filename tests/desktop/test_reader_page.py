"""The reader over a real library: opened, scrolled, searched, selected in, marked."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

import pymupdf
import pytest
from hands import DONE_MS, choose, page_of
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from shelf import HashingEmbedder

from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.reader.opening import Opening
from desktop.reader.paged import PagedSheets
from desktop.reader.view import ReaderView
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.run import Run
from warehouse.store.catalog.annotations import Colour

LINES = ("The weir at Alder was built of oak.", "It held the river back for many hun-")
AFTER = ("dred years, and the miller was content.", "Then the great flood came.")
CHAPTERS = 12
WORDS = "The mill of Heukelum turned for three hundred years without a pause."


def book(folder: Path) -> Path:
    made = pymupdf.open()
    for number in range(CHAPTERS):
        page = made.new_page()
        page.insert_text((72, 90), f"Chapter {number + 1}", fontsize=20)
        for at, line in enumerate((*LINES, *AFTER)):
            page.insert_text((72, 130 + 16 * at), line, fontsize=12)
    made.set_toc([[1, f"Chapter {at + 1}", at + 1] for at in range(CHAPTERS)])
    made.set_metadata({"title": "Weirs"})
    made.save(folder / "weirs.pdf")
    made.close()
    return folder / "weirs.pdf"


@pytest.fixture
def weirs(opened: Window, house: House, tmp_path: Path) -> Document:
    assert house.library is not None
    return house.library.add([book(tmp_path)], Run())[0]


@pytest.fixture
def reader(opened: Window, house: House, weirs: Document, qtbot: QtBot) -> ReaderPage:
    made = cast(ReaderPage, opened.page("reader"))
    opened.visit("library")
    house.visit("reader", weirs.id)
    settle(made, qtbot)
    return made


def settle(reader: ReaderPage, qtbot: QtBot) -> None:
    """Until all that is in sight is drawn."""

    def is_there() -> bool:
        view = reader.view
        return view.sheets is not None and all(
            view.sheets.is_sharp(sheet, view.devicePixelRatioF()) for sheet in view.in_sight()
        )

    qtbot.waitUntil(is_there, timeout=DONE_MS)


def text_of(reader: ReaderPage, house: House) -> str:
    assert house.library is not None and reader.view.content is not None
    return house.library.catalog.text(reader.view.content.document.id)


def is_heard(view: ReaderView, words: str) -> bool:
    return words in view.accessibleDescription()


def middle_of(reader: ReaderPage, start: int, end: int) -> QPoint:
    return reader.view.area_of(start, end).center().toPoint()


def test_a_document_opens_from_the_list_and_escape_goes_back(
    opened: Window, weirs: Document, house: House, qtbot: QtBot
) -> None:
    shelf = page_of(opened)
    qtbot.waitUntil(lambda: shelf.model.rowCount() == 1, timeout=DONE_MS)
    choose(shelf, "Weirs")
    qtbot.keyClick(shelf.table, Qt.Key.Key_Return)
    reader = cast(ReaderPage, opened.page("reader"))
    settle(reader, qtbot)
    assert opened.current == "reader" and reader.bar.title.text() == "Weirs"
    qtbot.keyClick(reader.view, Qt.Key.Key_Escape)
    assert opened.current == "library"


def test_keys_scroll_and_turn(reader: ReaderPage, qtbot: QtBot) -> None:
    view, keys = reader.view, Qt.Key
    bar = view.verticalScrollBar()
    qtbot.keyClick(view, keys.Key_Space)
    once = bar.value()
    assert 0 < once <= view.viewport().height()
    qtbot.keyClick(view, keys.Key_PageDown)
    qtbot.keyClick(view, keys.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() == once
    qtbot.keyClick(view, keys.Key_End)
    assert bar.value() == bar.maximum()
    qtbot.keyClick(view, keys.Key_Home)
    qtbot.keyClick(view, keys.Key_Down)
    assert 0 < bar.value() < once
    qtbot.keyClick(view, keys.Key_Right)
    qtbot.keyClick(view, keys.Key_Right)
    assert view.sheet == 2
    qtbot.keyClick(view, keys.Key_Left)
    assert view.sheet == 1


def test_the_words_of_the_page_are_there_for_those_who_hear_them(
    reader: ReaderPage, house: House, qtbot: QtBot
) -> None:
    view = reader.view
    assert view.content is not None
    for at in (1, 0):
        page = view.content.pages[at]
        words = text_of(reader, house)[page.start : page.end]
        view.turn(1 if at else -1)
        qtbot.waitUntil(partial(is_heard, view, words), timeout=DONE_MS)
        assert words.strip() and view.accessibleDescription().startswith("Page ")


def test_zoom_keeps_the_place_and_fits(reader: ReaderPage, qtbot: QtBot) -> None:
    view = reader.view
    reader._to_page(5)
    sheets = view.sheets
    assert sheets is not None
    before = sheets.scale
    qtbot.keyClick(view, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert sheets.scale > before and view.sheet == 5
    qtbot.keyClick(view, Qt.Key.Key_F)
    assert sheets.stack.height(5) <= view.viewport().height()
    qtbot.keyClick(view, Qt.Key.Key_W)
    assert abs(sheets.widest - view.viewport().width()) <= 2
    qtbot.keyClick(view, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert sheets.scale == pytest.approx(before)


def test_jumps_are_gone_back_through(reader: ReaderPage, qtbot: QtBot) -> None:
    reader.bar.page.setText("9")
    reader.bar.page.returnPressed.emit()
    assert reader.view.sheet == 8
    reader.side.outline.chosen.emit(reader.view.content.sections[3].start)  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: reader.view.sheet == 3, timeout=DONE_MS)
    reader._walk(True)
    assert reader.view.sheet == 8
    reader._walk(True)
    assert reader.view.sheet == 0
    reader._walk(False)
    assert reader.view.sheet == 8


@pytest.mark.parametrize("typed", ["99", "0", "xiv"])
def test_a_page_that_is_not_there_is_said_to_be_none(
    reader: ReaderPage, house: House, typed: str
) -> None:
    reader.bar.page.setText(typed)
    reader.bar.page.returnPressed.emit()
    said = house.notices.recent[-1]
    assert (said.sentence, said.next_step) == (
        f"No page is called “{typed}”.",
        f"This document has {CHAPTERS} pages.",
    )
    assert reader.view.sheet == 0 and reader.bar.page.text() == "1"


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


def test_a_search_hit_opens_with_its_words_lit(
    reader: ReaderPage, house: House, weirs: Document, qtbot: QtBot
) -> None:
    start = text_of(reader, house).rindex("Then the great flood")
    house.visit("reader", Place(weirs.id, CHAPTERS - 1, start, start + 20))
    view = reader.view
    qtbot.waitUntil(lambda: not view.area_of_light().isEmpty(), timeout=DONE_MS)
    assert view.sheet == CHAPTERS - 1
    assert view.viewport().rect().contains(view.area_of_light().toRect())
    reader._walk(True)
    assert view.sheet == 0


def test_a_web_page_is_read_with_the_same_means(
    reader: ReaderPage, house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    library = cast(Library, house.library)
    source = tmp_path / "mills.html"
    body = "".join(
        f"<h2>Part {at}</h2><p>{'Millers and their 🌾 mills. ' * 40}</p>" for at in range(60)
    )
    table = (
        "<table><tr><th>Mill</th><th>Year</th></tr><tr><td>Low Mill</td><td>1824</td></tr></table>"
    )
    source.write_text(
        f"<html><title>Mills</title><body><h1>Mills</h1>{table}{body}<p>{WORDS}</p></body></html>"
    )
    document = library.add([source], Run())[0]
    text = library.catalog.text(document.id)
    start = text.index(WORDS)
    house.visit("reader", Opening(document.id, Place(document.id, 0, start, start + len(WORDS))))
    view = reader.view
    qtbot.waitUntil(lambda: reader.bar.title.text() == "Mills", timeout=DONE_MS)
    qtbot.waitUntil(lambda: not view.area_of_light().isEmpty(), timeout=DONE_MS)
    area = view.area_of_light()
    assert view.viewport().rect().contains(area.toRect())
    assert view.offset_at(area.topLeft() + QPoint(1, 4)) == start
    view.selecting.take(start, start + 8)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "The mill"
    reader.findbar.open("heukelum")
    qtbot.waitUntil(lambda: reader.findbar.count.text() == "1 of 1", timeout=DONE_MS)
    assert not reader.side.tabs["pages"].isVisible()
    reader.side.outline.chosen.emit(text.index("Part 30"))
    qtbot.wait(50)
    heading = view.area_of(text.index("Part 30"), text.index("Part 30") + 7)
    assert 0 <= heading.top() < 60


def test_pages_have_a_tone_of_their_own_at_night(
    reader: ReaderPage, house: House, qtbot: QtBot
) -> None:
    sheets = cast(PagedSheets, reader.view.sheets)
    assert sheets.pictures.tone == "white"
    house.change(theme="dark")
    assert sheets.pictures.tone == "dimmed"
    qtbot.keyClick(reader.view, Qt.Key.Key_D)
    assert house.settings.pages_at_night == "dark"
    settle(reader, qtbot)
    image = sheets.pictures.best(0, round(sheets._width(0)))
    assert image is not None and image.pixelColor(3, 3).lightness() < 60
    house.change(theme="light")
    assert sheets.pictures.tone == "white"


def test_a_document_that_is_removed_is_closed(
    reader: ReaderPage, house: House, weirs: Document, opened: Window
) -> None:
    house.document_removed.emit(weirs.id)
    assert reader.view.content is None and opened.current == "library"


def test_who_leaves_the_reader_leaves_only_the_pictures_in_sight(
    reader: ReaderPage, opened: Window, qtbot: QtBot
) -> None:
    for page in range(4):
        reader._to_page(page)
        settle(reader, qtbot)
    kept = reader._kept
    assert set(kept._images) - kept.in_sight
    opened.visit("library")
    assert kept._images and set(kept._images) <= kept.in_sight


def test_pictures_are_bounded_but_those_in_sight_stay(reader: ReaderPage, qtbot: QtBot) -> None:
    reader._kept.most = 1_000_000
    cast(PagedSheets, reader.view.sheets)._most_bytes = 1_000_000
    for page in range(4):
        reader._to_page(page)
        settle(reader, qtbot)
    kept = reader._kept
    assert len(kept.in_sight) == len(reader.view.in_sight())
    assert kept.bytes <= sum(kept.get(key).sizeInBytes() for key in kept.in_sight)  # type: ignore[union-attr]


def test_a_document_read_again_is_opened_anew(
    reader: ReaderPage, house: House, weirs: Document, qtbot: QtBot
) -> None:
    before = reader.view.content
    house.documents_changed.emit((structs.replace(weirs, state="copied"),))
    house.documents_changed.emit((structs.replace(weirs, state="verified"),))
    qtbot.waitUntil(lambda: reader.view.content is not before, timeout=DONE_MS)
    settle(reader, qtbot)
    assert reader.view.content is not None and reader.view.content.document.id == weirs.id


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
