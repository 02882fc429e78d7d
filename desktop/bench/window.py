"""Benchmarks of the window: ``muniment bench start`` and ``muniment bench window``.

``start`` measures what a person waits for, in a process of its own: from launching the program to
the first paint, and to the list of ten thousand documents of ten passages each, made from the
sentences of ``--data`` and kept in the home. ``window`` opens the real window over an empty
warehouse in a temporary home, adds real PDF files and, where a model is installed, asks a question,
while a timer of 5 ms takes the time between its beats; the longest gap is the longest the window
stood still. Opening (LanceDB is imported and the pages are made) and the first visit of a page have
rows of their own. ``typing`` types into the search box, letter by letter, over the same ten
thousand documents.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

from msgspec import Struct, structs
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from desktop.app import FIRST_PAINT, UNTIL_LISTED, import_pages, page_makers
from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.state import WindowState
from desktop.theme import Theme
from desktop.window import Window
from warehouse.engine import models
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.retrieval.crowd import fill, sentences_of
from warehouse.library import Library
from warehouse.run import Run
from warehouse.settings import ASSETS, Settings, home, save

STARTS = 5
BEAT_MS = 5
WANTED = "<= 50"
SETTLE_S = 1.0
INGEST_LIMIT_S = 300.0
TYPED = (
    "river mill",
    '"the first"',
    "film -american",
    "kind:web year:1990-2004 band",
    "(in:x OR tag:",
)
LARGE, LARGE_PASSAGES = 10_000, 10
BETWEEN_KEYS_S = 0.15
ANSWER_LIMIT_S = 600.0
QUESTION = "How does Muniment decide which documents need not be opened?"


class Gap(Struct, frozen=True, order=True):
    """Between two beats, less the beat itself; ``own_ms`` is what this thread computed in it.

    A long gap with little of its own was spent waiting: for a processor or for the interpreter.
    """

    ms: float
    own_ms: float


class Heartbeat(QObject):
    """The gaps between beats of a 5 ms timer in the main thread."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[Gap] = []
        self._last, self._own = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT_MS)

    def restart(self) -> None:
        self.gaps = []
        self._last, self._own = time.perf_counter(), time.thread_time()

    def _beat(self) -> None:
        now, own = time.perf_counter(), time.thread_time()
        waited = max(0.0, (now - self._last) * 1000 - BEAT_MS)
        self.gaps.append(Gap(waited, (own - self._own) * 1000))
        self._last, self._own = now, own


def start(job: Job) -> list[Row]:
    """Seconds from launch: the median of five starts, and the slowest; with ``--data`` to the list
    of a large library, too."""
    with tempfile.TemporaryDirectory(prefix="muniment-start-") as folder:
        painted = [_start_once(Path(folder), FIRST_PAINT)[0] for _ in range(STARTS)]
        slowest = f"{max(painted):.2f} s"
        about = {"runs": STARTS, "slowest": slowest}
        rows = [row("first_paint_s", statistics.median(painted), "s", "<= 1.5", **about)]
        if job.data is not None:
            settings = _large(job)
            save(settings, Path(folder) / "settings.json")
            listed = [_start_once(Path(folder), UNTIL_LISTED) for _ in range(STARTS)]
            about = {"runs": STARTS, "documents": min(count for _, count in listed)}
            rows.append(row("usable_s_10k", max(taken for taken, _ in listed), "s", "< 2", **about))
    return rows


