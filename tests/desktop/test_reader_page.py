"""The reader over a real library: opened, scrolled, heard, zoomed, read at night, closed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

import pytest
from book_of_weirs import CHAPTERS, settle, text_of
from book_of_weirs import reader as reader
from book_of_weirs import weirs as weirs
from hands import DONE_MS, choose, page_of
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.reader.opening import Opening
from desktop.reader.paged import PagedSheets
from desktop.reader.view import ReaderView
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.run import Run

WORDS = "The mill of Heukelum turned for three hundred years without a pause."


def is_heard(view: ReaderView, words: str) -> bool:
    return words in view.accessibleDescription()


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
