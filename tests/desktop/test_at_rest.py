"""A window that nobody touches does nothing: no layout asks for another one, for ever."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.app import page_makers
from desktop.house import House
from desktop.shell.window import Window

WATCHED_MS, TRIES = 300, 20  # a busy machine takes its time to come to rest
MOST = 10  # a line that tells something new may be laid out; a loop is hundreds of times


class Layouts(QObject):
    """Counts what the widgets of a window are asked to lay out."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()
        for widget in (window, *window.findChildren(QWidget)):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.asked[type(watched).__name__] += 1
        return False


@pytest.mark.parametrize("page", page_makers())
@pytest.mark.parametrize("width", [1024, 1440])
def test_no_page_lays_itself_out_without_end(
    opened: Window, house: House, qtbot: QtBot, page: str, width: int
) -> None:
    opened.resize(width, 800)
    house.visit(page)
    qtbot.wait(WATCHED_MS)
    asked = Counter[str]()
    for _ in range(TRIES):
        layouts = Layouts(opened)
        qtbot.wait(WATCHED_MS)
        if (asked := layouts.asked).total() <= MOST:
            return
    pytest.fail(f"{asked}")
