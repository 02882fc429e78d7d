"""How long a stage still takes, said only when it is known.

A stage that tells its total and has made two steps has a pace; before that, and when the pace is
erratic, nothing is said: an estimate that jumps is worse than none.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from warehouse.run import Step

_FIRST_STEPS = 2
_SMOOTH = 0.3


class Pace:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stage = ""
        self._last = 0.0
        self._done = 0
        self._first = 0
        self._each_s = 0.0

    def hear(self, step: Step) -> None:
        now = self._clock()
        if step.stage != self._stage or step.done < self._done:
            self._stage, self._last, self._each_s = step.stage, now, 0.0
            self._done = self._first = step.done
            return
        if step.done > self._done:
            each = (now - self._last) / (step.done - self._done)
            self._each_s = each if not self._each_s else self._mix(each)
            self._last, self._done = now, step.done

    def _mix(self, each_s: float) -> float:
        return self._each_s * (1 - _SMOOTH) + each_s * _SMOOTH

    def left_s(self, step: Step) -> float | None:
        """Seconds left in this stage; None while nobody knows."""
        if not step.total or self._done - self._first < _FIRST_STEPS or not self._each_s:
            return None
        since = self._clock() - self._last
        return max(0.0, (step.total - step.done) * self._each_s - since)


def in_words(left_s: float | None) -> str:
    """``about 9 s``, ``about 2 min``; empty when unknown."""
    if left_s is None:
        return ""
    if left_s < 90:
        return f"about {max(1, round(left_s))} s"
    return f"about {round(left_s / 60)} min"
