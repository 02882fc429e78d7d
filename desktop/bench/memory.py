"""``window_mb``: what the window's process holds with ten thousand documents, an article, a PDF.

Measured in a process of its own: ``python -m desktop.bench.memory FOLDER`` opens that warehouse
and says its megabytes, those of its children, and how many documents it lists.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import cast

import psutil  # type: ignore[import-untyped]

from desktop.bench import studies
from desktop.bench.large import large
from desktop.bench.loop import environment, load, pass_time, until
from desktop.bench.opened import add, opened
from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.pages.write.page import WritePage
from desktop.window import Window
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job, Row, row
from warehouse.settings import ASSETS, Settings

WAIT_S, SETTLE_S, LIMIT_S = 120.0, 5.0, 900.0
TOPIC = "How documents are read"
SAMPLE = ASSETS / "sample" / "Muniment handbook 2 - How documents are read.pdf"


def window_mb(job: Job, screen: str) -> Row:
    """Raises BadInput where the window did not come up."""
    folder = large(job).warehouse
    command = [sys.executable, "-m", "desktop.bench.memory", folder]
    done = subprocess.run(
        command,
        capture_output=True,
        cwd=ASSETS.parent,
        env=environment(),
        timeout=LIMIT_S,
        check=False,
    )
    said = done.stdout.split()
    if len(said) != 3:
        raise BadInput("The window to be weighed did not come up.", done.stderr.decode()[-400:])
    own, children, documents = (int(word) for word in said)
    about = {"children_mb": children, "documents": documents, "screen": screen, "load": load()}
    return row("window_mb", own, "MB", "<= 400", **about)


def weigh(folder: str) -> tuple[int, int, int]:
    """(megabytes of this process, of its children, documents listed)."""
    with opened(Settings(), folder) as (window, house):
        page = cast(LibraryPage, window.page("library"))
        until(lambda: page.model.rowCount() > 0, WAIT_S)
        _read(window, house)
        studies.use(house)
        writing = cast(WritePage, window.page("write"))
        writing.write(TOPIC, 600)
        until(lambda: writing.work.busy, WAIT_S)
        until(lambda: not writing.work.busy, WAIT_S)
        pass_time(SETTLE_S)
        process = psutil.Process()
        children = sum(one.memory_info().rss for one in process.children(recursive=True))
        own = process.memory_info().rss
        return round(own / 1e6), round(children / 1e6), page.model.rowCount()


def _read(window: Window, house: House) -> None:
    """A PDF in the reader; it is taken in where the library has none."""
    library = house.library
    assert library is not None
    if not any(one.kind == "pdf" for one in library.catalog.documents()):
        add(house, [Path(SAMPLE)])
    paper = next(one for one in library.catalog.documents() if one.kind == "pdf")
    house.visit("reader", paper.id)
    reader = cast(ReaderPage, window.page("reader"))
    until(lambda: reader.view.content is not None, WAIT_S)
    for _ in range(10):
        reader.view.turn(1)
        pass_time(0.4)


if __name__ == "__main__":
    print(*weigh(sys.argv[1]), flush=True)
