"""How long a stage still takes, and a study in all, said only when it is known.

A stage that tells its total and has made two steps has a pace; before that it is what was
estimated beforehand, if anything was, less the time that has passed. While the work stands still
for something else the clock stands, too. When the pace is erratic, or an estimate has run out,
nothing is said: an estimate that jumps is worse than none. Of a study a range is said.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel

from warehouse.run import Step, about, long
from warehouse.studies import durations
from warehouse.studies.durations import Expected

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
            each_s = (now - self._last) / (step.done - self._done)
            self._each_s = each_s if not self._each_s else self._mix(each_s)
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
        """Seconds left in this stage; None while nobody knows, and where its count is full."""
        if step.total and step.done >= step.total:
            return None
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


class WorkClock(QLabel):
    """How long a study has been at it, and how long such a one takes here, as far as is known."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "small")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName("Time")
        self._began = 0.0
        self._is_known = False
        self._expected: Expected | None = None
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._draw)
        self.hide()

    def start(self, began: float) -> None:
        """Once for a study that ``began`` by the monotonic clock; what runs already goes on."""
        if self._tick.isActive():
            return
        self._began, self._is_known, self._expected = began, False, None
        self._tick.start()
        self._draw()
        self.show()

    def expect(self, expected: Expected | None) -> None:
        """What is known by now; None where nothing is."""
        self._is_known, self._expected = True, expected
        self._draw()

    def stop(self) -> None:
        self._tick.stop()
        self.hide()

    def _draw(self) -> None:
        so_far = time.monotonic() - self._began
        self.setText(in_all(so_far, self._expected, self._is_known))


def in_all(so_far_s: float, expected: Expected | None, is_known: bool = True) -> str:
    """``12 s so far; such a question took 20 to 45 s here``."""
    done = f"{long(so_far_s)} so far"
    if not is_known:
        return done
    if expected is None:
        return f"{done}; how long it takes on this computer is not known yet"
    if not expected.high_s:
        return f"{done}; it takes longer than was expected"
    if so_far_s > expected.high_s:
        return f"{done}; longer than was expected ({long(expected.high_s)} at most)"
    return f"{done}; {durations.in_words(expected)}"
