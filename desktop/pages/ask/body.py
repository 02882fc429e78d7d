"""An answer with all that stands under it: its claims by state, what can be done, how it was found.

The same for the question in front and for those before it.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.ask.absence import AbsenceView
from desktop.pages.ask.answer_acts import AnswerActs
from desktop.widgets.basics import column_of
from desktop.widgets.contradictions import ContradictionsView
from desktop.widgets.how_found import HowFoundView
from desktop.widgets.prose import ProseView
from warehouse.render import prose
from warehouse.results.records import Answer, Claim
from warehouse.studies.report import copied_text, ledger, nearest_passages

COPIED = "Copied, with what it rests on."


class AnswerBody(QWidget):
    """``near_wanted(place)``: a passage that came nearest; ``wished(what)``: one of the acts."""

    near_wanted = Signal(object)
    wished = Signal(str)

    def __init__(self, house: House, text: ProseView, sides: ContradictionsView) -> None:
        super().__init__()
        self._house = house
        self.text, self.sides = text, sides
        self.answer: Answer | None = None
        self.claims: tuple[Claim, ...] = ()
        self._only_proven = False
        self.absence = AbsenceView(house.theme)
        self.absence.wanted.connect(self.near_wanted)
        self.acts = AnswerActs(house)
        self.acts.wished.connect(self._wish)
        self.way = HowFoundView(house.theme)
        column_of(text, self.absence, self.acts, sides, self.way, into=self, spacing_px=0)
        self.setMaximumWidth(text.maximumWidth())

    def clear(self) -> None:
        self.answer, self.claims, self._only_proven = None, (), False
        self.acts.buttons["proven"].set("Only proven")
        self.acts.export.offer(None, "")
        self.text.hide()
        self.acts.hide()
        self.absence.tell(None)
        self.way.tell(None)

    def tell_text(self, answer: Answer) -> None:
        """What it says, with its numbers; what stands under it goes."""
        self.answer = answer
        self.text.show()
        self._show_text()
        self.acts.hide()
        self.way.hide()
        self.absence.tell(None)

    def tell_foot(self) -> None:
        """The checks are done: what can be done with it, and how it was found."""
        if (answer := self.answer) is not None:
            self.acts.tell(answer, answer.method != "check")
            self.acts.show()
            self.way.tell(answer)
            self.absence.tell(answer if answer.absent else None)

    def toggle_proven(self) -> None:
        self._only_proven = not self._only_proven
        name = "Show everything" if self._only_proven else "Only proven"
        self.acts.buttons["proven"].set(name)
        self._show_text()

    def _wish(self, what: str) -> None:
        """What an answer can do by itself it does."""
        if what == "proven":
            self.toggle_proven()
        elif what == "copy":
            self._copy()
        else:
            self.wished.emit(what)

    def _copy(self) -> None:
        if self.answer is not None:
            answer = ledger.only_proven(self.answer) if self._only_proven else self.answer
            assert isinstance(answer, Answer)
            QGuiApplication.clipboard().setText(copied_text.with_references(answer))
            self._house.notices.say(COPIED)

    def _show_text(self) -> None:
        if (answer := self.answer) is None:
            return
        text, self.claims = answer.text, answer.claims
        if answer.absent:
            text = nearest_passages.without_searches(text)
        if self._only_proven:
            text, self.claims = ledger.proven(answer.text, answer.claims)
        numbers = {item.number for item in answer.research.evidence}
        self.text.choose(-1)
        self.text.show_prose(prose(text, self.claims, numbers), self.claims)
