"""Cyclic garbage dies in the main thread, whoever made it."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.jobs import Jobs
from desktop.starting import garbage as garbage_module
from desktop.starting.garbage import EVERY_MS, FLOOD, Garbage


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


def test_what_work_left_free_is_given_back_once_it_has_ended(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(garbage_module, "_glibc", lambda function, *_: asked.append(function))
    busy = [True]
    parent = QObject()
    garbage = Garbage(lambda: not busy[0], parent)
    qtbot.wait(2 * EVERY_MS + 100)
    assert asked == ["mallopt"]
    busy.clear()
    busy.append(False)
    qtbot.waitUntil(lambda: asked == ["mallopt", "malloc_trim"], timeout=5_000)
    qtbot.wait(2 * EVERY_MS + 100)
    assert asked == ["mallopt", "malloc_trim"]
    garbage.rest()


def test_no_source_of_a_module_is_kept() -> None:
    """In a process of its own, as the program starts."""
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "import linecache\n"
            "from desktop.starting import sources_unread\n"
            "sources_unread.begin()\n"
            "from desktop import app\n"
            "from importlib import import_module\n"
            "for name in app.page_makers(): import_module(f'desktop.pages.{name}.page')\n"
            "print(len(linecache.cache))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(said.stdout) < 20
