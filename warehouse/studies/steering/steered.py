"""A study that is steered while it works: done again from its start whenever its course changes.

    take the acts -> do the study -> an act came? end between two model calls, take it, and again

Doing it again is cheap: the journal answers every model call whose input is the same, ``Kept``
every search and every vector, and evidence keeps its numbers. So only what depends on the change
is work, and what comes out is what a study with that course from the start would say.
"""

from __future__ import annotations

import contextlib
import copy
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, structs

from warehouse.answering.routing import EXPLORED, UNREAD
from warehouse.errors import BadInput, Cancelled, Turned
from warehouse.results.records import Answer, Article, Node, Research
from warehouse.run import Inner, Run
from warehouse.studies.steering import act_checks
from warehouse.studies.steering.acts import ActLog, changes_writing
from warehouse.studies.steering.search_cache import KeptSearch

if TYPE_CHECKING:
    from warehouse.library import Library

Made = TypeVar("Made", bound=Answer | Article)
WRITING = "answering"
NO_PLAN = "a question of this kind is answered without a plan"
NO_READING = "a question of this kind reads no document"


class SteeredRun(Inner):
    """One time through a study. Ends with Turned where the course has become another one.

    Everything else is the outer run's: who listens, and whether it is stopped.
    """

    def __init__(
        self, outer: Run, steering: ActLog, sections: bool, before: Research | None = None
    ) -> None:
        """``before`` is the chain of the time before; it stays in sight until there is news."""
        super().__init__(outer)
        self._steering, self._sections = steering, sections
        self._stage = ""
        self.chain = self._before = before
        self._latest_old: Research | None = None
        self._turning = threading.Lock()
        self.course = steering.take(sections)
        self.numbers = steering.numbers()
        self._latest = self.course
        self._acts = steering.acts()

    def step(self, stage: str, done: int, total: int, note: str = "", ahead_s: float = 0.0) -> None:
        self._stage = stage
        if stage == WRITING and self._latest_old is not None:  # the chain is as long as it will be
            self._before, now = None, self._latest_old
            self.show(now)
        super().step(stage, done, total, note, ahead_s)

    def show(self, snapshot: Struct) -> None:
        if isinstance(snapshot, Research):
            if self._is_old(snapshot):
                self._latest_old = snapshot
                return
            self._latest_old = None
            snapshot = self._seen(snapshot)
        elif isinstance(snapshot, Answer | Article):
            snapshot = structs.replace(snapshot, research=self._seen(snapshot.research))
        self._outer.show(snapshot)

    @property
    def cancelled(self) -> bool:
        """Asked inside a model call, which is let end unless it writes what nobody will read."""
        return self._outer.cancelled or self._is_void()

    @property
    def turned(self) -> bool:
        """Whether the course is another one by now."""
        return self._latest != self.course

    def check(self) -> None:
        self._outer.check()
        if self._is_void():
            raise Turned

    def turn(self) -> None:
        self._outer.check()
        self._take()
        if self.turned:
            raise Turned

    def _is_void(self) -> bool:
        if self._stage != WRITING:
            return False
        self._take()
        return changes_writing(self.course, self._latest, self.chain)

    def _take(self) -> None:
        if not self._steering.is_waiting():
            return
        with self._turning:
            self._latest = self._steering.take(self._sections)
            self._acts = self._steering.acts()
        if self.chain is not None:
            self._outer.show(self._seen(self.chain))

    def _is_old(self, chain: Research) -> bool:
        """Is it no more than the beginning of what was shown the time before?

        An intent that came out otherwise is news, whatever comes after it.
        """
        before = self._before.nodes if self._before else ()
        as_before = map(_is_as_before, chain.nodes, before)
        old = len(chain.nodes) < len(before) and all(as_before)
        if not old:
            self._before = None
        return old

    def _seen(self, chain: Research) -> Research:
        self.chain = structs.replace(chain, acts=self._acts)
        self._steering.saw(self.chain)
        return self.chain


def _is_as_before(now: Node, then: Node) -> bool:
    """The same, as far as it has come."""
    came = [(node.state, node.sub_queries, node.evidence) for node in (now, then)]
    return now.title == then.title and (now.state == "open" or came[0] == came[1])


def done(
    work: Callable[[Library, SteeredRun], Made],
    library: Library,
    steering: ActLog,
    run: Run,
    kind: str,
) -> Made:
    """What ``work`` makes of the library, with every act that came before its end."""
    searched = copy.copy(library)
    searched.retrieval = KeptSearch(library.retrieval)
    tried: set[str] = set()
    chain: Research | None = None
    while True:
        steered = SteeredRun(run, steering, kind == "write", chain)
        try:
            _read_again(library, steered, tried)
            seen = searched
            if steered.course.banned:
                seen = searched.without(steered.course.banned)
            result = work(seen, steered)
            steered.turn()
        except Cancelled:  # Turned, or an engine that was told to end its call
            if run.cancelled or not steered.turned:
                raise
            chain = steered.chain
            continue
        kind_of = result.way.route.kind if isinstance(result, Answer) and result.way else "fact"
        if kind_of not in EXPLORED:
            steering.refuse(act_checks.PLANNED, NO_PLAN)
        if kind_of in UNREAD:
            steering.refuse(act_checks.READ, NO_READING)
        return structs.replace(
            result, research=structs.replace(result.research, acts=steering.acts())
        )


def _read_again(library: Library, run: SteeredRun, tried: set[str]) -> None:
    """Pinned documents that failed to be read get one more try, each once."""
    if not run.course.pins:
        return
    for row in library.catalog.some_documents(run.course.pins).values():
        if row.state == "failed" and row.id not in tried:
            tried.add(row.id)
            with contextlib.suppress(BadInput):  # somebody reads it just now
                library.retry(row.id, run)
