"""In the details: what was read of the selected documents for the graph, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.library.details.wrapped import Wrapped
from desktop.widgets.basics import Button, column_of, row
from warehouse.records import Document
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library

READ = "read for graph"
WISHES = (
    ("graph", "Show", "Show the graph of"),
    (READ, "Read for it", "Read for the graph:"),
    ("forget graph", "Forget", "Forget what was read for the graph of"),
)


class GraphFacts(Struct, frozen=True):
    """``said``: how many are in it. Documents of which something was read (``begun``), and of
    which something is left to read.
    """

    said: str = ""
    begun: int = 0
    left: int = 0
    relations: int = 0


def graph_facts(library: Library, documents: Sequence[str]) -> GraphFacts:
    """In a worker."""
    from warehouse.documents.graph.whole_documents import reached

    known = library.catalog.graphed_documents(documents)
    relations = sum(graphed.triples for graphed in known.values())
    found = reached(documents, library)
    return GraphFacts(found.said(), len(known), found.left, relations)


class GraphSection(QWidget):
    """``wished`` carries what, one of the words that row_actions.py knows, and the documents."""

    wished = Signal(str, object)

    def __init__(self, house: House, documents: Sequence[Document], found: GraphFacts) -> None:
        super().__init__()
        self._documents = tuple(one for one in documents if one.state == "verified")
        column = column_of(into=self, margins_px=(0, 14, 0, 0), spacing_px=2)
        column.addWidget(Wrapped(self._said(found), "quiet"))
        line = row(spacing_px=12)
        for wish, words, name in WISHES:
            if found.left if wish == READ else found.begun:
                again = wish == READ and found.begun
                button = Button(house.theme, "Read the rest" if again else words, kind="link")
                button.setAccessibleName(f"{name} {self._named}")
                button.clicked.connect(partial(self._wish, wish))
                line.addWidget(button)
        line.addStretch(1)
        column.addLayout(line)
        if not self._documents:
            self.hide()

    @property
    def _named(self) -> str:
        count = len(self._documents)
        return self._documents[0].title if count == 1 else plural(count, "document")

    def _said(self, found: GraphFacts) -> str:
        relations = plural(found.relations, "relation")
        if not found.begun:
            return f"Graph: {'not read for it yet' if found.left else 'nothing to read for it'}"
        if len(self._documents) > 1:
            return f"Graph: {found.said} · {relations}"
        return f"Graph: {relations}{' · read in part' if found.left else ''}"

    def _wish(self, wish: str, checked: bool = False) -> None:
        self.wished.emit(wish, self._documents)
