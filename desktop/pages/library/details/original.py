"""Where the original of a document is: in the warehouse or at its own place; and its folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.library.details.wrapped import Wrapped
from desktop.widgets.basics import Button, column_of, row
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.library import Library


class Original(Struct, frozen=True):
    """``place`` is where it is referenced, empty for one in the warehouse; ``problem`` says what is
    wrong with it.
    """

    place: str = ""
    problem: str = ""


def original_of(library: Library, document: str) -> Original:
    """Worker."""
    from warehouse.ingest.in_place import look_again

    entry = library.catalog.referenced(document)
    return Original(entry.path, look_again(library.catalog, entry)) if entry else Original()


class Found(Struct, frozen=True):
    """Where a file lies; ``is_copy``: what it came from is not there any more."""

    path: Path
    is_copy: bool


def found_original(library: Library, document: str) -> Found:
    """Worker. Where it was dropped from, if it is still there, else in the warehouse. Raises
    BadInput for one referenced in place that is not what it was.
    """
    for source in library.catalog.sources(document):
        if Path(source).is_absolute() and Path(source).is_file():
            return Found(Path(source), False)
    return Found(library.original(document), library.catalog.referenced(document) is None)


class Revealing(QObject):
    """Opens the folder of an original in the file manager."""

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house

    def reveal(self, document: str) -> None:
        if (library := self._house.library) is not None:
            look = partial(found_original, library, document)
            self._house.jobs.fetch(look, self._show)

    def _show(self, found: Found) -> None:
        copied = "What it came from is not there any more; this is Muniment's copy."
        self._house.notices.say(f"{found.path}", copied if found.is_copy else "")
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(found.path.parent)))


class OriginalView(QWidget):
    """For an original that is referenced where it is."""

    def __init__(self, house: House, document: str, known: Original) -> None:
        super().__init__()
        self._house, self._document = house, document
        column = column_of(into=self, margins_px=(0, 6, 0, 0), spacing_px=4)
        words = known.problem or f"The original stays where it is: {known.place}"
        column.addWidget(Wrapped(words, "quiet"))
        if not known.problem:
            copy = Button(house.theme, "Copy into the warehouse", "hard-drive")
            copy.clicked.connect(self.copy_in)
            column.addLayout(row(copy, 1))

    def copy_in(self) -> None:
        if (library := self._house.library) is not None:
            work = partial(_copy_in, library, self._document)
            say = partial(self._house.notices.say, "The original is in the warehouse now.")
            job = self._house.jobs.start("Copying the original", work)
            job.finished.connect(lambda _: say())


def _copy_in(library: Library, document: str, run: Run) -> None:
    """Worker."""
    library.copy_in(document)
