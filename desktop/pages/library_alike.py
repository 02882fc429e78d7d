"""More like this: passages that mean much the same as one, in the right pane until Escape."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.widgets.basics import label, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.sidepane import PassingPane
from indexers.placenames import place_name
from warehouse.records import Hit, Place

PASSAGES = 12
SNIPPET = 220


class AlikePane(PassingPane):
    """``place_wanted(Place)``; ``left`` by Escape."""

    place_wanted = Signal(object)

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__("Passages like the one chosen", 6, parent)
        self._house = house

    def look(self, hit: Hit) -> None:
        """Ask the library, in the background."""
        self._fill(hit, None)
        if (library := self._house.library) is not None:
            read = partial(library.likeness.passages, hit.id, PASSAGES)
            self._house.jobs.fetch(read, partial(self._fill, hit))

    def _fill(self, hit: Hit, found: Sequence[Hit] | None) -> None:
        """``found`` is None while it is looked for."""
        column = self.fresh()
        column.addWidget(label("More like this", "heading", wrap=True))
        column.addWidget(label(_short(hit.text), "quiet", wrap=True))
        if found is not None and not found:
            words = "Nothing is like it yet. Passages can be compared when they are embedded."
            column.addWidget(label(words, "quiet", wrap=True))
        for one in found or ():
            column.addSpacing(8)
            name = " · ".join(filter(None, [one.title, place_name(one.page_label)]))
            link = ElidedButton(self._house.theme, name, kind="link")
            link.clicked.connect(partial(self._show, one))
            column.addLayout(row(link, 1))
            column.addWidget(label(_short(one.text), "small", wrap=True))
        self.end(self._house.theme, column)

    def _show(self, hit: Hit, checked: bool = False) -> None:
        self.place_wanted.emit(Place(hit.document, hit.page, hit.start, hit.end))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SNIPPET else f"{flat[:SNIPPET].rsplit(' ', 1)[0]} …"
