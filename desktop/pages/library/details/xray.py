"""What the x-ray found in the selected document: a part of the details pane.

A line for each place with its reason and its first words; a click shows the page with the place
marked. The switch below lets answers use what was found, or keeps it out, for this document.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from desktop.pages.library.details.wrapped import Wrapped
from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, row
from indexers.text.placenames import place_name
from warehouse.documents.inspecting.xray import Spotted, Xray, counted

PLACES = 6
SNIPPET = 120
UNLOOKED = "Not looked through for hidden words yet: read it again to do so."


class XrayPart(QWidget):
    """``spot_wanted`` carries a Spotted, ``allow_wanted`` the document's id and the choice."""

    spot_wanted = Signal(object)
    allow_wanted = Signal(str, bool)

    def __init__(self, theme: Theme, found: Xray, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._found = found
        self._places: list[_Place] = []
        column = column_of(into=self, margins_px=(0, 12, 0, 0), spacing_px=4)
        if not found.spotted:
            column.addWidget(Wrapped(UNLOOKED, "small"))
            return
        column.addWidget(label("X-ray", "section"))
        summary = counted(spot.suspect for spot in found.spotted)
        column.addWidget(Wrapped(summary, "ink"))
        for spot in found.spotted[:PLACES]:
            self._add(column, spot)
        rest = len(found.spotted) - PLACES
        if rest > 0:
            column.addWidget(label(f"and {rest:,} more", "small"))
        if found.withholds:
            self._add_switch(column)

    def _add(self, column: QVBoxLayout, one: Spotted) -> None:
        name = place_name(one.label, "Page") or "In its words"
        link = Button(self._theme, name[0].upper() + name[1:], kind="link")
        link.setAccessibleName(f"Show what the x-ray found: {name}, {one.suspect.reason}")
        place = _Place(self, one)
        self._places.append(place)
        link.clicked.connect(place)
        column.addLayout(row(link, 1))
        words = " ".join(one.words.split())
        shown = words if len(words) <= SNIPPET else words[:SNIPPET] + " …"
        column.addWidget(Wrapped(f"{one.suspect.reason}: “{shown}”", "small"))

    def _add_switch(self, column: QVBoxLayout) -> None:
        self.switch = QCheckBox("Answers may use these words")
        self.switch.setChecked(self._found.allowed)
        self.switch.toggled.connect(self._choose)
        column.addSpacing(4)
        column.addWidget(self.switch)
        kept = "They are given to the model like all others."
        out = "They are kept out of everything the model reads."
        column.addWidget(Wrapped(kept if self._found.allowed else out, "small"))

    def _choose(self, allowed: bool) -> None:
        self.allow_wanted.emit(self._found.document, allowed)


class _Place:
    """A click on a place: a bound call that holds its finding."""

    def __init__(self, part: XrayPart, one: Spotted) -> None:
        self._part, self._one = part, one

    def __call__(self) -> None:
        self._part.spot_wanted.emit(self._one)
