"""One study at a time, from a page's point of view: begin, go on, stop, and what it shows.

The work is a job; ``warehouse.studies.keeper`` keeps the journal and the result. Everything a
page needs comes as a signal in the main thread: the row first, then snapshots, then the end, once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from desktop import notices
from desktop.house import House
from desktop.jobs import Job
from desktop.widgets.pace import Pace
from desktop.widgets.within import Limit
from warehouse.answering import routing
from warehouse.engine.protocol import Engine
from warehouse.engine.unneeded import UnneededEngine
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.results.records import Answer, Article
from warehouse.run import Run, Step
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.studies.keeper import Studies

Result = Answer | Article
Kind = Literal["ask", "write"]
EVERYWHERE = Limit()


STAGES = {
    "planning": "Planning what to look for.",
    "searching": "Searching the library.",
    "screening": "Looking at headers, to read only what may help.",
    "reading": "Reading what passed, sentence by sentence.",
    "counting": "Counting in the catalog.",
    "choosing": "Choosing what to tell.",
    "judging": "Judging what belongs on the list.",
    "weighing": "Weighing whether this holds the answer.",
    "answering": "Writing the answer.",
    "outlining": "Making the outline.",
    "writing": "Writing the sections.",
    "checking": "Checking every sentence against its evidence.",
    "repairing": "Repairing sentences that were not proven.",
}


class New(Struct, frozen=True):
    """A study to begin; what was steered in ``like`` counts in it."""

    kind: Kind
    question: str
    method: str
    origin: str
    within: Limit
    like: StudyRow | None = None


class StudyWork(QObject):
    """``begun(row)``, ``shown(snapshot)``, ``stepped(step, seconds left or None)``, and one of
    ``finished(row, result)``, ``failed(Notice)``, ``stopped()``.
    """

    begun = Signal(object)
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

    def start(
        self,
        question: str,
        method: str,
        settings: Settings | None = None,
        origin: str = "",
        within: Limit = EVERYWHERE,
        like: StudyRow | None = None,
    ) -> None:
        """Begin a new study; the one in hand is stopped first. ``origin``, ``like``: see
        ``Studies``; ``within`` is a collection, a saved search, what a query finds now, or
        everything.
        """
        asked = settings or self._house.settings
        new = New(self._kind, question, method, origin, within, like)
        self._begin(question, partial(_start, self._house, new, asked))

    def go_on(self, row: StudyRow) -> None:
        """Take up an unfinished study from its last model call."""
        self._begin(row.question, partial(_go_on, self._house, row, self._house.settings))

    def repeat(self, row: StudyRow) -> None:
        """The same asked anew, of the library and the model as they are now."""
        settings = self._house.settings
        self._begin(row.question, partial(_repeat, self._house, row, settings))

    def stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

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
        else:
            self.shown.emit(snapshot)

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
    return known or f"{step.stage.capitalize()}."


def _engine(house: House, kind: str, question: str, method: str) -> Engine:
    """The catalog answers without a model, so none is loaded for it."""
    if routing.asks_no_model(kind, question, method, house.library):
        return UnneededEngine()
    return house.engine()


def _start(house: House, new: New, settings: Settings, run: Run) -> tuple[StudyRow, Result]:
    studies, engine = _studies(house), _engine(house, new.kind, new.question, new.method)
    finder = house.library.finder if house.library is not None else None
    scope = None
    if finder is not None and new.within.name:
        scope = finder.scope(new.within.name)
    elif finder is not None and new.within.query:
        scope = finder.scope_of(new.within.query)
    row = studies.start(new.kind, new.question, new.method, new.origin, scope, new.like)
    run.show(row)
    return row, studies.run(row, engine, settings, run)


def _repeat(house: House, row: StudyRow, settings: Settings, run: Run) -> tuple[StudyRow, Result]:
    studies, engine = _studies(house), _engine(house, row.kind, row.question, row.method)
    fresh = studies.again(row)
    run.show(fresh)
    return fresh, studies.run(fresh, engine, settings, run)


def _go_on(house: House, row: StudyRow, settings: Settings, run: Run) -> tuple[StudyRow, Result]:
    studies, engine = _studies(house), _engine(house, row.kind, row.question, row.method)
    run.show(row)
    return row, studies.run(row, engine, settings, run)


def _studies(house: House) -> Studies:
    if house.studies is None:
        raise BadInput("The library is not open yet.", "Wait a moment and ask again.")
    return house.studies
