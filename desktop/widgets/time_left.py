"""How long a stage still takes, said only when it is known.

A stage that tells its total and has made two steps has a pace; before that it is what was
estimated beforehand, if anything was, less the time that has passed. While the work stands still
for something else the clock stands, too. When the pace is erratic, or an estimate has run out,
nothing is said: an estimate that jumps is worse than none.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from warehouse.run import Step, about

_FIRST_STEPS = 2
_SMOOTH = 0.3


class Pace:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stage = ""
        self._began = self._last = 0.0
        self._done = 0
        self._first = 0
        self._each_s = self._ahead_s = 0.0
        self._held_since: float | None = None

    def hear(self, step: Step) -> None:
        now = self._now()
        if step.stage != self._stage or step.done < self._done:
            self._stage, self._began, self._last, self._each_s = step.stage, now, now, 0.0
            self._done = self._first = step.done
            self._ahead_s = step.ahead_s
            return
        if step.done > self._done:
            each = (now - self._last) / (step.done - self._done)
            self._each_s = each if not self._each_s else self._mix(each)
            self._last, self._done = now, step.done

    def hold(self, still: bool) -> None:
        """The work stands still, or goes on."""
        if still and self._held_since is None:
            self._held_since = self._clock()
        elif not still and self._held_since is not None:
            paused = self._clock() - self._held_since
            self._held_since = None
            self._began += paused
            self._last += paused

    def left_s(self, step: Step) -> float | None:
        """Seconds left in this stage; None while nobody knows."""
        now = self._now()
        if step.total and self._done - self._first >= _FIRST_STEPS and self._each_s:
            return max(0.0, (step.total - step.done) * self._each_s - (now - self._last))
        left = self._ahead_s - (now - self._began)
        return left if self._ahead_s and left > 0 else None

    def _mix(self, each_s: float) -> float:
        return self._each_s * (1 - _SMOOTH) + each_s * _SMOOTH

    def _now(self) -> float:
        return self._clock() if self._held_since is None else self._held_since


def in_words(left_s: float | None) -> str:
    """``about 9 s``, ``about 2 min``; empty when unknown."""
    return "" if left_s is None else about(left_s)
