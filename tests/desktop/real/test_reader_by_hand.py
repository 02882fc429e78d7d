"""The reader under a real mouse and real keys: what only a real window shows."""

from __future__ import annotations

from typing import cast

import pytest
from hand import Hand, focused
from hands import choose, page_of
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from studied import DAM

from desktop.pages.reader.page import ReaderPage
from desktop.shell.window import Window
from warehouse.library import Library


@pytest.fixture
def reader(library: Library, opened: Window, hand: Hand) -> ReaderPage:
    """Opened by a double click in the list."""
    opened.visit("library")
    shelf = page_of(opened)
    shelf._reload()
    hand.wait_until(lambda: shelf.model.rowCount() == 1)
    choose(shelf, "floods")
    row = shelf.table.visualRect(shelf.table.currentIndex())
    hand.double_click(shelf.table.viewport(), row.center())
    made = cast(ReaderPage, opened.page("reader"))
    hand.wait_until(lambda: made.view.sheets is not None and made.view.sheets.is_sharp(0, 1.0))
    return made


def test_wheel_keys_and_mouse(reader: ReaderPage, opened: Window, hand: Hand) -> None:
    view = reader.view
    assert opened.current == "reader" and focused() is view
    bar = view.verticalScrollBar()
    hand.wheel(view.viewport(), 3)
    hand.wait_until(lambda: bar.value() > 0)
    assert view.sheets is not None
    before = view.sheets.scale
    hand.wheel(view.viewport(), -2, "ctrl")
    hand.wait_until(lambda: view.sheets is not None and view.sheets.scale > before)
    hand.key("ctrl+0", "Home")
    hand.wait_until(lambda: bar.value() == 0)
    hand.key("space")
    hand.wait_until(lambda: bar.value() > 0)
    hand.key("End")
    hand.wait_until(lambda: bar.value() == bar.maximum())
    hand.key("Home")
    _select_and_copy(reader, hand)
    _find(reader, hand)
    hand.key("Escape")
    hand.wait_until(lambda: not reader.findbar.isVisible() and focused() is view)
    hand.key("Escape")
    hand.wait_until(lambda: opened.current == "library")


def _select_and_copy(reader: ReaderPage, hand: Hand) -> None:
    view = reader.view
    assert view.sheets is not None and view.content is not None
    page = view.sheets.pictures.words(0)  # type: ignore[attr-defined]
    first, last = page.words[0], page.words[4]
    start, end = view.area_of(first.start, first.end), view.area_of(last.start, last.end)
    left = QPoint(round(start.left()), round(start.center().y()))
    right = QPoint(round(end.right()), round(end.center().y()))
    hand.drag(view.viewport(), left, view.viewport(), right)
    hand.wait_until(reader.marking.bubble.isVisible)
    assert view.selecting.range == (first.start, last.end)
    hand.key("ctrl+c")
    said = " ".join(f"Nothing was known before. {DAM}".split()[:5])
    hand.wait_until(lambda: QGuiApplication.clipboard().text() == said)
    hand.key("h")
    hand.wait_until(lambda: len(view.marks("notes")) == 1)


def _find(reader: ReaderPage, hand: Hand) -> None:
    hand.key("ctrl+f")
    hand.wait_until(lambda: focused() is reader.findbar.words)
    hand.type("short paper")
    hand.wait_until(lambda: reader.findbar.count.text() == "1 of 3")
    hand.key("Return")
    hand.wait_until(lambda: reader.findbar.count.text() == "2 of 3")
    hand.key("shift+Return")
    hand.wait_until(lambda: reader.findbar.count.text() == "1 of 3")
