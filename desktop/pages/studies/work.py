"""One study at a time, from a page's point of view: begin, go on, stop, and what it shows.

The work is a job; ``warehouse.studies.keeper`` keeps the journal and the result. Everything a
page needs comes as a signal in the main thread: the row first, then snapshots, then the end, once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, Signal

from desktop import notices
from desktop.house import House
from desktop.jobs import Job
from desktop.widgets.time_left import Pace
from warehouse.app import NewStudy, Warehouse
from warehouse.engine import probe
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.results.records import Answer, Article
from warehouse.run import Run, Step
from warehouse.settings import Settings
from warehouse.studies import durations, study_files
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


class StudyWork(QObject):
    """``begun(row)``, again when more is known of it, ``expected(Expected or None)`` of the time it
    takes, ``shown(snapshot)``, ``stepped(step, seconds left or None)``, and
    one of ``finished(row, result)``, ``failed(Notice)``, ``stopped()``.
    """

    begun = Signal(object)
    expected = Signal(object)
    shown = Signal(object)
    stepped = Signal(object, object)
    finished = Signal(object, object)
    failed = Signal(object)
    stopped = Signal()

    def __init__(self, house: House, kind: Kind, verb: str) -> None:
        super().__init__(house)
        self._house, self._kind, self._verb = house, kind, verb
        self._job: Job | None = None
        self._row: StudyRow | None = None
        self._pace = Pace()
        self._over = True

    @property
    def busy(self) -> bool:
        return self._job is not None

    def is_on(self, row: StudyRow) -> bool:
        """Whether this very study is the one in hand."""
        return self._job is not None and self._row is not None and self._row.id == row.id

    def start(self, new: NewStudy, settings: Settings | None = None) -> None:
        """Begin a new study; the one in hand is stopped first."""
        self._begin(new.text, lambda run: _open(self._house).begin(new, run, settings))

    def go_on(self, row: StudyRow) -> None:
        """Take up an unfinished study from its last model call."""
        self._begin(row.question, lambda run: _open(self._house).go_on(row, run))

    def repeat(self, row: StudyRow) -> None:
        """The same asked anew, of the library and the model as they are now."""
        self._begin(row.question, lambda run: _open(self._house).again(row, run))

    def reword(self, row: StudyRow, question: str) -> None:
        """The same study, asked in these words."""
        self._begin(question, lambda run: _open(self._house).reword(row, question, run))

    def stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def leave(self) -> None:
        """Stop; another study comes to the front, so that no end of this one is told."""
        self.stop()
        self._job, self._over = None, True

    def _begin(self, question: str, work: Callable[[Run], tuple[StudyRow, Result]]) -> None:
        self.stop()
        self._row, self._pace, self._over = None, Pace(), False
        job = self._house.jobs.start(f"{self._verb}: {question}"[:60], work)
        self._job = job
        job.shown.connect(partial(self._show, job))
        job.stepped.connect(partial(self._step, job))
        job.finished.connect(partial(self._finish, job))
        job.failed.connect(partial(self._fail, job))
        job.ended.connect(partial(self._end, job))

    def _show(self, job: Job, snapshot: object) -> None:
        if job is not self._job:
            return
        if isinstance(snapshot, StudyRow):
            self._row = snapshot
            self.begun.emit(snapshot)
            if snapshot.model and snapshot.effort:
                read = partial(_expected, _open(self._house), snapshot)
                self._house.jobs.fetch(read, partial(self._expect, job))
        else:
            self.shown.emit(snapshot)

    def _expect(self, job: Job, expected: object) -> None:
        if job is self._job:
            self.expected.emit(expected)

    def _step(self, job: Job, step: Step) -> None:
        if job is self._job:
            self._pace.hear(step)
            self.stepped.emit(step, self._pace.left_s(step))

    def _finish(self, job: Job, made: tuple[StudyRow, Result]) -> None:
        if job is self._job:
            self._over, self._job = True, None
            self.finished.emit(*made)

    def _fail(self, job: Job, error: BaseException) -> None:
        if job is self._job:
            self._over, self._job = True, None
            self.failed.emit(notices.words(error))

    def _end(self, job: Job) -> None:
        if job is self._job and not self._over:
            self._over, self._job = True, None
            self.stopped.emit()


def in_a_sentence(step: Step) -> str:
    """What is being done, for the middle of the page."""
    known = STAGES.get(step.stage.lower().partition(" ")[0])
    if step.stage == "writing" and step.note:
        return f"Writing the sections, {step.done:,} of {step.total:,} told: {step.note}."
    return known or f"{step.stage.capitalize()}."


def _expected(warehouse: Warehouse, row: StudyRow) -> Expected | None:
    """In a worker."""
    info = warehouse.engines.info()
    speed = probe.of_model(info.sha256) if info is not None else None
    chosen = study_files.chosen_again(warehouse.studies.folder(row.id), warehouse.engines.settings)
    rows = warehouse.library.catalog.studies()
    return durations.expected(rows, row, speed, chosen.article_words)


def _open(house: House) -> Warehouse:
    if house.warehouse is None:
        raise BadInput("The library is not open yet.", "Wait a moment and ask again.")
    return house.warehouse
