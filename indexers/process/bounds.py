"""What one document may cost the program: messages, memory and time, whatever its reader says.

A reader that a document took over may send for ever. What it may send depends on how large the
document is; that it is alive is not enough, it must also come on; and it must come to an end.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from indexers.errors import ReaderFailed

MOST_BYTES = 2 * 2**30  # of all messages about one document
_LEAST_BYTES = 32 * 2**20
_BYTES_A_BYTE = 200  # how much larger text with its words' places is than a packed file
_BYTES_A_MESSAGE = 1024  # the least that one counts
_LEAST_PAGES, _BYTES_A_PAGE = 1000, 16
_STANDSTILL = 10  # times the patience, within which there must be a new page
_SHORTEST, _A_PAGE = 20, 0.25  # times the patience, for all and for each page
_LONGEST_S = 24 * 3600.0


class Bounds:
    """Of one request about a file of ``size_bytes``. Raises ReaderFailed from every method."""

    def __init__(
        self, size_bytes: int, patience_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._patience_s = patience_s
        self._bytes_left = min(MOST_BYTES, _LEAST_BYTES + _BYTES_A_BYTE * size_bytes)
        self._most_pages = _LEAST_PAGES + size_bytes // _BYTES_A_PAGE
        self._clock = clock
        self._begun = self._came_on = clock()
        self._furthest = 0
        self._pages = 0

    def heard(self, size_bytes: int) -> None:
        """A message of that size."""
        self._bytes_left -= max(size_bytes, _BYTES_A_MESSAGE)
        if self._bytes_left < 0:
            raise ReaderFailed("the reader sent more than a document can hold")

    def told(self, furthest: int, pages: int) -> None:
        """How far it is, in pages and parts that came; it counts only where that grows."""
        if pages > self._most_pages:
            raise ReaderFailed("the reader told of more pages than the file can hold")
        self._pages = max(self._pages, pages)
        if furthest > self._furthest:
            self._furthest, self._came_on = furthest, self._clock()

    def check(self) -> None:
        """Asked while waiting."""
        now = self._clock()
        if now - self._came_on > _STANDSTILL * self._patience_s:
            raise ReaderFailed("the reader came no further")
        longest = self._patience_s * (_SHORTEST + _A_PAGE * self._pages)
        if now - self._begun > min(longest, _LONGEST_S):
            raise ReaderFailed("the reader came to no end")
