"""The picture of a structure with its tools: size, search, groups, and what is chosen in words.

    view.tell(research)              while it grows, or the whole of a finished study
    view.tell_graph(graph, evidence) any nodes and edges
    view.clear()                     another study comes to the front

It is laid out in a worker, the latest snapshot only; what has a place keeps it until the user has
it arranged anew.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.house import House
from desktop.structure.canvas import NOTCH, StructureCanvas
from desktop.structure.details import StructureDetails
from desktop.structure.groups import GroupList
from desktop.structure.scene import Scene
from desktop.widgets.basics import Button, IconButton, column_of, label, row, rule
from desktop.widgets.elided import Elided
from desktop.widgets.laid_out import holding
from warehouse.results.records import Evidence, Research
from warehouse.steering import Kind
from warehouse.structures.graph import EMPTY, Graph, of_research
from warehouse.structures.layout import Kept
from warehouse.text import plural

ROOMY_PX = 600


class StructureView(QWidget):
    """``evidence_wanted(number)``: of a node or an edge that was chosen; ``sentence_wanted``: a
    piece of evidence cut to the sentence that says what an edge does; ``steered(Act)``;
    ``more_wanted``: one more thing to look for; ``left``: back to the text; ``shown``: the layout
    is in sight; ``chosen(id)`` of a node, "" for none, again with each layout.
    """

    evidence_wanted = Signal(int)
    sentence_wanted = Signal(object)
    steered = Signal(object)
    more_wanted = Signal()
    left = Signal()
    shown = Signal()
    chosen = Signal(str)

    def __init__(self, house: House, back: str = "Text", tidy: bool = False) -> None:
        """``back`` names what the picture stands in place of; "" where it stands alone. ``tidy``:
        all is placed anew with every change, until the user has moved the picture.
        """
        super().__init__()
        self._house, self._tidy = house, tidy
        self._graph, self._waiting = EMPTY, EMPTY
        self.evidence: Mapping[int, Evidence] = {}  # of the scene
        self._coming: Mapping[int, Evidence] = {}
        self._told: Mapping[int, Evidence] = {}  # of an edge that is chosen
        self._busy = self._anew = False
        self._round = 0
        self._hits: list[int] = []
        self._hit = -1
        theme = house.theme
        self.canvas = StructureCanvas(theme)
        self.details = StructureDetails(theme)
        self.title = Elided("strong")
        self._about = Elided("quiet")
        self.search_line = _FindLine()
        self._found = label("", "quiet")
        self.more = Button(theme, "Look for more", kind="link")
        self.more.setToolTip("One more thing to look for")
        self.groups = GroupList(theme)
        self._build(back)
        self._connect()
        self.setMinimumWidth(1)
        self.let_steer(())
        self.clear()

    def focus_place(self) -> QWidget:
        return self.canvas

    # What is shown

    def tell(self, found: Research) -> None:
        self.tell_graph(of_research(found), {piece.number: piece for piece in found.evidence})

    def tell_graph(self, graph: Graph, evidence: Mapping[int, Evidence]) -> None:
        """The numbers of the evidence are those of its own graph: each comes with its scene."""
        self._coming = evidence
        if graph == self._graph:
            self.evidence = evidence
        if graph != self._waiting:
            self._waiting = graph
            self._lay_out()

    def clear(self) -> None:
        self._round += 1
        self._graph = self._waiting = EMPTY
        self.evidence, self._coming, self._busy = {}, {}, False
        self.canvas.clear()
        self.details.hide()
        self._forget_found()
        self._tell_title()
        self.groups.tell(self.canvas.scene.layout.titles)

    def let_steer(self, kinds: Collection[Kind]) -> None:
        self.details.let_steer(kinds)
        self._may_add = "add" in kinds
        self._make_room()

    def _make_room(self) -> None:
        """In a narrow column what can be done elsewhere, too, makes way for the tools."""
        has_room = self.width() >= ROOMY_PX
        self.more.setVisible(self._may_add and has_room)
        self._about.setVisible(has_room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def arrange_anew(self) -> None:
        """Everything in its best place, whatever place it had."""
        self._anew = True
        self._lay_out()

    def choose(self, id: str) -> None:
        """A node by its id, brought into sight; nothing where there is none."""
        place = self.canvas.scene.places().get(id, -1)
        if place >= 0:
            self._to_node(place)

    def _lay_out(self) -> None:
        if self._busy:
            return
        self._busy = True
        kept: Kept = {}
        if not self._anew and (self.canvas.touched or not self._tidy):
            kept = kept_places(self.canvas.scene, self._waiting)
        request = (self._round, self._waiting, self._anew)
        show = partial(self._show, *request, self._coming)
        job = self._house.jobs.fetch(partial(Scene, self._waiting, kept), show)
        job.ended.connect(partial(self._end, *request))

    def _show(
        self, round: int, graph: Graph, anew: bool, evidence: Mapping[int, Evidence], scene: Scene
    ) -> None:
        if round != self._round:
            return
        self._graph, self._anew = graph, False
        self.evidence = self._coming if graph == self._waiting else evidence
        self.canvas.show_scene(scene)
        if anew:
            self.canvas.fit()
        self._tell_title()
        self.groups.tell(self.canvas.scene.layout.titles)
        self._seek(self.search_line.text())
        node = self.canvas.look.node
        self.chosen.emit(scene.graph.nodes[node].id if node >= 0 else "")
        if node >= 0:
            self.details.tell_node(scene, node, self.evidence)
        else:
            self.details.hide()
        self.shown.emit()

    def _end(self, round: int, graph: Graph, anew: bool) -> None:
        if round == self._round:
            self._busy = False
            if self._waiting != graph or (self._anew and not anew):
                self._lay_out()

    def _tell_title(self) -> None:
        graph = self._graph
        links = sum(edge.kind == "link" for edge in graph.edges)
        parts = (plural(len(graph.nodes), "part"), plural(links, "link") if links else "")
        about = ", ".join(filter(None, parts)) if graph.nodes else "nothing yet"
        self.title.setText(graph.name if graph.kind else "Structure")
        self._about.setText(about)
        self.canvas.setAccessibleName(f"Picture: {graph.name}, {about}")

    def _light(self, group: int) -> None:
        self.canvas.light_group(group)
        self.details.hide()

    # What is chosen

    def _node(self, place: int) -> None:
        scene = self.canvas.scene
        self._told = {}
        self.chosen.emit(scene.graph.nodes[place].id if place >= 0 else "")
        if place < 0:
            self.details.hide()
            return
        self.details.tell_node(scene, place, self.evidence)
        self._show_first(scene.graph.nodes[place].evidence)

    def _edge(self, place: int) -> None:
        edge = self.canvas.scene.graph.edges[place]
        self._told = edge.sentences(self.evidence)
        self.details.tell_edge(self.canvas.scene, place, self._told)
        self._show_first(edge.evidence)

    def _show_first(self, numbers: Collection[int]) -> None:
        first = next((number for number in numbers if number in self.evidence), 0)
        if first:
            self._want(first)

    def _want(self, number: int) -> None:
        piece = self._told.get(number)
        if piece is None or piece == self.evidence.get(number):
            self.evidence_wanted.emit(number)
        else:
            self.sentence_wanted.emit(piece)

    def _opened(self, place: int) -> None:
        """Its sentence again, and its words have the keys."""
        self._show_first(self.canvas.scene.graph.nodes[place].evidence)
        self.details.setFocus()

    def _to_node(self, place: int) -> None:
        self.canvas.choose_node(place)
        self.canvas.bring(place)

    # Search

    def _seek(self, text: str) -> None:
        self._hits = self.canvas.scene.matching(text)
        self.canvas.mark(frozenset(self._hits))
        self._hit = -1
        known = plural(len(self._hits), "match", "matches") if self._hits else "not found"
        self._found.setText(known if text.strip() else "")

    def _next(self, by: int) -> None:
        if self._hits:
            self._hit = (self._hit + by) % len(self._hits)
            self._found.setText(f"{self._hit + 1:,} of {len(self._hits):,}")
            self._to_node(self._hits[self._hit])

    def _forget_found(self) -> None:
        self.search_line.clear()
        self._seek("")
        self.canvas.setFocus()

    # Making

    def _build(self, back: str) -> None:
        theme = self._house.theme
        self.back = Button(theme, back, "arrow-left", kind="quiet")
        self.back.setAccessibleName(f"Back to: {back}")
        self.tools = {
            name: IconButton(theme, icon, said)
            for name, icon, said in (
                ("smaller", "zoom-out", "Smaller (-)"),
                ("larger", "zoom-in", "Larger (+)"),
                ("fit", "maximize", "Show all of it (0)"),
                ("anew", "rotate-cw", "Arrange anew"),
            )
        }
        said = (self.back, self.title, self._about, 1, self.more, self._found, self.search_line)
        bar = holding(row(*said, *self.tools.values(), margins_px=(8, 6, 10, 6)))
        column_of(bar, self.groups, (self.canvas, 1), rule(), self.details, into=self, spacing_px=0)
        self.back.setVisible(bool(back))  # after it has a parent: else it opens a window first

    def _connect(self) -> None:
        canvas, details = self.canvas, self.details
        canvas.node_chosen.connect(self._node)
        canvas.edge_chosen.connect(self._edge)
        canvas.opened.connect(self._opened)
        self.groups.lit.connect(self._light)
        canvas.search_wanted.connect(self.search_line.setFocus)
        details.evidence_wanted.connect(self._want)
        details.node_wanted.connect(self._to_node)
        details.edge_wanted.connect(canvas.choose_edge)
        details.steered.connect(self.steered)
        self.search_line.textChanged.connect(self._seek)
        self.search_line.stepped.connect(self._next)
        self.search_line.left.connect(self._forget_found)
        self.more.clicked.connect(self.more_wanted)
        self.back.clicked.connect(self.left)
        self.tools["smaller"].clicked.connect(partial(canvas.zoom, 1 / NOTCH))
        self.tools["larger"].clicked.connect(partial(canvas.zoom, NOTCH))
        self.tools["fit"].clicked.connect(canvas.fit)
        self.tools["anew"].clicked.connect(self.arrange_anew)


def kept_places(scene: Scene, coming: Graph) -> Kept:
    """The places that nodes keep: not those that hang elsewhere now, nor what hangs on them."""
    kept = dict(scene.layout.kept(scene.graph))
    if coming.is_net:
        return kept
    before = _parents(scene.graph)
    for id, parent in _parents(coming).items():
        moved = id in before and before[id] != parent
        if moved or (parent and parent not in kept):
            kept.pop(id, None)
    return kept


def _parents(graph: Graph) -> dict[str, str]:
    """The id of each node's parent, "" of a root; a parent stands before its children."""
    above = graph.parents()
    return {
        node.id: graph.nodes[up].id if up >= 0 else ""
        for node, up in zip(graph.nodes, above, strict=True)
    }


class _FindLine(QLineEdit):
    """``stepped(by)``: to the next match, or the one before; ``left``: Escape."""

    stepped = Signal(int)
    left = Signal()

    def __init__(self) -> None:
        super().__init__(placeholderText="Find a name")
        self.setAccessibleName("Find in the picture")
        self.setToolTip("Find a part by its words; Enter goes from one to the next (/)")
        self.setMaximumWidth(170)
        self.setMinimumWidth(90)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.stepped.emit(-1 if is_back else 1)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.left.emit()
        else:
            super().keyPressEvent(event)
