"""Search as you type: a search on every pause, one at a time, and only the newest counts.

Several searches side by side would take the interpreter from the window; what was typed while one
runs is searched for when it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QLineEdit

from desktop.house import House
from desktop.pages.library import lookup
from desktop.pages.library.lookup import Search
from desktop.pages.library.rows.bar import SearchField
from desktop.pages.library.rows.model import DocumentsModel
from desktop.pages.library.rows.table import DocumentsTable
from warehouse.search.collections import query

if TYPE_CHECKING:
    from warehouse.search.collections.found_words import Seen

PAUSE_MS = 120


class Searching(QObject):
    """``found(Search)``, never for a text that is no longer in the field."""

    found = Signal(object)

    def __init__(self, house: House, field: QLineEdit) -> None:
        super().__init__(field)
        self._house, self._field = house, field
        self._running = self._again = False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.now)
        field.textChanged.connect(self.soon)
        house.order.shown_changed.connect(self.now)

    @property
    def typed(self) -> str:
        return self._field.text().strip()

    @property
    def text(self) -> str:
        """What is typed, inside the collection that is shown."""
        shown = self._house.order.shown
        return query.inside(shown.name, self.typed) if shown is not None else self.typed

    def soon(self) -> None:
        """At the next pause."""
        self._pause.start()

    def now(self) -> None:
        text, library = self.text, self._house.library
        if library is None or not text:
            self.found.emit(Search(text))
        elif self._running:
            self._again = True
        else:
            self._running = True
            job = self._house.jobs.fetch(partial(lookup.search, library, text), self._found)
            job.ended.connect(self._ended)

    def _found(self, result: Search) -> None:
        if result.text == self.text:
            self.found.emit(result)

    def _ended(self) -> None:
        self._running = False
        if self._again:
            self._again = False
            self.now()


class FirstHit(QObject):
    """The way of the keys from the search box: Down goes to the first row, Return opens the first
    that was found. What is still searched for is waited for, so that a quick hand never opens
    something else.
    """

    def __init__(self, field: SearchField, searching: Searching, table: DocumentsTable) -> None:
        super().__init__(field)
        self._field, self._searching, self._table = field, searching, table
        self._listed, self._wanted = "", ""
        field.textChanged.connect(self._forget)
        field.down_pressed.connect(partial(self._want, "row"))
        field.returnPressed.connect(partial(self._want, "document"))

    def tell(self, text: str) -> None:
        """The list shows what was found for this."""
        self._listed = text
        wanted, first = self._wanted, self._table.model().index(0, 0)
        if not wanted or text != self._searching.text or not self._field.hasFocus():
            return
        self._forget()
        if first.isValid():
            self._table.choose([0])
            self._table.setFocus()
            if wanted == "document":
                self._table.activated.emit(first)

    def _want(self, what: str) -> None:
        """Nothing was found by an empty search that could be opened."""
        if what == "row" or self._searching.typed:
            self._wanted = what
            self.tell(self._listed)

    def _forget(self) -> None:
        self._wanted = ""


class FoundWords(QObject):
    """Asks for the words of a search in the rows that come in sight, and marks them there.

    One question at a time; what came in sight meanwhile is asked for when it ends.
    """

    def __init__(self, house: House, table: DocumentsTable, model: DocumentsModel) -> None:
        super().__init__(table)
        self._house, self._table, self._model = house, table, model
        self._text = ""
        self._running = False
        table.in_sight.connect(self._ask)

    def tell(self, text: str) -> None:
        """What is searched for; "" for nothing that has words."""
        self._text = text
        self._table.tell_found(bool(text))

    def _ask(self, documents: Sequence[str]) -> None:
        library = self._house.library
        if library is None or self._running or not self._text:
            return
        self._running = True
        read = partial(lookup.seen, library, self._text, tuple(documents))
        self._house.jobs.fetch(read, self._found).ended.connect(self._ended)

    def _found(self, found: tuple[str, dict[str, Seen]]) -> None:
        text, seen = found
        if text == self._text:
            self._model.mark(seen)

    def _ended(self) -> None:
        self._running = False
        self._table.tell_found(bool(self._text))
