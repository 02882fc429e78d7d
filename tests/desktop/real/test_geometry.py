"""The window on its screen: never larger, and back from one that is gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hand import WAIT_MS
from pytestqt.qtbot import QtBot

from desktop.app import page_makers
from desktop.house import House
from desktop.shell.window import Window
from desktop.state import WindowState

LEFT = [
    WindowState(width=1920, height=1080),
    WindowState(width=4000, height=3000, left=1, top=20),
    WindowState(width=1400, height=900, left=1500, top=700),
    WindowState(width=1400, height=900, left=4000, top=300),
]


@pytest.fixture(params=LEFT, ids=["first", "larger", "over the edge", "on a screen that is gone"])
def placed(house: House, qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Window]:
    made = Window(house, page_makers(), request.param)
    qtbot.addWidget(made)
    made.place()
    made.show()
    yield made
    made.close()


def test_the_window_and_its_frame_are_on_the_screen(placed: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: placed.windowHandle().frameMargins().top() > 0, timeout=WAIT_MS)
    qtbot.wait(400)
    assert placed.screen().availableGeometry().contains(placed.frameGeometry())
    assert placed.width() >= 1024
