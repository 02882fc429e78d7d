"""The right pane of the Library: the details, and what takes their place until it is put away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from desktop.house import House
from desktop.pages.library.citing import Citing
from desktop.pages.library.details.pane import Details
from desktop.pages.library.details.work import EditPane
from desktop.pages.library.panes.diff import DiffPane
from desktop.pages.library.panes.importing import ImportPane
from desktop.pages.library.panes.passages_alike import PassagesAlikePane
from desktop.pages.library.panes.trash import TrashPane
from warehouse.documents.inspecting.xray import Spotted
from warehouse.records import Hit, Place

if TYPE_CHECKING:
    from desktop.widgets.evidence import EvidencePane


class LibrarySide(QStackedWidget):
    """``chosen`` tells the ids of the documents that are selected.

    ``returned`` when a pane was put away that may have changed something, ``put_away`` when one
    was that only shows; ``corrected`` with the new row of a document.
    """

    returned = Signal()
    put_away = Signal()
    corrected = Signal(object)

    def __init__(self, house: House, details: Details, chosen: Callable[[], list[str]]) -> None:
        super().__init__()
        self._house, self._details, self._chosen = house, details, chosen
        self.pages: EvidencePane | None = None
        self.trash = TrashPane(house)
        self.alike = PassagesAlikePane(house)
        self.editing = EditPane(house)
        self.differs = DiffPane(house)
        self.imports = ImportPane(house)
        self.citing = Citing(house, self, chosen)
        self.addWidget(details)
        for pane in (self.editing, self.differs, self.imports):
            self.addWidget(pane)
            pane.left.connect(self.returned)
        for other in (self.trash, self.alike):
            self.addWidget(other)
            other.left.connect(self.put_away)
        self.alike.place_wanted.connect(self.show_place)
        self.editing.begun.connect(partial(self.setCurrentWidget, self.editing))
        self.editing.saved.connect(self.corrected)
        self.differs.begun.connect(partial(self.setCurrentWidget, self.differs))
        self.imports.taken.connect(self._imported)
        details.edit_wanted.connect(self.editing.edit)
        details.cite_wanted.connect(self.citing.cite)
        details.compare_wanted.connect(self.differs.compare)
        details.place_wanted.connect(self.show_place)
        details.spot_wanted.connect(self._show_spot)
        details.like_wanted.connect(self._show_alike)

    @property
    def is_held(self) -> bool:
        """Whether something typed about what is selected would be lost to the details."""
        return self._chosen() == [self.editing.document]

    def show_place(self, place: Place, why: str = "") -> None:
        """The page itself, in place of the details, until Escape."""
        self.bring_place(place, why).setFocus()

    def bring_place(self, place: Place, why: str = "", words: str = "") -> EvidencePane:
        """The same, while the keys stay where they are. ``words`` are what stood there."""
        from desktop.widgets.evidence import EvidencePane

        if self.pages is None:
            self.pages = EvidencePane(self._house)
            self.pages.left.connect(self.put_away)
            self.addWidget(self.pages)
        self.setCurrentWidget(self.pages)
        self.pages.show_place(place, why, words)
        return self.pages

    def show_trash(self) -> None:
        self._house.show_side(True)
        self.setCurrentWidget(self.trash)
        self.trash.look()
        self.trash.setFocus()

    def show_near(self, query: str) -> None:
        """What a search finds by meaning."""
        self._house.show_side(True)
        self.setCurrentWidget(self.alike)
        self.alike.search(query)
        self.alike.setFocus()

    def tell_query(self, query: str) -> None:
        """What another search found by meaning is no answer to this one."""
        if self.currentWidget() is self.alike and self.alike.query not in ("", query):
            self.show_details()

    def show_details(self) -> None:
        """Of what is selected; where that is being corrected its form, and never the details of
        another document.
        """
        self.setCurrentWidget(self.editing if self.is_held else self._details)

    def _show_alike(self, hit: Hit) -> None:
        self.setCurrentWidget(self.alike)
        self.alike.look(hit)
        self.alike.setFocus()

    def _show_spot(self, one: Spotted) -> None:
        self.show_place(one.place, f"X-ray: {one.suspect.reason}")

    def _imported(self) -> None:
        self._house.show_side(True, "library")
        self.setCurrentWidget(self.imports)
