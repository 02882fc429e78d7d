"""How long a large document takes to open in the reader, and a page to turn.

``reading(job)``: the largest PDF file of ``--data`` is read into an empty warehouse (no more than
that: nothing is embedded), then opened from a standing window. A *cold* turn goes where nothing was
drawn, a *warm* one to the next page, as one who reads does; each is timed from the act to the page
painted sharp (``ReaderView.settled``). ``rows`` serves other benchmarks.
"""

from __future__ import annotations

import contextlib
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

from msgspec import structs
from PySide6.QtCore import QEventLoop, QTimer

from desktop.bench import loop
from desktop.bench.opened import shown
from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.reader.sheets import Position
from desktop.reader.view import ReaderView
from desktop.shell.window import Window
from warehouse.errors import BadInput, Cancelled
from warehouse.evaluate.records import Job, Row, row
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.settings import Settings

LIMIT_S = 30.0
REST_S = 0.4
TURNS = 20


def reading(job: Job) -> list[Row]:
    """Raises BadInput where ``job.data`` has no PDF file."""
    with tempfile.TemporaryDirectory(prefix="muniment-reading-") as folder:
        settings = structs.replace(job.settings, warehouse=folder, model_headers=False)
        document = _taken_in(job, settings)
        with shown(settings) as (window, house):
            house.open()
            loop.until(lambda: house.library is not None, LIMIT_S)
            return rows(house, window, document)


def rows(house: House, window: Window, document: Document) -> list[Row]:
    """Over a window whose library is open."""
    library = house.library
    assert library is not None
    library.readers.be_ready_to_draw()
    page = cast(ReaderPage, window.page("reader"))
    opened = open_s(house, page.view, document.id)
    cold, warm = turns(page.view, document.pages)
    facts: dict[str, object] = {"pages": document.pages, "load": loop.load()}
    kept = f"{page.kept_bytes / 2**20:.0f} MB"
    return [
        row(f"open_{document.pages}_pages_s", opened, "s", "<= .5", **facts),
        _row("page_turn_cold_ms", cold, "<= 150", facts),
        _row("page_turn_warm_ms", warm, "<= 50", {**facts, "pictures": kept}),
    ]


def open_s(house: House, view: ReaderView, document: str) -> float:
    """From the wish to the first page painted sharp."""
    return _timed(view, lambda: house.visit("reader", document))


def turns(view: ReaderView, pages: int) -> tuple[list[float], list[float]]:
    """Milliseconds: (to pages far off, each to the page after it)."""
    cold, warm = [], []
    places = {(pages - 2) * number // (TURNS + 1) for number in range(1, TURNS + 1)}
    for page in sorted(places - {0}):  # it stands at the first one
        cold.append(1000 * _timed(view, partial(view.go_to, Position(page))))
        loop.pass_time(REST_S)
        warm.append(1000 * _timed(view, partial(view.turn, 1)))
        loop.pass_time(REST_S)
    return cold, warm


def _timed(view: ReaderView, act: Callable[[], None]) -> float:
    waiting = QEventLoop()
    view.settled.connect(waiting.quit)
    QTimer.singleShot(round(LIMIT_S * 1000), waiting, waiting.quit)
    began = time.perf_counter()
    act()
    waiting.exec()
    view.settled.disconnect(waiting.quit)
    return time.perf_counter() - began


def _row(name: str, taken: list[float], want: str, facts: dict[str, object]) -> Row:
    slowest = f"{max(taken):.0f} ms"
    about = {"turns": len(taken), "slowest": slowest, **facts}
    return row(name, statistics.median(taken), "ms", want, **about)


def _taken_in(job: Job, settings: Settings) -> Document:
    if job.data is None:
        raise BadInput("Which PDF file is to be read?", "Name it, or its folder, with --data.")
    files = [job.data] if job.data.is_file() else sorted(job.data.rglob("*.pdf"))
    if not files:
        raise BadInput(f"There is no PDF file in {job.data}.", "Choose another with --data.")
    largest = max(files, key=lambda path: path.stat().st_size)
    run, read = Run(), []

    def seen(document: Document) -> None:
        if document.state == "parsed":
            read.append(document)
            run.cancel()

    with Library(Path(settings.warehouse), settings, on_change=seen) as library:
        with contextlib.suppress(Cancelled):
            library.add([largest], run)
        return library.catalog.document(read[0].id)
