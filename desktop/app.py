"""The window's start: what is made, in which order, and how it ends.

Qt, theme and an empty window come first, so that something is seen within a second; the library
(LanceDB, SQLite) is opened by a job after the first paint, the model only when it is asked. Then
the other pages are imported and made in pieces. ``--first-paint`` and ``--until-listed`` say on
stdout that the window is painted, or lists its documents, and leave: the benchmark's measures.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from logging.handlers import RotatingFileHandler
from types import TracebackType
from typing import TYPE_CHECKING, cast

import msgspec
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from desktop import icons
from desktop.handover import Handed, Second
from desktop.house import House
from desktop.notices import Notices
from desktop.shell.window import PageMaker, Window
from desktop.starting import page_imports
from desktop.starting.endings import Endings
from desktop.starting.staged_build import Making, whole
from desktop.theme import Theme
from desktop.unattended.background import Background
from desktop.unattended.interrupted import Interrupted
from desktop.unattended.watching import Watcher
from warehouse import settings as settings_file
from warehouse.settings import UNUSABLE, Settings, expanded, home

if TYPE_CHECKING:
    from desktop.pages.library.page import LibraryPage

FIRST_PAINT = "--first-paint"
UNTIL_LISTED = "--until-listed"
LISTED_FIRST_MS = 400  # the list of a large library comes before pages that nobody looks at yet


class Program(QObject):
    """The running program: house, window, background work; ``close`` leaves nothing behind."""

    def __init__(
        self, app: QApplication, settings: Settings, problem: str = "", warehouse: str = ""
    ) -> None:
        super().__init__(app)
        self.house = House(Theme(app, settings.theme), settings)
        self.window = Window(self.house, page_makers())
        self.window.place()
        self.background = Background(self.house)
        self.interrupted = Interrupted(self.house)
        self.watcher = Watcher(self.house)
        self.handed = Handed(self.house)
        self.second = Second(self.house)
        self.handed.shown.connect(self.window.come_forward)
        self.second.heard.connect(self.window.close)
        self._problem = problem
        self._warehouse = expanded(warehouse) if warehouse else None
        self._closed = False
        self.window.painted.connect(self._begin, Qt.ConnectionType.QueuedConnection)
        self.window.closing.connect(self.close)
        self.house.opened.connect(lambda: QTimer.singleShot(LISTED_FIRST_MS, self._prepare))

    def _begin(self) -> None:
        self.house.open(self._warehouse, begin=False)
        if self._problem:
            self.house.notices.say(self._problem)

    def _prepare(self) -> None:
        """Unless the window was closed before it came to that."""
        if self._closed:
            return
        self.house.jobs.fetch(self._read_the_rest, self._make_pages)

    def _read_the_rest(self) -> None:
        read_pages()
        if (warehouse := self.house.warehouse) is not None:
            _ = warehouse.tables  # studies and methods, which a visit of their page would import

    def _make_pages(self, nothing: object) -> None:
        self.window.prepare()
        if (library := self.house.library) is not None:
            self.house.jobs.fetch(library.readers.be_ready_to_draw, lambda _: None)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self.background.stop()
            self.watcher.stop()
            self.handed.stop()
            self.second.stop()
            self.house.close()


def page_makers() -> dict[str, PageMaker]:
    makers: dict[str, PageMaker] = {
        "library": _library,
        "ask": _ask,
        "write": _write,
        "roundtable": _roundtable,
        "thoughts": _thoughts,
        "models": _models,
        "settings": _settings,
        "reader": _reader,
    }
    return {name: partial(_imported_first, name, make) for name, make in makers.items()}


def _imported_first(name: str, make: PageMaker, house: House) -> Making:
    yield from page_imports.in_pieces(_module(name))
    return (yield from make(house))


def read_pages() -> None:
    """In a worker, so that the first visit of a page and the first text cost the window little."""
    from warehouse import render

    page_imports.read(map(_module, page_makers()))
    render.prose("*warm*")


def _module(page: str) -> str:
    return f"desktop.pages.{page}.page"


def main(arguments: Sequence[str] | None = None, warehouse: str = "") -> int:
    """Open the window, on the folder ``warehouse`` where one is named; returns the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    app = QApplication.instance() or QApplication([sys.argv[0]])
    assert isinstance(app, QApplication)
    app.setApplicationName("Muniment")
    app.setDesktopFileName("muniment")
    app.setWindowIcon(icons.program_icon())
    _log_to_file()
    settings, problem = _settings_or_default()
    program = Program(app, settings, problem, warehouse)
    if FIRST_PAINT in given:
        program.window.painted.disconnect()
        program.window.painted.connect(_say_painted, Qt.ConnectionType.QueuedConnection)
    if UNTIL_LISTED in given:
        looker = _say_listed(program)
        looker.start()
    if os.name != "nt":  # there a program is ended without a word
        Endings(program).heard.connect(program.window.close)
    program.window.show()
    with bugs_said(program.house.notices):
        status = app.exec()
    program.close()
    return int(status)


