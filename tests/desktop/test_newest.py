"""Of what is read one at a time, the last that was asked for is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.jobs import Jobs
from desktop.newest import Newest


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()


def answers(jobs: Jobs, qtbot: QtBot, *about: str) -> list[int]:
    """What is told of three questions, asked while the first is read; ``about`` is of each."""
    told: list[int] = []
    may_end = threading.Event()
    newest = Newest(jobs, QObject(jobs))

    def read(number: int) -> Callable[[], int]:
        return lambda: number if may_end.wait(5) else -1

    for number in range(3):
        newest.ask(read(number), told.append, *about[number : number + 1])
    may_end.set()
    qtbot.waitUntil(lambda: not jobs._jobs, timeout=5000)
    return told


def test_the_last_is_told(jobs: Jobs, qtbot: QtBot) -> None:
    assert answers(jobs, qtbot) == [2]


def test_what_is_queued_is_not_read_when_the_library_closes(jobs: Jobs, qtbot: QtBot) -> None:
    read: list[int] = []
    may_end = threading.Event()
    newest = Newest(jobs, QObject(jobs))
    newest.ask(lambda: may_end.wait(5), read.append)
    newest.ask(partial(read.append, 2), read.append)
    jobs.end_unseen()
    may_end.set()
    qtbot.waitUntil(lambda: not jobs._jobs, timeout=5000)
    assert read == []


def test_what_is_asked_again_and_again_is_told_meanwhile(jobs: Jobs, qtbot: QtBot) -> None:
    assert answers(jobs, qtbot, "a", "a", "a") == [0, 2]
    assert answers(jobs, qtbot, "a", "b", "a") == [2]
