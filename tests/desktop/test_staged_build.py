from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.starting.staged_build import Making, Pieces, whole


class Account(QObject):
    """What was made, and in which order its parts were."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.pages: dict[str, QWidget] = {}
        self.pieces = Pieces(self.pages.__setitem__, self)

    def making(self, name: str, parts: int) -> Making:
        for at in range(parts):
            self.parts.append(f"{name}{at}")
            yield
        return QWidget()


@pytest.fixture
def account(qtbot: QtBot) -> Iterator[Account]:
    made = Account()
    yield made
    made.pieces.stop()
    for page in made.pages.values():
        qtbot.addWidget(page)


def test_one_part_a_turn_and_one_making_after_the_other(account: Account, qtbot: QtBot) -> None:
    account.pieces.add("a", account.making("a", 2))
    account.pieces.add("b", account.making("b", 1))
    assert account.parts == []
    qtbot.waitUntil(lambda: not account.pieces.waiting, timeout=5000)
    assert account.parts == ["a0", "a1", "b0"]
    assert list(account.pages) == ["a", "b"]


def test_what_somebody_waits_for_comes_first(account: Account, qtbot: QtBot) -> None:
    account.pieces.add("a", account.making("a", 50))
    account.pieces.add("b", account.making("b", 1))
    qtbot.waitUntil(lambda: bool(account.parts), timeout=5000)
    account.pieces.first("b")
    qtbot.waitUntil(lambda: not account.pieces.waiting, timeout=5000)
    assert list(account.pages) == ["b", "a"]
    assert account.parts.count("a0") == 1


def test_the_rest_can_be_had_at_once(account: Account) -> None:
    account.pieces.add("a", account.making("a", 3))
    account.pieces.add("a", account.making("again", 3))
    account.pieces.finish("a")
    assert account.parts == ["a0", "a1", "a2"]
    account.pieces.add("b", whole(QWidget))
    account.pieces.finish("b")
    assert set(account.pages) == {"a", "b"}
