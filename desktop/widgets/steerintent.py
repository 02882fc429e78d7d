"""One step of the search in the user's hands: its searches, other words for it, and its end.

A part of a tree or graph is renamed, left out, or joined to another instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, pop_up, quiet_icon, row
from desktop.widgets.flow import FlowLayout
from desktop.widgets.laid_out import empty
from desktop.widgets.request_line import RequestLine
from desktop.widgets.tips import as_it_stands
from warehouse.results.records import Node, SubQuery
from warehouse.steering import Act, Kind
from warehouse.studies.steering.steerable import EVERY
from warehouse.text import shortened

SHOWN_CHARACTERS = 70
CHANGES: frozenset[Kind] = frozenset({"edit", "merge"})
"""Without either of these nothing is offered."""


class SteerIntent(QWidget):
    """``steered(Act)``; ``sought(text)`` while a name is written; ``grew``: more of it is to be
    seen. ``button`` stands beside the intent's words and folds this out.

    ``is_section``: it is a section of an article, which can be left out when it is finished, too.
    What is folded out is made at the first wish: most steps are never changed.
    """

    steered = Signal(object)
    sought = Signal(str)
    grew = Signal()

    def __init__(self, theme: Theme, is_section: bool = False) -> None:
        super().__init__()
        self._theme, self._is_section = theme, is_section
        self._intent = Node("", "", "open")
        self._kinds: Collection[Kind] = EVERY
        self._others: Sequence[Node] = ()
        self._rests = False
        self.may_name = False  # what it is joined to, in words, too
        self._made: Choices | None = None
        self.button = quiet_icon(theme, "square-pen", "Change this step")
        self.button.clicked.connect(self.fold)
        self._column = column_of(into=self, margins_px=(0, 4, 0, 2), spacing_px=0)
        self.hide()

    @property
    def choices(self) -> Choices:
        if self._made is None:
            self._made = Choices(self._theme, self._is_section, self.may_name)
            self._made.steered.connect(self.steered)
            self._made.asked.connect(self.grew)
            self._made.line.sought.connect(self.sought)
            self._column.addWidget(self._made)
            self._tell_choices()
        return self._made

    def tell(self, intent: Node, others: Sequence[Node] = ()) -> None:
        """``others`` are what it can be joined to."""
        if intent.id != self._intent.id or intent.title != self._intent.title:
            self.button.setToolTip(as_it_stands(f"Change “{intent.title}”"))
            self.button.setAccessibleName(f"Change {_called(intent)}")
        self._intent, self._others, self._rests = intent, others, False
        self._tell_choices()

    def let(self, kinds: Collection[Kind]) -> None:
        """Without a plan that can be changed its searches are shown, and nothing is offered."""
        self._kinds, self._rests = kinds, False
        self.button.setVisible(bool(CHANGES & {*kinds}))
        self._tell_choices()

    def rest(self) -> None:
        """Nothing runs that could be stopped."""
        self._rests = True
        self._tell_choices()

    def fold(self) -> None:
        """Out of sight, or into it again."""
        self.choices.line.hide()
        self.setVisible(self.isHidden())
        self.grew.emit()

    def _tell_choices(self) -> None:
        if self._made is not None:
            self._made.tell(self._intent, self._others, self._kinds, self._rests)


class Choices(QWidget):
    """What is folded out: the searches of a step, a line to write in, and what can be done.
    ``asked``: the line waits for words.
    """

    steered = Signal(object)
    asked = Signal()

    def __init__(self, theme: Theme, is_section: bool, may_name: bool) -> None:
        super().__init__()
        self._theme, self._is_section, self._may_name = theme, is_section, may_name
        self._intent = Node("", "", "open")
        self._said: Callable[[str], Act] | None = None
        self._kinds: Collection[Kind] = ()
        self._others: Sequence[Node] = ()
        self._searches = column_of(spacing_px=2)
        self.line = RequestLine("Wish")
        self.line.said.connect(self._say)
        self.reword = self._action("Other words", self._reword)
        self.search = self._action("One more search", self._search)
        self.stop = self._action(
            "Leave it out" if is_section else "Stop here", partial(self._end, "stop")
        )
        self._actions = QWidget()
        actions = FlowLayout(self._actions, gap_px=12)
        self.drop = self._action("Leave this out", partial(self._end, "drop"))
        self.merge = self._action("Join it to …", self._offer_others)
        for button in (self.reword, self.search, self.stop, self.drop, self.merge):
            actions.addWidget(button)
        column_of(self._searches, self.line, self._actions, into=self, spacing_px=6)

    def tell(
        self, intent: Node, others: Sequence[Node], kinds: Collection[Kind], rests: bool
    ) -> None:
        before = (self._intent.sub_queries, self._kinds)
        self._intent, self._others, self._kinds = intent, others, kinds
        for action in (self.reword, self.search, self.stop, self.drop, self.merge):
            action.setAccessibleName(f"{action.text()}: {_called(intent)}")
        may = bool(CHANGES & {*kinds})
        self._actions.setVisible(may)
        if not may:
            self.line.hide()
        may_stop = self._is_section or (intent.state == "open" and not rests)
        for action, wanted in (
            (self.reword, "edit" in kinds),
            (self.search, "search" in kinds),
            (self.stop, "stop" in kinds and may_stop),
            (self.drop, "drop" in kinds),
            (self.merge, "merge" in kinds and (bool(others) or self._may_name)),
        ):
            action.setVisible(wanted)
        if before != (intent.sub_queries, kinds):
            self._show_searches()

    def _show_searches(self) -> None:
        empty(self._searches)
        for query in self._intent.sub_queries:
            self._searches.addWidget(self._row(query))

    def _row(self, query: SubQuery) -> QWidget:
        widget = QWidget()
        words = label(query.told, "small", wrap=True)
        change = quiet_icon(self._theme, "square-pen", "Change this search")
        change.setAccessibleName(f"Change the search “{query.text}”")
        change.clicked.connect(partial(self._change, query.text))
        out = quiet_icon(self._theme, "x", "Leave this search out")
        out.setAccessibleName(f"Leave out the search “{query.text}”")
        out.clicked.connect(partial(self.steered.emit, Act("reword", "", query.text)))
        inside = row((words, 1), change, out, spacing_px=2)
        for button in (change, out):
            inside.setAlignment(button, Qt.AlignmentFlag.AlignTop)
        widget.setLayout(inside)
        for button in (change, out):  # after they have a parent: else each opens a window first
            button.setVisible("reword" in self._kinds)
        return widget

    def _action(self, text: str, act: Callable[[], None]) -> Button:
        button = Button(self._theme, text, kind="link")
        button.clicked.connect(act)
        return button

    def _ask(self, name: str, hint: str, text: str, said: Callable[[str], Act]) -> None:
        self._said = said
        self.line.ask(name, hint, text)
        self.asked.emit()

    def _say(self, text: str) -> None:
        self.line.hide()
        if self._said is not None:
            self.steered.emit(self._said(text))

    def _reword(self) -> None:
        now = self._intent
        hint = "What should it look for?"
        self._ask(
            "Other words for this step",
            hint,
            now.title,
            lambda text: Act("edit", text, now.title, node=now.id),
        )

    def _search(self) -> None:
        now = self._intent
        self._ask(
            "One more search",
            "Words to search for",
            "",
            lambda text: Act("search", text, now.title, node=now.id),
        )

    def _end(self, kind: Kind) -> None:
        self.steered.emit(Act(kind, target=self._intent.title, node=self._intent.id))

    def _offer_others(self) -> None:
        pop_up(self.others_menu(), self.merge.mapToGlobal(self.merge.rect().bottomLeft()))

    def others_menu(self) -> QMenu:
        menu = QMenu(self)
        for node in self._others:
            action = menu.addAction(shortened(node.title, SHOWN_CHARACTERS).replace("&", "&&"))
            action.triggered.connect(partial(self._join, node))
        if self._may_name:
            menu.addSeparator()
            menu.addAction("Another name …").triggered.connect(self._name)
        return menu

    def _name(self) -> None:
        now = self._intent
        self._ask(
            "What it is joined to",
            "The other name",
            "",
            lambda text: Act("merge", text, now.title, node=now.id),
        )

    def _join(self, other: Node) -> None:
        now = self._intent
        self.steered.emit(Act("merge", other.title, now.title, node=now.id, into=other.id))

    def _change(self, query: str) -> None:
        self._ask(
            "Other words for this search",
            "Words to search for",
            query,
            lambda text: Act("reword", text, query),
        )


def _called(intent: Node) -> str:
    return f"“{shortened(intent.title, SHOWN_CHARACTERS)}”"
