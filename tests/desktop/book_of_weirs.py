"""A book of twelve chapters about weirs, open in the reader."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pymupdf
import pytest
from hands import DONE_MS
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.shell.window import Window
from warehouse.records import Document
from warehouse.run import Run

LINES = ("The weir at Alder was built of oak.", "It held the river back for many hun-")
AFTER = ("dred years, and the miller was content.", "Then the great flood came.")
CHAPTERS = 12


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


def middle_of(reader: ReaderPage, start: int, end: int) -> QPoint:
    return reader.view.area_of(start, end).center().toPoint()
