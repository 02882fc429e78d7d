"""The middle of Ask: the answer as it streams, its claims by state, and what can be done with it.

An absence answer shows its sentence, the searches that were tried and the nearest passages.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.pages.exporting import ExportButton
from desktop.pages.study_text import StudyText
from desktop.widgets.basics import Button, discard, label
from desktop.widgets.elided import ElidedButton
from desktop.widgets.flow import FlowLayout
from desktop.widgets.flush import Flush
from desktop.widgets.states import StateLine
from desktop.widgets.tips import as_it_stands
from desktop.widgets.wayview import WayView
from indexers.placenames import place_name
from warehouse.records import Place
from warehouse.render import prose
from warehouse.research.records import Answer, Claim, Draft
from warehouse.studies import ledger
from warehouse.studies.nearest import Near, shortened

NEAREST_SHOWN = 5


class AnswerView(StudyText):
    """``near_wanted(place)``: a passage that came nearest; ``write_wanted``: an article of it;
    ``anyway_wanted``: an answer although the passages may not hold it.
    """

    near_wanted = Signal(object)
    write_wanted = Signal()
    anyway_wanted = Signal()

    def __init__(self, house: House) -> None:
        super().__init__(house, "Answer", follows=True)
        self._answer: Answer | None = None
        self._claims: tuple[Claim, ...] = ()
        self._only_proven = False
        self._flush: Flush[Draft] = Flush(self._draw_draft, self)
        self.way = WayView(house.theme)
        parts = (self.text, self._waiting, self._make_absence(), self._make_foot(), self.way)
        self._put(*parts, self.sides, self.changes, self.halt, top_px=12)
        self.clear()

    # What the page calls

    def clear(self, waiting: str = "") -> None:
        super().clear(waiting)
        self._flush.drop()
        self._answer, self._claims, self._only_proven = None, (), False
        self._proven.set("Only proven")
        self.text.hide()
        self._foot.hide()
        self._absence.hide()
        self.way.tell(None)
        self.export.offer(None, "")

    def tell_draft(self, draft: Draft) -> None:
        """The text so far; its numbers are set when the evidence is known."""
        self._flush.put(draft)

    def _draw_draft(self, draft: Draft) -> None:
        self._remember_end()
        self.text.show()
        self.text.show_prose(prose(draft.text, (), _numbers_in(draft.text)))

    def tell_answer(self, answer: Answer, final: bool = True) -> None:
        """The answer with its claims; ``final`` when the checks are done."""
        self._flush.drop()
        self._answer, self._at_end = answer, False
        self.text.show()
        if final:
            self.say("")
        self._show_text()
        self._states.tell(answer.claims)
        self._foot.setVisible(final)
        for button in (self._proven, self._write):
            button.setVisible(not answer.absent and bool(answer.claims))
        found = bool(answer.chain.evidence or answer.chain.foreign)
        self._anyway.setVisible(answer.absent and found)
        self.way.tell(answer if final else None)
        self._tell_absence(answer if final and answer.absent else None)

    def tell_nearest(self, found: Sequence[Near]) -> None:
        while (item := self._nearest.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                discard(widget)
        self._nearest_title.setVisible(bool(found))
        for near in found[:NEAREST_SHOWN]:
            where = ", ".join(filter(None, [near.title, place_name(near.page_label)]))
            button = ElidedButton(self._house.theme, where, kind="link")
            button.setToolTip(as_it_stands(f"Show these words on their page: {where}"))
            button.clicked.connect(partial(self._want, near.place))
            self._nearest.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            words = label(shortened(near.text), "quiet", wrap=True)
            words.setContentsMargins(0, 0, 0, 10)
            self._nearest.addWidget(words)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """As they are counted in the text shown."""
        return self._claims

    @property
    def absence_shown(self) -> bool:
        return self._absence.isVisibleTo(self)

    # Inside

    def _show_text(self) -> None:
        answer = self._answer
        if answer is None:
            return
        text, self._claims = answer.text, answer.claims
        if self._only_proven:
            text, self._claims = ledger.proven(answer.text, answer.claims)
        numbers = {item.number for item in answer.chain.evidence}
        self.text.choose(-1)
        self.text.show_prose(prose(text, self._claims, numbers), self._claims)

    def _toggle_proven(self) -> None:
        self._only_proven = not self._only_proven
        self._proven.set("Show everything" if self._only_proven else "Only proven")
        self._show_text()

    def _tell_absence(self, answer: Answer | None) -> None:
        self._absence.setVisible(answer is not None)
        if answer is None:
            return
        tried = [query.text for intent in answer.chain.intents for query in intent.sub_queries]
        self._tried_title.setVisible(bool(tried))
        self._tried.setVisible(bool(tried))
        self._tried.setText("\n".join(f"“{query}”" for query in dict.fromkeys(tried)))
        self.tell_nearest(())

    def _want(self, place: Place, checked: bool = False) -> None:
        self.near_wanted.emit(place)

    def _make_foot(self) -> QWidget:
        theme = self._house.theme
        self._foot = QWidget()
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(12, 8, 12, 8)
        foot.setSpacing(14)
        self._states = StateLine(theme)
        foot.addWidget(self._states)
        self._proven = Button(theme, "Only proven", "funnel")
        self._proven.clicked.connect(self._toggle_proven)
        self._write = Button(theme, "Write from this", "square-pen")
        self._write.clicked.connect(self.write_wanted)
        self.export = ExportButton(self._house)
        actions = FlowLayout()
        self._anyway = Button(theme, "Answer from what was found")
        self._anyway.setToolTip("Ask again, and answer even if the passages may not hold it")
        self._anyway.clicked.connect(self.anyway_wanted)
        for button in (self._proven, self._write, self._anyway, self.export):
            actions.addWidget(button)
        foot.addLayout(actions)
        return self._foot

    def _make_absence(self) -> QWidget:
        self._absence = QWidget()
        inside = QVBoxLayout(self._absence)
        inside.setContentsMargins(12, 6, 12, 8)
        inside.setSpacing(4)
        self._tried_title = label("Searches tried", "section")
        self._tried = label("", "quiet", wrap=True)
        self._nearest_title = label("The nearest passages", "section")
        self._nearest = QVBoxLayout()
        self._nearest.setSpacing(2)
        inside.addWidget(self._tried_title)
        inside.addWidget(self._tried)
        inside.addSpacing(12)
        inside.addWidget(self._nearest_title)
        inside.addLayout(self._nearest)
        return self._absence


def _numbers_in(text: str) -> set[int]:
    """While it streams, any small number in brackets is taken for a citation to come."""
    found: set[int] = set()
    for piece in text.split("[")[1:]:
        parts = piece.partition("]")[0].replace(";", ",").split(",")
        found |= {int(part) for part in parts if part.strip().isdecimal()}
    return found
