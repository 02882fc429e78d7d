"""The Library: drop, see them come in, search, look closer, remove.

The rows are told by ``house.documents_changed``; searching runs as a short job on every pause in
typing, and the newest search wins. What can be done with documents stands in files of its own:
adding.py, removing.py, document_actions.py, row_menu.py, row_actions.py, panes/trash.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget

from desktop.collectionlist import Find
from desktop.house import House
from desktop.newest import Newest
from desktop.pages.library import lookup
from desktop.pages.library.adding import Adding
from desktop.pages.library.details.pane import Details, Facts
from desktop.pages.library.details.several import Several
from desktop.pages.library.document_actions import DocumentActions
from desktop.pages.library.empty import EmptyLibrary
from desktop.pages.library.graph.place import LibraryGraph
from desktop.pages.library.lookup import Search
from desktop.pages.library.panes.side import LibrarySide
from desktop.pages.library.preview import Looking, QuickLook
from desktop.pages.library.removing import Removing
from desktop.pages.library.row_actions import RowActions
from desktop.pages.library.row_menu import DocumentsMenu
from desktop.pages.library.rows.bar import FilterBar, LibraryTitle
from desktop.pages.library.rows.model import DocumentsModel
from desktop.pages.library.rows.table import DocumentsTable
from desktop.pages.library.search_line import SearchLine
from desktop.pages.library.searching import FirstHit, FoundWords, Searching
from desktop.pages.library.stopped import Stopped
from desktop.pages.library.to_reader import ToReader
from desktop.state import WindowState
from desktop.widgets.basics import column_of
from desktop.widgets.scope_choice import Limit
from warehouse.records import Document
from warehouse.search.collections.query import parse

COUNT_EVERY_MS = 300


class LibraryPage(QWidget):
    side_full = False

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._house = house
        self._result = Search("")
        self._wished: tuple[str, ...] = ()
        self._told: dict[str, Document] = {}
        self._lists = Newest(house.jobs, self)
        self._stale = False
        self.model = DocumentsModel()
        self.removing = Removing(house, self.model, self)
        self.table = DocumentsTable(house.theme, self.model)
        self.details = Details(house)
        self.one = DocumentActions(house, self)
        self.side = LibrarySide(house, self.details, self.selected_ids)
        self.graph = LibraryGraph(house, self.side)
        self.title = LibraryTitle(house, self)
        self.adding = Adding(house, self)
        self.filters = FilterBar(house)
        self.understood = SearchLine(house)
        self.menu = DocumentsMenu(house, self.table, self._selected)
        self.actions_of_rows = RowActions(house, self.side, self.one, self.graph)
        self.searching = Searching(house, self.title.search)
        self.reading = ToReader(house, self.model, self.searching)
        self.first_hit = FirstHit(self.title.search, self.searching, self.table)
        self.found_words = FoundWords(house, self.table, self.model)
        self.preview = QuickLook(house, self)
        self.looking = Looking(self.preview, self.table, self.model)
        self.stopped = Stopped(house, self.model, self._fill)
        self._counting = QTimer(self, singleShot=True, interval=COUNT_EVERY_MS)
        self._lay_out()
        self._connect()
        if house.library is not None:
            self._opened()

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        return [self.title.name, self.title.counts], [self.title.search, self.title.add]

    def side_widget(self) -> QWidget:
        return self.side

    def remember(self, state: WindowState) -> None:
        self.table.columns.remember(state)
        self.filters.order.remember(state)

    def accept(self, wish: object) -> None:
        """Paths and links to add, "search", "add", a search to make, the id of a document."""
        if wish == "search":
            self.title.search.setFocus()
            self.title.search.selectAll()
        elif wish == "add":
            self.adding.choose_files()
        elif isinstance(wish, str):
            self.show_document(wish)
        elif isinstance(wish, Find):
            self.understood.edit(wish.saved)
            self.look_for(wish.query)
            self._house.order.show(wish.inside)
        elif isinstance(wish, list):
            self.add([path for path in wish if isinstance(path, Path)])
            self.adding.pages.fetch_all([url for url in wish if isinstance(url, QUrl)])

    def focus_place(self) -> QWidget:
        return self.empty.files if self._layers.currentIndex() else self.graph.front(self.table)

    def escape(self) -> bool:
        """Puts the graph away."""
        return self.graph.leave()

    def add(self, paths: Sequence[Path]) -> None:
        """Take files and folders in."""
        self.adding.add(paths)

    def remove_selected(self) -> None:
        self.remove(self.selected_ids())

    def remove(self, ids: Sequence[str]) -> None:
        """Out of sight now, in the trash when the notice lapses."""
        self.removing.begin(ids)

    # Rows

    def _opened(self) -> None:
        self._reload()
        self.side.trash.look()

    def _reload(self) -> None:
        library = self._house.library
        if library is not None:
            self._told = {}
            self._lists.ask(partial(lookup.documents, library), self._loaded)

    def _loaded(self, documents: list[Document]) -> None:
        """What was told since the list was asked for is newer than what it says."""
        self._house.order.look()
        wished, self._wished = self._wished, ()
        chosen = wished or self.selected_ids()
        front = self.side.currentWidget()
        rows = (self._told.get(document.id, document) for document in documents)
        self.model.reset(document for document in rows if document.id not in self.removing.hidden)
        self._select(*chosen)
        self._refresh()
        self._fill()
        if front is not None and not wished:
            self.side.setCurrentWidget(front)

    def _change(self, documents: Iterable[Document]) -> None:
        changed = {document.id: document for document in documents}
        self._told |= changed
        self.model.change(changed.values())
        if not self._counting.isActive():
            self._counting.start()
        self._stale = self._stale or not changed.keys().isdisjoint(self.selected_ids())

    def _catch_up(self) -> None:
        """What has changed since, at once: a document that is read changes many times a second."""
        self._refresh()
        if self._stale:
            self._fill()

    def _refresh(self) -> None:
        """Counts, chips, and whether the page is still empty."""
        documents = list(self.model.documents())
        empty = self._house.library is not None and not documents
        if empty and not self._layers.currentIndex():
            self.details.teach()
            self.graph.give_way()
        self._show_layer(1 if empty else 0)
        self.title.count(documents)
        self._house.counted.emit("library", len(documents))
        self.filters.offer(documents)
        if self._result.text:
            self.searching.soon()

    def _gone_or_back(self) -> None:
        """Rows went out of sight, or came back."""
        self._refresh()
        self._filter()

    def _choose_again(self, documents: tuple[str, ...]) -> None:
        """They came back: chosen once they are in the list."""
        self._wished = documents
        self._reload()

    def _show_layer(self, layer: int) -> None:
        """The first document takes the keys from the drop target to the list, the last back."""
        focused = QApplication.focusWidget()
        changes = layer != self._layers.currentIndex()
        self._layers.setCurrentIndex(layer)
        if changes and focused is not None and self.isAncestorOf(focused):
            self.focus_place().setFocus()

    # Searching

    def look_for(self, query: str) -> None:
        """Put a query into the search box, ready to be gone on with."""
        self.graph.give_way()
        self.filters.clear()
        self.title.search.setText(f"{query} " if query else "")
        self.title.search.setFocus()

    def _look_everywhere(self, query: str) -> None:
        self.look_for(query)
        self._house.order.show(None)

    def _found(self, result: Search) -> None:
        self._result = result
        self.understood.tell(result, parse(self.searching.typed).note)
        self.menu.tell(result.text)
        self.side.tell_query(result.text)
        self.filters.order.searching(bool(result.order))
        self._filter()
        self.found_words.tell(result.text if result.order else "")
        self.first_hit.tell(result.text)

    def _filter(self) -> None:
        text, hits = self.searching.text, self._result.documents
        order = self._result.order if text else ()
        self.model.set_filter(self.filters.filter(text, hits if text else None, order))
        shown = self.model.rowCount()
        searched = bool(self.searching.typed)
        self.filters.say_found(searched, shown)
        self.table.tell_none("" if shown else self.filters.none(searched))
        self._fill()

    def ask_these(self) -> None:
        """A question to those that are shown."""
        self._ask_selected(self.filters.query(self.searching.text))

    def _ask_selected(self, query: str) -> None:
        self._house.visit("ask", Limit(query=query))

    def _sort(self, key: str, descending: bool) -> None:
        self.model.set_sort(key, descending)
        self.table.columns.tell_sorted(key, descending)

    # The details

    def _look(self) -> None:
        """The user has chosen something: its details come to the front."""
        if self._house.library is not None:
            self.side.show_details()
        self._fill()

    def _fill(self) -> None:
        """The details of what is selected, whatever stands in front of them."""
        library, document = self._house.library, self._current_id()
        self._stale = False
        if library is None or self.side.is_held:
            return
        if not document:
            if self._layers.currentIndex() == 0:
                self.details.show_nothing("Select a document to see what it is about.")
            return
        if len(ids := self.selected_ids()) > 1:
            read_all = partial(lookup.several, library, tuple(ids))
            self._house.jobs.fetch(read_all, partial(self._looked_at, ids))
            return
        read = partial(lookup.facts, library, document, self._result.text)
        self._house.jobs.fetch(read, self._looked)

    def _looked(self, facts: Facts | None) -> None:
        if facts is not None and self.selected_ids() == [facts.document.id]:
            self.details.show_facts(facts)

    def _looked_at(self, ids: list[str], found: Several | None) -> None:
        if found is not None and ids == self.selected_ids():
            self.details.show_several(found)

    def _back_to_details(self) -> None:
        self.side.show_details()
        self.focus_place().setFocus()

    def show_document(self, document: str) -> None:
        """Select it, taking away what hides it; a list not loaded yet does so when it is."""
        if self.model.row_of(document) < 0:
            self.title.search.clear()
            self.filters.clear()
            self._house.order.show(None)
            self._found(Search(""))
        if self.model.row_of(document) < 0:
            self._wished = (document,)
            self._reload()
        self.graph.give_way()
        self._select(document)
        self._house.show_side(True)
        self._back_to_details()

    def _current_id(self) -> str:
        return next(iter(self.selected_ids()), "")

    def selected_ids(self) -> list[str]:
        return [document.id for document in self._selected()]

    def _selected(self) -> list[Document]:
        return [self.model.document(at.row()) for at in self.table.selectionModel().selectedRows()]

    def _ordered(self) -> None:
        """Collections or tags changed: what is found may be other, and what is known of one is."""
        if self._result.text:
            self.searching.now()
        else:
            self._fill()

    def _select(self, *documents: str) -> None:
        """These and no others, the first as the current one; nothing where none is shown."""
        self.table.choose([row for id in documents if (row := self.model.row_of(id)) >= 0])

    # Putting together

    def _lay_out(self) -> None:
        full = QWidget()
        column_of(
            self.filters,
            self.understood,
            (self.table, 1),
            into=full,
            margins_px=(16, 12, 16, 0),
            spacing_px=4,
        )
        self.empty = EmptyLibrary(self._house)
        self._layers = QStackedLayout(self)
        self._layers.addWidget(self.graph.over(full))
        self._layers.addWidget(self.empty)

    def _connect(self) -> None:
        house = self._house
        house.opened.connect(self._opened)
        house.documents_changed.connect(self._change)
        self.searching.found.connect(self._found)
        self._counting.timeout.connect(self._catch_up)
        self.table.activated.connect(self.reading.read_row)
        for start in (self.title, self.empty):
            start.files_wanted.connect(self.adding.choose_files)
            start.folder_wanted.connect(self.adding.choose_folder)
        self.title.address_wanted.connect(self.adding.pages.ask)
        self.adding.libraries_wanted.connect(self.side.imports.take)
        self.adding.added.connect(self._opened)
        for place in (self.filters, self.empty):
            place.trash_wanted.connect(self.side.show_trash)
            self.side.trash.counted.connect(place.offer_trash)
        self.filters.whole_wanted.connect(self.title.search.clear)
        self.side.trash.restored.connect(self._reload)
        self.filters.changed.connect(self._filter)
        self.filters.ask_wanted.connect(self.ask_these)
        self.understood.near_wanted.connect(self.side.show_near)
        self.understood.other_wanted.connect(self.title.search.setText)
        self.filters.order.changed.connect(self._sort)
        self.filters.columns_wanted.connect(self.table.columns.offer)
        self.table.columns.sectionClicked.connect(self.filters.order.choose_column)
        self.table.removeWanted.connect(self.remove_selected)
        self.table.look_wanted.connect(self.looking.look)
        self.table.menu_wanted.connect(self.menu.offer)
        self.menu.wanted.connect(self.actions_of_rows.do)
        self.details.wished.connect(self.actions_of_rows.do)
        self.filters.graph.clicked.connect(self.graph.turn)
        self.graph.changed.connect(self._fill)
        self.title.search.textEdited.connect(self.graph.give_way)
        self.actions_of_rows.opened.connect(self.reading.read)
        self.actions_of_rows.looked.connect(self.looking.look)
        self.actions_of_rows.removed.connect(self.remove)
        self.preview.opened.connect(self.reading.open)
        self.table.selectionModel().selectionChanged.connect(self._look)
        self.removing.changed.connect(self._gone_or_back)
        self.removing.gone.connect(self.side.trash.look)
        self.removing.left.connect(self.table.go_on_at)
        self.removing.back.connect(self._choose_again)
        self.one.take_orders(self.details)
        self.one.changed.connect(self._changed_one)
        self.details.remove_wanted.connect(lambda document: self.remove([document]))
        self.details.heading_wanted.connect(self.reading.open)
        self.details.read_wanted.connect(self.reading.read_one)
        self.details.ask_wanted.connect(self._ask_selected)
        self.details.removal_wanted.connect(self.remove_selected)
        self.details.find_wanted.connect(self._look_everywhere)
        self.details.document_wanted.connect(self.show_document)
        house.order.changed.connect(self._ordered)
        self.details.changed.connect(self._look)
        self.title.import_wanted.connect(self.side.imports.choose)
        for away in (self.side.put_away, self.side.returned, self.graph.left):
            away.connect(self._back_to_details)
        self.side.returned.connect(self._look)
        self.side.corrected.connect(self._changed_one)
        self.empty.sample_wanted.connect(self.adding.add_sample)

    def _changed_one(self, document: Document) -> None:
        self._change((document,))
