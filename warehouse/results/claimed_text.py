"""Texts with the claims in them put one after the other, each claim at its place in the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warehouse.results.records import Claim

Claimed = tuple[str, Sequence[Claim]]
"""A text, and claims whose ranges point into it."""


def joined(parts: Iterable[Claimed], gap: str) -> tuple[str, tuple[Claim, ...]]:
    """One text of all that have words, with ``gap`` between them."""
    text, moved = "", list[Claim]()
    for words, claims in parts:
        if words:
            text += gap if text else ""
            moved += [claim.moved(len(text)) for claim in claims]
            text += words
    return text, tuple(moved)


def sentences(claims: Iterable[Claim]) -> tuple[str, tuple[Claim, ...]]:
    """The text of the claims alone, a sentence after the other."""
    return joined(((claim.text, [claim.moved(-claim.start)]) for claim in claims), " ")
