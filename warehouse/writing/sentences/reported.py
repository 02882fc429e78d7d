"""Is a sentence told as so, or as somebody's word? The model weighs it, of source and wording."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.engine import choosing

LABELS = ("itself", "reports")
REPORTS = 0.75  # from which a source is somebody's word
LOST = 0.13  # so much less of a wording than of its source tells it as so


def weighed(sentences: Sequence[str], context: Context) -> list[float]:
    """Of each P(it reports what somebody says, believes or wants). Raises Cancelled."""
    given = [{"sentence": sentence} for sentence in sentences]
    replies = choosing.replies("reports", given, LABELS, context.engine, context.run)
    return [reports for _, reports in replies]


def changes(
    sources: Sequence[str], wordings: Sequence[Sequence[str]], context: Context
) -> list[list[float]]:
    """Of the wordings of each source how much more each reports than it, -1..1; 0 where the source
    tells itself what it says. From -LOST on somebody's word is told as if it were so.
    """
    source_chances = weighed(sources, context)
    places = [
        (at, n)
        for at, chance in enumerate(source_chances)
        if chance >= REPORTS
        for n in range(len(wordings[at]))
    ]
    chances = weighed([wordings[at][n] for at, n in places], context)
    gains = [[0.0] * len(texts) for texts in wordings]
    for (at, n), chance in zip(places, chances, strict=True):
        gains[at][n] = chance - source_chances[at]
    return gains
