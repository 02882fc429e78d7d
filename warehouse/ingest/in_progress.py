"""Which documents are being worked on, so that no two threads take the same; and which were left
when their work was stopped.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence

from warehouse.errors import Cancelled, StorageError
from warehouse.run import Check, unstopped

POLL_S = 0.1


class InProgress:
    """Whoever waits here holds nothing meanwhile, so that no two wait for each other.

    ``unfinished`` says which of some documents, and of those found in them, are not done.
    """

    def __init__(self, unfinished: Callable[[Iterable[str]], Iterable[str]]) -> None:
        self._unfinished = unfinished
        self._changed = threading.Condition()
        self._taken: set[str] = set()
        self._brought: list[Sequence[str]] = []
        self._stopped: frozenset[str] = frozenset()  # replaced as a whole, read without the lock

    @contextlib.contextmanager
    def take(self, ids: Iterable[str]) -> Iterator[list[str]]:
        """Those of ``ids`` that are free, until the end or until they are given back."""
        with self._changed:
            mine = [id for id in dict.fromkeys(ids) if id not in self._taken]
            self._taken.update(mine)
            self._stopped = self._stopped.difference(mine)
        try:
            yield mine
        finally:
            self._give(mine)

    @contextlib.contextmanager
    def hold(self, ids: Iterable[str], check: Check = unstopped) -> Iterator[None]:
        """All of ``ids``, as soon as all are free. Raises what ``check`` raises."""
        wanted = list(dict.fromkeys(ids))
        with self._changed:
            while not self._taken.isdisjoint(wanted):
                check()
                self._changed.wait(POLL_S)
            self._taken.update(wanted)
        try:
            yield
        finally:
            self._give(wanted)

    def wait(self, ids: Sequence[str], check: Check) -> None:
        """Until one of them is free. Raises what ``check`` raises."""
        with self._changed:
            while ids and self._taken.issuperset(ids):
                check()
                self._changed.wait(POLL_S)

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """While it is held nothing more is taken; True when nothing is."""
        with self._changed:
            yield not self._taken

    def give(self, mine: list[str], done: Iterable[str]) -> None:
        """Let those of ``mine`` go, which ``take`` gave, before the rest."""
        ended = set(done).intersection(mine)
        mine[:] = [id for id in mine if id not in ended]
        self._give(ended)

    @contextlib.contextmanager
    def until_stopped(self, brought: Sequence[str]) -> Iterator[None]:
        """Of what was ``brought`` when this stops, it may grow till then, what is unfinished
        counts as stopped until it is taken again; not what somebody else has or brings too.
        """
        with self._changed:
            self._brought.append(brought)
        try:
            yield
        except (Cancelled, StorageError):  # a full disk: it goes on when there is room
            left = set(self._unfinished(brought))
            with self._changed:  # at once: of two that are stopped together one tells of both
                self._leave(brought)
                self._stopped |= left.difference(self._taken, *self._brought)
            raise
        finally:
            with self._changed:
                self._leave(brought)

    def stopped(self) -> frozenset[str]:
        """Waits for nobody: the window asks for it."""
        return self._stopped

    def _leave(self, brought: Sequence[str]) -> None:
        self._brought = [ids for ids in self._brought if ids is not brought]

    def _give(self, ids: Iterable[str]) -> None:
        with self._changed:
            self._taken.difference_update(ids)
            self._changed.notify_all()
