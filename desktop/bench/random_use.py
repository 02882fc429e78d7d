"""Random clicks, keys, wheels and drops over the real window, by a seed: nothing may break.

What would reach outside is closed for the time: dialogs of files are put away at once, no program
of the system is opened, no model is fetched. Counted are exceptions of any thread, and what is
left when the window is closed: threads, processes, open files, files in the temporary folder.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psutil  # type: ignore[import-untyped]
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDropEvent, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from desktop.bench import studies
from desktop.bench.controls import ACTED_ON
from desktop.bench.loop import load, pass_time, setting
from desktop.bench.opened import add, opened
from desktop.house import House
from desktop.shell.window import Window
from warehouse.engine import models
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job, Row, row

SEED = 2026
BETWEEN_S = 0.02
AFTERWARDS_S = 2.0
KEYS = [
    *"abcnprx 12",
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Space),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Delete),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_F6),
]
WITH_CONTROL = "123456KBPFZGC.+-0"


class Trouble:
    """Every exception that reached nobody, with the act it followed."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.last_act = ""

    def note(self, error: BaseException | None) -> None:
        trace = traceback.extract_tb(error.__traceback__ if error is not None else None)
        at = "".join(f" at {Path(frame.filename).name}:{frame.lineno}" for frame in trace[-2:])
        self.found.append(f"{type(error).__name__}: {error}{at} (after {self.last_act})"[:300])


def random_use(job: Job, papers: list[Path], minutes: float, screen: str) -> list[Row]:
    """Rows of exceptions, of what was left over, and of how much memory grew."""
    trouble, acts = Trouble(), 0
    with _temporary_folder() as folder, _shut_in(trouble):
        before = {thread.name for thread in threading.enumerate()}
        with opened(job.settings) as (window, house):
            house.notices.raised.connect(partial(_heard, trouble))
            add(house, papers[:2])
            studies.use(house)
            first = _megabytes()
            acts = _play(window, house, papers, trouble, time.monotonic() + 60 * minutes)
            grown = _megabytes() - first
        pass_time(AFTERWARDS_S)
        left = _left_over(before, folder)
    about = {"acts": acts, "minutes": f"{minutes:g}", "seed": SEED, "screen": screen}
    said = {"first": trouble.found[0]} if trouble.found else {}
    what = {"what": ", ".join(left)} if left else {}
    return [
        row("random_use_exceptions", len(trouble.found), "", "<= 0", load=load(), **about, **said),
        row("random_use_left_over", len(left), "", "<= 0", **what),
        row("random_use_grown_mb", grown, "MB", before=f"{first:.0f}"),
    ]


def _heard(trouble: Trouble, notice: object) -> None:
    if getattr(notice, "kind", "") == "bug":
        trouble.found.append(f"{getattr(notice, 'sentence', '')} (after {trouble.last_act})")


def _play(
    window: Window, house: House, papers: Sequence[Path], trouble: Trouble, ends: float
) -> int:
    """How many acts were done until then."""
    chance, acts = random.Random(SEED), 0
    kinds: list[tuple[Callable[[], str], int]] = [
        (lambda: _click(window, chance), 50),
        (lambda: _key(window, chance), 35),
        (lambda: _wheel(window, chance), 10),
        (lambda: _drop(window, chance.choice(papers)), 1),
        (lambda: _resize(window, chance), 2),
        (lambda: _tone(house, chance), 1),
    ]
    doing, weights = zip(*kinds, strict=True)
    while time.monotonic() < ends:
        trouble.last_act = chance.choices(doing, weights)[0]()
        acts += 1
        pass_time(BETWEEN_S)
        _put_away(window, chance)
    return acts


def _click(window: Window, chance: random.Random) -> str:
    seen = [widget for widget in window.findChildren(QWidget) if _may_be_clicked(widget)]
    widget = chance.choice(seen)
    at = QPoint(chance.randrange(widget.width()), chance.randrange(widget.height()))
    name = f"click on {type(widget).__name__} “{widget.accessibleName()}”"
    press = QTest.mouseDClick if chance.random() < 0.1 else QTest.mouseClick
    right = Qt.MouseButton.RightButton if chance.random() < 0.1 else Qt.MouseButton.LeftButton
    press(widget, right, pos=at)
    return name


