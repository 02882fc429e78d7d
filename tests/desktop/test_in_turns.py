"""What is shown a part a turn of the event loop."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from desktop.in_turns import InTurns


def test_the_window_has_its_turn_between_two_parts(qtbot: QtBot) -> None:
    parent, done = QObject(), list[str]()
    turns = InTurns(parent)

    def first() -> None:
        done.append("first")
        QTimer.singleShot(0, parent, partial(done.append, "the window"))

    turns.do(first, partial(done.append, "second"), partial(done.append, "third"))
    assert done == []
    qtbot.waitUntil(lambda: len(done) == 4, timeout=2_000)
    assert [one for one in done if one != "the window"] == ["first", "second", "third"]
    assert done.index("the window") < 3


def test_what_waits_is_left_for_what_comes_to_the_front(qtbot: QtBot) -> None:
    parent, done = QObject(), list[str]()
    turns = InTurns(parent)
    turns.do(partial(done.append, "old"), partial(done.append, "old"))
    turns.do(partial(done.append, "new"))
    qtbot.waitUntil(lambda: bool(done), timeout=2_000)
    turns.do(partial(done.append, "left"))
    turns.forget()
    turns.do(partial(done.append, "at once"), partial(done.append, "all of it"))
    turns.finish()
    qtbot.wait(50)
    assert done == ["new", "at once", "all of it"]
