"""Whether a child that owes an answer hangs, or only works for long.

The child sends pulses while it works: how many steps it has made, and how much processor time it
has used. A long prompt on a slow machine makes no step for minutes but uses time; a child that
waits for ever for a lock or a lost GPU does neither; one that turns in circles uses time and makes
no step for a quarter of an hour. Waiting is counted in short ticks, so that hours in which the
computer or this program slept count as one tick.
"""

from __future__ import annotations

from msgspec import Struct

TICK_S = 2.0
STILL_S = 60.0
STILL_LOADING_S = 300.0
CIRCLING_S = 900.0
SIGN_OF_WORK = 0.02
"""Share of one processor below which a child counts as still."""


class Limits(Struct, frozen=True):
    """Seconds without a sign of work, the same while a model is loaded, and without a step."""

    still_s: float = STILL_S
    loading_s: float = STILL_LOADING_S
    circling_s: float = CIRCLING_S


class Watch:
    """Kept by the thread that reads a child's pipe."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._steps = -1
        self._cpu_s = 0.0
        self._since_pulse = 0.0
        self.rest()

    def rest(self) -> None:
        """Nothing is owed, or something came: waiting begins anew."""
        self._still = self._circling = 0.0

    def pulse(self, steps: int, cpu_s: float) -> None:
        if steps != self._steps:
            self.rest()
        elif cpu_s - self._cpu_s >= SIGN_OF_WORK * max(TICK_S, self._since_pulse):
            self._still = 0.0
        self._steps, self._cpu_s, self._since_pulse = steps, cpu_s, 0.0

    def waited(self, seconds: float, loading: bool) -> str:
        """Why the child is taken to hang after this wait, or nothing."""
        tick = min(seconds, 2 * TICK_S)
        self._still += tick
        self._circling += tick
        self._since_pulse += tick
        if self._still >= (self._limits.loading_s if loading else self._limits.still_s):
            return f"it did not move for {self._still:.0f} s"
        if self._circling >= self._limits.circling_s:
            return f"it made no step in {self._circling / 60:.0f} min"
        return ""
