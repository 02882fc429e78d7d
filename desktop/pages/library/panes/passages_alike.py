"""Passages in the right pane until Escape: those that mean much the same as one, and those that a
search finds by meaning, in its own documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop import notices
from desktop.house import House
from desktop.widgets.basics import label, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.sidepane import PassingPane
from indexers.text.placenames import place_name
from warehouse.records import Hit, Place

if TYPE_CHECKING:
    from warehouse.search.collections.query_search import Result

PASSAGES = 12
SNIPPET = 220


class PassagesAlikePane(PassingPane):
    """``place_wanted(Place)``; ``left`` by Escape. The newest question wins."""

    place_wanted = Signal(object)

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__("Passages by their meaning", 6, parent)
        self._house = house
        self._asked: Hit | str = ""

    @property
    def query(self) -> str:
        """The search that is answered here; "" where it is what is like a passage."""
        return self._asked if isinstance(self._asked, str) else ""

    def look(self, hit: Hit) -> None:
        """Ask the library, in the background."""
        self._begin(hit, "More like this", _short(hit.text))
        if (library := self._house.library) is not None:
            read = partial(library.likeness.passages, hit.id, PASSAGES)
            self._house.jobs.fetch(read, partial(self._alike, hit))

    def search(self, text: str) -> None:
        """The best passages for a search by meaning and words, where its fields say."""
        self._begin(text, "By meaning", text)
        if (library := self._house.library) is not None:
            job = self._house.jobs.fetch(
                partial(library.finder.near, text, PASSAGES), partial(self._near, text)
            )
            job.failed.connect(partial(self._failed, text))

    def _begin(self, asked: Hit | str, head: str, words: str) -> None:
        self._asked = asked
        self._fill(head, words, "Looking …", ())

    def _alike(self, hit: Hit, found: Sequence[Hit]) -> None:
        none = "Nothing is like it yet. Passages can be compared when they are embedded."
        if self._asked is hit:
            self._fill("More like this", _short(hit.text), "" if found else none, found)

    def _near(self, text: str, found: Result) -> None:
        none = "" if found.hits else "Nothing was found by meaning."
        if self._asked == text:
            said = " ".join(filter(None, [found.note, none]))
            self._fill("By meaning", text, said, found.hits)

    def _failed(self, text: str, error: Exception) -> None:
        if self._asked == text:
            said = notices.words(error)
            self._fill("By meaning", text, f"{said.sentence} {said.next_step}".strip(), ())

    def _fill(self, head: str, words: str, said: str, found: Sequence[Hit]) -> None:
        column = self.fresh()
        column.addWidget(label(head, "heading", wrap=True))
        column.addWidget(label(words, "quiet", wrap=True))
        if said:
            column.addWidget(label(said, "quiet", wrap=True))
        for hit in found:
            column.addSpacing(8)
            name = " · ".join(filter(None, [hit.title, place_name(hit.page_label)]))
            link = ElidedButton(self._house.theme, name, kind="link")
            link.clicked.connect(partial(self._show, hit))
            column.addLayout(row(link, 1))
            column.addWidget(label(_short(hit.text), "small", wrap=True))
        self.end(self._house.theme, column)

    def _show(self, hit: Hit, checked: bool = False) -> None:
        self.place_wanted.emit(Place(hit.document, hit.page, hit.start, hit.end))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SNIPPET else f"{flat[:SNIPPET].rsplit(' ', 1)[0]} …"
