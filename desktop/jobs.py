"""The only file that knows threads.

A job is a function called with a ``Run`` in a plain executor. What the run shows is gathered from
the worker threads and handed to the main thread about twenty times a second for growing text and
ten times a second for steps, the latest of each kind only. Results and errors arrive as signals
of the ``Job``, in the main thread, once.

    job = house.jobs.start("Asking", lambda run: ask(question, library, engine, settings, run))
    job.shown.connect(self._show)         # Chain, Draft, Answer ...: the latest of each kind
    job.finished.connect(self._finish)    # the function's result
    job.failed.connect(self._fail)        # the exception; without a taker it becomes a notice
    job.cancel()                          # then ``ended`` comes, with neither of the two

``start`` is for work a person can see and stop (it stands under *Now*); ``fetch`` for a short read
that must not hold up the window; ``keep`` for a short change, which is made even when the program
ends.

A worker never holds the last reference to a ``Job`` or to what its function holds on to: a widget
that dies in a worker takes Qt down with it. Both stay here until the worker has let go of them.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop.starting.garbage import Garbage
from warehouse.errors import Cancelled
from warehouse.run import Held, Run, Step

TICK_MS = 50
SWITCH_S = 0.0001  # a worker keeps the interpreter from the window so long; Python's own: 0.005
STEP_EVERY_S = 0.1
HELD_FOR_S = 3.0  # between two calls of a question the work behind it goes on for a moment
UNSEEN_END_S = 20.0
_LONG = 12
_SHORT = 3

Work = Callable[[Run], Any]


class Mailbox:
    """What a run has shown and nobody has taken yet: the latest of each kind, in order."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[object, Struct] = {}

    def put(self, value: Struct) -> None:
        key = (type(value), getattr(value, "where", None))
        with self._lock:
            self._waiting.pop(key, None)
            self._waiting[key] = value

    def take(self, steps_too: bool) -> list[Struct]:
        with self._lock:
            taken = {
                key: value
                for key, value in self._waiting.items()
                if steps_too or not isinstance(value, Step)
            }
            for key in taken:
                del self._waiting[key]
        return list(taken.values())


class Task:
    """What a worker gets of a job. It lets go of ``work`` when it has done it."""

    def __init__(self, work: Work, run: Run) -> None:
        self.work: Work | None = work
        self.run = run


class Job(QObject):
    """One piece of work in hand; lives in the main thread until it has ended.

    ``held(True)``: it stands still for what a person waits for; ``held(False)``: it goes on.
    ``study`` is the id of the study that it works on, ``go`` brings the place where it is seen to
    the front; both belong to who started it.
    """

    stepped = Signal(object)
    shown = Signal(object)
    held = Signal(bool)
    finished = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(self, label: str, foreground: bool, visible: bool, parent: QObject) -> None:
        super().__init__(parent)
        self.label = label
        self.visible = visible
        self._mailbox = Mailbox()
        self.run = Run(self._mailbox.put, foreground)
        self.step: Step | None = None
        self.done = False
        self.study = ""
        self.go: Callable[[], None] | None = None
        self.work: Work | None = None
        self.task: Task | None = None
        self.future: Future[None] | None = None
        self._last_step = 0.0
        self._is_held, self._held_until = False, 0.0

    def cancel(self) -> None:
        self.run.cancel()

    @property
    def stands_still(self) -> bool:
        """For what a person waits for; a moment in which it goes on does not count."""
        return self._is_held or time.monotonic() < self._held_until

    def deliver(self, final: bool = False) -> None:
        """Main thread: hand on what has been heard since the last time."""
        now = time.monotonic()
        steps_due = final or now - self._last_step >= STEP_EVERY_S
        for value in self._mailbox.take(steps_due):
            if isinstance(value, Step):
                self._last_step = now
                self.step = value
                self.stepped.emit(value)
            elif isinstance(value, Held):
                if self._is_held and not value.still:
                    self._held_until = time.monotonic() + HELD_FOR_S
                self._is_held = value.still
                self.held.emit(value.still)
            else:
                self.shown.emit(value)


