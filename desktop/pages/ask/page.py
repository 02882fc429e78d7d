"""Ask: a question becomes an answer whose every sentence is proven.

At the left what is being searched and read, in the middle the answer, at the right the evidence;
how a study runs and how a claim leads to its proof stands in ``study.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import structs
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.ask.answer import AnswerView
from desktop.pages.ask.start import AskStart
from desktop.pages.studies.page import StudyPage
from desktop.pages.studies.start import Shelf
from desktop.pages.studies.work import Result
from desktop.staged_build import Making
from desktop.widgets.basics import Chip
from desktop.widgets.elided import Elided
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.scope_choice import Limit
from warehouse.methods.registry import FIRST
from warehouse.records import Place, StudyRow
from warehouse.results.records import Answer, Draft
from warehouse.settings import Settings
from warehouse.studies.report import ledger, nearest_passages

CHAIN_PX = 280


def make(house: House) -> Making:
    """The page, in pieces."""
    start = AskStart(house.theme)
    yield
    answer = AnswerView(house)
    yield
    pane = EvidencePane(house)
    yield
    return AskPage(house, start, answer, pane)


class AskPage(StudyPage):
    kind = "ask"
    verb = "Asking"
    again_name = "New question"

    def __init__(
        self, house: House, start: AskStart, answer: AnswerView, pane: EvidencePane
    ) -> None:
        super().__init__(house, start, answer, pane)
        self.title, self.documents = Elided("title"), Chip("")
        self.answer, self._asked, self._all = answer, ("", FIRST, ""), ""
        self.start: AskStart = start
        start.thoughts.setChecked(house.settings.thoughts)
        start.asked.connect(self.ask)
        house.preferences.changed.connect(self._settled)
        answer.near_wanted.connect(self._near)
        answer.write_wanted.connect(self._write)
        answer.anyway_wanted.connect(self._ask_anyway)
        answer.way.kind_wanted.connect(self._ask_as)
        answer.way.document_wanted.connect(partial(house.visit, "library"))
        answer.way.number_wanted.connect(self.to_proof.evidence)
        answer.way.losses_wanted.connect(self._see_left_out)
        self._show_beside(self.chain, CHAIN_PX, "Knowledge chain", answer)

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        right = [self.proof, self.repeat.button, self.again, self.stop]
        return [self.title, self.method, self.documents], right

    def accept(self, wish: object) -> None:
        """A question to put into the box, a StudyRow to open, a Limit of the next question."""
        if isinstance(wish, str) and wish not in ("search", "add"):
            self._show_start(wish)
        elif isinstance(wish, StudyRow):
            self.open_study(wish)
        elif isinstance(wish, Limit):
            self._show_start()
            self.start.within.limit(wish)

    def search(self, text: str = "") -> None:
        self._show_start(text)

    # Asking

    def ask(
        self,
        question: str,
        method: str = FIRST,
        taken_as: str = "",
        anyway: bool = False,
        like: StudyRow | None = None,
    ) -> None:
        """``anyway``: answer even where what is found may not hold the answer; ``like``: a study
        whose pins, bans and other changes count here, too.
        """
        self._row = None
        self._show_question(question, method, taken_as)
        self.answer.clear("Searching.")
        within = self.start.within.chosen
        self.documents.set(f"In “{within.words}”" if within.words else self._all)
        thoughts = self.start.thoughts.isChecked()
        settings = structs.replace(self._house.settings, thoughts=thoughts)
        if self.start.thorough.isChecked():
            settings = structs.replace(settings, effort="thorough")
        if anyway:
            settings = structs.replace(settings, absence=False)
        self.work.start(question, method, settings, within=within, like=like, taken_as=taken_as)

    def _ask_as(self, kind: str) -> None:
        """The same question, taken for another kind."""
        self._limit_as_before()
        self.ask(self._asked[0], self._asked[1], kind, like=self._row)

    def _ask_anyway(self) -> None:
        self._limit_as_before()
        self.ask(*self._asked, anyway=True, like=self._row)

    def _limit_as_before(self) -> None:
        if self._row is not None:
            self.start.within.restore(self._row.within)

    def _begin_again(self) -> None:
        self.ask(*self._asked)

    def _open(self, row: StudyRow) -> None:
        self._show_question(row.question, row.method, row.taken_as)

    def _tell_growing(self, snapshot: object) -> None:
        if isinstance(snapshot, Draft):
            self.answer.tell_draft(snapshot)
        elif isinstance(snapshot, Answer):
            self.answer.tell_answer(snapshot, final=False)

    def _tell_result(self, result: Result) -> None:
        if not isinstance(result, Answer):
            return
        self.answer.tell_answer(result)
        self.method.set(ledger.method_name(_kind(result)))
        self.answer.way.tell_left_out(len(self.chain.ledger.dropped))
        self.answer.export.offer(result, self._id)
        self.documents.set(ledger.searched(result.coverage))
        library = self._house.library
        if result.absent and result.nearest and library is not None:
            read = partial(nearest_passages.in_words, library, result.nearest)
            self._house.jobs.fetch(read, self.answer.tell_nearest)

    def _settled(self, before: Settings, now: Settings) -> None:
        """What was chosen for the next question stays, whatever other setting changes."""
        if before.thoughts != now.thoughts:
            self.start.thoughts.setChecked(now.thoughts)

    def _near(self, place: Place) -> None:
        self._house.show_side(True, self.kind)
        self.pane.show_place(place, "Near, but it does not answer the question")

    def _write(self) -> None:
        self._house.visit("write", self._row)

    # What is in front

    def _of_study(self) -> Sequence[QWidget]:
        right = (self.proof, self.repeat.button, self.again, self.stop)
        return (self.method, self.documents, *right)

    def _tell_library(self, found: Shelf) -> None:
        super()._tell_library(found)
        self._all = ledger.plural(found.documents, "document")
        if not self.work.busy:
            self.documents.set(self._all)

    def _show_start(self, text: str | None = None) -> None:
        self.title.setText("Ask")
        super()._show_start(text)

    def _come_back(self, row: StudyRow) -> None:
        self.title.setText(row.question)
        super()._come_back(row)

    def _show_question(self, question: str, method: str, taken_as: str = "") -> None:
        self._asked = (question, method, taken_as)
        self.title.setText(question)
        self.method.set(ledger.method_name(taken_as or method))
        self._show_study()


def _kind(answer: Answer) -> str:
    """What the title line calls it: the kind of question it was taken for, where that is known."""
    return answer.way.route.kind if answer.way else answer.method
