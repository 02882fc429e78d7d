"""Which names mean the same: the same when folded, or alike and so judged by the model.

Names with a cosine from ALIKE on are put to the model with a sentence each; what it decides is
kept, with the documents that brought the two together. What the user said of names stands above it,
a later word above an earlier one: nothing joins what it holds apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from warehouse.documents.graph import name_vectors
from warehouse.documents.graph.name_vectors import Name
from warehouse.engine import choosing
from warehouse.engine.protocol import Engine
from warehouse.records import Triple
from warehouse.run import Check, Run, unstopped
from warehouse.search.names import normal_name
from warehouse.store.catalog.graph_by_hand import NamesByHand
from warehouse.store.catalog.triples import SameNames

if TYPE_CHECKING:
    from warehouse.library import Library

ALIKE = 0.85
SURE = 0.5
TOGETHER = 64  # pairs, after which what was decided is kept
ROWS = 1024  # of all likenesses, which of a large library are too many to be held at once

Pair = tuple[str, str]


class _Asking(NamedTuple):
    library: Library
    engine: Engine
    run: Run


def joined(triples: Sequence[Triple], library: Library, engine: Engine, run: Run) -> dict[str, str]:
    """Of each folded name in ``triples`` the one that stands for it, the first that was met."""
    names = name_vectors.names_of(triples)
    pairs = _alike(list(names.values()), library, run.check)
    same = library.catalog.same_names(names)
    by_hand = library.catalog.names_by_hand()
    settled = same.keys() | {(one.one, one.other) for one in by_hand}
    unknown = [pair for pair in pairs if pair not in settled]
    first_told: dict[str, Triple] = {}
    for triple in triples if unknown else ():
        first_told.setdefault(normal_name(triple.head), triple)
        first_told.setdefault(normal_name(triple.tail), triple)
    for at in range(0, len(unknown), TOGETHER):
        run.step("joining names", at, len(unknown))
        asking = _Asking(library, engine, run)
        same |= _asked(unknown[at : at + TOGETHER], names, first_told, asking)
    return _groups(list(names), by_hand, [pair for pair in pairs if same.get(pair)])


def known(triples: Sequence[Triple], library: Library) -> dict[str, str]:
    """The same from what was decided before, without a model."""
    names = name_vectors.names_of(triples)
    same = library.catalog.same_names(names)
    decided = sorted(pair for pair, is_same in same.items() if is_same)
    return _groups(list(names), library.catalog.names_by_hand(), decided)


def _alike(names: Sequence[Name], library: Library, check: Check = unstopped) -> list[Pair]:
    """Pairs from ALIKE on, each in its order."""
    vectors = name_vectors.vectors(names, library, check)
    if not vectors:
        return []
    keys = list(vectors)
    rows = np.stack([vectors[key] for key in keys])
    near = [
        (keys[at + a], keys[b])
        for at in range(0, len(keys), ROWS)
        for a, b in np.argwhere(np.triu(rows[at : at + ROWS] @ rows.T, at + 1) >= ALIKE).tolist()
    ]
    return sorted((min(pair), max(pair)) for pair in near)


def _asked(
    pairs: Sequence[Pair],
    names: Mapping[str, Name],
    told: Mapping[str, Triple],
    work: _Asking,
) -> dict[Pair, bool]:
    catalog = work.library.catalog

    def words(key: str) -> str:
        triple = told[key]
        return " ".join(catalog.for_prompts(triple.document, triple.start, triple.end).split())

    given = [
        {
            "one": names[one].title,
            "other": names[other].title,
            "first": words(one),
            "second": words(other),
        }
        for one, other in pairs
    ]
    chances = choosing.chances("same_name", given, work.engine, work.run)
    verdicts = {pair: chance > SURE for pair, chance in zip(pairs, chances, strict=True)}
    catalog.keep_same_names(
        SameNames(one, other, same, names[one].document, names[other].document)
        for (one, other), same in verdicts.items()
    )
    return verdicts


def holds(said: NamesByHand, by_hand: Sequence[NamesByHand]) -> bool:
    """Is this one of them so, or do later ones say otherwise?"""
    return _Groups((), by_hand).holds(said)


def _groups(
    keys: Sequence[str], by_hand: Sequence[NamesByHand], same: Sequence[Pair]
) -> dict[str, str]:
    """Each to the earliest of those it is joined with; ``by_hand`` comes first, in its order. What
    was said of names that are not among them joins others, too.
    """
    groups = _Groups(keys, by_hand)
    for pair in same:
        groups.join(*pair)
    return {key: groups.root(key) for key in keys}


class _Groups:
    """Names that were joined, and which groups stay apart, each by its earliest name."""

    def __init__(self, keys: Iterable[str], by_hand: Sequence[NamesByHand]) -> None:
        said = (key for one in by_hand for key in (one.one, one.other))
        self._place = {key: at for at, key in enumerate(dict.fromkeys([*keys, *said]))}
        self._stands = {key: key for key in self._place}
        self._apart: dict[str, set[str]] = defaultdict(set)
        for one in by_hand:
            (self.join if one.same else self.part)(one.one, one.other)

    def holds(self, said: NamesByHand) -> bool:
        one, other = self.root(said.one), self.root(said.other)
        return one == other if said.same else other in self._apart[one]

    def root(self, key: str) -> str:
        while self._stands[key] != key:
            key = self._stands[key]
        return key

    def join(self, one: str, other: str) -> None:
        """Nothing where what was said before holds them apart."""
        first, second = sorted((self.root(one), self.root(other)), key=self._place.__getitem__)
        if first != second and second not in self._apart[first]:
            self._stands[second] = first
            for third in self._apart.pop(second, ()):
                self._apart[third].discard(second)
                self.part(first, third)

    def part(self, one: str, other: str) -> None:
        """Nothing where what was said before joins them."""
        first, second = self.root(one), self.root(other)
        if first != second:
            self._apart[first].add(second)
            self._apart[second].add(first)