class Jobs(QObject):
    """All work in hand. ``changed``: a visible job began, took a step or ended;
    ``unseen_ending``: what nobody can see was asked to end.
    """

    changed = Signal()
    unseen_ending = Signal()
    unexpected = Signal(object)
    _returned = Signal(object, object, object)  # the task, its result, its error

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(SWITCH_S)
        self._long = ThreadPoolExecutor(_LONG, thread_name_prefix="job")
        self._short = ThreadPoolExecutor(_SHORT, thread_name_prefix="read")
        self._keeping = ThreadPoolExecutor(1, thread_name_prefix="keep")
        self._jobs: list[Job] = []
        self._parting: list[Job] = []  # told, but their workers may not have let go of them yet
        self._closing = False
        self.garbage = Garbage(lambda: not self._jobs, self)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._deliver)
        self._returned.connect(self._return, Qt.ConnectionType.QueuedConnection)

    def start(self, label: str, work: Work, foreground: bool = True, visible: bool = True) -> Job:
        """Begin at once. Connect to the job's signals right away: none comes before the loop."""
        job = Job(label, foreground, visible, self)
        self._submit(job, work, self._long)
        self._tick.start()
        self.changed.emit()
        return job

    def fetch(self, read: Callable[[], Any], then: Callable[[Any], None]) -> Job:
        """A short read off the main thread; ``then`` gets the result in the main thread."""
        return self._submit_short(read, then, self._short)

    def keep(self, change: Callable[[], Any], then: Callable[[Any], None]) -> Job:
        """As ``fetch``, one after another in the order in which they were asked for."""
        return self._submit_short(change, then, self._keeping)

    def _submit_short(
        self, act: Callable[[], Any], then: Callable[[Any], None], workers: ThreadPoolExecutor
    ) -> Job:
        job = Job("", True, False, self)
        job.finished.connect(then)
        self._submit(job, lambda run: act(), workers)
        return job

    def _submit(self, job: Job, work: Work, workers: ThreadPoolExecutor) -> None:
        self._jobs.append(job)
        job.work, job.task = work, Task(work, job.run)
        job.future = workers.submit(self._work, job.task)

    def running(self) -> list[Job]:
        """What a person can see and stop, oldest first."""
        return [job for job in self._jobs if job.visible]

    def studies(self) -> frozenset[str]:
        """The ids of those that are worked on in this window."""
        return frozenset(job.study for job in self._jobs if job.study)

    @property
    def idle(self) -> bool:
        """Nothing at all is in hand, short reads included."""
        return not self._jobs

    def end_unseen(self) -> Callable[[], object]:
        """Ask what nobody can see and stop to end. What is returned waits, in a worker: for what is
        seen to its end, for the rest not for good, as a look at a disk that does not answer comes
        back when it likes.
        """
        unseen = [job for job in self._jobs if not job.visible]
        for job in unseen:
            job.run.end()
        self.unseen_ending.emit()
        ending = [job.future for job in unseen if job.future]
        seen = [job.future for job in self._jobs if job.visible and job.future]
        return lambda: (wait(seen), wait(ending, UNSEEN_END_S))

    def forget_ending(self) -> None:
        """Who waited for what was asked to end is gone: of what is late only ``ended`` comes."""
        for job in self._jobs:
            job.blockSignals(job.run.is_ending)

    def cancel_all(self) -> None:
        """Ask everything to stop, for the program ends; nothing more is delivered."""
        self._closing = True
        self._tick.stop()
        for job in self._jobs:
            job.run.end()

    def wait(self, seconds: float) -> bool:
        """Whether every worker left within that time."""
        return not wait([job.future for job in self._jobs if job.future], seconds).not_done

    def close(self) -> None:
        """Cancel everything but what is to be kept, and wait until the workers have left."""
        self.cancel_all()
        self._long.shutdown(wait=True, cancel_futures=True)
        self._short.shutdown(wait=True, cancel_futures=True)
        self._keeping.shutdown(wait=True)
        self._jobs.clear()
        self._parting.clear()
        self.garbage.rest()

    def _work(self, task: Task) -> None:
        result: Any = None
        error: BaseException | None = None
        try:
            if task.work is not None:
                result = task.work(task.run)
        except BaseException as caught:  # a worker has nobody above it: hand everything over
            error = caught
        task.work = None
        if not self._closing:
            self._returned.emit(task, result, error)

    def _return(self, task: Task, result: Any, error: BaseException | None) -> None:
        job = next((job for job in self._jobs if job.task is task), None)
        if job is None:
            return
        self._parting.append(job)
        QTimer.singleShot(0, self, self._part)
        self._jobs.remove(job)
        job.deliver(final=True)
        job.done = True
        if job.signalsBlocked():
            job.blockSignals(False)
        elif error is None:
            job.finished.emit(result)
        elif not isinstance(error, Cancelled):
            self._report(job, error)
        job.ended.emit()
        job.setParent(None)
        if not self._jobs:  # one nobody sees yet is shown at its first step
            self._tick.stop()
        if job.visible:
            self.changed.emit()

    def _part(self) -> None:
        """Let go of jobs that no worker has to do with any more."""
        self._parting = [job for job in self._parting if job.future and not job.future.done()]
        if self._parting:
            QTimer.singleShot(TICK_MS, self, self._part)

    def _report(self, job: Job, error: BaseException) -> None:
        if job.receivers("2failed(PyObject)"):
            job.failed.emit(error)
        else:
            self.unexpected.emit(error)

    def _deliver(self) -> None:
        stepped = False
        for job in list(self._jobs):
            before = job.step
            job.deliver()
            stepped = stepped or (job.visible and job.step is not before)
        if stepped:
            self.changed.emit()
