"""``muniment bench start`` and ``muniment bench typing``: what a person waits for.

``start`` measures in a process of its own: from launching the program to the first paint, and to
the list of ten thousand documents of ten passages each. They are made from the sentences of
``--data``, else of the sample library, and kept in the home. ``typing`` types into the search box,
letter by letter, over the same ten thousand documents.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import cast

from desktop.app import FIRST_PAINT, UNTIL_LISTED
from desktop.bench.heartbeat import Heartbeat, longest
from desktop.bench.large import large
from desktop.bench.loop import environment, load, pass_time, until
from desktop.bench.opened import shown
from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job, Row, row
from warehouse.settings import ASSETS, save

STARTS = 5
SETTLE_S = 1.0
TYPED = (
    "river mill",
    '"the first"',
    "film -american",
    "kind:web year:1990-2004 band",
    "(in:x OR tag:",
)
BETWEEN_KEYS_S = 0.15


def start(job: Job) -> list[Row]:
    """Seconds from launch to the first paint and to the list of a large library: medians of five
    starts each, and the slowest.
    """
    with tempfile.TemporaryDirectory(prefix="muniment-start-") as folder:
        painted = [_start_once(Path(folder), FIRST_PAINT)[0] for _ in range(STARTS)]
        save(large(job), Path(folder) / "settings.json")
        listed = [_start_once(Path(folder), UNTIL_LISTED) for _ in range(STARTS)]
    documents = min(count for _, count in listed)
    usable = [taken for taken, _ in listed]
    return [
        _seconds("first_paint_s", painted, "<= 1"),
        _seconds("usable_s_10k", usable, "<= 2", documents=documents),
    ]


def _seconds(name: str, taken: list[float], want: str, **facts: object) -> Row:
    about = {"runs": len(taken), "slowest": f"{max(taken):.2f} s", "load": load()}
    return row(name, statistics.median(taken), "s", want, **about, **facts)


def _start_once(folder: Path, until: str) -> tuple[float, int]:
    """(seconds, the documents that are listed where they are waited for)."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "desktop.app", until],
        stdout=subprocess.PIPE,
        cwd=ASSETS.parent,
        env={**environment(), "MUNIMENT_HOME": str(folder)},
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline().split()
        taken = time.perf_counter() - began
    if not said or said[0] not in (b"painted", b"listed"):
        raise BadInput("The window did not come up.", "Look at logs/window.log in the home.")
    return taken, int(said[-1]) if said[0] == b"listed" else 0


def typing(job: Job) -> list[Row]:
    """The longest gap while the search box is typed into."""
    with shown(large(job)) as (window, house):
        house.open()
        return [_typed(house, window)]


def _typed(house: House, window: Window) -> Row:
    page = cast(LibraryPage, window.page("library"))
    until(lambda: page.model.rowCount() > 0, 60)
    documents = page.model.rowCount()
    library = house.library
    assert library is not None
    library.store.warm()
    page.look_for("warm")
    pass_time(SETTLE_S)
    heart = Heartbeat()
    for text in TYPED:
        for end in range(len(text)):
            page.title.search.setText(text[: end + 1])
            pass_time(BETWEEN_KEYS_S)
    about = {"documents": documents, "keys": sum(map(len, TYPED)), "load": load()}
    return longest("typing_max_gap_ms", heart.gaps, about)
