"""A found document opens where its row says the words are."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pymupdf
from hands import DONE_MS, page_of, search
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.records import Place
from warehouse.run import Run

PAGES = (
    "A vector is met on every page of this book, and each vector is explained.",
    "Of factors and lists. A vector may be long.",
    "Arithmetic is done on each vector element by element, so that vector sums are short.",
    "Vector arithmetic is explained here. A vector arithmetic expression may be long.",
    "The end of a vector.",
)


def book(folder: Path, pages: tuple[str, ...]) -> Path:
    with pymupdf.open() as made:
        for text in pages:
            made.new_page().insert_textbox((72, 72, 520, 700), text, fontsize=11)
        made.save(folder / "vectors.pdf")
    return folder / "vectors.pdf"


def found(library: Library, page: LibraryPage, path: Path, words: str, qtbot: QtBot) -> str:
    (document,) = library.add([path], Run())
    page._reload()
    qtbot.waitUntil(lambda: page.model.row_of(document.id) >= 0, timeout=DONE_MS)
    search(page, words, {"vectors"}, qtbot)
    page.table.selectRow(0)
    return document.id


def test_the_passage_shown_is_the_one_that_is_opened(
    opened: Window, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    page = page_of(opened)
    document = found(library, page, book(tmp_path, PAGES), "vector arithmetic", qtbot)
    qtbot.waitUntil(lambda: page.model.place_of(document) is not None, timeout=DONE_MS)
    shown = page.model.place_of(document)
    assert shown is not None and shown.page == 3
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    reader = cast(ReaderPage, opened.page("reader"))
    qtbot.waitUntil(lambda: bool(reader.findbar.count.text()), timeout=DONE_MS)
    assert reader.findbar.words.text() == "vector arithmetic"
    assert reader.findbar.count.text() == "1 of 2"
    (lit,) = reader.view.marks("lit")
    assert (lit.start, lit.end) == (shown.start, shown.end)
    qtbot.waitUntil(lambda: reader.view.sheet == 3, timeout=DONE_MS)


def test_words_that_stand_apart_are_found_in_the_passage_too(
    opened: Window, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    page = page_of(opened)
    document = found(library, page, book(tmp_path, PAGES[:3]), "vector arithmetic", qtbot)
    qtbot.keyClick(page.table, Qt.Key.Key_Return)  # before the row has said where
    reader = cast(ReaderPage, opened.page("reader"))
    qtbot.waitUntil(lambda: bool(reader.findbar.count.text()), timeout=DONE_MS)
    assert reader.findbar.count.text().endswith("word by word")
    (lit,), (here,) = reader.view.marks("lit"), reader.view.marks("here")
    assert lit.start <= here.start < lit.end
    assert library.catalog.text(document, here.start, here.end) == "Arithmetic"
    qtbot.waitUntil(lambda: reader.view.sheet == 2, timeout=DONE_MS)


def test_what_is_found_elsewhere_does_not_lead_away_from_what_is_lit(
    opened: Window, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    page = page_of(opened)
    document = found(library, page, book(tmp_path, PAGES), "vector arithmetic", qtbot)
    text = library.catalog.text(document)
    start = text.index("Arithmetic is done")
    page.reading.open(Place(document, 2, start, text.index("element by element")))
    reader = cast(ReaderPage, opened.page("reader"))
    qtbot.waitUntil(lambda: bool(reader.findbar.count.text()), timeout=DONE_MS)
    assert reader.findbar.count.text() == "2 in all"
    assert reader.view.sheet == 2
    reader.findbar.step(1)
    assert reader.findbar.count.text() == "1 of 2"
    qtbot.waitUntil(lambda: reader.view.sheet == 3, timeout=DONE_MS)
