"""A page that is wider than the reader: its words are in sight, or a bar leads to them."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pymupdf
import pytest
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.reader.paged import PagedSheets
from desktop.reader.sheets import Position
from desktop.reader.view import ReaderView
from desktop.shell.window import Window
from warehouse.run import Run

LINE = "SCANNED PAGE about the water mill"


def wide_page(path: Path, left: int) -> Path:
    with pymupdf.open() as made:
        made.new_page(width=1000, height=1400).insert_text((left, 180), LINE, fontsize=38)
        made.save(path)
    return path


@pytest.fixture
def view(opened: Window, house: House) -> ReaderView:
    opened.resize(1430, 900)
    return cast(ReaderPage, opened.page("reader")).view


def show(view: ReaderView, house: House, path: Path, qtbot: QtBot) -> None:
    assert house.library is not None
    document = house.library.add([path], Run())[0].id
    house.visit("reader", document)
    qtbot.waitUntil(lambda: view.content is not None and view.content.document.id == document)
    qtbot.waitUntil(lambda: not view.area_of(0, len(LINE)).isEmpty())


def test_words_that_are_brought_into_sight_leave_their_line_whole(
    view: ReaderView, house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    show(view, house, wide_page(tmp_path / "wide.pdf", 100), qtbot)
    bar, width = view.horizontalScrollBar(), view.viewport().width()
    assert bar.maximum() > 0 and not bar.isVisible(), "only margins are cut off"
    for words in ("SCANNED", "mill"):
        start = LINE.index(words)
        view.show_range(start, start + len(words))
        line = view.area_of(0, len(LINE))
        assert line.left() > 0 and line.right() < width
        assert abs(line.center().x() - width / 2) < 4


def test_the_next_document_of_the_same_size_has_its_own_middle(
    view: ReaderView, house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    for left in (100, 280):
        show(view, house, wide_page(tmp_path / f"{left}.pdf", left), qtbot)
        assert abs(view.area_of(0, len(LINE)).center().x() - view.viewport().width() / 2) < 4


def test_a_wide_page_among_narrow_ones_has_a_bar_that_leads_to_its_ends(
    view: ReaderView, house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    """It is none of those by which the width of the text is told."""
    path, wide = tmp_path / "mixed.pdf", 5
    with pymupdf.open() as made:
        for at in range(12):
            page = made.new_page(width=1400 if at == wide else 595, height=842)
            for left in (60, 1000) if at == wide else (60,):
                page.insert_text((left, 180), LINE, fontsize=18)
        made.save(path)
    show(view, house, path, qtbot)
    bar = view.horizontalScrollBar()
    assert not bar.isVisible()
    view.go_to(Position(wide - 1, 0.1))
    sheets = cast(PagedSheets, view.sheets)
    qtbot.waitUntil(lambda: sheets.pictures.words(wide) is not None)
    qtbot.wait(100)
    assert not bar.isVisible() and wide not in view.in_sight(), "it is only drawn ahead"
    view.go_to(Position(wide))
    qtbot.waitUntil(bar.isVisible)
    bar.setValue(bar.maximum())
    assert view.content is not None
    end = view.content.pages[wide].end
    line = view.area_of(end - len(LINE), end)
    assert line.left() > 0 and line.right() <= view.viewport().width()
    show(view, house, wide_page(tmp_path / "other.pdf", 100), qtbot)
    assert not bar.isVisible()
