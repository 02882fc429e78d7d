"""Pauses of typing, and what is kept where there is none."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop import resting
from desktop.resting import Resting


def test_typing_without_a_pause_is_told_too(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resting, "TYPING_MS", 60)
    parent, heard = QObject(), list[str]()
    keys = Resting(600, parent)
    keys.rested.connect(lambda: heard.append("rested"))
    keys.typing.connect(lambda: heard.append("typing"))
    while not heard:
        keys.touch()
        qtbot.wait(10)
    assert heard == ["typing"], "a key puts off the pause alone"
    qtbot.waitUntil(lambda: "rested" in heard)
    assert heard == ["typing", "rested"]
