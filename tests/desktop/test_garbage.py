"""Cyclic garbage dies in the main thread, whoever made it."""

from __future__ import annotations

import gc
import threading

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.garbage import FLOOD, Garbage
from desktop.jobs import Jobs


class Knot:
    """Garbage that only a collection finds; it tells in which thread it died."""

    died: list[int]

    def __init__(self, died: list[int]) -> None:
        self.me = self
        self.died = died

    def __del__(self) -> None:
        self.died.append(threading.get_ident())


def test_garbage_of_a_worker_dies_in_the_main_thread(qtbot: QtBot) -> None:
    jobs = Jobs()
    died: list[int] = []

    def litter(run: object) -> None:
        for _ in range(5_000):
            Knot(died)

    job = jobs.start("Littering", litter)
    qtbot.waitUntil(lambda: len(died) == 5_000, timeout=5_000)
    assert job.done
    assert set(died) == {threading.get_ident()}
    jobs.close()


def test_a_flood_is_not_searched_but_still_goes_with_its_last_reference(qtbot: QtBot) -> None:
    parent = QObject()
    garbage = Garbage(lambda: False, parent)
    died: list[int] = []
    flood: list[object] = [[number] for number in range(FLOOD + 1)]
    knot = Knot(died)
    knot.me = None  # type: ignore[assignment]
    qtbot.waitUntil(lambda: gc.get_count()[0] < FLOOD, timeout=5_000)
    assert gc.get_freeze_count() > FLOOD
    del knot, flood
    assert died
    garbage.rest()
    gc.unfreeze()


def test_python_has_the_task_back_when_the_jobs_are_closed(qtbot: QtBot) -> None:
    gc.enable()
    jobs = Jobs()
    assert not gc.isenabled()
    jobs.close()
    assert gc.isenabled()
    gc.disable()
