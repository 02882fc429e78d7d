"""Where a document was left is where it opens again, whatever was between."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pymupdf
import pytest
from hands import DONE_MS
from pytestqt.qtbot import QtBot

from desktop import state as state_file
from desktop.app import page_makers
from desktop.house import House
from desktop.pages.reader import places
from desktop.pages.reader.page import FOLLOW_MS, ReaderPage
from desktop.pages.reader.places import Places
from desktop.reader.opening import Visit
from desktop.reader.sheets import Position
from desktop.shell.window import Window
from desktop.state import WindowState
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run


@pytest.fixture
def weirs(opened: Window, house: House, tmp_path: Path) -> Document:
    assert house.library is not None
    with pymupdf.open() as made:
        for number in range(9):
            made.new_page().insert_text((72, 90), f"Chapter {number + 1}", fontsize=12)
        made.save(tmp_path / "weirs.pdf")
    return house.library.add([tmp_path / "weirs.pdf"], Run())[0]


def read(window: Window, house: House, document: str, qtbot: QtBot) -> ReaderPage:
    page = cast(ReaderPage, window.page("reader"))
    house.visit("reader", document)
    qtbot.waitUntil(lambda: page.view.sheets is not None, timeout=DONE_MS)
    return page


def test_a_document_opens_where_it_was_left_when_the_program_ended(
    opened: Window, house: House, weirs: Document, qtbot: QtBot
) -> None:
    page = read(opened, house, weirs.id, qtbot)
    page.jump(Position(6, 0.25))
    qtbot.wait(2 * FOLLOW_MS)
    opened.close()
    again = Window(house, page_makers(), state_file.load())
    qtbot.addWidget(again)
    again.show()
    page = read(again, house, weirs.id, qtbot)
    assert page.view.position.sheet == 6
    assert page.view.position.share == pytest.approx(0.25, abs=0.01)
    again.close()


def test_what_is_removed_leaves_no_trace(
    opened: Window, house: House, weirs: Document, qtbot: QtBot
) -> None:
    read(opened, house, weirs.id, qtbot).jump(Position(6))
    qtbot.wait(2 * FOLLOW_MS)
    house.document_removed.emit(weirs.id)
    opened.close()
    assert state_file.load().left_at == {}


def test_the_last_ones_are_kept(
    house: House, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "KEPT", 3)
    state = WindowState(left_at={"a": (1, 0.0), "b": (2, 0.5)})
    made = Places(house)
    made.remember(state)
    assert made.of("b") == Position(2, 0.5)
    for document in ("a", "c", "d"):
        made.note(Visit(document, Position(4)))
    assert list(state.left_at) == ["a", "c", "d"]


def test_what_was_noted_goes_when_its_library_is_encrypted(
    house: House, library: Library, weirs: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Places(house)
    made.remember(WindowState(left_at={weirs.id: (6, 0.0), "another": (2, 0.5)}))
    monkeypatch.setattr(library, "walls", object())
    house.opened.emit()
    assert list(state_file.load().left_at) == ["another"]
    monkeypatch.undo()


def test_nothing_of_an_encrypted_library_is_written(
    house: House, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = WindowState()
    made = Places(house)
    made.remember(state)
    with monkeypatch.context() as patched:
        patched.setattr(library, "walls", object())
        made.note(Visit("a", Position(4)))
    assert made.of("a") == Position(4) and state.left_at == {}
