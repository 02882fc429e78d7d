"""What differs between two documents, sentence by sentence, in the order of the newer text."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from warehouse.store.catalog import Catalog


class Change(Struct, frozen=True):
    """One sentence that is gone or new; or, for "same", how many are left out in between."""

    kind: Literal["same", "gone", "new"]
    text: str = ""
    count: int = 1


class Differences(Struct, frozen=True):
    """``before`` and ``after`` are documents; ``moved`` sentences are neither gone nor new."""

    before: str
    after: str
    changes: tuple[Change, ...]
    same: int
    moved: int = 0

    @property
    def gone(self) -> tuple[str, ...]:
        return tuple(change.text for change in self.changes if change.kind == "gone")

    @property
    def new(self) -> tuple[str, ...]:
        return tuple(change.text for change in self.changes if change.kind == "new")


def differences(catalog: Catalog, before: str, after: str) -> Differences:
    """Reads both texts; quadratic in the sentences that differ, at worst."""
    old, new = sentences(catalog, before), sentences(catalog, after)
    changes: list[Change] = []
    same = 0
    steps = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    differing = [step for step in steps if step[0] != "equal"]
    moved = Counter(sentence for _, a, b, _, _ in differing for sentence in old[a:b])
    moved &= Counter(sentence for _, _, _, c, d in differing for sentence in new[c:d])
    elsewhere, away, hither = moved.total(), moved.copy(), moved.copy()
    for kind, a, b, c, d in steps:
        if kind == "equal":
            same += b - a
            changes.append(Change("same", count=b - a))
            continue
        changes += [Change("gone", sentence) for sentence in _beyond(away, old[a:b])]
        changes += [Change("new", sentence) for sentence in _beyond(hither, new[c:d])]
    return Differences(before, after, tuple(changes), same, elsewhere)


def _beyond(moved: Counter[str], sentences: Sequence[str]) -> Iterator[str]:
    """Those that did not only move; ``moved`` is used up."""
    for sentence in sentences:
        if moved[sentence]:
            moved[sentence] -= 1
        else:
            yield sentence


def sentences(catalog: Catalog, document: str) -> list[str]:
    text = catalog.text(document)
    return [
        " ".join(text[sentence.start : sentence.end].split())
        for sentence in catalog.sentences(document)
    ]
