"""The State column in the window as it is at first, its details beside it."""

from __future__ import annotations

from hands import DONE_MS, page_of
from msgspec import structs
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from desktop.pages.library.page import LibraryPage
from desktop.pages.library.rows.columns import STATE, TITLE, status
from desktop.pages.library.rows.table import PAD_PX
from desktop.shell.window import Window
from desktop.state import WindowState
from desktop.theme import interface_font
from warehouse.library import Library
from warehouse.records import Document

DOT_PX = 14
COMING_IN = (
    {"state": "queued"},
    {"state": "copied", "pages": 193, "pages_done": 128},
    {"state": "parsed"},
    {"state": "searchable", "passages": 900, "embedded": 899},
    {"state": "embedded"},
    {"state": "headed"},
    {"state": "verified"},
    {"state": "verified", "blank_pages": 12},
    {"state": "locked"},
)


def words_px(document: Document) -> float:
    told = status(document)
    wide = QFontMetricsF(interface_font(13)).horizontalAdvance(told.words)
    return wide + (DOT_PX if told.token else 0)


def test_the_words_of_every_state_are_whole(opened: Window, library: Library, qtbot: QtBot) -> None:
    usual = WindowState()
    page: LibraryPage = page_of(opened)
    opened.resize(usual.width - 8, usual.height - 32)  # within the frame of a screen so wide
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=DONE_MS)
    (one,) = page.model.documents()
    coming = [
        structs.replace(one, id=str(at), title=f"Document {at}", **changed)
        for at, changed in enumerate(COMING_IN)
    ]
    page.model.reset(coming)
    assert page.side.isVisible()
    room = page.table.columns.sectionSize(STATE) - 2 * PAD_PX
    assert {status(one).words: words_px(one) <= room for one in coming} == {
        status(one).words: True for one in coming
    }
    assert page.table.columns.sectionSize(TITLE) >= 200
