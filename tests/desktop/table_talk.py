"""A round table over two papers about a bridge, with a scripted model."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

from msgspec import structs
from pytestqt.qtbot import QtBot

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "warehouse" / "roundtable"))

from seats import played, tables_over
from studied import WAIT_MS

from desktop.house import House
from desktop.pages.roundtable.page import RoundTablePage
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.run import Run

TOPIC = "Lune Bridge"
WORDS = (
    "Lune Bridge is an iron bridge over the river Lune. Its arches were cast by Skerton Works "
    "in 1881. The deck was widened in 1934 for the tramway."
)
WORKS = (
    "Skerton Works was a foundry in the town of Halton. It employed three hundred people and "
    "closed in 1922. Its arches were of iron."
)


def laid(opened: Window, house: House, make_pdf: Callable[..., Path]) -> RoundTablePage:
    """The page in front; nobody has spoken yet."""
    library = cast(Library, house.library)
    for name, words in (("bridge.pdf", WORDS), ("works.pdf", WORKS)):
        library.add([make_pdf(name, words)], Run())
    assert house.warehouse is not None
    settings = structs.replace(house.settings, thoughts=False, absence=False)
    house.warehouse.tables = tables_over(library, played(facts=False), settings)
    opened.visit("roundtable")
    return cast(RoundTablePage, opened.page("roundtable"))


def listen(page: RoundTablePage, turns: int, qtbot: QtBot) -> None:
    """Until so many turns stand there and nothing is in work."""
    page.title.pace.choose("none")
    if page.work.table is None:
        page.begin(TOPIC)
    else:
        page.work.play()
    qtbot.waitUntil(lambda: len(page.talk.turns) >= turns, timeout=WAIT_MS)
    page.work.pause()
    rest(page, qtbot)


def rest(page: RoundTablePage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not page.work.busy and page._house.jobs.idle, timeout=WAIT_MS)
