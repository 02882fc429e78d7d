"""The gaps between beats of a timer in the main thread: how long the window stood still."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QTimer

from warehouse.evaluate.records import Row, row

BEAT_MS = 5
SMOOTH_MS = 16


class Gap(Struct, frozen=True, order=True):
    """Between two beats, less the beat itself; ``own_ms`` is what this thread computed in it.

    A long gap with little of its own was spent waiting: for a processor or for the interpreter.
    """

    ms: float
    own_ms: float


class Heartbeat(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[Gap] = []
        self._last, self._own = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT_MS)

    def restart(self) -> list[Gap]:
        """Those until now."""
        gone, self.gaps = self.gaps, []
        self._last, self._own = time.perf_counter(), time.thread_time()
        return gone

    def _beat(self) -> None:
        now, own = time.perf_counter(), time.thread_time()
        waited = max(0.0, (now - self._last) * 1000 - BEAT_MS)
        self.gaps.append(Gap(waited, (own - self._own) * 1000))
        self._last, self._own = now, own


def longest(
    name: str, gaps: Sequence[Gap], facts: Mapping[str, object], want: str = "<= 50"
) -> Row:
    """The longest gap, and what of it was the window's own work."""
    most = max(gaps)
    p99 = statistics.quantiles([gap.ms for gap in gaps], n=100)[98]
    own = f"{most.own_ms:.0f} ms, at most {max(gap.own_ms for gap in gaps):.0f} ms in any gap"
    return row(name, most.ms, "ms", want, beats=len(gaps), p99=f"{p99:.1f} ms", own=own, **facts)


def smooth(name: str, gaps: Sequence[Gap], facts: Mapping[str, object]) -> Row:
    """The share of beats that came within a frame, and of those whose own work did."""
    share = sum(gap.ms <= SMOOTH_MS for gap in gaps) / len(gaps)
    own = sum(gap.own_ms <= SMOOTH_MS + BEAT_MS for gap in gaps) / len(gaps)
    return row(name, share, "", ">= 0.999", own_work=f"{own:.5f}", beats=len(gaps), **facts)
