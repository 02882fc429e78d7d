"""What the menu of the list and the details want done, and where it is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.pages.library.citing import CiteForm
from desktop.pages.library.details.original import Revealing
from desktop.pages.library.document_actions import DocumentActions
from desktop.pages.library.graph.place import LibraryGraph
from desktop.pages.library.panes.side import LibrarySide
from desktop.widgets.scope_choice import Limit
from warehouse.records import Document

ID_CHARS = 12
CITED = ("words", "copy", "bibtex", "csl")


class RowActions(QObject):
    """``opened`` carries the id of a document, ``looked`` nothing, ``removed`` the ids of some."""

    opened = Signal(str)
    looked = Signal()
    removed = Signal(object)

    def __init__(
        self, house: House, side: LibrarySide, one: DocumentActions, graph: LibraryGraph
    ) -> None:
        super().__init__(side)
        self._house, self._side, self._one, self._graph = house, side, one, graph
        self._revealing = Revealing(house, self)

    def do(self, wish: str, documents: Sequence[Document]) -> None:
        ids = [document.id for document in documents]
        match wish:
            case "open":
                self.opened.emit(ids[0])
            case "look":
                self.looked.emit()
            case "ask":
                query = "id:" + ",".join(id[:ID_CHARS] for id in ids)
                self._house.visit("ask", Limit(query=query))
            case "original":
                self._revealing.reveal(ids[0])
            case "edit":
                self._house.show_side(True)
                self._side.editing.edit(ids[0])
            case "differences":
                self._differences(documents)
            case "describe":
                self._one.describe(ids)
            case "read":
                self._one.read_anew(ids)
            case "retry":
                self._one.retry_all(ids)
            case "go on":
                self._one.go_on()
            case "graph":
                self._graph.show_graph(ids)
            case "read for graph":
                self._graph.work.read(ids)
            case "forget graph":
                self._graph.work.forget(ids)
            case "remove":
                self.removed.emit(ids)
            case form if form in CITED:
                self._side.citing.cite(cast(CiteForm, form))
            case _:
                raise AssertionError(wish)

    def _differences(self, documents: Sequence[Document]) -> None:
        before, after = sorted(documents, key=lambda one: (one.date, one.added))
        self._house.show_side(True)
        self._side.differs.compare(before.id, after.id)
