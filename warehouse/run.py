"""A piece of long work: its progress, its cancel, and the snapshots it shows.

``step`` and ``show`` are the only way up. Both are called from worker threads; the listener must
be quick and thread-safe (the window's queues the value and coalesces). Cancel is an exception:
``check`` raises Cancelled, and long loops call it between model calls and between pages. ``turn``
is a check where the work may also end to begin anew, because the user has steered it elsewhere.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

from msgspec import Struct

from warehouse.errors import Cancelled


class Step(Struct, frozen=True):
    """Progress of one stage; ``total`` 0 when unknown. ``note`` names what is in hand.

    ``ahead_s`` is how long the whole stage will take, estimated before it has a pace; 0 unknown.
    """

    stage: str
    done: int
    total: int
    note: str = ""
    ahead_s: float = 0.0

    @property
    def counts(self) -> bool:
        """Whether there is a part to tell: of one thing there is none, and a full count is over
        although the work goes on.
        """
        return self.total > 1 and self.done < self.total


class Held(Struct, frozen=True):
    """Background work stands still for what a person waits for (True), or goes on again."""

    still: bool


def endings() -> list[signal.Signals]:
    """What ends a program from outside: Ctrl-C, and what else is not ignored here (``nohup``)."""
    named = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    others = [sig for sig in named if sig and signal.getsignal(sig) is not signal.SIG_IGN]
    return [signal.SIGINT, *others]


def about(seconds: float) -> str:
    """``about 9 s``, ``about 2 min``, ``about 2.8 h``."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    if seconds < 5400:
        return f"about {round(seconds / 60)} min"
    return f"about {seconds / 3600:.1f} h"


def long(seconds: float) -> str:
    """``45 s``, ``2 min``, ``1 h 5 min``."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def between(low_s: float, high_s: float) -> str:
    """``20 to 45 s``, ``40 s to 2 min``, ``about 30 s`` where both are said alike."""
    low, high = long(low_s), long(high_s)
    if low == high:
        return f"about {low}"
    same = low.rpartition(" ")[2] == high.rpartition(" ")[2] and " h " not in high
    return f"{low.rpartition(' ')[0] if same else low} to {high}"


def in_words(step: Step) -> str:
    """``Reading 3 of 12: report.pdf``; large totals (bytes) in percent."""
    if not step.total:
        amount = f"{step.done:,}" if step.done else ""
    elif step.total >= 100_000:
        amount = f"{100 * step.done // step.total} %"
    else:
        amount = f"{step.done:,} of {step.total:,}"
    head = " ".join(filter(None, [step.stage, amount]))
    more = " · ".join(filter(None, [about(step.ahead_s) if step.ahead_s else "", step.note]))
    return f"{head}: {more}" if more else head


_Item = TypeVar("_Item")
Listener = Callable[[Struct], None]
Check = Callable[[], None]
"""Raises Cancelled once the work it is asked from is to stop, as ``Run.check``."""


def unstopped() -> None:
    """The check of work that nobody stops."""


class Run:
    """Handed down through every long call.

    ``foreground`` work (a user waits) goes before background work in the engine.
    """

    def __init__(self, listener: Listener | None = None, foreground: bool = True) -> None:
        self._listener = listener
        self._cancel = threading.Event()
        self.foreground, self.is_ending = foreground, False

    def step(self, stage: str, done: int, total: int, note: str = "", ahead_s: float = 0.0) -> None:
        self.turn()
        self.show(Step(stage, done, total, note, ahead_s))

    def each(
        self, stage: str, items: Collection[_Item], note: Callable[[_Item], str] = lambda _: ""
    ) -> Iterator[_Item]:
        """The items one after the other, each as a step of the stage, with its ``note``."""
        for done, item in enumerate(items):
            self.step(stage, done, len(items), note(item))
            yield item

    def show(self, snapshot: Struct) -> None:
        """Publish an immutable snapshot (a chain, a draft, a claim list) to whoever watches."""
        if self._listener is not None:
            self._listener(snapshot)

    def cancel(self) -> None:
        self._cancel.set()

    def end(self) -> None:
        """Stop with the program: nobody wanted the work itself to stop, and it can go on later."""
        self.is_ending = True
        self.cancel()

    @property
    def cancelled(self) -> bool:
        return self._cancel.is_set()

    def check(self) -> None:
        """Raise Cancelled once the user has asked to stop."""
        if self._cancel.is_set():
            raise Cancelled

    def turn(self) -> None:
        """Between two model calls. Raises Cancelled; a steered run also raises Turned."""
        self.check()


class Inner(Run):
    """A run within another: whether it is stopped or turned says the outer one. What it tells and
    shows only its own ``listener`` hears.
    """

    def __init__(self, outer: Run, listener: Listener | None = None) -> None:
        super().__init__(listener, outer.foreground)
        self._outer = outer

    def cancel(self) -> None:
        self._outer.cancel()

    @property
    def cancelled(self) -> bool:
        return self._outer.cancelled

    def check(self) -> None:
        self._outer.check()

    def turn(self) -> None:
        self._outer.turn()


class Hushed(Inner):
    """A piece of a run that tells no step and shows nothing: a part of a stage that is told."""

    def __init__(self, outer: Run) -> None:
        super().__init__(outer)
