"""The study in front of a page: begin, go on, stop, and what it shows; others go on beside it.

The work is a job; ``warehouse.studies.keeper`` keeps the journal and the result. Everything a
page needs comes as a signal in the main thread: the row first, then snapshots, then the end, once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, Signal

from desktop import notices
from desktop.house import House
from desktop.jobs import Job
from desktop.widgets.time_left import Pace
from warehouse.app import NewStudy, Warehouse
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.results.records import Answer, Article
from warehouse.run import Run, Step
from warehouse.settings import Settings
from warehouse.studies import durations
from warehouse.studies.durations import Expected

Result = Answer | Article
Kind = Literal["ask", "write"]


STAGES = {
    "starting": "Starting the language model.",
    "understanding": "Working out what kind of answer your question wants.",
    "following": "Putting your question in full.",
    "planning": "Planning what to look for.",
    "searching": "Searching the library.",
    "screening": "Choosing which documents are worth reading.",
    "reading": "Reading what passed, sentence by sentence.",
    "counting": "Counting your documents.",
    "choosing": "Choosing what to tell.",
    "judging": "Judging what belongs on the list.",
    "weighing": "Asking whether this holds the answer.",
    "answering": "Writing the answer.",
    "outlining": "Making the outline.",
    "writing": "Writing the sections.",
    "polishing": "Linking the sentences of each paragraph.",
    "checking": "Checking every sentence against the words it cites.",
    "reviewing": "Reading it through once more.",
    "repairing": "Repairing sentences that were not proven.",
    "illustrating": "Looking for figures in the sources.",
}


class StudyInHand:
    """A study that is worked on, and what was last heard of it; ``spent_s`` is what the model had
    done when it went on, told by the worker before anything else.
    """

    def __init__(self, job: Job, spent_s: list[float]) -> None:
        self.job = job
        self.spent_s = spent_s
        self.row: StudyRow | None = None
        self.is_told = False  # it has finished or failed
        self.began = time.monotonic()
        self.pace = Pace()
        self.expected: list[Expected | None] = []
        self.shown: dict[object, object] = {}
        self.step: Step | None = None


class StudyWork(QObject):
    """``begun(row)``, again when more is known of it, ``expected(Expected or None)`` of the time it
    takes, ``shown(snapshot)``, ``stepped(step, seconds left or None)``, and
    one of ``finished(row, result)``, ``failed(Notice)``, ``stopped()``. All of the study in front;
    one that another takes the place of goes on beside it, and ``ended_beside`` when it ends. After
    all that, of any, ``ended(row, halted)`` with its row as it was when it went to work, and
    whether it stopped by itself: its outline is drafted.
    """

    begun = Signal(object)
    expected = Signal(object)
    shown = Signal(object)
    stepped = Signal(object, object)
    finished = Signal(object, object)
    failed = Signal(object)
    stopped = Signal()
    ended_beside = Signal()
    ended = Signal(object, bool)

    def __init__(self, house: House, kind: Kind, verb: str) -> None:
        super().__init__(house)
        self._house, self._kind, self._verb = house, kind, verb
        self._front: StudyInHand | None = None
        self._beside: list[StudyInHand] = []
        self._turns = 0  # how often another study came to the front
        self._rewording: dict[str, tuple[str, int]] = {}  # until they end; the turn they are of

    @property
    def busy(self) -> bool:
        return self._front is not None

    @property
    def began(self) -> float:
        """When the one in front began, by the monotonic clock; now where none is."""
        return self._front.began if self._front is not None else time.monotonic()

    def is_on(self, row: StudyRow) -> bool:
        """Whether this very study is the one in front."""
        return self._front is not None and _is(self._front, row)

    def start(self, new: NewStudy, settings: Settings | None = None) -> None:
        """Begin a new study; the one in front goes on beside it."""
        self._begin(new.text, lambda run: _open(self._house).begin(new, run, settings))

    def go_on(self, row: StudyRow, in_front: bool = True) -> None:
        """Take up an unfinished study from its last model call, or one that was not begun."""
        spent_s: list[float] = []

        def work(run: Run) -> tuple[StudyRow, Result]:
            warehouse = _open(self._house)
            spent_s.append(sum(call.seconds for call in warehouse.studies.spend(row.id)))
            return warehouse.go_on(row, run)

        self._begin(row.question, work, spent_s, in_front, row)

    def repeat(self, row: StudyRow) -> None:
        """The same asked anew, of the library and the model as they are now."""
        self._begin(row.question, lambda run: _open(self._house).again(row, run))

    def reword(self, row: StudyRow, question: str) -> None:
        """The same study, asked in these words; what is worked on of it ends first, and where
        another came to the front meanwhile it goes on beside that.
        """
        self.leave()
        waits = row.id in self._rewording
        self._rewording[row.id] = (question, self._turns)
        hand = next((hand for hand in self._beside if _is(hand, row)), None)
        if hand is not None:
            self._beside.remove(hand)
            hand.job.ended.connect(partial(self._reword, row))
            hand.job.cancel()
        elif not waits:
            self._reword(row)

    def _reword(self, row: StudyRow) -> None:
        question, turn = self._rewording.pop(row.id)
        self._begin(
            question,
            lambda run: _open(self._house).reword(row, question, run),
            in_front=turn == self._turns,
        )

    def stop(self) -> None:
        if self._front is not None:
            self._front.job.cancel()

    def leave(self) -> None:
        """Another study comes to the front; this one goes on beside it."""
        self._turns += 1
        if self._front is not None:
            self._beside.append(self._front)
            self._front = None

    def bring(self, row: StudyRow) -> bool:
        """To the front where it goes on beside, with what was heard of it; is that so? Of one that
        is to be reworded nothing is heard yet.
        """
        if row.id in self._rewording:
            self._rewording[row.id] = (self._rewording[row.id][0], self._turns)
            return True
        hand = next((hand for hand in self._beside if _is(hand, row)), None)
        if hand is None:
            return False
        self.leave()
        self._beside.remove(hand)
        self._front = hand
        self.begun.emit(hand.row)
        for expected in hand.expected[-1:]:
            self.expected.emit(expected)
        for snapshot in list(hand.shown.values()):
            self.shown.emit(snapshot)
        if hand.step is not None:
            self.stepped.emit(hand.step, hand.pace.left_s(hand.step))
        return True

    def _begin(
        self,
        question: str,
        work: Callable[[Run], tuple[StudyRow, Result]],
        spent_s: list[float] | None = None,
        in_front: bool = True,
        row: StudyRow | None = None,
    ) -> None:
        """``row`` where it is known before the work says so."""
        job = self._house.jobs.start(f"{self._verb}: {question}"[:60], work)
        job.go = partial(self._house.visit, self._kind)
        hand = StudyInHand(job, [] if spent_s is None else spent_s)
        if row is not None:
            self._know(hand, row)
        if in_front:
            self.leave()
            self._front = hand
        else:
            self._beside.append(hand)
        job.shown.connect(partial(self._show, hand))
        job.stepped.connect(partial(self._step, hand))
        job.finished.connect(partial(self._finish, hand))
        job.failed.connect(partial(self._fail, hand))
        job.ended.connect(partial(self._end, hand))

    def _know(self, hand: StudyInHand, row: StudyRow) -> None:
        hand.row = row
        hand.job.study = row.id
        hand.job.go = partial(self._house.visit, self._kind, row)

    def _show(self, hand: StudyInHand, snapshot: object) -> None:
        if isinstance(snapshot, StudyRow):
            self._know(hand, snapshot)
            if hand is self._front:
                self.begun.emit(snapshot)
            if snapshot.model and snapshot.effort:
                read = partial(_expected, _open(self._house), snapshot, sum(hand.spent_s))
                self._house.jobs.fetch(read, partial(self._expect, hand))
            return
        kind = (type(snapshot), getattr(snapshot, "where", None))
        hand.shown.pop(kind, None)
        hand.shown[kind] = snapshot
        if hand is self._front:
            self.shown.emit(snapshot)

    def _expect(self, hand: StudyInHand, expected: Expected | None) -> None:
        hand.expected.append(expected)
        if hand is self._front:
            self.expected.emit(expected)

    def _step(self, hand: StudyInHand, step: Step) -> None:
        hand.step = step
        hand.pace.hear(step)
        if hand is self._front:
            self.stepped.emit(step, hand.pace.left_s(step))

    def _finish(self, hand: StudyInHand, made: tuple[StudyRow, Result]) -> None:
        hand.is_told = True
        if self._is_over(hand):
            self.finished.emit(*made)

    def _fail(self, hand: StudyInHand, error: BaseException) -> None:
        hand.is_told = True
        if self._is_over(hand):
            self.failed.emit(notices.words(error))
        else:
            self._house.notices.error(error)

    def _end(self, hand: StudyInHand) -> None:
        hand.shown.clear()
        if hand in self._beside:
            self._beside.remove(hand)
            self.ended_beside.emit()
        elif self._is_over(hand):
            self.stopped.emit()
        if hand.row is not None:
            self.ended.emit(hand.row, not hand.is_told and not hand.job.run.cancelled)

    def _is_over(self, hand: StudyInHand) -> bool:
        """It ends; is it the one in front?"""
        if hand is not self._front:
            return False
        self._front = None
        return True


def _is(hand: StudyInHand, row: StudyRow) -> bool:
    return hand.row is not None and hand.row.id == row.id


def in_a_sentence(step: Step) -> str:
    """What is being done, for the middle of the page."""
    known = STAGES.get(step.stage.lower().partition(" ")[0])
    if step.stage == "writing" and step.note:
        return f"Writing the sections, {step.done:,} of {step.total:,} told: {step.note}."
    return known or f"{step.stage.capitalize()}."


def _expected(warehouse: Warehouse, row: StudyRow, spent_s: float) -> Expected | None:
    """In a worker."""
    rows, folder = warehouse.library.catalog.studies(), warehouse.studies.folder(row.id)
    return durations.here(rows, row, folder, warehouse.engines, spent_s)


def _open(house: House) -> Warehouse:
    if house.warehouse is None:
        raise BadInput("The library is not open yet.", "Wait a moment and ask again.")
    return house.warehouse
