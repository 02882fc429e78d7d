"""The real window over a library in a home of its own, for as long as something is measured."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import structs

from desktop.app import page_makers, read_pages
from desktop.bench.loop import application, pass_time, setting, until
from desktop.house import House
from desktop.shell.window import Window
from desktop.state import WindowState
from desktop.theme import Theme
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job
from warehouse.library import Library
from warehouse.records import Document
from warehouse.settings import ASSETS, Settings, home

OPEN_S, READ_S, ACTIVE_S = 60.0, 600.0, 5.0
SETTLE_S = 1.0


@contextmanager
def opened(settings: Settings, warehouse: str = "") -> Iterator[tuple[Window, House]]:
    """Over ``warehouse``, or a new one that is thrown away. Nothing of the user's home changes."""
    with tempfile.TemporaryDirectory(prefix="muniment-window-") as folder, _home(Path(folder)):
        where = warehouse or str(Path(folder) / "warehouse")
        wanted = structs.replace(settings, warehouse=where, model_headers=False, theme="light")
        with shown(wanted) as (window, house):
            house.open()
            until(lambda: house.library is not None, OPEN_S)
            _ready(window, house)
            yield window, house


@contextmanager
def shown(settings: Settings) -> Iterator[tuple[Window, House]]:
    """The window of these settings; its library is still to be opened."""
    house = House(Theme(application(), "light"), settings)
    window = Window(house, page_makers(), WindowState())
    window.show()
    try:
        yield window, house
    finally:
        window.close()
        house.close()
        window.deleteLater()


def add(house: House, paths: list[Path]) -> None:
    """Take them in, and wait until they are read and searchable."""
    house.visit("library", paths)
    until(lambda: bool(house.jobs.running()), OPEN_S)
    until(lambda: not house.jobs.running(), READ_S)
    pass_time(SETTLE_S)


def longest(house: House) -> Document:
    """The document with the most pages."""
    assert house.library is not None
    return max(house.library.catalog.documents(), key=lambda one: one.pages)


def papers(job: Job) -> list[Path]:
    """The PDF files of ``--data``, else those of the sample library. Raises BadInput."""
    folder = job.data or ASSETS / "sample"
    files = sorted(folder.rglob("*.pdf"))
    if not files:
        raise BadInput(f"There is no PDF file in {folder}.", "Choose another folder with --data.")
    return files[: job.limit or None]


def _ready(window: Window, house: House) -> None:
    """What the program does by itself after the first paint."""
    library = house.library
    assert library is not None
    warming = house.jobs.start("Opening", lambda run: _warm(library), visible=False)
    until(lambda: warming.done, OPEN_S)
    window.prepare()
    until(lambda: window.prepared, OPEN_S)
    window.activateWindow()
    until(window.isActiveWindow, ACTIVE_S)
    pass_time(SETTLE_S)


def _warm(library: Library) -> None:
    read_pages()
    library.store.warm()
    library.readers.be_ready_to_draw()


@contextmanager
def _home(folder: Path) -> Iterator[None]:
    """``folder`` is the home, with the models of the real one in it."""
    real = home()
    (real / "models").mkdir(parents=True, exist_ok=True)
    (folder / "models").symlink_to(real / "models")
    with setting(MUNIMENT_HOME=str(folder)):
        yield
