"""Mutated and malformed files dropped on the window: it lives, and each file has its reason."""

from __future__ import annotations

import itertools
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest
from hands import page_of, wait_until_quiet
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "indexers"))

import made_malformed

from desktop.app import page_makers
from desktop.house import House
from desktop.shell.window import Window
from warehouse.store.objects import sha256_of

ENDS = {"verified", "failed", "locked"}


def dropped(opened: Window, house: House, qtbot: QtBot, folder: Path, most_s: int) -> str:
    """Drop the folder, wait to the end; what came of it, in words."""
    library = house.library
    assert library is not None
    for name in page_makers():  # as the program does beside the window
        import_module(f"desktop.pages.{name}.page")
    beats: list[float] = []
    heart = QTimer()
    heart.timeout.connect(lambda: beats.append(time.monotonic()))
    heart.start(20)
    page = page_of(opened)
    page.adding.begin([folder])
    qtbot.waitUntil(lambda: bool(house.jobs.running()), timeout=20_000)
    qtbot.waitUntil(lambda: not house.jobs.running(), timeout=most_s * 1000)
    wait_until_quiet(house, qtbot)
    heart.stop()
    documents = library.catalog.documents()
    states = [one.state for one in documents]
    longest = max(b - a for a, b in itertools.pairwise(beats))
    print({state: states.count(state) for state in set(states)}, f"longest gap {longest:.2f} s")
    for one in documents:
        print(one.state, Path(one.source).name, one.pages, one.problem[:90])
    assert set(states) <= ENDS, "none is left hanging"
    assert {sha256_of(path) for path in folder.iterdir()} <= {one.id for one in documents}
    assert all(one.problem for one in documents if one.state != "verified"), "none is silent"
    assert library.catalog.drops() == []
    return " ".join(states)


def test_a_sample_of_malformed_files(
    opened: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    for path in made_malformed.make(folder, 49, tricks=False)[::2]:
        path.unlink()
    dropped(opened, house, qtbot, folder, 60)


@pytest.mark.slow
def test_three_hundred_malformed_files(
    opened: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    assert len(made_malformed.make(folder, 300)) == 300
    dropped(opened, house, qtbot, folder, 1500)
