"""What the window's process takes with ten thousand documents, an article and a PDF open.

``window_mb`` is its memory, ``idle_share`` how much of a processor it uses while nobody touches it.
Measured in a process of its own: ``python -m desktop.bench.full_window FOLDER`` opens that
warehouse and says them, the megabytes of its children, and how many documents it lists.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import cast

import msgspec
import psutil  # type: ignore[import-untyped]
from msgspec import Struct

from desktop.bench import studies
from desktop.bench.large import large
from desktop.bench.loop import environment, load, pass_time, until
from desktop.bench.opened import add, opened
from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job, Row, row
from warehouse.settings import ASSETS, Settings

WAIT_S, SETTLE_S, IDLE_S, LIMIT_S = 120.0, 5.0, 20.0, 900.0
TOPIC = "How documents are read"
SAMPLE = ASSETS / "sample" / "Muniment handbook 2 - How documents are read.pdf"


class Taken(Struct, frozen=True):
    """Megabytes of process and children; ``idle`` is a share of a processor, 0 to 1."""

    own_mb: int
    children_mb: int
    documents: int
    idle: float


def rows(job: Job, screen: str) -> list[Row]:
    """Raises BadInput where the window did not come up."""
    folder = large(job).warehouse
    command = [sys.executable, "-m", "desktop.bench.full_window", folder]
    done = subprocess.run(
        command,
        capture_output=True,
        cwd=ASSETS.parent,
        env=environment(),
        timeout=LIMIT_S,
        check=False,
    )
    try:
        taken = msgspec.json.decode(done.stdout, type=Taken)
    except msgspec.DecodeError as error:
        said = done.stderr.decode(errors="replace")[-400:]
        raise BadInput("The window to be weighed did not come up.", said) from error
    about = {"documents": taken.documents, "screen": screen, "load": load()}
    weight = {"children_mb": taken.children_mb, **about}
    return [
        row("window_mb", taken.own_mb, "MB", "<= 400", **weight),
        row("idle_share", taken.idle, "", "<= .02", seconds=IDLE_S, **about),
    ]


def weigh(folder: str) -> Taken:
    with opened(Settings(), folder) as (window, house):
        page = cast(LibraryPage, window.page("library"))
        until(lambda: page.model.rowCount() > 0, WAIT_S)
        _read(window, house)
        studies.use(house)
        writing = cast(WritePage, window.page("write"))
        writing.write(TOPIC, 600)
        studies.finished(writing)
        pass_time(SETTLE_S)
        process = psutil.Process()
        children = sum(child.memory_info().rss for child in process.children(recursive=True))
        own, before = process.memory_info().rss, process.cpu_times()
        pass_time(IDLE_S)
        after = process.cpu_times()
        used = after.user + after.system - before.user - before.system
        megabytes = round(own / 1e6), round(children / 1e6)
        return Taken(*megabytes, page.model.rowCount(), round(used / IDLE_S, 4))


def _read(window: Window, house: House) -> None:
    """A PDF in the reader; it is taken in where the library has none."""
    library = house.library
    assert library is not None
    if not any(document.kind == "pdf" for document in library.catalog.documents()):
        add(house, [Path(SAMPLE)])
    paper = next(document for document in library.catalog.documents() if document.kind == "pdf")
    house.visit("reader", paper.id)
    reader = cast(ReaderPage, window.page("reader"))
    until(lambda: reader.view.content is not None, WAIT_S)
    for _ in range(10):
        reader.view.turn(1)
        pass_time(0.4)


if __name__ == "__main__":
    print(msgspec.json.encode(weigh(sys.argv[1])).decode(), flush=True)
