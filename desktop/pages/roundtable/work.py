"""One round table in hand: its turns in jobs, and what the user does to it.

Turns follow one another while it *plays*, with time to read between them. What the user does goes
to the disk off the main thread, one act after the other; a turn that is being made takes it in by
itself. A stop leaves the table as if the turn had not begun.
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from desktop import notices
from desktop.house import House
from desktop.jobs import Job
from warehouse.render import words
from warehouse.results.roundtable import Speaking, Table
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.app import Warehouse
    from warehouse.records import StudyRow
    from warehouse.roundtable.session import NewTable, RoundTable

Change = Callable[["RoundTable"], Table]
PACES: Mapping[str, tuple[str, str]] = {
    "slow": ("Slow", "Much time to read between two turns"),
    "even": ("Even", "Time to read between two turns"),
    "fast": ("Fast", "Little time between two turns"),
    "none": ("No pause", "One turn after the other, as fast as they come"),
}
WORDS_A_MINUTE: Mapping[str, float] = {"slow": 110, "even": 180, "fast": 320}
FIRST_PACE = "even"
NOT_LAID = notices.Notice(
    "said", "The table is not laid yet.", "What you wrote stays; say it once it is."
)
LOOKED_AT = 5  # turns whose usual time is expected of the next


def _nothing() -> None:
    return


class _Act(NamedTuple):
    """``undone`` is called where it cannot be."""

    change: Change
    then: str
    undone: Callable[[], None]


class TableWork(QObject):
    """``opened(RoundTable)``; ``changed(Table)`` after each turn and act; ``speaking(Speaking)``, a
    turn as it grows; ``stepped(Step)``; ``turned``: a turn begins or ends, or it plays or pauses;
    ``failed(Notice)``; ``refused(Notice)``: an act that cannot be; ``unsaid(text)``: words of the
    user's that could not be said.
    """

    opened = Signal(object)
    changed = Signal(object)
    speaking = Signal(object)
    stepped = Signal(object)
    turned = Signal()
    failed = Signal(object)
    refused = Signal(object)
    unsaid = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._house = house
        self.table: RoundTable | None = None
        self.plays = False
        self.pace = FIRST_PACE
        self._job: Job | None = None
        self._round = 0
        self.speaker = ""  # whose words are coming
        self._began = self._spoken_at = 0.0
        self._acts: deque[_Act] = deque()
        self._acting = self._owes_answer = self._is_stopped = False
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self.next)

    # A table

    def begin(self, new: NewTable) -> None:
        """A new one, on the list at once; it plays."""
        self._open(lambda warehouse: warehouse.tables.begin(new, self._house.settings), plays=True)

    def open(self, row: StudyRow) -> None:
        """One that was left, as it was left."""
        self._open(lambda warehouse: warehouse.tables.open(row.id), plays=False)

    def leave(self) -> None:
        """None is in hand any more; what was being said is as if it had not begun."""
        self.stop()
        self._round += 1
        self.table, self._job = None, None
        self._acts.clear()

    def is_on(self, row: StudyRow) -> bool:
        return self.table is not None and self.table.row.id == row.id

    def _open(self, make: Callable[[Warehouse], RoundTable], plays: bool) -> None:
        self.leave()
        if (warehouse := self._house.warehouse) is None:
            self._house.notices.say("The library is not open yet.", "Wait a moment.")
            return
        job = self._house.jobs.fetch(
            partial(make, warehouse), partial(self._opened, self._round, plays)
        )
        job.failed.connect(partial(self._not_opened, self._round))

    def _opened(self, round: int, plays: bool, table: RoundTable) -> None:
        if round == self._round:
            self.table = table
            self.opened.emit(table)
            self.changed.emit(table.now)
            if plays:
                self.play()

    def _not_opened(self, round: int, error: BaseException) -> None:
        if round == self._round:
            self.failed.emit(notices.words(error))

    # Turns

    @property
    def busy(self) -> bool:
        """Whether a turn is being made, or sorted into the map."""
        return self._job is not None

    def play(self) -> None:
        """Turn after turn until it pauses."""
        self._heed_stop()
        if self.table is not None and not self.plays:
            self.plays = True
            self.next()
            self.turned.emit()

    def pause(self) -> None:
        """The turn that is being made is heard out."""
        self.plays = False
        is_owed = self._rest.isActive() and self._owes_answer
        self._rest.stop()
        if is_owed:  # what was asked is answered, also where the table rests
            self.next()
        self.turned.emit()

    def stop(self) -> None:
        """At once: the turn that is being made is as if it had not begun."""
        self.plays = self._owes_answer = False
        self._rest.stop()
        if self._job is not None:
            self._is_stopped = True
            self._job.cancel()
        self.turned.emit()

    def _heed_stop(self) -> None:
        """A turn that was stopped where all work is listed is as one stopped here: what the user
        does from then on counts.
        """
        if self._job is not None and self._job.run.cancelled and not self._is_stopped:
            self.plays = self._owes_answer = False
            self._is_stopped = True

    def next(self) -> None:
        """The next turn; nothing while one is being made."""
        self._rest.stop()
        if (table := self.table) is None or self._job is not None:
            return
        self._began, self._spoken_at, self.speaker = time.monotonic(), 0.0, ""
        self._is_stopped = False
        label = f"Round table: {table.now.topic}"[:60]
        work: Callable[[Run], object] = table.next
        self._job = job = self._house.jobs.start(label, work)
        job.study, job.go = table.row.id, partial(self._house.visit, "roundtable", table.row)
        turns = len(table.now.turns)
        job.shown.connect(partial(self._show, job, turns))
        job.stepped.connect(partial(self._step, job))
        job.failed.connect(partial(self._fail, job))
        job.ended.connect(partial(self._end, job))
        self.turned.emit()

    def set_pace(self, pace: str) -> None:
        self.pace = pace
        if self._rest.isActive():
            self._wait()

    @property
    def expected_s(self) -> float | None:
        """How long a turn has taken here lately; None where none was taken."""
        turns = self.table.now.turns if self.table is not None else ()
        took = [turn.seconds for turn in turns if turn.seconds][-LOOKED_AT:]
        return statistics.median(took) if took else None

    @property
    def so_far_s(self) -> float:
        """Since the turn in hand began; 0 once it is spoken."""
        return time.monotonic() - self._began if self._job and not self._spoken_at else 0.0

    @property
    def is_sorting(self) -> bool:
        """The turn is spoken, and what it found goes to its places on the map."""
        return self._job is not None and bool(self._spoken_at)

    def _show(self, job: Job, turns: int, snapshot: object) -> None:
        if job is not self._job or self.table is None:
            return
        if isinstance(snapshot, Speaking) and snapshot.number > len(self.table.now.turns):
            self.speaker = snapshot.speaker if snapshot.text else ""
            self.speaking.emit(snapshot)
        elif isinstance(snapshot, Table):
            now = self.table.now
            if not self._spoken_at and now.turns and now.turns[-1].role != "user":
                self._spoken_at = time.monotonic() if len(now.turns) > turns else 0.0
            self.changed.emit(now)

    def _step(self, job: Job, step: object) -> None:
        if job is self._job:
            self.stepped.emit(step)

    def _fail(self, job: Job, error: BaseException) -> None:
        if job is self._job:
            self.plays = self._owes_answer = False
            self.failed.emit(notices.words(error))

    def _end(self, job: Job) -> None:
        if job is not self._job:
            return
        self._heed_stop()
        self._job = None
        table = self.table
        if table is not None:
            asked, turns = table.now.open_question, table.now.turns
            is_asked = asked is not None and asked.role == "user"
            self._owes_answer = self._owes_answer and is_asked
            self.changed.emit(table.now)
            # said while the map was sorted, or another was answered, or a stopped turn came to its
            # end; where it plays, the answer to the other is read first
            if self._owes_answer and not (self.plays and turns[-1].role != "user"):
                self.next()
            elif self.plays:
                self._wait()
        self.turned.emit()

    def _wait(self) -> None:
        """Time to read what was said last, less what has passed since."""
        speed = WORDS_A_MINUTE.get(self.pace)
        turns = self.table.now.turns if self.table is not None else ()
        read_s = 60 * words(turns[-1].text) / speed if speed and turns else 0.0
        left_s = read_s - (time.monotonic() - self._spoken_at)
        self._rest.start(round(1000 * max(0.0, left_s)))

    # What the user does

    def say(self, text: str) -> None:
        """A turn of the user's; it is answered next, also where the table rests."""
        self.act(lambda table: table.say(text), "answer", partial(self.unsaid.emit, text))

    def act(self, change: Change, then: str = "", undone: Callable[[], None] = _nothing) -> None:
        """One after the other, off the main thread. What cannot be is said by ``refused``, and
        then ``undone`` puts back what the user wrote or pressed.
        """
        if self.table is None:
            self.refused.emit(NOT_LAID)
            undone()
        else:
            self._acts.append(_Act(change, then, undone))
            self._act()

    def _act(self) -> None:
        if self._acting or not self._acts or self.table is None:
            return
        self._acting = True
        change, then, undone = self._acts.popleft()
        table = self.table
        job = self._house.jobs.fetch(partial(change, table), partial(self._acted, table, then))
        job.failed.connect(partial(self._refuse, table, undone))
        job.ended.connect(self._act_on)

    def _acted(self, table: RoundTable, then: str, now: Table) -> None:
        if table is self.table:
            self.changed.emit(table.now)
            if then == "answer":
                self._heed_stop()
                self._owes_answer = True  # an older one is answered before it
                self.next()

    def _refuse(self, table: RoundTable, undone: Callable[[], None], error: BaseException) -> None:
        self.refused.emit(notices.words(error))
        if table is self.table:
            undone()

    def _act_on(self) -> None:
        self._acting = False
        self._act()
