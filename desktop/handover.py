"""Two programs on one warehouse: the first takes what the second hands over.

``Handed`` (in the first) hears of notes in the warehouse folder as they come: files are taken in,
libraries of other programs imported, and the window comes to the front when that is wished.
``Second`` (in a window that found the warehouse open) leaves that wish and ends once it was heard;
where the first has no window it says so and opens the warehouse when it is free.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from desktop.house import House
from warehouse.app import Warehouse
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.store.handover import Note

EVERY_MS = 10_000  # for file systems that do not tell of changes
ASK_EVERY_MS = 200
PATIENCE_MS = 3_000
AGAIN_MS = 2_000


class Handed(QObject):
    """``shown``: somebody wishes to see the window; ``added`` when files have come in."""

    shown = Signal()
    added = Signal()

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._house = house
        self._watcher = QFileSystemWatcher(self)
        self._taken: set[Path] = set()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._look)
        self._watcher.directoryChanged.connect(self._look)
        house.opened.connect(self._watch)

    def stop(self) -> None:
        self._timer.stop()

    def _watch(self) -> None:
        from warehouse.store.handover import HANDED

        library = self._house.library
        if library is not None:
            if before := self._watcher.directories():
                self._watcher.removePaths(before)
            self._watcher.addPath(str(library.folder / HANDED))
            self._timer.start()
            self._look()

    def _look(self) -> None:
        if (library := self._house.library) is not None:
            self._house.jobs.fetch(partial(_waiting, library.folder), self._found)

    def _found(self, notes: list[Note]) -> None:
        warehouse = self._house.warehouse
        fresh = [note for note in notes if note.file not in self._taken]
        if warehouse is None or not fresh:
            return
        self._taken.update(note.file for note in fresh)
        if any(note.show for note in fresh):
            self.shown.emit()
        paths = [path for note in fresh for path in note.paths]
        work = partial(_take, warehouse, tuple(fresh))
        if not paths:
            self._house.jobs.start("Another program", work, visible=False)
            return
        label = f"Adding {paths[0].name}" if len(paths) == 1 else f"Adding {len(paths):,} items"
        job = self._house.jobs.start(label, work)
        job.finished.connect(self._added)

    def _added(self, imported: list[str]) -> None:
        for sentence in imported:
            self._house.notices.say(sentence)
        self.added.emit()


class Second(QObject):
    """``heard``: the first program shows its window; this one may end."""

    heard = Signal()

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._house = house
        self._note: Path | None = None
        self._waited_ms = 0
        self._ask = QTimer(self, interval=ASK_EVERY_MS)
        self._ask.timeout.connect(self._asked)
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self._try_again)
        self._said = False
        house.refused.connect(self._refused)
        house.opened.connect(self._opened)

    def stop(self) -> None:
        """A wish that nobody heard is taken back: nothing comes to the front hours later."""
        self._ask.stop()
        self._again.stop()
        if self._note is not None:
            self._note.unlink(missing_ok=True)
            self._note = None

    def _refused(self, folder: Path) -> None:
        if self._said:
            self._again.start()
            return
        self._house.jobs.fetch(partial(_wish, folder), self._wished)

    def _wished(self, note: Path) -> None:
        self._note, self._waited_ms = note, 0
        self._ask.start()

    def _asked(self) -> None:
        self._waited_ms += ASK_EVERY_MS
        if self._note is not None and not self._note.exists():
            self._note = None
            self._ask.stop()
            self.heard.emit()
        elif self._waited_ms >= PATIENCE_MS:
            self.stop()
            self._said = True
            self._house.notices.say(
                "The warehouse is in use by a command.", "It is opened when that has ended."
            )
            self._again.start()

    def _try_again(self) -> None:
        self._house.open()

    def _opened(self) -> None:
        self.stop()
        self._said = False


# In workers


def _waiting(folder: Path) -> list[Note]:
    from warehouse.store.handover import waiting

    return waiting(folder)


def _take(warehouse: Warehouse, notes: tuple[Note, ...], run: Run) -> list[str]:
    return warehouse.take_handed(run, notes)


def _wish(folder: Path) -> Path:
    from warehouse.store.handover import hand

    return hand(folder, show=True)
