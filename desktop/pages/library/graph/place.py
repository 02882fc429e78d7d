"""The library's graph in place of the list: the picture, how much of it is shown, what was read.

Of the whole library, of some documents, or of what is nearest to a name; always a part that can be
read. A click on an edge lights its sentence on the page at the right, a name leads to its documents
in the reader. What is wrong is mended there (by_hand.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop.house import House
from desktop.newest import Newest
from desktop.pages.library.graph.by_hand import GraphByHand
from desktop.pages.library.graph.work import GraphWork
from desktop.pages.library.line_field import LineField
from desktop.pages.library.panes.side import LibrarySide
from desktop.reader.opening import Opening
from desktop.structure.view import StructureView
from desktop.widgets.basics import Button, column_of, label, row, rule
from desktop.widgets.elided import ElidedButton
from desktop.widgets.flow import FlowLayout
from desktop.widgets.laid_out import empty, holding
from warehouse.results.records import Evidence
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.documents.graph.part import Part
    from warehouse.documents.graph.whole_documents import Reached
    from warehouse.library import Library

LIST, GRAPH = 0, 1
NAMED = 6
TEACH = (
    "Nothing of it was read for the graph yet. The model notes what each sentence says of two "
    "things; the names and what joins them are drawn here."
)


class LibraryGraph(QStackedWidget):
    """``left``: the list is in front again; ``changed``: there is more or less in the graph."""

    left = Signal()
    changed = Signal()

    def __init__(self, house: House, side: LibrarySide) -> None:
        super().__init__()
        self._house, self._side = house, side
        self._documents: tuple[str, ...] = ()
        self._said = ""
        self._parts, self._counts = Newest(house.jobs, self), Newest(house.jobs, self)
        self.work = GraphWork(house, self)
        self.view = StructureView(house, back="List")
        self.near = NearField()
        self._shown, self._reached = label("", "ink", wrap=True), label("", "quiet", wrap=True)
        self.whole = Button(house.theme, "The whole library", kind="link")
        self.read = Button(house.theme, "", "play")
        for button in (self.whole, self.read):
            button.hide()
        self.by_hand = GraphByHand(house, self.view)
        self._own = QWidget()
        self._in = FlowLayout(self._own, gap_px=10)
        self._connect()

    def over(self, documents: QWidget) -> QWidget:
        """The list of documents, or the graph in its place."""
        first = row((self._shown, 1), self.near, spacing_px=12)
        second = row((self._reached, 1), self.whole, self.read, spacing_px=12)
        head = holding(column_of(first, second, margins_px=(16, 12, 16, 10), spacing_px=6))
        self.view.details.own.addWidget(self._own)
        self.view.details.own.addWidget(self.by_hand)
        self.addWidget(documents)
        self.addWidget(holding(column_of(head, rule(), (self.view, 1), spacing_px=0)))
        return self

    @property
    def is_shown(self) -> bool:
        return self.currentIndex() == GRAPH

    def front(self, table: QWidget) -> QWidget:
        """Where the keys belong."""
        return self.view.focus_place() if self.is_shown else table

    def turn(self) -> None:
        """The graph of the library, or back to the list."""
        if not self.leave():
            self.show_graph()

    def show_graph(self, documents: Sequence[str] = ()) -> None:
        """Of these documents, of all where there are none."""
        self._documents = tuple(documents)
        self.near.clear()
        self.view.clear()
        self._said = "Nothing could be shown."
        self.setCurrentIndex(GRAPH)
        self.look()
        self.view.focus_place().setFocus()

    def leave(self) -> bool:
        """Back to the list; whether the graph was in front."""
        was_shown = self.is_shown
        self.give_way()
        if was_shown:
            self.left.emit()
        return was_shown

    def give_way(self) -> None:
        """To the list, while the keys stay where they are."""
        self.setCurrentIndex(LIST)
        self._parts.forget()
        self._counts.forget()

    def look(self) -> None:
        """What there is now."""
        library, near = self._house.library, self.near.text().strip()
        if library is None or not self.is_shown:
            return
        self._shown.setText("Looking …")
        self._parts.ask(partial(_part, library, self._documents, near), partial(self._tell, near))
        self._counts.ask(partial(_reached, library, self._documents), self._tell_reached)

    # What is shown

    def _tell(self, near: str, found: Part) -> None:
        self.by_hand.tell(found, self._documents)
        self.view.tell_graph(found.graph, found.evidence)
        self._said = _words(found, near) if found.names else TEACH
        self.near.setVisible(bool(found.names))

    def _say(self) -> None:
        """Of the picture that is drawn: the one before where there is no other."""
        self._shown.setText(self._said)

    def _tell_reached(self, found: Reached) -> None:
        said = found.said("chosen document" if self._documents else "document")
        is_busy = self.work.job is not None
        self._reached.setText(f"{said}.{' More is being read now.' if is_busy else ''}")
        self.whole.setVisible(bool(self._documents))
        self.read.set("Read the rest" if found.whole + found.part else "Read for the graph")
        self.read.setAccessibleName(f"Read {plural(found.left, 'document')} for the graph")
        self.read.setVisible(bool(found.left) and not is_busy)

    def _name_documents(self, id: str) -> None:
        """Those that the chosen name stands in."""
        empty(self._in)
        node = next((node for node in self.view.canvas.scene.graph.nodes if node.id == id), None)
        pieces = [self.view.evidence[at] for at in node.evidence] if node is not None else []
        firsts = {piece.place.document: piece for piece in reversed(pieces)}
        named = [*reversed(firsts.values())]
        if named:
            self._in.addWidget(label("Stands in", "quiet"))
        for piece in named[:NAMED]:
            button = ElidedButton(self._house.theme, piece.title, kind="link")
            button.setAccessibleName(f"Read {piece.title}")
            button.clicked.connect(partial(self._read_at, piece))
            self._in.addWidget(button)
        if len(named) > NAMED:
            self._in.addWidget(label(f"and {len(named) - NAMED:,} more", "quiet"))
        self._own.setVisible(bool(named))

    def _edge(self, place: int) -> None:
        self._name_documents("")

    def _light(self, number: int) -> None:
        piece = self.view.evidence[number]
        self._house.show_side(True, "library")
        self._side.bring_place(piece.place, words=piece.text)

    def _read_at(self, piece: Evidence, checked: bool = False) -> None:
        place = piece.place
        self._house.visit("reader", Opening(place.document, place, piece.text))

    # What the user does

    def _read(self) -> None:
        self.work.read(self._documents)

    def _show_whole(self) -> None:
        self.show_graph()

    def _show_wanted(self, documents: Sequence[str]) -> None:
        """From wherever the work was heard of."""
        self._house.visit("library")
        self.show_graph(documents)

    def _changed(self) -> None:
        self.changed.emit()
        self.look()

    def _connect(self) -> None:
        self.view.left.connect(self.leave)
        self.view.evidence_wanted.connect(self._light)
        self.view.chosen.connect(self._name_documents)
        self.view.canvas.edge_chosen.connect(self._edge)
        self.near.wanted.connect(self.look)
        self._parts.rested.connect(self._say)
        self.whole.clicked.connect(self._show_whole)
        self.read.clicked.connect(self._read)
        for work in (self.work, self.by_hand):
            work.changed.connect(self._changed)
        self.work.shown.connect(self._show_wanted)
        self._house.document_removed.connect(self.look)
        self._house.order.shown_changed.connect(self.give_way)
        self._house.library_left.connect(self.leave)


class NearField(LineField):
    """``wanted``: Return, or it was emptied."""

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText("Only what is near to …")
        self.setAccessibleName("Show only what is near to a name")
        self.setToolTip("A name, then Enter; empty it to see all again (Esc)")
        self.setFixedWidth(190)
        self.setClearButtonEnabled(False)
        self.returnPressed.connect(self.wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self.wanted.emit()
        else:
            super().keyPressEvent(event)


def _words(found: Part, near: str) -> str:
    """``The 100 names that most hangs on, of 2,340, with 310 of 5,120 relations.``"""
    names, links = len(found.graph.nodes), sum(len(edge.links) for edge in found.graph.edges)
    all_names, relations = plural(found.names, "name"), plural(found.relations, "relation")
    none = f"No name was found for “{near}”. " if near and not found.around else ""
    if found.around:
        around = ", ".join(f"“{name}”" for name in found.around[:3])
        more = f" and {len(found.around) - 3:,} more" if found.around[3:] else ""
        what = f"The {names:,} nearest to {around}{more}, of {all_names}"
    elif names < found.names:
        what = f"The {names:,} names that most hangs on, of {found.names:,}"
    else:
        return f"{none}{all_names} and {relations}."
    return f"{none}{what}, with {links:,} of {relations}."


# In workers


def _part(library: Library, documents: tuple[str, ...], near: str) -> Part:
    from warehouse.documents.graph.part import part

    return part(library, documents, near)


def _reached(library: Library, documents: tuple[str, ...]) -> Reached:
    from warehouse.documents.graph.whole_documents import reached

    return reached(documents, library)