def _start_once(folder: Path, until: str) -> tuple[float, int]:
    """(seconds, the documents that are listed where they are waited for)."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "desktop.app", until],
        stdout=subprocess.PIPE,
        cwd=ASSETS.parent,
        env={**_environment(), "MUNIMENT_HOME": str(folder)},
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline().split()
        taken = time.perf_counter() - began
    if not said or said[0] not in (b"painted", b"listed"):
        raise BadInput("The window did not come up.", "Look at logs/window.log in the home.")
    return taken, int(said[-1]) if said[0] == b"listed" else 0


def _large(job: Job) -> Settings:
    """Settings with a library of LARGE documents, made where it is not there yet."""
    folder = home() / "bench" / "typing"
    settings = structs.replace(job.settings, warehouse=str(folder), model_headers=False)
    wanted = job.limit or LARGE
    with Library(folder, settings) as library:
        if len(library.catalog.documents()) < wanted:
            sentences = sentences_of(job, library.embedder)
            fill(library, sentences, wanted * LARGE_PASSAGES, job, LARGE_PASSAGES)
    return settings


def window(job: Job) -> list[Row]:
    """The longest gap in the event loop while ingesting, and while answering."""
    app = _application()
    paths = _papers(job)
    with tempfile.TemporaryDirectory(prefix="muniment-window-") as folder:
        settings = structs.replace(job.settings, warehouse=folder, model_headers=False)
        house = House(Theme(app, "light"), settings)
        shown = Window(house, page_makers(), WindowState())
        shown.show()
        try:
            return _beats(job, house, shown, paths)
        finally:
            shown.close()
            house.close()


def _beats(job: Job, house: House, shown: Window, paths: list[Path]) -> list[Row]:
    heart = Heartbeat()
    house.open()
    _until(lambda: house.library is not None, 60)
    library = house.library
    assert library is not None
    warming = house.jobs.start("Opening", lambda run: _warm(library), visible=False)
    _until(lambda: warming.done, 60)
    shown.prepare()
    _until(lambda: shown.prepared, 60)
    _pass(SETTLE_S)
    opening = heart.gaps
    heart.restart()
    began = time.perf_counter()
    house.visit("library", paths)
    _until(lambda: bool(house.jobs.running()), 10)
    _until(lambda: not house.jobs.running(), INGEST_LIMIT_S)
    _pass(SETTLE_S)
    ingest = heart.gaps
    took = f"{time.perf_counter() - began:.1f}"
    pages = sum(one.pages for one in library.catalog.documents())
    heart.restart()
    house.visit("ask")
    _pass(SETTLE_S)
    visit = heart.gaps
    facts = {"files": len(paths), "pages": pages, "ingest_s": took}
    answer = _answer(house, shown, heart) if models.locate(job.settings.model) else []
    rows = [
        _row("heartbeat_max_gap_ms", ingest + answer, WANTED, load=_load(), **facts),
        _row("heartbeat_ingest_max_gap_ms", ingest),
        _row("heartbeat_opening_max_gap_ms", opening, want=""),
        _row("heartbeat_first_visit_max_gap_ms", visit, want=""),
    ]
    path = models.locate(job.settings.model)
    if answer and path is not None:
        rows.append(_row("heartbeat_answer_max_gap_ms", answer, model=path.name))
    return rows


def typing(job: Job) -> list[Row]:
    """The longest gap while the search box is typed into. Raises BadInput without ``job.data``."""
    app = _application()
    house = House(Theme(app, "light"), _large(job))
    shown = Window(house, page_makers(), WindowState())
    shown.show()
    try:
        return [_typed(house, shown)]
    finally:
        shown.close()
        house.close()


def _typed(house: House, shown: Window) -> Row:
    house.open()
    page = cast(LibraryPage, shown.page("library"))
    _until(lambda: page.model.rowCount() > 0, 60)
    documents = page.model.rowCount()
    library = house.library
    assert library is not None
    library.store.warm()
    page.look_for("warm")
    _pass(SETTLE_S)
    heart = Heartbeat()
    for text in TYPED:
        for end in range(len(text)):
            page.title.search.setText(text[: end + 1])
            _pass(BETWEEN_KEYS_S)
    keys = sum(map(len, TYPED))
    return _row("typing_max_gap_ms", heart.gaps, documents=documents, keys=keys, load=_load())


def _warm(library: Library) -> None:
    """What the program does by itself after the first paint."""
    import_pages()
    library.store.warm()


def _row(name: str, gaps: list[Gap], want: str = WANTED, **facts: object) -> Row:
    longest = max(gaps)
    p99 = statistics.quantiles([gap.ms for gap in gaps], n=100)[98]
    own = f"{longest.own_ms:.0f} ms, at most {max(gap.own_ms for gap in gaps):.0f} ms in any gap"
    return row(name, longest.ms, "ms", want, beats=len(gaps), p99=f"{p99:.1f} ms", own=own, **facts)


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""


def _answer(house: House, shown: Window, heart: Heartbeat) -> list[Gap]:
    """The gaps while a real model answers, the page of the question in front."""
    heart.restart()
    job = house.jobs.start("Answering", lambda run: _ask(house, run))
    errors: list[BaseException] = []
    job.failed.connect(errors.append)
    _until(lambda: job.done, ANSWER_LIMIT_S)
    if errors:
        raise errors[0]
    return heart.gaps


def _ask(house: House, run: Run) -> None:
    assert house.warehouse is not None
    house.warehouse.ask(QUESTION, run=run)


def _papers(job: Job) -> list[Path]:
    """The PDF files of ``--data``, else those of the sample library."""
    folder = job.data or ASSETS / "sample"
    found = sorted(folder.rglob("*.pdf"))
    if not found:
        raise BadInput(f"There is no PDF file in {folder}.", "Choose another folder with --data.")
    return found[: job.limit] if job.limit else found


def _until(true: Callable[[], bool], limit_s: float) -> None:
    """Run the event loop, as the program does, until ``true`` or the limit."""
    loop = QEventLoop()
    looker = QTimer()
    end = time.monotonic() + limit_s
    looker.timeout.connect(lambda: loop.quit() if true() or time.monotonic() > end else None)
    looker.start(50)
    loop.exec()


def _pass(seconds: float) -> None:
    _until(lambda: False, seconds)


def _application() -> QApplication:
    os.environ.update(_environment())
    app = QCoreApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    return app


def _environment() -> dict[str, str]:
    """As it is; offscreen where there is no display."""
    given = dict(os.environ)
    if sys.platform == "linux" and not (given.get("DISPLAY") or given.get("WAYLAND_DISPLAY")):
        given.setdefault("QT_QPA_PLATFORM", "offscreen")
    return given
