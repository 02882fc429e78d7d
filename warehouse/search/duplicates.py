"""Hits in their order, where one that says almost the same as a better one hangs on that one.

Sketches suggest which pairs to compare; the terms decide: nine tenths of all of both are shared.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import msgspec

from warehouse.records import Also, Hit
from warehouse.search import analyzer
from warehouse.search.simhash import near, sketch

SAME_TERMS = 0.9


class Shown:
    """At most ``size`` hits that differ; ``add`` takes them best first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._hits: list[Hit] = []
        self._sketches: list[int] = []
        self._also: list[list[Also]] = []

    @property
    def full(self) -> bool:
        return len(self._hits) == self._size

    def add(self, hit: Hit, its_sketch: int | None) -> None:
        """``its_sketch`` None: it is made from the text."""
        hit_sketch = sketch(_terms(hit.text)) if its_sketch is None else its_sketch
        for at, other in enumerate(self._sketches):
            if near(hit_sketch, other) and alike(_terms(hit.text), _terms(self._hits[at].text)):
                self._also[at].append(also_of(hit))
                return
        if not self.full:
            self._hits.append(hit)
            self._sketches.append(hit_sketch)
            self._also.append([])

    def hits(self) -> list[Hit]:
        pairs = zip(self._hits, self._also, strict=True)
        return [msgspec.structs.replace(hit, also=tuple(also)) for hit, also in pairs]


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    if min(len(one), len(other)) < SAME_TERMS * max(len(one), len(other)):
        return False
    return len(one & other) >= SAME_TERMS * len(one | other)


def every_place(hits: Sequence[Hit]) -> list[Hit]:
    """With each near-duplicate as a hit of its own after the one it hangs on, whose text it has."""
    places: list[Hit] = []
    for hit in hits:
        places.append(hit)
        for also in hit.also:
            given = msgspec.structs.asdict(also)
            places.append(msgspec.structs.replace(hit, **given, path="", also=()))
    return places


@functools.lru_cache(maxsize=2000)
def _terms(text: str) -> frozenset[str]:
    return frozenset(analyzer.terms(text))


def also_of(hit: Hit) -> Also:
    return Also(hit.id, hit.document, hit.title, hit.page, hit.page_label, hit.start, hit.end)
