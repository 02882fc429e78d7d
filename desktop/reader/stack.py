"""Sheets one under the other: where each begins, how high it is, and which stands at a height."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate


class Stack:
    """Whole pixels; the first sheet begins at ``gap``, and ``gap`` follows each."""

    def __init__(self, heights: Sequence[int] = (), gap: int = 0) -> None:
        self._heights = list(heights)
        self._gap = gap
        self._tops = self._summed()

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> int:
        """From above the first sheet to below the last."""
        return self._tops[-1]

    def top(self, sheet: int) -> int:
        return self._tops[sheet]

    def height(self, sheet: int) -> int:
        return self._heights[sheet]

    def at(self, y: float) -> int:
        """The sheet at this height, or the one above where there is none; -1 of an empty stack."""
        sheet = bisect_right(self._tops, y, hi=len(self._heights)) - 1
        return max(sheet, 0) if self._heights else -1

    def between(self, top: float, foot: float) -> range:
        """The sheets of which a part stands there."""
        if not self._heights:
            return range(0)
        return range(self.at(top), self.at(foot) + 1)

    def set_height(self, sheet: int, height: int) -> int:
        """How much the sheets below moved down."""
        moved = height - self._heights[sheet]
        if moved:
            self._heights[sheet] = height
            self._tops = self._summed()
        return moved

    def _summed(self) -> list[int]:
        return list(accumulate((height + self._gap for height in self._heights), initial=self._gap))
