"""A second search that starts from the best passage of the first (Rocchio 1971).

A question of two steps names only the first; the passage it finds names the second. Its vector is
added to the question's, and its PASSAGE_TERMS weightiest terms, by tf·idf, to the words. The
weights were chosen on half of 50 HotpotQA questions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

PASSAGE_TERMS = 20
PASSAGE_WEIGHT = 1.0
TERMS_WEIGHT = 0.3
Vectors = NDArray[np.float32]


class Frequencies:
    """In how many passages of a sample each term stands."""

    def __init__(self, passages: Iterable[str]) -> None:
        """``passages`` are terms separated by spaces."""
        self.size = 0
        self._found: Counter[str] = Counter()
        for terms in passages:
            self.size += 1
            self._found.update(set(terms.split(" ")))

    def idf(self, term: str) -> float:
        count = self._found[term]
        return math.log(1 + (self.size - count + 0.5) / (count + 0.5))

    def counts(self) -> Iterable[tuple[str, int]]:
        """Every term of the sample, with the number of passages that have it."""
        return self._found.items()

    def weightiest(self, terms: Sequence[str], n: int) -> list[str]:
        """By tf·idf; of those that weigh the same, in the order of the text."""
        counted = Counter(terms)
        return sorted(counted, key=lambda term: -counted[term] * self.idf(term))[:n]


def towards(question: Vectors, passage: Vectors) -> Vectors:
    """The question's unit vector, moved towards the passage's."""
    moved = question + PASSAGE_WEIGHT * passage
    unit: Vectors = moved / np.linalg.norm(moved)
    return unit
