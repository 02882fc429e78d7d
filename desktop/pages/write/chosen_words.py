"""Words that were chosen in a paragraph: as it is read, or while it was typed."""

from __future__ import annotations

from collections.abc import Collection

from warehouse.results.records import Article
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Spot

Chosen = tuple[str, int, int]
"""A text as it was typed, and the range of it that is chosen."""


def seen(
    article: Article, spot: Spot, numbers: Collection[int], words: str
) -> tuple[int, int] | None:
    """The range of ``words`` in a paragraph, of which these claims are selected, counted through
    the article; of all these claims where they read otherwise there, as numbers do.
    """
    first = 0
    for paragraph in spots.paragraphs(article):
        claims = paragraph.part.claims
        if paragraph.spot == spot:
            chosen = [claim for at, claim in enumerate(claims, first) if at in numbers]
            if not chosen:
                return None
            start, end = chosen[0].start, chosen[-1].end
            at = paragraph.text.find(words, start, end) if words else -1
            return (at, at + len(words)) if at >= 0 else (start, end)
        first += len(claims)
    return None


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
