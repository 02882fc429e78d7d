"""The library of another program into this one: choose it, and see what could not be taken."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.widgets.basics import label
from desktop.widgets.sidepane import PassingPane
from warehouse.errors import BadInput
from warehouse.run import Run
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.documents.importing.taking_in import Taken
    from warehouse.documents.importing.unfinished_imports import Account
    from warehouse.library import Library

MOST_NAMED = 100
FILE_TYPES = (
    "Libraries (zotero.sqlite *.bib *.json);;Zotero (zotero.sqlite);;BibTeX (*.bib)"
    ";;CSL-JSON (*.json)"
)


class ImportPane(PassingPane):
    """``taken`` when an import is done and its account shown; ``left`` at Back or Escape."""

    taken = Signal()

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__("What was imported", 6, parent)
        self._house = house

    def choose(self) -> None:
        self._house.chosen.ask_file(
            self, "Import a library", "import", self._chosen, FILE_TYPES, "Import"
        )

    def take(self, paths: Sequence[Path], in_place: bool = False) -> None:
        """Import these, one after the other, and show the account of each; ``in_place``: their
        files stay where they are.
        """
        if (library := self._house.library) is not None:
            named = paths[0].name if len(paths) == 1 else f"{len(paths):,} libraries"
            work = partial(_take, library, tuple(paths), in_place, time.time())
            self._house.jobs.start(f"Importing {named}", work).finished.connect(self._show)

    def _chosen(self, path: str) -> None:
        self.take([Path(path)])

    def _show(self, accounts: Sequence[Account]) -> None:
        column = self.fresh()
        column.addWidget(label("What was imported", "heading", wrap=True))
        for path, taken in accounts:
            column.addSpacing(6)
            column.addWidget(label(path.name, "strong", wrap=True))
            if isinstance(taken, BadInput):
                column.addWidget(label(f"Not imported: {taken}", "quiet", wrap=True))
            else:
                self._add(column, taken)
        back = self.end(self._house.theme, column)
        self.taken.emit()
        back.setFocus()

    def _add(self, column: QVBoxLayout, taken: Taken) -> None:
        counts = f"{plural(taken.entries, 'entry', 'entries')}, {taken.new:,} of them new"
        column.addWidget(label(counts, "ink", wrap=True))
        came = f"{plural(taken.documents, 'document')} came in"
        column.addWidget(label(came, "ink", wrap=True))
        self._name(column, "Entries without a file", [(m.title, m.reason) for m in taken.without])
        self._name(column, "Files not taken", [(m.title, m.reason) for m in taken.missing])
        self._name(column, "Parts not read", [(u.what, u.reason) for u in taken.unread])
        altered = [(value.title, value.reason) for value in taken.altered]
        self._name(column, "Values not taken as given", altered)

    def _name(self, column: QVBoxLayout, what: str, lines: list[tuple[str, str]]) -> None:
        if not lines:
            return
        column.addSpacing(10)
        column.addWidget(label(f"{what} · {len(lines):,}", "section"))
        for title, reason in lines[:MOST_NAMED]:
            column.addWidget(label(title, "ink", wrap=True))
            column.addWidget(label(reason, "small", wrap=True))
        if len(lines) > MOST_NAMED:
            column.addWidget(label(f"and {len(lines) - MOST_NAMED:,} more", "small"))


def _take(
    library: Library, paths: tuple[Path, ...], in_place: bool, since: float, run: Run
) -> list[Account]:
    """Worker."""
    from warehouse.documents.importing import unfinished_imports

    return unfinished_imports.take(library, paths, run, in_place, since)
