"""What differs between two documents, sentence by sentence, in the order of the newer text."""

from __future__ import annotations

import difflib
from typing import Literal

from msgspec import Struct

from warehouse.catalog import Catalog


class Change(Struct, frozen=True):
    """One sentence that is gone or new; or, for "same", how many are left out in between."""

    kind: Literal["same", "gone", "new"]
    text: str = ""
    count: int = 1


class Differences(Struct, frozen=True):
    """``before`` and ``after`` are documents; sentences that only moved are neither."""

    before: str
    after: str
    changes: tuple[Change, ...]
    same: int

    @property
    def gone(self) -> tuple[str, ...]:
        return tuple(one.text for one in self.changes if one.kind == "gone")

    @property
    def new(self) -> tuple[str, ...]:
        return tuple(one.text for one in self.changes if one.kind == "new")


def differences(catalog: Catalog, before: str, after: str) -> Differences:
    """Reads both texts; quadratic in the sentences that differ, at worst."""
    old, new = sentences(catalog, before), sentences(catalog, after)
    moved = set(old) & set(new)
    changes: list[Change] = []
    same = 0
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            same += b - a
            changes.append(Change("same", count=b - a))
            continue
        changes += [Change("gone", one) for one in old[a:b] if one not in moved]
        changes += [Change("new", one) for one in new[c:d] if one not in moved]
    return Differences(before, after, tuple(changes), same)


def sentences(catalog: Catalog, document: str) -> list[str]:
    text = catalog.text(document)
    return [
        " ".join(text[sentence.start : sentence.end].split())
        for sentence in catalog.sentences(document)
    ]
