"""What the first sight of Ask and Write says of the library: never what is not so any more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from hands import claims_emptiness
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from studied import DAM

from desktop.house import House
from desktop.pages.studies.page import StudyPage
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.run import Run
from warehouse.studies import removed

WAIT_MS = 15_000


def about(page: StudyPage) -> str:
    return "\n".join(one.text() for one in page.start.findChildren(QLabel))


@pytest.mark.parametrize("name", ["ask", "write"])
def test_documents_that_came_while_another_page_was_in_front(
    name: str, opened: Window, house: House, make_pdf: Callable[..., Path], qtbot: QtBot
) -> None:
    page = cast(StudyPage, opened.page(name))
    opened.visit(name)
    qtbot.waitUntil(lambda: claims_emptiness(page), timeout=WAIT_MS)
    opened.visit("library")
    assert house.library is not None
    with qtbot.waitSignal(house.documents_changed, timeout=WAIT_MS):
        house.library.add([make_pdf("floods.pdf", DAM)], Run())
    opened.visit(name)
    assert not claims_emptiness(page)
    qtbot.waitUntil(lambda: "1 document" in about(page), timeout=WAIT_MS)
    assert not claims_emptiness(page)


def test_an_older_look_does_not_have_the_last_word(
    opened: Window, house: House, make_pdf: Callable[..., Path], qtbot: QtBot
) -> None:
    page = cast(StudyPage, opened.page("ask"))
    opened.visit("ask")
    qtbot.waitUntil(lambda: claims_emptiness(page), timeout=WAIT_MS)
    assert house.library is not None
    page.shelf.look()
    house.library.add([make_pdf("floods.pdf", DAM)], Run())
    page.shelf.look()
    told = []
    page.shelf.told.connect(told.append)
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    assert {one.documents for one in told} == {1}


def test_an_earlier_question_that_is_removed_comes_back_with_undo(
    opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    page = cast(StudyPage, opened.page("ask"))
    opened.visit("ask")
    row = StudyRow("20260101-000000-0123abcd", "ask", "Tides?", "aware", "done", 1.0, 1.0)
    (library.folder / "studies" / row.id).mkdir(parents=True)
    library.catalog.save_study(row)
    page.shelf.look_at_studies()
    history = page.start.history
    qtbot.waitUntil(lambda: history.model().rowCount() == 1, timeout=WAIT_MS)
    history.setCurrentIndex(history.model().index(0, 0))
    qtbot.keyClick(history, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: history.model().rowCount() == 0, timeout=WAIT_MS)
    assert "Removed “Tides?”. Kept for 30 days." in house.notices.recent[-1].sentence
    house.undo.undo()
    qtbot.waitUntil(lambda: history.model().rowCount() == 1, timeout=WAIT_MS)
    house.undo.redo()
    qtbot.waitUntil(lambda: history.model().rowCount() == 0, timeout=WAIT_MS)
    assert [one.row.id for one in removed.every(library.folder / "studies", library.catalog)] == [
        row.id
    ]
