"""The chosen concept of the map: the turns that speak of it, and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label
from desktop.widgets.flow import FlowLayout
from desktop.widgets.laid_out import empty
from desktop.widgets.request_line import RequestLine
from warehouse.methods.costorm import mindmap
from warehouse.results.records import Node
from warehouse.results.roundtable import ROOT, Table, Turn, turns_on

Verb = Literal["deeper", "fold", "rename", "add", "move", "merge", "piece", "pin", "delete"]
VERBS: Mapping[Verb, tuple[str, str]] = {
    "deeper": ("Go deeper here", "The next turn tells more of this (D)"),
    "fold": ("Fold", "Fold away what is below it, or unfold it (Z)"),
    "rename": ("Rename", "Another name for it (F2)"),
    "add": ("Add below", "A concept of your own below it"),
    "move": ("Move", "Put it below another concept, with all it holds"),
    "merge": ("Merge", "Put what it holds into another concept"),
    "piece": ("Move a sentence", "Put the sentence that is shown on its page into another concept"),
    "pin": ("Pin", "The program leaves it as it is, or may change it again"),
    "delete": ("Delete", "What it holds goes to the concept above it"),
}
HINTS: Mapping[Verb, tuple[str, str]] = {
    "rename": ("New name of the concept", "What should it be called?"),
    "add": ("Name of the new concept", "What should it be called?"),
    "move": ("Concept to move it below", "Below which concept?"),
    "merge": ("Concept to merge it into", "Into which concept?"),
    "piece": ("Concept to put the sentence into", "Into which concept?"),
}
OF_ANOTHER: frozenset[Verb] = frozenset({"move", "merge", "piece"})
NOT_OF_THE_TOPIC: frozenset[Verb] = frozenset({"move", "merge", "pin", "delete", "fold"})
SHOWN_TURNS = 12
NONE = "No concept on the map is called so."
SEVERAL = "Several concepts are called so: choose one of those offered."


class ConceptCard(QWidget):
    """``wished(verb, text)``: the text is a name, or the id of another concept;
    ``turn_wanted(number)``; ``grew(part)``: that is shown now.
    """

    grew = Signal(object)
    wished = Signal(str, str)
    turn_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._table = Table("")
        self.node: Node | None = None
        self._verb: Verb = "rename"
        self._paths: Mapping[str, str] = {}
        self._turns = FlowLayout(gap_px=10)
        self.line = RequestLine("Wish")
        self.line.said.connect(self._say)
        self._trouble = label("", "bad", wrap=True)
        self._trouble.hide()
        self.buttons: dict[Verb, Button] = {}
        acts = FlowLayout(gap_px=12)
        for verb, (words, about) in VERBS.items():
            button = Button(theme, words, kind="link")
            button.setToolTip(about)
            button.clicked.connect(partial(self.press, verb))
            acts.addWidget(button)
            self.buttons[verb] = button
        column_of(self._turns, acts, self.line, self._trouble, into=self, spacing_px=6)

    def tell(self, table: Table, id: str, is_folded: bool) -> None:
        """The concept as it stands now; "" for none."""
        if self.node is None or self.node.id != id:
            self.line.hide()
        self._trouble.hide()
        self._table = table
        self.node = table.map.find(id) if id else None
        if self.node is None:
            return
        is_topic = id == ROOT
        for verb, button in self.buttons.items():
            button.setVisible(not (is_topic and verb in NOT_OF_THE_TOPIC))
        self._set("fold", "Unfold" if is_folded else "Fold", bool(self.node.children))
        self._set("pin", "Let go" if id in table.pinned else "Pin", not is_topic)
        words = "Goes deeper next" if table.deeper == id else VERBS["deeper"][0]
        self._set("deeper", words, True)
        self._set("piece", VERBS["piece"][0], bool(self.node.evidence))
        self._tell_turns(turns_on(table, id))

    def press(self, verb: Verb) -> None:
        """As if its button was pressed; what needs words asks for them first."""
        if (node := self.node) is None or self.buttons[verb].isHidden():
            return
        self._trouble.hide()
        if verb not in HINTS:
            self.line.hide()
            self.wished.emit(verb, "")
            return
        self._verb = verb
        self.line.ask(*HINTS[verb], node.title if verb == "rename" else "")
        if verb in OF_ANOTHER:
            self._paths = self._others(node, verb)
            self.line.suggest(list(self._paths.values()))
        self.grew.emit(self.line)

    def _others(self, node: Node, verb: Verb) -> dict[str, str]:
        """All concepts but itself, each with its path; a sentence may go below it, too."""
        left_out = {node.id} if verb == "piece" else _ids(node)
        paths = mindmap.paths(self._table.root)
        return {id: path for id, path in paths.items() if id not in left_out}

    def _say(self, text: str) -> None:
        if self._verb in OF_ANOTHER:
            ids = meant(text, self._paths)
            if len(ids) != 1:
                self._trouble.setText(SEVERAL if ids else NONE)
                self._trouble.show()
                self.grew.emit(self._trouble)
                return
            text = ids[0]
        self.line.hide()
        self.wished.emit(self._verb, text)

    def _set(self, verb: Verb, words: str, shown: bool) -> None:
        button = self.buttons[verb]
        button.set(words)
        button.setVisible(shown)

    def _tell_turns(self, turns: Sequence[Turn]) -> None:
        empty(self._turns)
        self._turns.addWidget(
            label("Spoken of by" if turns else "Nobody has spoken of it", "quiet")
        )
        for turn in turns[-SHOWN_TURNS:]:
            button = Button(self._theme, f"{turn.number} {turn.speaker}"[:40], kind="link")
            button.setAccessibleName(f"Go to turn {turn.number}, {turn.speaker}")
            button.setToolTip(f"Go to turn {turn.number}")
            button.clicked.connect(partial(self.turn_wanted.emit, turn.number))
            self._turns.addWidget(button)


def meant(text: str, paths: Mapping[str, str]) -> list[str]:
    """The ids of the concepts that are called so: by their whole path, their name, or a part."""
    wanted = text.strip().casefold()
    folded = {id: path.casefold() for id, path in paths.items()}
    for fits in (
        lambda path: path == wanted,
        lambda path: path.rpartition(" › ")[2] == wanted,
        lambda path: wanted in path.rpartition(" › ")[2],
    ):
        ids = [id for id, path in folded.items() if fits(path)]
        if ids:
            return ids
    return []


def _ids(node: Node) -> set[str]:
    return {node.id}.union(*(_ids(child) for child in node.children))