@contextlib.contextmanager
def bugs_said(notices: Notices) -> Iterator[None]:
    """What a slot raises reaches nobody above it: it becomes a notice, like what a job raises."""
    before, saying = sys.excepthook, False

    def say(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        nonlocal saying
        before(kind, error, trace)
        is_ours = isinstance(error, Exception) and threading.current_thread() is main_thread
        if is_ours and not saying:  # a notice that cannot be shown is not said by another
            saying = True
            notices.error(error)
            saying = False

    main_thread = threading.main_thread()
    sys.excepthook = say
    try:
        yield
    finally:
        sys.excepthook = before


def _say_painted() -> None:
    print("painted", flush=True)
    QTimer.singleShot(0, QApplication.quit)


def _say_listed(program: Program) -> QTimer:
    """Looks whether there is a document in the list, and how many; leaves when there is."""
    looker = QTimer(program, interval=5)

    def look() -> None:
        listed = cast("LibraryPage", program.window.page("library")).model.rowCount()
        if listed:
            looker.stop()
            print(f"listed {listed}", flush=True)
            QTimer.singleShot(0, QApplication.quit)

    looker.timeout.connect(look)
    return looker


def _settings_or_default() -> tuple[Settings, str]:
    try:
        return settings_file.load(), ""
    except (msgspec.DecodeError, OSError) as error:
        said = f"settings.json cannot be used ({error}); the starting values are."
        return Settings(), f"{said} Change one here and it is kept aside as {UNUSABLE}."


def _log_to_file() -> None:
    folder = home() / "logs"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(folder / "window.log", maxBytes=1_000_000, backupCount=2)
        crash = os.open(folder / "crash.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError:
        return
    faulthandler.enable(crash)  # a fault of a library leaves no other trace
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logging.getLogger("muniment").addHandler(handler)


def _library(house: House) -> Making:
    from desktop.pages.library.page import LibraryPage

    return whole(partial(LibraryPage, house))


def _ask(house: House) -> Making:
    from desktop.pages.ask import page as ask

    return ask.make(house)


def _write(house: House) -> Making:
    from desktop.pages.write import page as write

    return write.make(house)


def _roundtable(house: House) -> Making:
    from desktop.pages.roundtable import page as roundtable

    return roundtable.make(house)


def _thoughts(house: House) -> Making:
    from desktop.pages.thoughts.page import ThoughtsPage

    return whole(partial(ThoughtsPage, house))


def _models(house: House) -> Making:
    from desktop.pages.models.page import ModelsPage

    return whole(partial(ModelsPage, house))


def _settings(house: House) -> Making:
    from desktop.pages.settings import page as settings

    return settings.make(house)


def _reader(house: House) -> Making:
    from desktop.pages.reader.page import ReaderPage

    return whole(partial(ReaderPage, house))


if __name__ == "__main__":
    sys.exit(main())
