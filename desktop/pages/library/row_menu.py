"""What can be done with the documents that are selected: the menu of the list.

By the right button and by the menu key. What needs more than a menu (removing, asking, editing) is
told by ``wanted`` and done by the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from desktop.collections import Naming
from desktop.house import House
from desktop.widgets.basics import pop_up
from warehouse.documents.inspecting.outdated_readings import READ
from warehouse.records import UNFINISHED, Collection, Document
from warehouse.search.collections.naming_and_filing import key
from warehouse.search.collections.query import Field, parse
from warehouse.text import plural


class DocumentsMenu(QObject):
    """``wanted`` carries what, one of the words that row_actions.py knows, and the documents."""

    wanted = Signal(str, object)

    def __init__(
        self, house: House, table: QWidget, selected: Callable[[], Sequence[Document]]
    ) -> None:
        super().__init__(table)
        self._house, self._table, self._selected = house, table, selected
        self._query = ""

    def tell(self, query: str) -> None:
        """What is searched for: where it is one collection, documents can be taken out of it."""
        self._query = query

    def offer(self, where: QPoint) -> None:
        """Nothing where nothing is selected."""
        if chosen := self._selected():
            pop_up(self.menu(chosen), where)

    def menu(self, chosen: Sequence[Document]) -> QMenu:
        menu = QMenu(self._table)
        documents = tuple(chosen)
        is_one = len(documents) == 1
        self._add(menu, "Open", "open", documents, "Return")
        self._add(menu, "Quick look", "look", documents, "Space")
        ask = "Ask about this" if is_one else f"Ask about these {len(documents):,}"
        self._add(menu, ask, "ask", documents)
        menu.addSeparator()
        self._add(menu, "Copy citation" if is_one else "Copy citations", "words", documents)
        title = menu.addAction("Copy title" if is_one else "Copy titles")
        title.triggered.connect(partial(self._copy_titles, documents))
        cite = menu.addMenu("For a bibliography")
        self._add(cite, "Copy BibTeX", "copy", documents)
        self._add(cite, "Save as BibTeX …", "bibtex", documents)
        self._add(cite, "Save as CSL-JSON …", "csl", documents)
        if is_one:
            self._add(menu, "Show the original file", "original", documents)
        menu.addSeparator()
        ids = [document.id for document in documents]
        fill(menu.addMenu("Add to a collection"), self._house, ids)
        held = self._shown()
        if held is not None:
            take = partial(self._house.order.take, held, tuple(ids))
            name = held.name.replace("&", "&&")
            menu.addAction(f"Take out of “{name}”").triggered.connect(take)
        self._add_work(menu, documents)
        menu.addSeparator()
        self._add(menu, "Remove", "remove", documents, "Del")
        return menu

    def _add_work(self, made: QMenu, documents: tuple[Document, ...]) -> None:
        made.addSeparator()
        if len(documents) == 1:
            self._add(made, "Correct title, author, year …", "edit", documents)
        if len(documents) == 2:
            self._add(made, "What differs", "differences", documents)
        read = tuple(document for document in documents if document.state in READ)
        if read:
            self._add(made, "Say anew what it is about", "describe", read)
            self._add(made, "Read again", "read", read)
            graph = made.addMenu("Graph")
            self._add(graph, "Show", "graph", read)
            self._add(graph, "Read for it", "read for graph", read)
            self._add(graph, "Forget what was read", "forget graph", read)
        library = self._house.library
        stopped = library.ingest.stopped() if library is not None else frozenset()
        if any(document.state in UNFINISHED and document.id in stopped for document in documents):
            self._add(made, "Go on", "go on", documents)
        if failed := tuple(document for document in documents if document.state == "failed"):
            self._add(made, "Try again", "retry", failed)

    def _add(
        self, menu: QMenu, name: str, wish: str, documents: tuple[Document, ...], keys: str = ""
    ) -> None:
        """``keys`` do it in the list; here they are only shown."""
        action = menu.addAction(f"{name}\t{keys}" if keys else name)
        action.triggered.connect(partial(self._wish, wish, documents))

    def _wish(self, wish: str, documents: tuple[Document, ...], checked: bool = False) -> None:
        self.wanted.emit(wish, documents)

    def _copy_titles(self, documents: tuple[Document, ...], checked: bool = False) -> None:
        QApplication.clipboard().setText("\n".join(document.title for document in documents))
        self._house.notices.say(f"Copied {plural(len(documents), 'title')}.")

    def _shown(self) -> Collection | None:
        where = parse(self._query).where
        if not isinstance(where, Field) or where.name != "in":
            return None
        name = key(where.value)
        return next(
            (
                collection
                for collection in self._house.order.by_hand()
                if key(collection.name) == name
            ),
            None,
        )


def fill(menu: QMenu, house: House, ids: Sequence[str]) -> None:
    """The collections by name, and a new one."""
    documents = tuple(ids)
    for collection in house.order.by_hand():
        put = partial(house.order.put, collection, documents)
        menu.addAction(collection.name.replace("&", "&&")).triggered.connect(put)
    if house.order.by_hand():
        menu.addSeparator()
    new = partial(house.order.ask_name, Naming(documents))
    menu.addAction("A new collection …").triggered.connect(new)
