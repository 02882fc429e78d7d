"""One question of a conversation: as the user wrote it, as it was asked, and what was answered."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.ask.body import AnswerBody
from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, row
from desktop.widgets.contradictions import ContradictionsView
from desktop.widgets.flow import FlowLayout
from desktop.widgets.laid_out import holding
from desktop.widgets.prose import ProseView
from desktop.widgets.request_line import RequestLine
from warehouse.records import StudyRow
from warehouse.results.records import Answer
from warehouse.studies.conversation import is_reworded

ABOVE_PX = 26
TITLE_CHARACTERS = 80  # so many are read in the two lines of a title
UNANSWERED = {
    "running": "Not finished.",
    "stopped": "Stopped before it was answered.",
    "failed": "It could not be answered.",
}


class TurnHead(QWidget):
    """``reworded(text)``: ask it in these words. Hidden where a question stands alone."""

    reworded = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._row: StudyRow | None = None
        self._question = label("", "heading", wrap=True)
        self._asked = label("", "quiet", wrap=True)
        self.change = Button(theme, "Change", kind="link")
        self.change.setToolTip("Put the question in other words and ask it again")
        self.change.setAccessibleName("Change how the question was asked")
        self.change.clicked.connect(self._change)
        self.refuse = Button(theme, "Ask as I wrote it", kind="link")
        self.refuse.setToolTip("Ask it again in your own words, unchanged")
        self.refuse.clicked.connect(self._refuse)
        self.line = RequestLine("The question in full")
        self.line.said.connect(self._say)
        inside = column_of(
            self._question, self._asked, into=self, margins_px=(12, 0, 12, 6), spacing_px=4
        )
        self._links = QWidget()
        links = FlowLayout(self._links, gap_px=12)
        links.addWidget(self.change)
        links.addWidget(self.refuse)
        inside.addWidget(self._links)
        inside.addWidget(self.line)
        self.hide()

    def tell(self, turn: StudyRow | None, has_others: bool) -> None:
        """``has_others``: it is one of several, so that its words stand over its answer, as those
        do for which the title line may have no room.
        """
        self._row = turn
        self.line.hide()
        is_long = turn is not None and len(turn.question) > TITLE_CHARACTERS
        self.setVisible(turn is not None and (has_others or is_long))
        if turn is None:
            return
        self._question.setText(turn.question)
        is_known = bool(turn.thread and turn.asked_as)
        other = is_reworded(turn)
        said = f"Asked as: “{turn.asked_as}”" if other else "Asked as you wrote it."
        self._asked.setText(said)
        self._asked.setVisible(is_known)
        self._links.setVisible(is_known)
        self.refuse.setVisible(other)

    @property
    def said(self) -> str:
        return "" if self._asked.isHidden() else self._asked.text()

    def _change(self) -> None:
        if self._row is not None:
            words = self._row.asked_as or self._row.question
            self.line.ask("The question in full", "The question in full", words)

    def _refuse(self) -> None:
        if self._row is not None:
            self.reworded.emit(self._row.question)

    def _say(self, text: str) -> None:
        self.line.hide()
        self.reworded.emit(text)


class TurnView(QWidget):
    """A question that is not in front, with its answer where it has one.

    ``go_on_wanted``: it is not answered yet, and shall be.
    """

    go_on_wanted = Signal()

    def __init__(self, house: House, turn: StudyRow, answer: Answer | None) -> None:
        super().__init__()
        self.row, self.answer = turn, answer
        self.head = TurnHead(house.theme)
        self.head.tell(turn, has_others=True)
        name = f"Answer to: {turn.question}"
        self.body = AnswerBody(house, ProseView(house.theme, name), ContradictionsView(house.theme))
        self.body.clear()
        column = column_of(self.head, self.body, into=self, spacing_px=0)
        self.setMaximumWidth(self.body.maximumWidth())
        self.setAccessibleName(turn.question)
        if answer is not None:
            self.body.tell_text(answer)
            self.body.tell_foot()
            self.body.sides.tell(answer.research.disagreements)
        else:
            column.addWidget(self._unanswered(house.theme))

    def stand(self, before: bool) -> None:
        """Above the question in front (``before`` it) or below, with air between the two."""
        self.setContentsMargins(0, 0 if before else ABOVE_PX, 0, ABOVE_PX if before else 0)

    def _unanswered(self, theme: Theme) -> QWidget:
        said = self.row.problem or UNANSWERED.get(self.row.state, UNANSWERED["stopped"])
        go_on = Button(theme, "Go on", "play")
        go_on.clicked.connect(self.go_on_wanted)
        words = label(said, "quiet", wrap=True)
        inside = column_of(words, row(go_on, 1), margins_px=(12, 4, 12, 8), spacing_px=10)
        return holding(inside)
