"""Words copied from the reader: alone or with where they stand, and a notice says which."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pymupdf
import pytest
from hands import DONE_MS
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.shell.window import Window
from warehouse.run import Run

HELD, WENT = "The weir held the river back.", "The miller was content."
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def reader(opened: Window, house: House, tmp_path: Path, qtbot: QtBot) -> ReaderPage:
    assert house.library is not None
    with pymupdf.open() as made:
        for line in (HELD, WENT, "The end."):
            made.new_page().insert_text((72, 90), line, fontsize=12)
        made.set_metadata({"title": "Weirs"})
        made.save(tmp_path / "weirs.pdf")
    document = house.library.add([tmp_path / "weirs.pdf"], Run())[0]
    page = cast(ReaderPage, opened.page("reader"))
    house.visit("reader", document.id)
    qtbot.waitUntil(lambda: not page.view.area_of(0, len(HELD)).isEmpty(), timeout=DONE_MS)
    QGuiApplication.clipboard().clear()
    return page


def wait_for(qtbot: QtBot, words: str) -> None:
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == words, timeout=DONE_MS)


def menu_over(reader: ReaderPage, where: QPoint) -> list[QAction]:
    reader.view.menu_wanted.emit(reader.view.viewport().mapToGlobal(where))
    (menu,) = [one for one in reader.view.findChildren(QMenu) if one.isVisible()]
    menu.close()
    return menu.actions()


def test_words_are_copied_and_that_is_said(reader: ReaderPage, house: House, qtbot: QtBot) -> None:
    reader.view.selecting.take(0, len(HELD))
    qtbot.keyClick(reader.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    wait_for(qtbot, HELD)
    assert house.notices.recent[-1].sentence == f"Copied: “{HELD}”"


def test_words_are_copied_with_their_source(reader: ReaderPage, house: House, qtbot: QtBot) -> None:
    reader.view.selecting.take(0, len(HELD) + 1)
    qtbot.keyClick(reader.view, Qt.Key.Key_C, BOTH)
    wait_for(qtbot, f"“{HELD}” (Weirs, p. 1)")
    assert house.notices.recent[-1].sentence == f"Copied: “{HELD}” (Weirs, p. 1)"


def test_words_that_go_over_a_page_name_both(
    reader: ReaderPage, house: House, qtbot: QtBot
) -> None:
    assert house.library is not None and reader.view.content is not None
    text = house.library.catalog.text(reader.view.content.document.id)
    reader.view.selecting.take(0, text.index(WENT) + len(WENT))
    reader.marking.bubble.source.click()
    qtbot.waitUntil(
        lambda: QGuiApplication.clipboard().text().endswith("(Weirs, pp. 1–2)"), timeout=DONE_MS
    )
    assert WENT in QGuiApplication.clipboard().text()


def test_a_highlight_is_copied_from_its_menu(
    reader: ReaderPage, house: House, qtbot: QtBot
) -> None:
    reader.view.selecting.take(4, 8)
    reader.marking.highlight()
    qtbot.waitUntil(lambda: reader.marking.annotating.all != (), timeout=DONE_MS)
    assert reader.view.selecting.is_empty
    over = reader.view.area_of(4, 8).center().toPoint()
    for name, words in (("Copy", "weir"), ("Copy with its source", "“weir” (Weirs, p. 1)")):
        next(one for one in menu_over(reader, over) if one.text() == name).trigger()
        wait_for(qtbot, words)


def test_without_a_selection_the_act_says_why_not(
    opened: Window, reader: ReaderPage, house: House
) -> None:
    assert "no words are selected" in opened.why_not(house.acts.find("reader-copy-with-source"))
    reader.view.selecting.take(0, 8)
    assert not opened.why_not(house.acts.find("reader-copy-with-source"))
