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
        (paragraph.spot, at)
        for paragraph in spots.paragraphs(article)
        if paragraph.spot.section == spot.section and paragraph.spot >= spot
        for at, letter in enumerate(paragraph.text)
        if not letter.isspace()
    ]
    before = _letters(text[:start])
    covered = letters[before : before + _letters(text[start:end])]
    offsets = [at for where, at in covered if where == covered[0][0]]
    return (covered[0][0], offsets[0], offsets[-1] + 1) if offsets else None


def _letters(text: str) -> int:
    return sum(not letter.isspace() for letter in text)
