"""Buttons under the keyboard: Return presses what has the focus, as Space does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.sidebar import PlaceButton
from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip, IconButton


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize("kind", ["button", "icon", "chip", "place"])
def test_return_presses(qtbot: QtBot, theme: Theme, kind: str, key: Qt.Key) -> None:
    made: dict[str, QAbstractButton] = {
        "button": Button(theme, "Write"),
        "icon": IconButton(theme, "x", "Stop"),
        "chip": Chip("PDF", checkable=True),
        "place": PlaceButton(theme, "ask", "Ask", "lightbulb"),
    }
    window = QWidget()
    qtbot.addWidget(window)
    for button in made.values():
        button.setParent(window)
    window.show()
    pressed: list[bool] = []
    made[kind].clicked.connect(lambda: pressed.append(True))
    made[kind].setFocus()
    qtbot.keyClick(made[kind], key)
    assert pressed == [True]
