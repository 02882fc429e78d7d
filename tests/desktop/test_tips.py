"""A title that looks like markup is shown as it stands, in a tooltip too."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.theme import Theme
from desktop.widgets.elided import ElidedButton
from desktop.widgets.tips import LINE_CHARACTERS, as_it_stands

HOSTILE = '<img src="/etc/hostname"> & <b>bold</b>'


def test_markup_is_told_and_not_taken() -> None:
    told = as_it_stands(HOSTILE)
    assert "<img" not in told and "<b>" not in told
    assert "&lt;img src=" in told and "&amp;" in told
    assert as_it_stands("A plain title\nand its place") == "A plain title\nand its place"


def test_a_long_one_is_told_on_several_lines() -> None:
    long = "What is said about the breaking of the dams and dikes of Brielle and Voorne " * 3
    lines = as_it_stands(f"{long}\n\nits place").split("\n")
    assert lines[-2:] == ["", "its place"] and len(lines) > 4
    assert " ".join(lines[:-2]) == long.strip()
    assert max(map(len, lines)) <= LINE_CHARACTERS


def test_a_button_with_such_a_title(qtbot: QtBot, theme: Theme) -> None:
    button = ElidedButton(theme, HOSTILE)
    qtbot.addWidget(button)
    assert "<img" not in button.toolTip()
