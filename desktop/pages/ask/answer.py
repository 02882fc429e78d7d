"""The middle of Ask: a conversation as one page, the question in front with its answer as it grows.

Above it stand the questions before, below it those that came later, each with its whole answer; at
the foot a box takes the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop.acts import key_words
from desktop.house import House
from desktop.notices import Notice
from desktop.pages.ask.body import AnswerBody
from desktop.pages.ask.turn import TurnHead, TurnView
from desktop.pages.ask.wishes import FOLLOW_KEY
from desktop.pages.studies.text import StudyText
from desktop.widgets.basics import Chip, column_of, discard
from desktop.widgets.flush import Flush
from desktop.widgets.laid_out import holding, parts_of
from desktop.widgets.question import QuestionBox
from warehouse.records import StudyRow
from warehouse.render import numbers_in, prose
from warehouse.results.records import Answer, Draft, Research

HEAD_AT_PX = 12


class Turn(Struct, frozen=True):
    """A question of the conversation, with its answer where it has one."""

    row: StudyRow
    answer: Answer | None = None


class AnswerView(StudyText):
    """``followed(question, thorough)``: the box at the foot; ``turn_made(TurnView)`` and
    ``turn_gone(TurnView)``: a question beside the one in front.
    """

    followed = Signal(str, bool)
    turn_made = Signal(object)
    turn_gone = Signal(object)

    def __init__(self, house: House) -> None:
        super().__init__(house, "Answer", follows=True)
        self._flush: Flush[Draft] = Flush(self._draw_draft, self)
        self._others: dict[str, TurnView] = {}
        self._missing: list[tuple[Turn, bool, int]] = []
        self._making = QTimer(self, singleShot=True, interval=0)
        self._making.timeout.connect(self._make_next)
        self._head_at_px: int | None = None
        self._may_follow = False
        self.head = TurnHead(house.theme)
        self.body = AnswerBody(house, self.text, self.sides)
        self._before, self._after = column_of(spacing_px=0), column_of(spacing_px=0)
        self._put(
            holding(self._before),
            self.head,
            self.body,
            self._waiting,
            self.clock,
            self.halt,
            self.found,
            self.changes,
            holding(self._after),
            self._make_follow(),
            top_px=HEAD_AT_PX,
        )
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._keep_head)
        bar.actionTriggered.connect(self.let_scroll)
        self.clear()

    # What the page calls

    def clear(self, waiting: str = "") -> None:
        """The question in front has no answer yet; those beside it stay."""
        super().clear(waiting)
        self._flush.drop()
        self.body.clear()
        self.follow.hide()

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

    def tell_answer(self, answer: Answer, final: bool = True) -> None:
        """The answer with its claims; ``final`` when the checks are done, and its foot may come."""
        self._flush.drop()
        self.begin_writing()
        self._at_end = False
        if final:
            self.say("")
        self.body.tell_text(answer)
        self.follow.setVisible(final)

    def tell_stopped(self) -> None:
        super().tell_stopped()
        self.follow.setVisible(self._may_follow)

    def tell_trouble(self, notice: Notice) -> None:
        super().tell_trouble(notice)
        self.follow.setVisible(self._may_follow)

    def tell_unfinished(self, row: StudyRow) -> None:
        super().tell_unfinished(row)
        self.follow.show()

    def tell_turn(self, row: StudyRow | None, has_others: bool) -> None:
        """The question in front; one that was never begun cannot be followed."""
        self._may_follow = row is not None
        self.head.tell(row, has_others)

    def show_around(self, before: Sequence[Turn], after: Sequence[Turn]) -> None:
        """The questions beside the one in front; what stands already stays as it is."""
        wanted = {turn.row.id: turn for turn in (*before, *after)}
        for id, view in list(self._others.items()):
            turn = wanted.get(id)
            if turn is None or turn.row != view.row or turn.answer is not view.answer:
                self._take_out(id)
        for layout in (self._before, self._after):
            for part in parts_of(layout):
                if isinstance(part, QWidget):  # taken out and put in by items it would keep the
                    layout.removeWidget(part)  # height it had: the item left behind is asked
        self._missing = []
        for turns, layout, is_before in ((before, self._before, True), (after, self._after, False)):
            for at, turn in enumerate(turns):
                if (known := self._others.get(turn.row.id)) is not None:
                    known.stand(is_before)
                    layout.addWidget(known)
                else:
                    self._missing.append((turn, is_before, at))
        self._making.start()

    def bring_question_up(self) -> None:
        """The question in front to the top, and there until the reader scrolls."""
        self._head_at_px = HEAD_AT_PX
        QTimer.singleShot(0, self, self._keep_head)

    def write_follow_up(self) -> None:
        if (box := self.box_to_follow()) is not None:
            box.edit.setFocus()

    def box_to_follow(self) -> QuestionBox | None:
        """Brought into sight; None where nothing can be asked on."""
        if self.follow.isHidden():
            return None
        self.let_scroll()
        self.ensureWidgetVisible(self.follow)
        return self.follow

    def reveal(self, number: int) -> None:
        self.let_scroll()
        super().reveal(number)

    def let_scroll(self) -> None:
        self._head_at_px = None

    # Inside

    def _draw_draft(self, draft: Draft) -> None:
        self._remember_end()
        self.text.show()
        self.text.show_prose(prose(draft.text, (), numbers_in(draft.text)))

    def _make_next(self) -> None:
        """One at a time: a long conversation does not hold the window up."""
        if not self._missing:
            return
        turn, is_before, at = self._missing.pop(0)
        view = TurnView(self._house, turn.row, turn.answer)
        self._others[turn.row.id] = view
        view.stand(is_before)
        (self._before if is_before else self._after).insertWidget(at, view)
        self.turn_made.emit(view)
        self._making.start()

    def _take_out(self, id: str) -> None:
        view = self._others.pop(id)
        self.turn_gone.emit(view)
        discard(view)

    def _keep_head(self) -> None:
        inner = self.widget()
        if self._head_at_px is None or inner is None:
            return
        top = self.body if self.head.isHidden() else self.head
        place = top.mapTo(inner, top.rect().topLeft()).y()
        self.verticalScrollBar().setValue(place - self._head_at_px)

    def _keep_at_end(self, least: int, most: int) -> None:
        if self._head_at_px is None:
            super()._keep_at_end(least, most)

    def _make_follow(self) -> QWidget:
        hint = "Ask on. “It” or “there” may mean what was said above."
        theme = self._house.theme
        icon = "message-circle-question-mark"
        self.follow = QuestionBox(theme, "Follow-up question", hint, "Ask", icon)
        self.follow.setToolTip(f"Ask a follow-up question ({key_words(FOLLOW_KEY)})")
        self._thorough = Chip("Thorough", checkable=True)
        self._thorough.setToolTip("Step by step, and several answers weighed: takes longer")
        self.follow.add_choices(self._thorough)
        self.follow.asked.connect(self._follow)
        return holding(column_of(self.follow, margins_px=(12, 22, 12, 0)))

    def _follow(self, question: str) -> None:
        thorough = self._thorough.isChecked()
        self.follow.edit.clear()
        self._thorough.setChecked(False)
        QTimer.singleShot(0, self, partial(self.followed.emit, question, thorough))
