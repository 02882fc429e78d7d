"""What comes into the library: files and folders, the sample, pages of the web by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget
from shiboken6 import isValid

from desktop.drop import READABLE, READS
from desktop.fetching import PageFetch
from desktop.house import House
from desktop.pages.library.large_drop import Weight, ask, weigh
from warehouse.ingest.foreign_libraries import parted
from warehouse.records import Document, LeftOut
from warehouse.run import Run
from warehouse.settings import ASSETS
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library

SAMPLE = ASSETS / "sample"
FILE_TYPES = f"Documents ({' '.join(f'*{suffix}' for suffix in READABLE)})"


class Drop(Struct, frozen=True):
    """``libraries`` are those of other programs, which are imported."""

    libraries: tuple[Path, ...]
    others: tuple[Path, ...]
    weight: Weight


class Taken(Struct, frozen=True):
    """How many documents the files were, and how many of these were ``known`` before."""

    documents: int
    known: int


class Adding(QObject):
    """``added`` when something has come in; before the library is open, files wait.

    ``libraries_wanted`` carries the paths of libraries of other programs that were among them, and
    whether their files are to stay where they are.
    """

    added = Signal()
    libraries_wanted = Signal(object, bool)

    def __init__(self, house: House, parent: QWidget) -> None:
        super().__init__(parent)
        self._house = house
        self._window = parent
        self._waiting: list[Path] = []
        self.question: QMessageBox | None = None
        self.left: QMessageBox | None = None
        self.pages = PageFetch(house, parent)
        self.pages.fetched.connect(self._fetched)
        house.opened.connect(self._opened)

    def add(self, paths: Sequence[Path]) -> None:
        library = self._house.library
        if library is None:
            self._waiting += paths
            return
        if paths:
            work = partial(_looked_at, tuple(paths), library.medium)
            job = self._house.jobs.start("Looking at what was dropped", work, visible=False)
            job.finished.connect(partial(self._dropped, job.run))
            job.ended.connect(partial(self._looked, job.run, tuple(paths)))

    def _looked(self, run: Run, paths: Sequence[Path]) -> None:
        """The library was closed meanwhile: they are looked at again once it is open."""
        if run.is_ending and isValid(self):
            self.add(paths)

    def _dropped(self, run: Run, drop: Drop) -> None:
        if run.is_ending:
            return
        if drop.weight.is_large:
            self.question = ask(self._window, drop.weight, partial(self._take_in, drop))
        else:
            self._take_in(drop)

    def _take_in(self, drop: Drop, in_place: bool = False) -> None:
        if drop.libraries:
            self.libraries_wanted.emit(drop.libraries, in_place)
        if drop.others:
            self.begin(drop.others, in_place)

    def begin(self, paths: Sequence[Path], in_place: bool = False) -> None:
        """Take them in; ``in_place``: the originals stay where they are."""
        library = self._house.library
        if library is None:
            self._waiting += paths
            return
        label = f"Adding {paths[0].name}" if len(paths) == 1 else f"Adding {len(paths):,} items"
        job = self._house.jobs.start(label, partial(_add, library, tuple(paths), in_place))
        job.shown.connect(self._left_out)
        job.finished.connect(self._added)

    def choose_files(self) -> None:
        chosen = self._house.chosen
        chosen.ask_files(self._window, "Add files", "add", self._add_chosen, FILE_TYPES)

    def choose_folder(self) -> None:
        chosen = self._house.chosen
        chosen.ask_folder(self._window, "Add a folder", "add", lambda one: self._add_chosen([one]))

    def _add_chosen(self, names: Sequence[str]) -> None:
        self.add([Path(name) for name in names])

    def add_sample(self) -> None:
        self.add(sorted(path for path in SAMPLE.iterdir() if path.suffix in READABLE))

    def _opened(self) -> None:
        waiting, self._waiting = self._waiting, []
        self.add(waiting)

    def _fetched(self, document: Document) -> None:
        self.added.emit()

    def _left_out(self, left: object) -> None:
        """What was not taken in is said, and shown whole where that is wished."""
        if isinstance(left, LeftOut) and left.losses:
            first = left.losses[0]
            more = f", and {len(left.losses) - 1:,} more" if left.losses[1:] else ""
            words = f"Left out: {Path(first.what).name}{more}. {first.reason}"
            self._house.notices.offer(words, "Show all", partial(self._show_left, left))

    def _show_left(self, left: LeftOut) -> None:
        text = "\n".join(f"{loss.what}: {loss.reason}" for loss in left.losses)
        count = f"{len(left.losses):,} left out."
        self.left = QMessageBox(QMessageBox.Icon.NoIcon, "Left out", count, parent=self._window)
        self.left.setTextFormat(Qt.TextFormat.PlainText)
        self.left.setDetailedText(text)
        self.left.setModal(False)
        self.left.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.left.show()

    def _added(self, taken: Taken) -> None:
        if not taken.documents:
            self._house.notices.say("Nothing there that Muniment reads.", READS)
        elif taken.known:
            was = "was" if taken.known == 1 else "were"
            self._house.notices.say(f"{plural(taken.known, 'document')} {was} here already.")
        self.added.emit()


def _looked_at(paths: tuple[Path, ...], warehouse: Path, run: Run) -> Drop:
    """Worker. Folders can be large and disks slow: closing the window ends it."""
    libraries, others = parted(paths, run.check)
    return Drop(tuple(libraries), tuple(others), weigh(others, warehouse, run.check))


def _add(library: Library, paths: tuple[Path, ...], in_place: bool, run: Run) -> Taken:
    """Worker."""
    before = {document.id for document in library.documents()}
    documents = library.add(paths, run, in_place=in_place)
    return Taken(len(documents), sum(document.id in before for document in documents))
