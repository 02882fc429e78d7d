"""Words that were chosen while a paragraph was typed, found in the paragraphs it became."""

from __future__ import annotations

from warehouse.results.records import Article
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Spot

Chosen = tuple[str, int, int]
"""A text as it was typed, and the range of it that is chosen."""


def find(article: Article, spot: Spot, chosen: Chosen) -> tuple[Spot, int, int] | None:
    """The text begins at ``spot``; what is kept of it is all but some of its white space. Of words
    in several paragraphs those in the first; None where there are none.
    """
    text, start, end = chosen
    letters = [
        (one.spot, at)
        for one in spots.paragraphs(article)
        if one.spot.section == spot.section and one.spot >= spot
        for at, letter in enumerate(one.text)
        if not letter.isspace()
    ]
    before = _letters(text[:start])
    found = letters[before : before + _letters(text[start:end])]
    own = [at for where, at in found if where == found[0][0]]
    return (found[0][0], own[0], own[-1] + 1) if own else None


def _letters(text: str) -> int:
    return sum(not letter.isspace() for letter in text)
