"""How long a question or an article will probably take here: a range, or nothing.

From what the same took on this computer, model, effort and length alike; before there is any, from
the measured speed of the model and the tokens that such work usually has. Where neither is known,
nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from warehouse.engine.estimates import Work
from warehouse.engine.probe import Probe
from warehouse.records import StudyRow
from warehouse.writing.ways import RETELL

LAST = 12
"""So many of the newest are looked at: a computer and a library change."""
FEW = 3
LENGTHS = 1.5  # times as long an article, which takes about as long, or so many times less
SPREAD = 1.5
"""One or two say how long it takes, not how much that varies."""
TOKENS: dict[tuple[str, str], tuple[Work, Work]] = {
    ("ask", "quick"): (Work(900, 40), Work(5_000, 250)),
    ("ask", "thorough"): (Work(6_000, 250), Work(25_000, 1_200)),
}
"""The least and the most of everyday work, by its kind and effort, in tokens."""
RETOLD = Work(18, 2), Work(90, 9)
COMPOSED = Work(60, 12), Work(120, 20)
"""The same for each word of an article: retold, and by the methods that sample its paragraphs."""


class Expected(Struct, frozen=True):
    """From ``low_s`` to ``high_s`` seconds in all, known from ``of``; ``is_rest``: of what was left
    when it was stopped.
    """

    low_s: float
    high_s: float
    of: Literal["earlier", "speed"]
    is_rest: bool = False


def expected(
    rows: Iterable[StudyRow], row: StudyRow, speed: Probe | None, words: int
) -> Expected | None:
    """``rows`` are those there are; ``row`` the one that begins, its model and effort known;
    ``words`` is how long an article is to be.
    """
    took = [
        earlier.seconds
        for earlier in sorted(rows, key=lambda one: -one.created)
        if earlier.id != row.id
        and earlier.seconds
        and _is_alike(earlier, row)
        and _is_as_long(earlier, words)
    ][:LAST]
    if took:
        ordered = sorted(took)
        aside = len(ordered) // 8  # one odd case in eight is no rule
        low, high = ordered[aside], ordered[len(ordered) - 1 - aside]
        if len(ordered) < FEW:
            low, high = low / SPREAD, high * SPREAD
        return Expected(low, high, "earlier")
    tokens = _tokens(row, words)
    if speed is None or tokens is None:
        return None
    least, most = (speed.seconds(estimate.read, estimate.written) for estimate in tokens)
    return Expected(least, most, "speed")


def rest(whole: Expected | None, spent_s: float) -> Expected | None:
    """Of one that goes on: what the model did by then is in its journal and costs nothing. Nothing
    is left, to 0 s, where more than was expected is done.
    """
    if whole is None or not spent_s:
        return whole
    low_s, high_s = (max(0.0, bound_s - spent_s) for bound_s in (whole.low_s, whole.high_s))
    return Expected(low_s, high_s, whole.of, True)


def _tokens(row: StudyRow, words: int) -> tuple[Work, Work] | None:
    if row.kind != "write":
        return TOKENS.get((row.kind, row.effort))
    least, most = RETOLD if row.method == RETELL.name else COMPOSED
    return (
        Work(least.read * words, least.written * words),
        Work(most.read * words, most.written * words),
    )


def _is_as_long(one: StudyRow, words: int) -> bool:
    """An article of about so many words; of one that says no length nothing is known."""
    if one.kind != "write" or not one.words:
        return True
    return words / LENGTHS <= one.words <= words * LENGTHS


def _is_alike(one: StudyRow, row: StudyRow) -> bool:
    return (one.kind, one.method, one.model, one.effort, one.taken_as) == (
        row.kind,
        row.method,
        row.model,
        row.effort,
        row.taken_as,
    )
