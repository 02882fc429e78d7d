"""The right pane of the Library: the details, and what takes their place until it is put away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from desktop.house import House
from desktop.pages.library_citing import Citing
from desktop.pages.library_details import Details
from desktop.pages.library_diff import DiffPane
from desktop.pages.library_importing import ImportPane
from desktop.pages.library_work import EditPane


class LibrarySide(QStackedWidget):
    """``chosen`` tells the ids of the documents that are selected.

    ``returned`` when a pane was put away, ``corrected`` with the new row of a document.
    """

    returned = Signal()
    corrected = Signal(object)

    def __init__(self, house: House, details: Details, chosen: Callable[[], list[str]]) -> None:
        super().__init__()
        self._house = house
        self.editing = EditPane(house)
        self.differs = DiffPane(house)
        self.imports = ImportPane(house)
        self.citing = Citing(house, self, chosen)
        self.addWidget(details)
        for pane in (self.editing, self.differs, self.imports):
            self.addWidget(pane)
            pane.left.connect(self.returned)
        self.editing.begun.connect(partial(self.setCurrentWidget, self.editing))
        self.editing.saved.connect(self.corrected)
        self.differs.begun.connect(partial(self.setCurrentWidget, self.differs))
        self.imports.taken.connect(self._imported)
        details.edit_wanted.connect(self.editing.edit)
        details.cite_wanted.connect(self.citing.cite)
        details.compare_wanted.connect(self.differs.compare)

    def holds(self, document: str) -> bool:
        """Whether something typed about this document would be lost to the details."""
        return bool(document) and document == self.editing.document

    def _imported(self) -> None:
        self._house.show_side(True, "library")
        self.setCurrentWidget(self.imports)
