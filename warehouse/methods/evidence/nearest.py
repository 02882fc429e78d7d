"""The sentences of passages that are nearest in meaning to a topic and to what is looked for.

An article's topic is no question: the fit that tells what answers one (extraction.py) would take
the lines with most of its words, in a manual of Debian any line that names Debian.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.sentences import Line
from warehouse.search.rarity import word_shares

EMBEDDED = 48
RELATIVE = 0.5  # of the nearest, below which a sentence is about something else


def nearest(
    wanted: Sequence[str], lines: Sequence[Line], context: Context, most: int
) -> list[Picked]:
    """At most ``most`` of ``lines``, the nearest to all of ``wanted`` first; their mean cosine
    stands for the probability.
    """
    if not lines:
        return []
    shares = word_shares(wanted, [line.framed for line in lines])
    order = sorted(range(len(lines)), key=lambda at: -shares[at])[:EMBEDDED]
    best = [lines[at] for at in sorted(order)]
    rows = context.library.retrieval.embed([*wanted, *(line.framed for line in best)])
    vectors = rows[len(wanted) :]
    near = (vectors @ rows[: len(wanted)].T).mean(axis=1)
    picks = [
        Picked(*fields) for fields in zip(best, near.clip(0, 1).tolist(), vectors, strict=True)
    ]
    picks.sort(key=lambda one: -one.probability)
    floor = RELATIVE * picks[0].probability
    return [pick for pick in picks[:most] if pick.probability >= floor]
