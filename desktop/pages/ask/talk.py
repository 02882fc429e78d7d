"""The conversation in front: which questions it has, and which of them is being looked at.

Each question is a study of its own. One is *in front*: its steps stand at the left, it is the one
that runs, is steered and goes on. The others stand around it, read in a worker.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.pages.ask.answer import AnswerView, Turn
from warehouse.errors import StorageError
from warehouse.records import StudyRow
from warehouse.results.records import Answer
from warehouse.studies.conversation import thread_of

if TYPE_CHECKING:
    from warehouse.studies.keeper import Studies


class Conversation(QObject):
    """``changed``: another question joined it, or came to the front."""

    changed = Signal()

    def __init__(self, house: House, view: AnswerView) -> None:
        super().__init__(view)
        self._house, self._view = house, view
        self._turns: dict[str, Turn] = {}
        self._front = self._thread = ""
        self._reads = 0

    def begin(self) -> None:
        """A new one; its first question is not on the list yet."""
        self._turns, self._front, self._thread = {}, "", ""
        self._reads += 1
        self._show()

    def ask_on(self) -> None:
        """A question that follows is on its way: all that there is stands above it."""
        self._front = ""
        self._show()

    def open(self, row: StudyRow) -> None:
        """The conversation of an earlier question, which comes to the front."""
        thread = thread_of(row)
        if thread != self._thread:
            self._turns, self._thread = {}, thread
        self.bring(row)
        self._read_again(row)

    def look_again(self) -> None:
        """One of its questions ended beside the one in front."""
        if self._turns:
            self._read_again(self.turns[0].row)

    def _read_again(self, row: StudyRow) -> None:
        if (studies := self._house.studies) is not None:
            self._reads += 1
            read = partial(_read, studies, row)
            self._house.jobs.fetch(read, partial(self._tell, self._reads))

    def bring(self, row: StudyRow) -> None:
        """The question in front, as its row stands now; asked in other words it has no answer."""
        known = self._turns.get(row.id)
        is_same = known is not None and known.row.asked_as == row.asked_as
        self._thread = thread_of(row)
        self._turns[row.id] = Turn(row, known.answer if known and is_same else None)
        self._front = row.id
        self._show()

    def answered(self, row: StudyRow, answer: Answer) -> None:
        self._turns[row.id] = Turn(row, answer)
        self._show()

    @property
    def turns(self) -> list[Turn]:
        return sorted(self._turns.values(), key=lambda one: (one.row.created, one.row.id))

    @property
    def first(self) -> str:
        """The question it began with; "" before there is one."""
        return self.turns[0].row.question if self._turns else ""

    @property
    def has_several(self) -> bool:
        return len(self._turns) > 1

    def _tell(self, read: int, found: list[Turn]) -> None:
        """What was read last counts, but for the answer in front; what is the same stays."""
        if read == self._reads:
            for turn in found:
                mine = self._turns.get(turn.row.id)
                is_in_front = turn.row.id == self._front and mine is not None and mine.answer
                if turn != mine and not is_in_front:
                    self._turns[turn.row.id] = turn
            self._show()

    def _show(self) -> None:
        turns = self.turns
        at = next((n for n, turn in enumerate(turns) if turn.row.id == self._front), len(turns))
        front = turns[at].row if at < len(turns) else None
        self._view.show_around(turns[:at], turns[at + 1 :])
        self._view.tell_turn(front, len(turns) > 1)
        self.changed.emit()


def _read(studies: Studies, row: StudyRow) -> list[Turn]:
    """In a worker. One that is damaged says so in its place."""
    return [_turn(studies, question) for question in studies.conversation(row)]


def _turn(studies: Studies, row: StudyRow) -> Turn:
    try:
        result = studies.load(row.id)
    except StorageError as error:
        return Turn(structs.replace(row, problem=str(error)))
    return Turn(row, result if isinstance(result, Answer) else None)
