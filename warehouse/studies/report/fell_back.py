"""Which paragraphs of an article could not be proven as they were drafted, and what they became."""

from __future__ import annotations

from collections.abc import Iterator

from warehouse.results import fallbacks
from warehouse.results.records import Article
from warehouse.writing.editing import spots


def lines(article: Article) -> tuple[str, ...]:
    """``Sentences of “The night” that no draft proved: paragraph 2 (1 quoted, of 4).``"""
    return tuple(_lines(article))


def _lines(article: Article) -> Iterator[str]:
    told: dict[tuple[int, str], list[str]] = {}
    for one in spots.paragraphs(article):
        how = fallbacks.counted(one.part.claims)
        if how:
            where = f"paragraph {one.spot.paragraph + 1} ({how}, of {len(one.part.claims):,})"
            told.setdefault((one.spot.section, one.heading), []).append(where)
    for (_, heading), places in told.items():
        yield f"Sentences of “{heading}” that no draft proved: {', '.join(places)}."
