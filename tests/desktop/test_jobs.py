from __future__ import annotations

import threading
import time
import weakref
from functools import partial

import pytest
from msgspec import Struct
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.notices import Notice
from warehouse.errors import BadInput
from warehouse.run import Run, Step


class Shown(Struct, frozen=True):
    number: int


def test_result_arrives_in_the_main_thread(house: House, qtbot: QtBot) -> None:
    threads: list[bool] = []
    job = house.jobs.start("Work", lambda run: 42)
    job.finished.connect(lambda _: threads.append(threading.current_thread().name == "MainThread"))
    with qtbot.waitSignal(job.finished) as got:
        pass
    assert got.args == [42]
    assert threads == [True]
    assert house.jobs.running() == []


def test_many_steps_become_few_and_the_last_is_told(house: House, qtbot: QtBot) -> None:
    def work(run: Run) -> None:
        for number in range(20_000):
            run.step("reading", number + 1, 20_000)

    steps: list[Step] = []
    job = house.jobs.start("Work", work)
    job.stepped.connect(steps.append)
    with qtbot.waitSignal(job.ended):
        pass
    assert 1 <= len(steps) < 200
    assert steps[-1].done == 20_000


def test_each_kind_of_snapshot_keeps_its_latest(house: House, qtbot: QtBot) -> None:
    def work(run: Run) -> None:
        for number in range(1000):
            run.show(Shown(number))
        run.step("reading", 1, 2)

    seen: list[Shown] = []
    job = house.jobs.start("Work", work)
    job.shown.connect(seen.append)
    with qtbot.waitSignal(job.ended):
        pass
    assert seen[-1] == Shown(999)
    assert job.step == Step("reading", 1, 2)


def test_stop_is_shown_to_nobody(house: House, qtbot: QtBot) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def work(run: Run) -> None:
        begun.set()
        go_on.wait(10)
        run.check()

    job = house.jobs.start("Work", work)
    heard: list[object] = []
    job.failed.connect(heard.append)
    job.finished.connect(heard.append)
    assert begun.wait(10)
    with qtbot.waitSignal(job.ended):
        job.cancel()
        go_on.set()
    assert heard == []
    assert house.notices.recent == []


def test_error_without_a_taker_becomes_a_notice(house: House, qtbot: QtBot) -> None:
    def work(run: Run) -> None:
        raise BadInput("There is no such page.", "Choose another.")

    with qtbot.waitSignal(house.notices.raised) as got:
        house.jobs.start("Work", work)
    assert got.args == [Notice("error", "There is no such page.", "Choose another.")]


def test_error_with_a_taker_does_not(house: House, qtbot: QtBot) -> None:
    def work(run: Run) -> None:
        raise BadInput("There is no such page.")

    job = house.jobs.start("Work", work)
    with qtbot.waitSignal(job.failed) as got:
        pass
    assert isinstance(got.args[0], BadInput)
    assert house.notices.recent == []


def test_short_reads_do_not_wait_behind_long_work(house: House, qtbot: QtBot) -> None:
    go_on = threading.Event()
    for _ in range(20):
        house.jobs.start("Long", lambda run: go_on.wait(10))
    got: list[int] = []
    house.jobs.fetch(lambda: 7, got.append)
    qtbot.waitUntil(lambda: got == [7])
    go_on.set()
    qtbot.waitUntil(lambda: not house.jobs.running())


def test_what_is_to_be_kept_is_kept_in_its_order_and_when_the_program_ends(house: House) -> None:
    kept: list[int] = []

    def keep(number: int) -> None:
        time.sleep(0.05 if number == 0 else 0)
        kept.append(number)

    for number in range(20):
        house.jobs.keep(partial(keep, number), lambda _: None)
    house.close()
    assert kept == list(range(20))


@pytest.mark.parametrize("late", ["result", "error"])
def test_nothing_is_delivered_after_the_end(house: House, qtbot: QtBot, late: str) -> None:
    go_on = threading.Event()

    def work(run: Run) -> int:
        go_on.wait(10)
        if late == "error":
            raise BadInput("too late")
        return 1

    job = house.jobs.start("Work", work)
    heard: list[object] = []
    job.finished.connect(heard.append)
    house.jobs.cancel_all()
    go_on.set()
    assert house.jobs.wait(10)
    qtbot.wait(20)
    assert heard == []
    assert house.notices.recent == []


class Part:
    """What a read holds on to; it tells in which thread it died."""

    def __init__(self, died_in: list[threading.Thread]) -> None:
        self._died_in = died_in

    def read(self) -> Shown:
        return Shown(1)

    def work(self, run: Run) -> Shown:
        return self.read()

    def __del__(self) -> None:
        self._died_in.append(threading.current_thread())


def test_jobs_and_what_they_hold_die_in_the_main_thread(house: House, qtbot: QtBot) -> None:
    died_in: list[threading.Thread] = []
    jobs: list[threading.Thread] = []
    for _ in range(300):
        for job in (
            house.jobs.fetch(Part(died_in).read, lambda shown: None),
            house.jobs.start("Work", Part(died_in).work),
        ):
            weakref.finalize(job, lambda: jobs.append(threading.current_thread()))
        del job
        qtbot.wait(1)
    qtbot.waitUntil(lambda: len(died_in) == len(jobs) == 600)
    assert {*died_in, *jobs} == {threading.main_thread()}
