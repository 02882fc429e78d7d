"""What of an article could not be proven as it was asked for: its length, and its paragraphs as
they were drafted; what they became.
"""

from __future__ import annotations

from collections.abc import Iterator

from warehouse.results import fallbacks
from warehouse.results.records import Article
from warehouse.text import plural
from warehouse.writing.editing import spots


def lines(article: Article) -> tuple[str, ...]:
    """``Written: 300 words where 500 were asked for: no more could be proven.``, ``Kept simple in
    “The night”, as nothing fuller could be proven: paragraph 2 (...).``
    """
    return tuple(_lines(article))


def _lines(article: Article) -> Iterator[str]:
    for decision in article.research.decisions:
        if decision.what == fallbacks.LENGTH:
            yield f"Written: {decision.how}."
    told: dict[tuple[int, str], list[str]] = {}
    for at in spots.paragraphs(article):
        how = fallbacks.counted(at.part.claims)
        if how:
            some = sum(bool(claim.fell_back) for claim in at.part.claims)
            of_all = f"{some:,} of {plural(len(at.part.claims), 'sentence')}"
            where = f"paragraph {at.spot.paragraph + 1} ({of_all}: {how})"
            told.setdefault((at.spot.section, at.heading), []).append(where)
    for (_, heading), places in told.items():
        yield f"Kept simple in “{heading}”, as nothing fuller could be proven: {'; '.join(places)}."
