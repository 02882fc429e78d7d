"""Choosing the next token from a row of logits, in numpy and without a loop over the vocabulary."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]
TAIL_NATS = 18.0
"""Tokens this far below the best are never drawn: together under one in a thousand."""

NEAREST = 256


class Sampler:
    """Greedy at temperature 0, else nucleus sampling (Holtzman et al. 2020) with its own seed."""

    def __init__(self, temperature: float, top_p: float, seed: int) -> None:
        self._temperature = temperature
        self._top_p = top_p
        self._random = np.random.default_rng(seed)

    def draw(self, row: Rows, allowed: NDArray[np.intp] | None = None) -> int:
        """A token number; only from ``allowed`` (sorted token numbers) when given."""
        logits = row if allowed is None else row[allowed]
        place = self._place(logits)
        return place if allowed is None else int(allowed[place])

    def _place(self, logits: Rows) -> int:
        best = int(np.argmax(logits))
        if self._temperature <= 0:
            return best
        near = np.flatnonzero(logits > logits[best] - TAIL_NATS * self._temperature)
        weights = np.exp((logits[near] - logits[best]).astype(np.float64) / self._temperature)
        order = np.argsort(-weights, kind="stable")
        mass = np.cumsum(weights[order])
        kept = int(np.searchsorted(mass, self._top_p * mass[-1])) + 1
        kept = min(kept, len(order))
        drawn = int(np.searchsorted(mass[:kept], self._random.random() * mass[kept - 1]))
        return int(near[order[min(drawn, kept - 1)]])


def likeliest(row: Rows) -> list[int]:
    """The NEAREST likeliest tokens, in no order: one that is not among them is not drawn."""
    few = min(NEAREST, len(row))
    near: list[int] = np.argpartition(-row, few - 1)[:few].tolist()
    return near


def log_likelihood(row: Rows, tokens: NDArray[np.int32]) -> NDArray[np.float64]:
    """Natural log of the probability of each of ``tokens`` under one row of logits."""
    best = row.max()
    total = float(np.exp(row - best).sum(dtype=np.float64))
    likelihood: NDArray[np.float64] = row[tokens].astype(np.float64) - float(best) - np.log(total)
    return likelihood