def _may_be_clicked(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    acts = isinstance(widget, ACTED_ON) or isinstance(parent, ACTED_ON)
    is_there = widget.isVisible() and widget.isEnabled() and not widget.size().isEmpty()
    return acts and is_there and not widget.visibleRegion().isEmpty()


def _key(window: Window, chance: random.Random) -> str:
    widget = QApplication.focusWidget() or window
    if chance.random() < 0.15:
        letter = chance.choice(WITH_CONTROL)
        QTest.keySequence(widget, QKeySequence(f"Ctrl+{letter}"))
        return f"Ctrl+{letter}"
    key = chance.choice(KEYS)
    if isinstance(key, str):
        QTest.keyClicks(widget, key)
    else:
        QTest.keyClick(widget, key)
    return f"key {key} in {type(widget).__name__}"


def _wheel(window: Window, chance: random.Random) -> str:
    at = QPoint(chance.randrange(window.width()), chance.randrange(window.height()))
    widget = window.childAt(at) or window
    turned = QPoint(0, chance.choice((-360, -120, 120, 360)))
    none = Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        QPointF(widget.mapFrom(window, at)),
        QPointF(window.mapToGlobal(at)),
        QPoint(),
        turned,
        Qt.MouseButton.NoButton,
        none,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return f"wheel over {type(widget).__name__}"


def _drop(window: Window, path: Path) -> str:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(window.rect().center()),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QEvent.Type.Drop,
    )
    window.dropEvent(event)
    return f"drop of {path.name}"


def _resize(window: Window, chance: random.Random) -> str:
    window.resize(chance.randint(1024, 1900), chance.randint(680, 1060))
    return "resize"


def _tone(house: House, chance: random.Random) -> str:
    house.theme.choose(chance.choice(("light", "dark")))
    return "another theme"


def _put_away(window: Window, chance: random.Random) -> None:
    """A menu has one of its lines chosen, or goes; a dialog goes; a closed window comes back."""
    menu = QApplication.activePopupWidget()
    if isinstance(menu, QMenu) and menu.actions() and chance.random() < 0.5:
        menu.setActiveAction(chance.choice(menu.actions()))
        QTest.keyClick(menu, Qt.Key.Key_Return)
    while (menu := QApplication.activePopupWidget()) is not None:
        menu.close()
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.reject()
    if not window.isVisible():
        window.show()


@contextmanager
def _shut_in(trouble: Trouble) -> Iterator[None]:
    """No file dialog waits, nothing is opened or fetched; exceptions are counted."""
    kept: list[tuple[object, str, object]] = []

    def put(owner: object, name: str, value: object) -> None:
        kept.append((owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    def refuse(*_: object) -> Path:
        raise BadInput("Nothing is fetched while the window is tried.")

    put(QDesktopServices, "openUrl", staticmethod(lambda *_: True))
    put(models, "fetch", refuse)
    put(sys, "excepthook", lambda kind, error, trace: trouble.note(error))
    put(threading, "excepthook", lambda given: trouble.note(given.exc_value))
    try:
        yield
    finally:
        for owner, name, value in reversed(kept):
            setattr(owner, name, value)


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    """All that is temporary goes there meanwhile, of this process and its children; folders that
    are named by chance come to be in another.
    """
    before = tempfile.tempdir
    with (
        tempfile.TemporaryDirectory(prefix="muniment-random-") as folder,
        tempfile.TemporaryDirectory(prefix="muniment-user-") as user,
        setting(TMPDIR=folder, HOME=user),
    ):
        tempfile.tempdir = folder
        try:
            yield Path(folder)
        finally:
            tempfile.tempdir = before


def _left_over(threads: set[str], folder: Path) -> list[str]:
    process = psutil.Process()
    kept = ("asyncio", "QDBus", "pymp", "LanceDB")  # libraries have these as long as the process
    leftovers = [
        f"thread {thread.name}"
        for thread in threading.enumerate()
        if thread.name not in threads and not thread.name.startswith(kept)
    ]
    leftovers += [
        f"process {child.name()}" for child in process.children(recursive=True) if _ours(child)
    ]
    leftovers += [
        f"open {file.path}" for file in process.open_files() if file.path.startswith(str(folder))
    ]
    return leftovers + [f"file {path.name}" for path in folder.iterdir()]


def _ours(process: psutil.Process) -> bool:
    return process.name() not in ("Xvfb", "openbox", "xdotool")


def _megabytes() -> float:
    return float(psutil.Process().memory_info().rss) / 1e6
