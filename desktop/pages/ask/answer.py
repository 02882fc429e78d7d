"""The middle of Ask: the answer as it streams, its claims by state, and what can be done with it.

An absence answer shows its sentence, the searches that were tried and the nearest passages.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.pages.exporting import ExportButton
from desktop.pages.studies.text import StudyText
from desktop.widgets.basics import Button, label
from desktop.widgets.flow import FlowLayout
from desktop.widgets.flush import Flush
from desktop.widgets.passages import Passage, Passages
from desktop.widgets.states import StateLine
from desktop.widgets.wayview import WayView
from indexers.placenames import place_name
from warehouse.render import prose
from warehouse.results.records import Answer, Claim, Draft, Research
from warehouse.studies.report import ledger, nearest
from warehouse.studies.report.nearest import Near, shortened

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
        head = (self.text, self._waiting, self.halt, self.found)
        parts = (self._make_absence(), self._make_foot(), self.sides, self.way)
        self._put(*head, *parts, self.changes, top_px=12)
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

    def tell_found(self, chain: Research) -> None:
        """A text that lost its ground goes with what it rested on."""
        super().tell_found(chain)
        if not self._is_writing:
            self._flush.drop()
            self.text.hide()

    def tell_draft(self, draft: Draft) -> None:
        """The text so far; its numbers are set when the evidence is known."""
        self.begin_writing()
        self._flush.put(draft)

    def _draw_draft(self, draft: Draft) -> None:
        self._remember_end()
        self.text.show()
        self.text.show_prose(prose(draft.text, (), _numbers_in(draft.text)))

    def tell_answer(self, answer: Answer, final: bool = True) -> None:
        """The answer with its claims; ``final`` when the checks are done."""
        self._flush.drop()
        self.begin_writing()
        self._answer, self._at_end = answer, False
        self.text.show()
        if final:
            self.say("")
        self._show_text()
        self._states.tell(answer.claims)
        self._foot.setVisible(final)
        for button in (self._proven, self._write):
            button.setVisible(not answer.absent and bool(answer.claims))
        found = bool(answer.research.evidence or answer.research.foreign)
        self._anyway.setVisible(answer.absent and found)
        self.way.tell(answer if final else None)
        self._tell_absence(answer if final and answer.absent else None)

    def tell_nearest(self, found: Sequence[Near]) -> None:
        self._nearest.tell(
            [
                Passage(
                    ", ".join(filter(None, [near.title, place_name(near.page_label)])),
                    shortened(near.text),
                    near.place,
                )
                for near in found[:NEAREST_SHOWN]
            ]
        )

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
        if answer.absent:
            text = nearest.without_searches(text)
        if self._only_proven:
            text, self._claims = ledger.proven(answer.text, answer.claims)
        numbers = {item.number for item in answer.research.evidence}
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
        tried = [query.text for intent in answer.research.nodes for query in intent.sub_queries]
        self._tried_title.setVisible(bool(tried))
        self._tried.setVisible(bool(tried))
        self._tried.setText("\n".join(f"“{query}”" for query in dict.fromkeys(tried)))
        self.tell_nearest(())

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
        self._nearest = Passages(self._house.theme, "The nearest passages")
        self._nearest.wanted.connect(self.near_wanted)
        inside.addWidget(self._tried_title)
        inside.addWidget(self._tried)
        inside.addSpacing(12)
        inside.addWidget(self._nearest)
        return self._absence


def _numbers_in(text: str) -> set[int]:
    """While it streams, any small number in brackets is taken for a citation to come."""
    found: set[int] = set()
    for piece in text.split("[")[1:]:
        parts = piece.partition("]")[0].replace(";", ",").split(",")
        found |= {int(part) for part in parts if part.strip().isdecimal()}
    return found
