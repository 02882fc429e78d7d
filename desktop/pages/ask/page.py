"""Ask: a question becomes an answer whose every sentence is proven, and may be asked on.

At the left what is being searched and read, in the middle the conversation, at the right the
evidence; how a study runs and how a claim leads to its proof stands in ``studies/page.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.ask.answer import AnswerView
from desktop.pages.ask.body import AnswerBody
from desktop.pages.ask.start import AskStart
from desktop.pages.ask.talk import Conversation
from desktop.pages.ask.turn import TurnView
from desktop.pages.studies.page import StudyPage
from desktop.pages.studies.start import Shelf
from desktop.pages.studies.work import Result
from desktop.starting.staged_build import Making
from desktop.widgets.basics import Chip
from desktop.widgets.elided import TwoLines
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.question import QuestionBox
from desktop.widgets.scope_choice import Limit
from warehouse.answering.coverage_rolls import READ
from warehouse.app import Follow, NewStudy
from warehouse.methods.registry import FIRST
from warehouse.records import Place, StudyRow
from warehouse.results.records import Answer, Article, Draft
from warehouse.search.collections.naming_and_filing import called
from warehouse.settings import Settings
from warehouse.studies.conversation import asked
from warehouse.studies.report import ledger, loss_ledger, nearest_passages
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.studies.keeper import Studies

CHAIN_PX = 250


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
        self.title, self.documents = TwoLines("title"), Chip("")
        self.answer, self._all = answer, ""
        self._ask_again: Callable[[], None] = self._new
        self.talk = Conversation(house, answer)
        self.start: AskStart = start
        start.thoughts.setChecked(house.settings.thoughts)
        house.preferences.changed.connect(self._settled)
        self._connect_conversation()
        self._show_beside(self.chain, CHAIN_PX, "Steps of the search", answer)

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        right = [self.proof, self.repeat.button, self.again, self.stop]
        return [self.title, self.method, self.documents], right

    def written_in(self) -> QuestionBox | None:
        """The box, or that of a question that follows; it comes into sight."""
        box = super().written_in()
        if box is None and not self.picture.is_shown and self.answer.isVisible():
            box = self.answer.box_to_follow()
        return box

    def accept(self, wish: object) -> None:
        """A question to put into the box, a StudyRow to open, a Limit of the next question."""
        if isinstance(wish, str) and wish not in ("search", "add"):
            self._show_start(wish)
        elif isinstance(wish, StudyRow):
            self.open_study(wish)
        elif isinstance(wish, Limit):
            self._show_start()
            self.start.within.limit(wish)

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
        whose limit, pins, bans and other changes count here, too.
        """
        within = Limit() if like else self.start.within.chosen
        words = called(like.within) if like else within.words
        self.documents.set(f"In “{words}”" if words else self._all)
        where = (within.name, within.query)
        new = NewStudy("ask", question, method, *where, like=like, taken_as=taken_as)
        self._begin(new, self._settings(self.start.thorough.isChecked(), anyway))

    def follow(
        self,
        question: str,
        thorough: bool = False,
        asked_as: str = "",
        taken_as: str = "",
        anyway: bool = False,
    ) -> None:
        """A question that follows the one in front; ``asked_as`` is how it is to be asked."""
        if (row := self._row) is not None:
            method = FIRST if row.method == "check" else row.method
            follow = Follow(row.id, asked_as)
            new = NewStudy("ask", question, method, taken_as=taken_as, follow=follow)
            self._begin(new, self._settings(thorough, anyway))

    def _begin(self, new: NewStudy, settings: Settings) -> None:
        self._ask_again = partial(self._begin, new, settings)
        self._row = None
        if new.follow is not None:
            self.talk.ask_on()
        else:
            self.talk.begin()
        self._show_question(new.text, new.method, new.taken_as)
        self.answer.clear("Beginning.")
        self.work.start(new, settings)
        self.answer.bring_question_up()

    def _settings(self, thorough: bool, anyway: bool) -> Settings:
        thoughts = self.start.thoughts.isChecked()
        settings = structs.replace(self._house.settings, thoughts=thoughts)
        if thorough:
            settings = structs.replace(settings, effort="thorough")
        return structs.replace(settings, absence=False) if anyway else settings

    def _ask_as(self, kind: str) -> None:
        """The same question, taken for another kind."""
        self._ask_otherwise(kind, anyway=False)

    def _ask_anyway(self) -> None:
        self._ask_otherwise(self._row.taken_as if self._row else "", anyway=True)

    def _ask_otherwise(self, taken_as: str, anyway: bool) -> None:
        """In a conversation as its next question; a question that stands alone in its place."""
        if (row := self._row) is None:
            self._ask_again()
        elif self.talk.has_several:
            self.follow(row.question, asked_as=asked(row), taken_as=taken_as, anyway=anyway)
        else:
            self.ask(row.question, row.method, taken_as, anyway, like=row)

    def _ask_thoroughly(self, row: StudyRow) -> None:
        self._row = row
        self.follow(row.question, True, asked(row), row.taken_as)

    def _reword(self, row: StudyRow | None, question: str) -> None:
        """The question of a conversation in other words, or as the user wrote it."""
        row = row or self._row
        if row is not None:
            self._row = row
            self.talk.bring(structs.replace(row, asked_as=question))
            self._open_front(row)
            self.answer.clear("Asking it in other words.")
            self.work.reword(row, question)

    def _begin_again(self) -> None:
        self._ask_again()

    def _open(self, row: StudyRow) -> None:
        self.talk.open(row)
        self._open_front(row)

    def _open_front(self, row: StudyRow) -> None:
        self._show_question(row.question, row.method, row.taken_as)
        self.documents.set(f"In “{called(row.within)}”" if row.within else self._all)
        self.answer.bring_question_up()

    def _begun(self, row: StudyRow) -> None:
        super()._begun(row)
        self.talk.bring(row)

    def _tell_growing(self, snapshot: object) -> None:
        if isinstance(snapshot, Draft):
            self.answer.tell_draft(snapshot)
        elif isinstance(snapshot, Answer):
            self.answer.tell_answer(snapshot, final=False)

    def _tell_result(self, result: Result) -> None:
        if not isinstance(result, Answer):
            return
        if self._row is not None:
            self.talk.answered(self._row, result)
        self.answer.tell_answer(result)
        self.method.set(ledger.method_name(_kind(result)))
        self.documents.set(ledger.searched(result.coverage))

    def _tell_foot(self, result: Result) -> None:
        if isinstance(result, Answer):
            body = self.answer.body
            body.tell_foot()
            body.way.tell_left_out(loss_ledger.lines(result))
            body.acts.export.offer(result, self._id, self._whole(self._row))
            self._fetch_nearest(body, result)

    def _fetch_nearest(self, body: AnswerBody, answer: Answer) -> None:
        library = self._house.library
        if answer.absent and answer.nearest and library is not None:
            read = partial(nearest_passages.in_words, library, answer.nearest)
            self._house.jobs.fetch(read, body.absence.tell_nearest)

    def _settled(self, before: Settings, now: Settings) -> None:
        """What was chosen for the next question stays, whatever other setting changes."""
        if before.thoughts != now.thoughts:
            self.start.thoughts.setChecked(now.thoughts)

    def _near(self, place: Place) -> None:
        self._house.show_side(True, self.kind)
        self.pane.show_place(place, "Near, but it does not answer the question")

    # The conversation

    def _connect_conversation(self) -> None:
        self.work.ended_beside.connect(self.talk.look_again)
        answer, body = self.answer, self.answer.body
        self.start.asked.connect(self.ask)
        answer.followed.connect(self.follow)
        answer.turn_made.connect(self._join)
        answer.turn_gone.connect(self._part)
        answer.head.reworded.connect(partial(self._reword, None))
        self.talk.changed.connect(self._name)
        body.near_wanted.connect(self._near)
        body.wished.connect(self._act)
        body.way.kind_wanted.connect(self._ask_as)
        body.way.document_wanted.connect(partial(self._house.visit, "library"))
        body.way.number_wanted.connect(self.to_proof.evidence)
        body.way.losses_wanted.connect(self._see_left_out)

    def _join(self, turn: TurnView) -> None:
        """A question beside the one in front has the same links to the rest of the window."""
        body = turn.body
        turn.go_on_wanted.connect(partial(self.take_on, turn.row))
        turn.head.reworded.connect(partial(self._reword, turn.row))
        body.near_wanted.connect(self._near)
        body.wished.connect(partial(self._act_of, body, turn.row))
        body.way.kind_wanted.connect(partial(self._ask_turn_as, turn.row))
        body.way.document_wanted.connect(partial(self._house.visit, "library"))
        body.way.losses_wanted.connect(partial(self.open_study, turn.row))
        if (answer := turn.answer) is not None:
            body.acts.export.offer(answer, turn.row.id, self._whole(turn.row))
            body.way.tell_left_out(loss_ledger.lines(answer))
            self.to_proof.also(body.text, answer.research)
            body.sides.wanted.connect(partial(self.to_proof.evidence_of, body.text))
            body.way.number_wanted.connect(partial(self.to_proof.evidence_of, body.text))
            self._fetch_nearest(body, answer)

    def _part(self, turn: TurnView) -> None:
        self.to_proof.forget(turn.body.text)

    def _ask_turn_as(self, row: StudyRow, kind: str) -> None:
        self._row = row
        self._ask_as(kind)

    def _act(self, what: str) -> None:
        """What was wished of the answer in front."""
        self._act_of(self.answer.body, self._row, what)

    def _act_of(self, body: AnswerBody, row: StudyRow | None, what: str) -> None:
        if what == "read":
            self.answer.let_scroll()
            body.way.unfold(READ)
        elif what == "anyway":
            self._row = row
            self._ask_anyway()
        elif row is not None and what == "thorough":
            self._ask_thoroughly(row)
        elif row is not None and what in ("write", "table"):
            self._house.visit("write" if what == "write" else "roundtable", row)

    def _whole(self, row: StudyRow | None) -> Callable[[], Article | None] | None:
        """What makes the whole conversation for an export; None where there is one question."""
        if (studies := self._house.studies) is None or row is None or not self.talk.has_several:
            return None
        return partial(_whole, studies, row)

    def _name(self) -> None:
        if self.talk.first:
            self.title.setText(self.talk.first)

    # What is in front

    def _tell_library(self, found: Shelf) -> None:
        super()._tell_library(found)
        self._all = plural(found.documents, "document")
        if not self.work.busy:
            self.documents.set(self._all)

    def _show_start(self, text: str | None = None) -> None:
        self.title.setText("Ask")
        super()._show_start(text)

    def _come_back(self, row: StudyRow) -> None:
        self.title.setText(self.talk.first or row.question)
        super()._come_back(row)

    def _show_question(self, question: str, method: str, taken_as: str = "") -> None:
        self.title.setText(self.talk.first or question)
        self.method.set(ledger.method_name(taken_as or method))
        self._show_study()


def _kind(answer: Answer) -> str:
    """What the title line calls it: the kind of question it was taken for, where that is known."""
    return answer.way.route.kind if answer.way else answer.method


def _whole(studies: Studies, row: StudyRow) -> Article | None:
    """In a worker. Raises StorageError."""
    from warehouse.studies.exporting import whole_conversation

    turns = whole_conversation.only_done(studies.conversation(row), studies.load)
    return whole_conversation.as_article(turns) if turns else None
