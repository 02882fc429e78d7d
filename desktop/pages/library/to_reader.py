"""The one door from the list to the reader: Return, a double click, the menu, the quick look.

While something is searched for a document opens at the passage that its row shows, with all the
words found there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject

from desktop.house import House
from desktop.pages.library import lookup
from desktop.pages.library.rows.model import DocumentsModel
from desktop.pages.library.searching import Searching
from desktop.reader.opening import Opening
from warehouse.records import Document, Place
from warehouse.search.collections.query import bare_words, parse

if TYPE_CHECKING:
    from warehouse.search.collections.found_words import Seen


class ToReader(QObject):
    def __init__(self, house: House, model: DocumentsModel, searching: Searching) -> None:
        super().__init__(searching)
        self._house, self._model, self._searching = house, model, searching

    def open(self, place: Place) -> None:
        """``place`` is where to begin."""
        words = " ".join(bare_words(parse(self._searching.text).words))
        where = place if place.end > place.start or place.page else None
        self._house.visit("reader", Opening(place.document, where, find=words))

    def read(self, document: str) -> None:
        """Where the words stand that are searched for, else where it was left."""
        library, text = self._house.library, self._searching.text
        if text and library is not None and self._model.seen(document) is None:
            look = partial(lookup.seen, library, text, (document,))
            job = self._house.jobs.fetch(look, partial(self._found, document))
            job.failed.connect(partial(self._begin, document, None))
        else:
            self._begin(document, self._model.place_of(document))

    def read_row(self, index: QModelIndex) -> None:
        self.read(self._model.document(index.row()).id)

    def read_one(self, document: Document) -> None:
        self.read(document.id)

    def _found(self, document: str, found: tuple[str, dict[str, Seen]]) -> None:
        seen = found[1].get(document)
        self._begin(document, seen.place if seen is not None else None)

    def _begin(self, document: str, place: Place | None, *_: object) -> None:
        self.open(place or Place(document, 0, 0, 0))
