"""What is chosen in the picture, in words: its sentences, what it hangs on, what can be changed.

A way to all of it for the keyboard and for those who hear: every sentence, every neighbour and
every edge is a button.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop.structure.in_words import STATES, edge_words, facts, mark_words, said
from desktop.structure.scene import Scene
from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, row
from desktop.widgets.downscroll import DownScroll
from desktop.widgets.flow import FlowLayout
from desktop.widgets.laid_out import empty
from desktop.widgets.passages import whence
from desktop.widgets.steerintent import CHANGES, SteerIntent
from desktop.widgets.tips import as_it_stands
from warehouse.results.records import Evidence, Link, Node
from warehouse.steering import Act, Kind
from warehouse.structures.graph import relation_words

SENTENCES, NEIGHBOURS, OTHERS = 16, 12, 30
HIGH_PX = 208
SAID_CHARACTERS = 400


class StructureDetails(DownScroll):
    """``evidence_wanted(number)``, ``node_wanted(place)``, ``edge_wanted(place)``,
    ``steered(Act)``. Hidden while nothing is chosen. ``own`` takes what a page adds.
    """

    evidence_wanted = Signal(int)
    node_wanted = Signal(int)
    edge_wanted = Signal(int)
    steered = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._kinds: Collection[Kind] = ()
        self.setAccessibleName("What is chosen")
        self.title = label("", "strong", wrap=True)
        self._about = label("", "quiet", wrap=True)
        self._found = label("", "ink", wrap=True)
        for words in (self.title, self._found):
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._sentences, self._beside, self._relations = _Buttons(), _Buttons(), _Buttons()
        self.own = QVBoxLayout()
        self.steer = SteerIntent(theme)
        self.steer.steered.connect(self.steered)
        self.steer.grew.connect(partial(self.bring, self.steer))
        self._inner = QWidget()
        column = column_of(into=self._inner, margins_px=(16, 10, 16, 12), spacing_px=6)
        head = row((self.title, 1), self.steer.button, spacing_px=4)
        head.setAlignment(self.steer.button, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        for part in (self._about, self._found, self._sentences):
            column.addWidget(part)
        column.addWidget(self._relations)
        column.addLayout(self.own)
        column.addWidget(self.steer)
        column.addWidget(self._beside)
        column.addStretch(1)
        self.setWidget(self._inner)
        self.hide()

    def let_steer(self, kinds: Collection[Kind]) -> None:
        self._kinds = kinds

    def tell_node(self, scene: Scene, place: int, evidence: Mapping[int, Evidence]) -> None:
        node = scene.graph.nodes[place]
        self.title.setText(node.title)
        marks = scene.graph.marks
        counts = facts(node, len(scene.beside[place]))
        counts = (mark_words(marks[place]),) if marks else counts
        self._say(self._about, " · ".join(filter(None, (STATES[node.state], *counts))))
        self._say(self._found, (node.found or node.notes)[:SAID_CHARACTERS])
        self._tell_sentences(node.evidence, evidence)
        self._beside.tell(self._ways(scene, place))
        self._tell_steer(node, place in scene.graph.searches, _others(scene, place))
        self._relations.tell(())
        self._show()

    def tell_edge(self, scene: Scene, place: int, evidence: Mapping[int, Evidence]) -> None:
        edge = scene.graph.edges[place]
        self.title.setText(edge_words(scene, place))
        first = next((evidence[number] for number in edge.evidence if number in evidence), None)
        self._say(self._about, whence(first) if first else "No sentence is kept for this")
        self._say(self._found, f"“{first.text[:SAID_CHARACTERS]}”" if first else "")
        self._tell_sentences(edge.evidence, evidence)
        self._beside.tell(
            self._button(
                scene.graph.nodes[at].title,
                f"Go to {scene.graph.nodes[at].title}",
                partial(self.node_wanted.emit, at),
            )
            for at in (edge.first, edge.second)
        )
        self._tell_steer(None, True)
        self._relations.tell(self._leave_out(scene, edge.links))
        self._show()

    def _show(self) -> None:
        self.show()
        self.verticalScrollBar().setValue(0)
        self.fit()

    def fit(self) -> None:
        """As high as its words, and no higher than ``HIGH_PX``."""
        wanted = self._inner.heightForWidth(self.viewport().width())
        self.setFixedHeight(min(HIGH_PX, max(wanted, self._inner.minimumSizeHint().height())))

    def bring(self, part: QWidget) -> None:
        """What came and shows now: into sight, once it is laid out."""
        self.fit()
        QTimer.singleShot(0, part, partial(self.ensureWidgetVisible, part))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _tell_steer(self, node: Node | None, is_search: bool, others: Sequence[Node] = ()) -> None:
        may = node is not None and not is_search and bool(CHANGES & {*self._kinds})
        self.steer.let(self._kinds if may else ())
        self.steer.hide()
        self.steer.button.setVisible(may)
        if node is not None:
            self.steer.tell(node, others)

    def _leave_out(self, scene: Scene, links: Iterable[Link]) -> Iterator[Button]:
        """A button for each relation that can go."""
        titles = {node.id: node.title for node in reversed(scene.graph.nodes)}
        ways = dict.fromkeys((link.first, link.label, link.second) for link in links)
        for first, how, second in ways if "drop" in self._kinds else ():
            said = f"Leave out “{relation_words(titles[first], how, titles[second])}”"
            words = "Leave this out" if len(ways) == 1 else _short(said)
            act = Act("drop", titles[second], titles[first], node=first, into=second, label=how)
            yield self._button(words, said, partial(self.steered.emit, act))

    def _tell_sentences(self, numbers: Collection[int], evidence: Mapping[int, Evidence]) -> None:
        known = [evidence[number] for number in numbers if number in evidence]
        buttons = [
            self._button(
                f"{piece.number}",
                f"Sentence {piece.number}, {whence(piece)}",
                partial(self.evidence_wanted.emit, piece.number),
            )
            for piece in known[:SENTENCES]
        ]
        more = len(known) - len(buttons)
        head = label("Sentences", "quiet") if known else None
        rest = label(f"and {more:,} more", "quiet") if more else None
        self._sentences.tell(filter(None, (head, *buttons, rest)))

    def _ways(self, scene: Scene, place: int) -> Iterable[QWidget]:
        """A button for each edge, those with a sentence first."""
        edges = scene.graph.edges
        ways = sorted(scene.beside[place], key=lambda way: not edges[way[1]].evidence)
        for other, at in ways[:NEIGHBOURS]:
            edge = edges[at]
            title = scene.graph.nodes[other].title
            if edge.kind == "link":
                words = (
                    f"{said(edge)} → {title}" if edge.first == place else f"{title} → {said(edge)}"
                )
                act = partial(self.edge_wanted.emit, at)
            else:
                words, act = title, partial(self.node_wanted.emit, other)
            yield self._button(_short(words), edge_words(scene, at), act)
        if len(ways) > NEIGHBOURS:
            yield label(f"and {len(ways) - NEIGHBOURS:,} more", "quiet")

    def _button(self, words: str, name: str, act: object) -> Button:
        button = Button(self._theme, words, kind="link")
        button.setAccessibleName(name)
        button.setToolTip(as_it_stands(name))
        button.clicked.connect(act)
        return button

    def _say(self, words: QLabel, text: str) -> None:
        words.setText(text)
        words.setVisible(bool(text))


class _Buttons(QWidget):
    """A line of them that breaks; hidden where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._flow = FlowLayout(self, gap_px=10)

    def tell(self, parts: Iterable[QWidget]) -> None:
        empty(self._flow)
        for part in parts:
            self._flow.addWidget(part)
        self.setVisible(bool(self._flow.count()))


def _others(scene: Scene, place: int) -> list[Node]:
    """What it can be joined to, those beside it first."""
    nodes, searches = scene.graph.nodes, scene.graph.searches
    near = dict.fromkeys([at for at, _ in scene.beside[place]] + list(range(len(nodes))))
    fit = [nodes[at] for at in near if at != place and at not in searches]
    return [node for node in fit if node.evidence or node.children][:OTHERS]


def _short(words: str, letters: int = 60) -> str:
    return words if len(words) <= letters else f"{words[: letters - 1].rstrip()}…"
