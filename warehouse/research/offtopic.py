"""Is what was found about the question at all? Decided without the model.

A search always brings something, and of an explanation or an article a small model is not asked
whether the library holds it. But what is about another matter altogether shows: it has few of the
question's telling words, and its best sentence is unlike the question. Either alone misleads (a
short question has one telling word, and every handbook says "made"), so they are added up.
Likeness alone is enough from ``ALIKE`` on.

The two thresholds were chosen on 40 questions asked of this program's handbook, half of them about
other matters, and held for 40 asked of the manuals of R (``muniment bench offtopic``).
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.library import Library
from warehouse.records import Hit
from warehouse.research import asked
from warehouse.research.answerable import Judged, words_there
from warehouse.research.records import Evidence
from warehouse.research.reduction import flat, head

ALIKE = 0.35
TOGETHER = 1.1
LIKENESS_COUNTS = 2.0
NEAREST = 8


def framed(evidence: Sequence[Evidence]) -> list[str]:
    return [f"{head(one)}: {flat(one.text)}" for one in evidence]


def nearest(hits: Sequence[Hit]) -> list[str]:
    """The passages that a search came nearest to."""
    best = sorted(hits, key=lambda hit: -(hit.dense or 0.0))[:NEAREST]
    return [f"{hit.title}: {hit.text}" for hit in best]


def judge(question: str, told: Sequence[str], library: Library) -> Judged | None:
    """``told`` is what was found, each piece under its title. None where there is nothing."""
    if not told:
        return None
    rows = library.retrieval.embed([question, *told])
    alike = float((rows[1:] @ rows[0]).max())
    share = words_there(question, " ".join(told))
    about = alike >= ALIKE or share + LIKENESS_COUNTS * alike >= TOGETHER
    count = len(asked.content(question))
    words = (
        f"it has {round(share * count)} of the {count} telling words of the question, and its best "
        f"piece is alike by {alike:.2f}, where {ALIKE:.2f} is enough"
    )
    return Judged(about, words)
