"""Buttons under the keyboard: Return presses what has the focus, as Space does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.shell.sidebar import PlaceButton
from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip, IconButton
from desktop.widgets.elided import ElidedButton, fitted


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


def test_an_ampersand_on_a_button_is_read_and_marks_no_key(qtbot: QtBot, theme: Theme) -> None:
    made, renamed = ElidedButton(theme, "Q&A of AT&T", kind="link"), Button(theme, "Ask")
    renamed.set("R&D")
    for button, said in ((made, "Q&A of AT&T"), (renamed, "R&D")):
        qtbot.addWidget(button)
        assert button.accessibleName() == said
        assert button.shortcut().isEmpty() and button.text() == said.replace("&", "&&")


def test_an_ampersand_is_whole_where_a_button_is_cut(qtbot: QtBot, theme: Theme) -> None:
    button = ElidedButton(theme, "&" * 80)
    qtbot.addWidget(button)
    for width_px in range(100, 140):
        button.resize(width_px, button.sizeHint().height())
        cut = fitted(button, Qt.TextElideMode.ElideRight)
        assert cut.endswith("…") and cut.count("&") % 2 == 0, width_px
