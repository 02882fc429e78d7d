"""Prompts that were evaluated once, kept for later requests that begin like them.

The latest stand in the cells, ready to be shared. Each cell in use costs every token evaluated,
which passes over its mask (measured on two cores, 0.5B: 4,096 cells of others slow prompts by a
fifth), so only few stay there; the others are put aside, their keys and values as bytes in main
memory, and come back when a request begins like them: a copy of a millisecond against a
second of reading.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import OrderedDict

import numpy as np
import psutil  # type: ignore[import-untyped]
from numpy.typing import NDArray

from warehouse.engine.child.cells import Cells
from warehouse.engine.child.context import Context, Tokens
from warehouse.engine.child.tasks import common_prefix

LIVE_TOKENS = 1024
LIVE_SEQUENCES = 32
ASIDE_BYTES = 512 * 2**20
ASIDE_SHARE = 8
ASIDE_PROMPTS = 1024
AT_LEAST = 64
"""Tokens by which a prompt must differ from those kept."""
GAIN_TOKENS = 16
"""More of a request must be put aside than stands in the cells, to be worth the copy."""

State = NDArray[np.uint8]


class Kept:
    """``live`` maps the sequences that hold kept prompts to their tokens, the oldest first."""

    def __init__(self, cells: Cells, context: Context) -> None:
        self._cells = cells
        self._context = context
        free = psutil.virtual_memory().available
        self._aside = Aside(min(ASIDE_BYTES, free // ASIDE_SHARE))
        self.live: OrderedDict[int, Tokens] = OrderedDict()

    def keep(self, sequence: int, tokens: Tokens) -> None:
        """Take over a sequence, unless another that is kept holds nearly all of its prompt.

        Many questions about one source differ in their last words: the source is kept once, and
        those words do not push other sources out.
        """
        for other, held in list(self.live.items()):
            common = common_prefix(held, tokens)
            if common == len(held) < len(tokens):
                self._drop(other)
            elif _nearly_all(common, len(tokens)):
                self._cells.close(sequence)
                self.live.move_to_end(other)
                return
        self._hold(sequence, tokens)

    def know(self, tokens: Tokens, state: State) -> None:
        """A prompt that was evaluated elsewhere, put aside."""
        if self._aside.wants(tokens):
            self._aside.put(tokens, state)

    def use(self, sequence: int) -> None:
        if sequence in self.live:
            self.live.move_to_end(sequence)

    def give_up(self, but: int = -1) -> bool:
        """Free the cells of the oldest prompt that is not ``but``; False when there is none."""
        oldest = next((sequence for sequence in self.live if sequence != but), None)
        if oldest is None:
            return False
        self._put_aside(oldest)
        return True

    def bring_back(self, tokens: Tokens, shared: int, room: int) -> None:
        """Put a prompt that shares much more than ``shared`` with ``tokens`` into cells again.

        ``room`` is how many cells may be taken for it.
        """
        key, common = self._aside.nearest(tokens)
        if common < shared + GAIN_TOKENS or not self._cells.sequences_free:
            return
        if len(self._aside.tokens(key)) > room:
            return
        prompt, state = self._aside.take(key)
        sequence = self._cells.open()
        if self._context.restore(sequence, state):
            self._cells.grow(sequence, len(prompt))
            self._hold(sequence, prompt)
        else:
            self._cells.close(sequence)

    def forget_all(self) -> None:
        for sequence in list(self.live):
            self._drop(sequence)
        self._aside.clear()

    def _hold(self, sequence: int, tokens: Tokens) -> None:
        self.live[sequence] = tokens
        while len(self.live) > 1 and self._too_much():
            self._put_aside(next(iter(self.live)))

    def _too_much(self) -> bool:
        return len(self.live) > LIVE_SEQUENCES or sum(map(len, self.live.values())) > LIVE_TOKENS

    def _put_aside(self, sequence: int) -> None:
        tokens = self.live[sequence]
        # Asked first: a long prompt of a large model has a gigabyte, copied for nothing.
        if self._aside.wants(tokens) and self._aside.takes(self._context.state_bytes(sequence)):
            self._aside.put(tokens, self._context.state(sequence))
        self._drop(sequence)

    def _drop(self, sequence: int) -> None:
        del self.live[sequence]
        self._cells.close(sequence)


class Aside:
    """States of prompts by their tokens, no more than ``budget`` bytes; the oldest go first.

    Spelled as bytes in the order of their numbers, the prompt that shares most with another is one
    of its two neighbours.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._order: list[bytes] = []
        self._states: OrderedDict[bytes, tuple[Tokens, State]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._states)

    def tokens(self, key: bytes) -> Tokens:
        return self._states[key][0]

    def nearest(self, tokens: Tokens) -> tuple[bytes, int]:
        """(key of the prompt that shares the longest prefix, its length); b"" and 0 for none."""
        at = bisect_left(self._order, _key(tokens))
        best = (b"", 0)
        for key in self._order[max(0, at - 1) : at + 1]:
            common = common_prefix(self.tokens(key), tokens)
            if common > best[1]:
                best = (key, common)
        return best

    def wants(self, tokens: Tokens) -> bool:
        """Whether nothing here holds nearly all of them."""
        return len(tokens) >= AT_LEAST and not _nearly_all(self.nearest(tokens)[1], len(tokens))

    def takes(self, size: int) -> bool:
        """Whether a state of so many bytes may be kept beside others."""
        return size <= self._budget // 2

    def put(self, tokens: Tokens, state: State) -> None:
        if not self.takes(len(state)):
            return
        key = _key(tokens)
        insort(self._order, key)
        self._states[key] = (tokens, state)
        self.bytes += len(state)
        while self.bytes > self._budget or len(self) > ASIDE_PROMPTS:
            self.take(next(iter(self._states)))

    def take(self, key: bytes) -> tuple[Tokens, State]:
        """The prompt with its state, which is no longer here."""
        pair = self._states.pop(key)
        del self._order[bisect_left(self._order, key)]
        self.bytes -= len(pair[1])
        return pair

    def clear(self) -> None:
        self._order.clear()
        self._states.clear()
        self.bytes = 0


def _key(tokens: Tokens) -> bytes:
    return tokens.astype(">i4").tobytes()


def _nearly_all(common: int, size: int) -> bool:
    return common >= max(size - AT_LEAST, size // 2)
