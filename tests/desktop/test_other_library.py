"""The library that is open is closed, and another takes its place: nothing of it stays behind."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot

from desktop import jobs
from desktop.house import House
from warehouse.library import Library
from warehouse.run import Run

WAIT_MS = 20_000


def wait_until_ended(run: Run) -> None:
    while True:
        run.check()
        threading.Event().wait(0.01)


def test_what_nobody_can_stop_does_not_keep_a_library_open(
    library: Library, house: House, qtbot: QtBot
) -> None:
    unseen = house.jobs.start("Unseen", wait_until_ended, visible=False)
    with qtbot.waitSignals([unseen.ended, house.opened], timeout=WAIT_MS):
        assert house.shut_for("Changing") is not None
    assert house.library is not None and house.library is not library


def test_a_look_that_does_not_come_back_does_not_either(
    library: Library, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "UNSEEN_END_S", 0.1)
    answers = threading.Event()
    house.jobs.start("A disk that does not answer", lambda run: answers.wait(10), visible=False)
    with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
        assert house.shut_for("Changing") is not None
    answers.set()


def test_what_is_read_is_read_to_its_end_before_it_is_closed(
    library: Library, house: House, qtbot: QtBot
) -> None:
    began, read = threading.Event(), []

    def count() -> int:
        began.set()
        threading.Event().wait(0.2)
        return len(library.catalog.documents())

    house.jobs.fetch(count, read.append)
    assert began.wait(5)
    with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
        assert house.shut_for("Changing") is not None
    assert read == [1]


def test_what_can_be_stopped_is_waited_for(library: Library, house: House, qtbot: QtBot) -> None:
    seen = house.jobs.start("Seen", wait_until_ended)
    assert house.shut_for("Changing") is None and house.library is library
    assert house.notices.recent[-1].sentence == "Something is still in work."
    with qtbot.waitSignal(seen.ended, timeout=WAIT_MS):
        seen.cancel()
