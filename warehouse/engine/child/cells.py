"""Which KV cells are taken, by count: the ledger that admission asks before any work.

A sequence's cells are runs, each evaluated by one origin and perhaps shared by many sequences;
shares are always prefixes, so the cells an origin still holds are its longest living run.
"""

from __future__ import annotations

from warehouse.engine.child.context import Context


class Cells:
    """Sequence numbers and cell counts of one context, kept in step with llama.cpp's memory."""

    def __init__(self, context: Context, sequences: int) -> None:
        self._context = context
        self._free = list(range(sequences - 1, -1, -1))
        self._runs: dict[int, list[tuple[int, int, int]]] = {}
        self._origins = 0

    @property
    def total(self) -> int:
        return self._context.cells

    @property
    def sequences_free(self) -> int:
        return len(self._free)

    def used(self) -> int:
        """Distinct cells held by all open sequences."""
        longest: dict[int, tuple[int, int]] = {}
        for runs in self._runs.values():
            for origin, start, end in runs:
                longest[origin] = (start, max(end, longest.get(origin, (0, 0))[1]))
        return sum(end - start for start, end in longest.values())

    def open(self, source: int | None = None, shared: int = 0) -> int:
        """A fresh sequence whose first ``shared`` cells are those of ``source``."""
        sequence = self._free.pop()
        runs: list[tuple[int, int, int]] = []
        if source is not None and shared:
            self._context.copy(source, sequence, shared)
            runs = _clip(self._runs[source], shared)
        self._origins += 1
        self._runs[sequence] = [*runs, (self._origins, shared, shared)]
        return sequence

    def grow(self, sequence: int, count: int) -> None:
        origin, start, end = self._runs[sequence][-1]
        self._runs[sequence][-1] = (origin, start, end + count)

    def shrink(self, sequence: int, count: int) -> None:
        """Forget the last ``count`` cells, which this sequence evaluated and shares with none."""
        origin, start, end = self._runs[sequence][-1]
        self._context.trim(sequence, end - count)
        self._runs[sequence][-1] = (origin, start, end - count)

    def length(self, sequence: int) -> int:
        return self._runs[sequence][-1][2]

    def trim(self, sequence: int, length: int) -> None:
        """Forget all from position ``length`` on; nothing more may be grown after it."""
        if length < self.length(sequence):
            self._context.trim(sequence, length)
            self._runs[sequence] = _clip(self._runs[sequence], length)

    def close(self, sequence: int) -> None:
        self._context.trim(sequence, 0)
        del self._runs[sequence]
        self._free.append(sequence)


def _clip(runs: list[tuple[int, int, int]], length: int) -> list[tuple[int, int, int]]:
    return [(origin, start, min(end, length)) for origin, start, end in runs if start < length]
