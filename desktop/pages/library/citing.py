"""Chosen documents to the clipboard or a file, as BibTeX or CSL-JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from desktop.house import House
from desktop.widgets.basics import Button
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.documents.bibliography.saving import Form, Said
    from warehouse.library import Library

CiteForm = Literal["words", "copy", "bibtex", "csl"]
NAMES: dict[Form, str] = {"bibtex": "library.bib", "csl": "library.json"}
FORMS = (
    ("words", "Copy citation"),
    ("copy", "Copy BibTeX"),
    ("bibtex", "Save as BibTeX …"),
    ("csl", "Save as CSL-JSON …"),
)


class CiteButton(Button):
    """``wanted`` carries the form."""

    wanted = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__(house.theme, "Cite", "quote", "quiet")
        self.setAccessibleName("Cite the selected documents in another program")
        self._menu = QMenu(self)
        for form, words in FORMS:
            self._menu.addAction(words).triggered.connect(partial(self._choose, form))
        self.clicked.connect(self._open)

    def _open(self) -> None:
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _choose(self, form: str) -> None:
        self.wanted.emit(form)


class Citing(QObject):
    """``chosen`` tells the ids of the documents that are selected."""

    def __init__(self, house: House, parent: QWidget, chosen: Callable[[], list[str]]) -> None:
        super().__init__(parent)
        self._house = house
        self._window = parent
        self._chosen = chosen

    def cite(self, form: CiteForm) -> None:
        """A file is asked for where one is written."""
        library, documents = self._house.library, self._chosen()
        if library is None or not documents:
            return
        if form == "words" or form == "copy":
            said: Said = "words" if form == "words" else "bibtex"
            work = partial(_written, library, tuple(documents), said)
            self._house.jobs.fetch(work, partial(self._copied, said))
            return
        save = partial(self.save, form, tuple(documents))
        title = "Save the bibliography"
        self._house.chosen.ask_new_file(self._window, title, "export", save, NAMES[form])

    def save(self, form: Form, documents: Sequence[str], path: str) -> None:
        if (library := self._house.library) is not None:
            work = partial(_save, library, documents, form, Path(path))
            self._house.jobs.fetch(work, self._saved)

    def _copied(self, form: Said, text: str) -> None:
        QApplication.clipboard().setText(text)
        if form == "words":
            first, _, more = text.partition("\n")
            count = plural(more.count("\n") + 2, "citation")
            self._house.notices.say(f"Copied {count}." if more else f"Copied: {first}")
        else:
            self._house.notices.say("Copied as BibTeX.")

    def _saved(self, path: Path) -> None:
        self._house.notices.say(f"Saved as {path}.")


def _written(library: Library, documents: tuple[str, ...], form: Said) -> str:
    """Worker."""
    from warehouse.documents.bibliography import entry, saving

    return saving.written(entry.entries(library.catalog, documents), form)


def _save(library: Library, documents: Sequence[str], form: Form, path: Path) -> Path:
    """Worker."""
    from warehouse.documents.bibliography import entry, saving

    return saving.save(entry.entries(library.catalog, documents), form, path)
