"""The conversation: turn under turn, the one that is being spoken last, and a box to speak.

A long one is shown a turn at a time, so that the window is not held up. The reader who has scrolled
up stays where they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from desktop.acts import SPEAK_KEY, key_words
from desktop.house import House
from desktop.pages.roundtable.turn import TurnView
from desktop.pages.studies.halt import StudyHalt
from desktop.widgets.basics import column_of, discard, label
from desktop.widgets.downscroll import DownScroll
from desktop.widgets.flush import Flush
from desktop.widgets.laid_out import holding
from desktop.widgets.question import QuestionBox
from warehouse.results.records import Evidence
from warehouse.results.roundtable import Speaking, Table, Turn

NEAR_END_PX = 60
HINT = "Say something, or just listen."


class Talk(QWidget):
    """``spoke(text)`` of the user; ``turn_made(TurnView)``; ``wanted(number)``."""

    spoke = Signal(str)
    turn_made = Signal(object)
    wanted = Signal(object)

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self.turns: list[TurnView] = []
        self._draft: TurnView | None = None
        self._waiting: list[Turn] = []
        self._evidence: Mapping[int, Evidence] = {}
        self._lit: frozenset[int] = frozenset()
        self._at_end = True
        self._flush: Flush[Speaking] = Flush(self._draw, self)
        self._making = QTimer(self, singleShot=True, interval=0)
        self._making.timeout.connect(self._make_next)
        self._make()

    def clear(self) -> None:
        """Another table comes to the front."""
        self.drop_draft()
        self._making.stop()
        self._waiting = []
        for view in self.turns:
            discard(view)
        self.turns, self._lit, self._at_end = [], frozenset(), True
        self.halt.hide()
        self.box.edit.clear()

    def tell(self, table: Table) -> None:
        """The turns as they stand; those that stand already stay as they are."""
        self._evidence = {piece.number: piece for piece in table.evidence}
        shown = {view.turn.number: view for view in self.turns if view.turn is not None}
        for turn in table.turns:
            if turn.number in shown:
                shown[turn.number].tell(turn, self._evidence)
        known = len(shown) + len(self._waiting)
        self._waiting += table.turns[known:]
        if self._waiting:
            self._make_next()

    def tell_draft(self, said: Speaking) -> None:
        """A turn as it grows."""
        if said.number > len(self.turns) and not self._waiting:
            self._flush.put(said)

    def drop_draft(self) -> None:
        """It was stopped, or begins anew."""
        self._flush.drop()
        if self._draft is not None:
            self._column.removeWidget(self._draft)
            discard(self._draft)
            self._draft = None

    def take_back(self, text: str) -> None:
        """It could not be said: it stands in the box again, before what was written since."""
        since = self.box.edit.toPlainText()
        self.box.edit.setPlainText("\n".join(filter(None, [text, since])))
        self.box.edit.moveCursor(QTextCursor.MoveOperation.End)

    def light(self, numbers: frozenset[int]) -> None:
        """The turns that speak of what is chosen on the map."""
        self._lit = numbers
        for view in self.turns:
            view.light(view.turn is not None and view.turn.number in numbers)

    def reveal(self, number: int) -> None:
        """A turn by its number, into sight."""
        view = next((view for view in self.turns if view.turn and view.turn.number == number), None)
        if view is not None:
            self.reveal_widget(view)
            view.text.setFocus()

    def reveal_widget(self, view: QWidget) -> None:
        self._at_end = False
        top = view.mapTo(self._inner, view.rect().topLeft()).y()
        self.area.verticalScrollBar().setValue(top - 12)

    # Inside

    def _draw(self, said: Speaking) -> None:
        if said.number <= len(self.turns):
            return
        if self._draft is None:
            self._draft = TurnView(self._house, said)
            self._column.addWidget(self._draft)
        self._draft.tell_draft(said)

    def _make_next(self) -> None:
        """The draft becomes the turn where it is that; else a new one."""
        if not self._waiting:
            return
        turn = self._waiting.pop(0)
        self._flush.drop()
        view, self._draft = self._draft, None
        if view is not None and view._role != turn.role:
            self._column.removeWidget(view)
            discard(view)
            view = None
        if view is None:
            view = TurnView(self._house, turn)
            self._column.addWidget(view)
        view.tell(turn, self._evidence)
        view.wanted.connect(self.wanted)
        view.light(turn.number in self._lit)
        self.turns.append(view)
        self.turn_made.emit(view)
        if self._waiting:
            self._making.start()

    def _moved(self, value: int) -> None:
        bar = self.area.verticalScrollBar()
        self._at_end = value >= bar.maximum() - NEAR_END_PX

    def _keep_at_end(self, least: int, most: int) -> None:
        if self._at_end:
            self.area.verticalScrollBar().setValue(most)

    def _say(self, text: str) -> None:
        self.box.edit.clear()
        self._at_end = True
        self.spoke.emit(text)

    # Making

    def _make(self) -> None:
        self._inner = QWidget()
        self._column = column_of(spacing_px=6)
        self.status = label("", "quiet", wrap=True)
        self.status.setContentsMargins(22, 8, 22, 6)
        self.halt = StudyHalt(self._house.theme)
        said = (self._column, self.status, self.halt, 1)
        column_of(*said, into=self._inner, margins_px=(16, 14, 16, 14), spacing_px=0)
        self.area = DownScroll()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setAccessibleName("Conversation")
        self.area.setWidget(self._inner)
        bar = self.area.verticalScrollBar()
        bar.rangeChanged.connect(self._keep_at_end)
        bar.valueChanged.connect(self._moved)
        theme = self._house.theme
        self.box = QuestionBox(theme, "Speak", HINT, "Say", "send")
        self.box.setToolTip(f"Say something at the table ({key_words(SPEAK_KEY)})")
        self.box.asked.connect(self._say)
        foot = holding(column_of(self.box, margins_px=(22, 4, 22, 16)))
        column_of((self.area, 1), foot, into=self, spacing_px=0)
        self.setFocusProxy(self.box)
