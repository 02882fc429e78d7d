"""Whose fact it is: what one source says of its subject is no proof that it is so of another.

A source is about its title where its text begins with a word of it ("Ann Holt, a founder, …"), as
articles, entries and manual pages do. Where a claim names the subject of one thing it cites and not
that of another, what only the other says belongs to nobody it names; unless what it cites leads
from one to the other ("the film by Ann Holt").
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.proof import checks
from warehouse.results.records import Evidence

BEGINNING = 4  # words in which a text says what it is about


def of_another(claim: str, cited: Sequence[Evidence]) -> tuple[str, ...]:
    """A reason, where names, numbers or dates are said only of a thing that is not named."""
    said = checks.content(claim)
    unnamed: list[Evidence] = []
    rest: list[Evidence] = []
    is_named = False
    for piece in cited:
        words = _own_words(piece, [other for other in cited if other.title != piece.title])
        is_named |= bool(words & said)
        (unnamed if words and not words & said else rest).append(piece)
    if not unnamed or not is_named:
        return ()
    taken = set(checks.missing_facts(claim, _told(rest)))
    if taken <= set(checks.missing_facts(claim, _told([*rest, *unnamed]))):
        return ()
    titles = ", ".join(dict.fromkeys(piece.title for piece in unnamed))
    return (f"what it says is said of {titles} there",)


def _own_words(one: Evidence, others: Sequence[Evidence]) -> frozenset[str]:
    """Those of its title by which a claim would name it, none where it is not about its title or
    another text speaks of it.
    """
    title = checks.content(one.title)
    begins = checks.content(" ".join(one.text.split()[:BEGINNING]))
    apart = title.difference(*(checks.content(other.title) for other in others))
    alone = apart.difference(*(checks.content(other.text) for other in others))
    return alone if title & begins else frozenset()


def _told(cited: Sequence[Evidence]) -> str:
    return " ".join(f"{piece.title}: {piece.text}" for piece in cited)
