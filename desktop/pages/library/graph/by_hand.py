"""The user's hand on the library's graph: a relation is removed, names are joined or parted.

Below what is chosen stand the relations of an edge, or the other names that a node stands for, each
with its way out; a node is joined to another as in the structure of a study. Ctrl+Z takes it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.newest import Newest
from desktop.structure.view import StructureView
from desktop.widgets.basics import column_of, label, quiet_icon, row
from desktop.widgets.laid_out import empty, holding
from warehouse.records import Triple
from warehouse.results.records import Node
from warehouse.steering import Act

if TYPE_CHECKING:
    from warehouse.documents.graph.part import Part
    from warehouse.library import Library

SHOWN = 40
Way = Callable[["Library"], object]  # falsy where nothing is otherwise by it


class Deed(NamedTuple):
    back: Way
    again: Way


Change = Callable[["Library"], Deed | None]


class Line(NamedTuple):
    """What stands there, what the button beside it does, and what was done then."""

    words: str
    tip: str
    done: str
    change: Change


class GraphByHand(QWidget):
    """``changed``: the graph is another one."""

    changed = Signal()

    def __init__(self, house: House, view: StructureView) -> None:
        super().__init__()
        self._house, self._view, self._steer = house, view, view.details.steer
        self._documents: tuple[str, ...] = ()
        self._coming: Part | None = None
        self._drawn: Part | None = None
        self._others = Newest(house.jobs, self)
        self._lines = column_of(into=self, spacing_px=2)
        self._steer.may_name = True
        view.let_steer({"merge"})
        view.chosen.connect(self._tell_node)
        view.canvas.edge_chosen.connect(self._tell_edge)
        view.steered.connect(self._join)
        self._steer.button.clicked.connect(self._seek_nearest)
        self._steer.sought.connect(self._suggest)
        self.hide()

    def tell(self, found: Part, documents: Sequence[str]) -> None:
        """What the picture will be of."""
        self._drawn = self._part()
        self._coming, self._documents = found, tuple(documents)
        if self._part() is found and (node := self._chosen()) is not None:
            self._tell_node(node.id)  # the same picture comes no second time

    def _part(self) -> Part | None:
        """What the picture is of: it may not be that of ``tell`` yet."""
        graph = self._view.canvas.scene.graph
        known = (self._coming, self._drawn)
        return next((part for part in known if part is not None and part.graph == graph), None)

    # What is chosen

    def _tell_edge(self, place: int) -> None:
        part, graph = self._part(), self._view.canvas.scene.graph
        titles = {node.id: node.title for node in graph.nodes}
        lines = []
        for link in graph.edges[place].links:
            said = f"{titles[link.first]} – {link.label} – {titles[link.second]}"
            if part is not None:
                change = partial(_remove, tuple(part.triples[link]))
                lines.append(Line(said, "Remove this relation", f"Removed “{said}”", change))
        self._tell("", lines)

    def _tell_node(self, id: str) -> None:
        part, nodes = self._part(), self._view.canvas.scene.graph.nodes
        title = next((node.title for node in nodes if node.id == id), "")
        lines = []
        for other in part.joined.get(id, ()) if part is not None else ():
            change = partial(_say, other, title, False)
            done = f"Parted “{other}” from “{title}”"
            lines.append(Line(other, f"It means something else than “{title}”", done, change))
        self._tell("Joined with it", lines)

    def _tell(self, head: str, lines: Sequence[Line]) -> None:
        self.hide()  # what comes into it now is laid out at once when it is shown
        empty(self._lines)
        if head and lines:
            self._lines.addWidget(label(head, "quiet"))
        for line in lines[:SHOWN]:
            self._lines.addWidget(self._row(line))
        if len(lines) > SHOWN:
            self._lines.addWidget(label(f"and {len(lines) - SHOWN:,} more", "quiet"))
        self.setVisible(bool(lines))
        self._view.details.fit()

    def _row(self, line: Line) -> QWidget:
        out = quiet_icon(self._house.theme, "x", line.tip)
        out.setAccessibleName(f"{line.tip}: {line.words}")
        out.clicked.connect(partial(self._do, line.done, line.change))
        inside = row((label(line.words, "small", wrap=True), 1), out, spacing_px=2)
        inside.setAlignment(out, Qt.AlignmentFlag.AlignTop)
        return holding(inside)

    # What it can be joined to

    def _seek_nearest(self) -> None:
        self._ask("", self._offer)

    def _suggest(self, words: str) -> None:
        self._ask(words, self._offer_titles)

    def _ask(self, words: str, then: Callable[[Node, list[Node]], None]) -> None:
        node = self._chosen()
        if (library := self._house.library) is not None and node is not None:
            look = partial(_found, node.id, words, library, self._documents)
            self._others.ask(look, partial(then, node))

    def _chosen(self) -> Node | None:
        scene, place = self._view.canvas.scene, self._view.canvas.look.node
        return scene.graph.nodes[place] if place >= 0 else None

    def _offer(self, node: Node, others: list[Node]) -> None:
        if others and self._chosen() == node:
            self._steer.tell(node, others)

    def _offer_titles(self, node: Node, others: list[Node]) -> None:
        if self._chosen() == node:
            self._steer.choices.line.suggest([other.title for other in others])

    # What the user does

    def _join(self, act: Act) -> None:
        done = f"Joined “{act.target}” to “{act.text}”"
        self._do(done, partial(_say, act.target, act.text, True))

    def _do(self, done: str, change: Change, checked: bool = False) -> None:
        self._keep(change, partial(self._did, done))

    def _did(self, done: str, deed: Deed | None) -> None:
        if deed is None:
            self._house.notices.say("Nothing was changed: it was so already.")
        else:
            back, again = (partial(self._keep, way, self._walked) for way in deed)
            self._house.undo.did(done, back, again)
        self.changed.emit()

    def _walked(self, has_changed: object) -> None:
        if not has_changed:
            self._house.notices.say("Nothing was changed: the graph is another one by now.")
        self.changed.emit()

    def _keep(self, way: Way, then: Callable[[Any], None]) -> None:
        if (library := self._house.library) is not None:
            self._house.jobs.keep(partial(way, library), then)


# In workers; None where nothing is otherwise by it


def _remove(triples: Iterable[Triple], library: Library) -> Deed | None:
    from warehouse.documents.graph import by_hand

    taken = by_hand.remove(by_hand.meant(triples, library), library)
    return Deed(partial(by_hand.restore, taken), partial(by_hand.remove, taken)) if taken else None


def _say(one: str, other: str, same: bool, library: Library) -> Deed | None:
    from warehouse.documents.graph import by_hand

    if not by_hand.say(one, other, same, library):
        return None
    return Deed(*(partial(way, one, other, same) for way in (by_hand.unsay, by_hand.say)))


def _found(id: str, words: str, library: Library, documents: tuple[str, ...]) -> list[Node]:
    from warehouse.documents.graph.part import others

    return others(id, words, library, documents)
