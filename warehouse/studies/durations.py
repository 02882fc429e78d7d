"""How long a question or an article will probably take here: a range, or nothing.

From what the same took on this computer, model, effort and length alike; before there is any, from
the measured speed of the model and the tokens that such work usually has. Where neither is known,
nothing is said.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from warehouse.engine import probe
from warehouse.engine.estimates import Work
from warehouse.engine.probe import Probe
from warehouse.errors import StorageError
from warehouse.methods.registry import METHODS, has_depth
from warehouse.records import StudyRow
from warehouse.run import between, long
from warehouse.settings import Settings
from warehouse.studies import study_files
from warehouse.writing.ways import FIRST, RETELL

if TYPE_CHECKING:
    from warehouse.engines import Engines

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
RETOLD = Work(10, 1), Work(48, 5)
"""The same for each word of an article that is retold."""
EXPLORED = {
    "rag": Work(550, 440),
    "orag": Work(850, 660),
    "aware": Work(1_100, 700),
    "storm": Work(1_900, 1_900),
    "omnithink": Work(1_200, 1_500),
    "apollo": Work(2_000, 2_000),
}
"""What exploring for an article takes by method, at the usual depth; of others as much as of the
longest. What stands in the cache is not read again."""
WORDED = Work(28, 9.5)
"""What each word of an article takes that is composed (MEASURED.md, Articles)."""
ABOUT = 0.75, 1.3
"""The least and the most of it."""


class Expected(Struct, frozen=True):
    """From ``low_s`` to ``high_s`` seconds in all, known from ``of``; ``is_rest``: of what was left
    when it was stopped.
    """

    low_s: float
    high_s: float
    of: Literal["earlier", "speed"]
    is_rest: bool = False


def expected(
    rows: Iterable[StudyRow], row: StudyRow, speed: Probe | None, settings: Settings
) -> Expected | None:
    """``rows`` are those there are; ``row`` the one that begins, its model and effort known;
    ``settings`` say how long an article is to be, and how deep its method goes.
    """
    words = settings.article_words
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
    tokens = _tokens(row, settings)
    if speed is None or tokens is None:
        return None
    least, most = (speed.seconds(estimate.read, estimate.written) for estimate in tokens)
    return Expected(least, most, "speed")


def here(
    rows: Iterable[StudyRow], row: StudyRow, folder: Path, engines: Engines, spent_s: float = 0.0
) -> Expected | None:
    """Of the study ``row`` with its ``folder``, by its settings and the model in use.
    Reads files: not for the thread of a window.
    """
    info = engines.info()
    speed = probe.of_model(info.sha256) if info is not None else None
    settings = engines.settings
    with contextlib.suppress(StorageError):  # damaged: it says so when it is begun
        settings = study_files.kept_settings(folder) or settings
    was_done = row.kind in study_files.FILES and (folder / study_files.FILES[row.kind]).exists()
    return rest(expected(rows, row, speed, settings), spent_s, was_done)


def in_words(known: Expected) -> str:
    """``the last ones took 20 to 45 s on this computer``."""
    low_s, high_s = known.low_s, known.high_s
    range_s = between(low_s, high_s) if low_s else f"up to {long(high_s)}"
    if known.is_rest:
        return f"what was left probably takes {range_s}"
    if known.of == "speed":
        return f"probably {range_s} in all, by the speed of the model on this computer"
    return f"the last ones took {range_s} on this computer"


def rest(whole: Expected | None, spent_s: float, was_done: bool = False) -> Expected | None:
    """Of one that goes on: what the model did by then is in its journal and costs nothing. Nothing
    is left, to 0 s, where more than was expected is done; of one that ``was_done`` and was steered
    any part may be done anew.
    """
    if whole is None or not spent_s:
        return whole
    if was_done:
        return Expected(0.0, whole.high_s, whole.of, True)
    low_s, high_s = (max(0.0, bound_s - spent_s) for bound_s in (whole.low_s, whole.high_s))
    return Expected(low_s, high_s, whole.of, True)


def _tokens(row: StudyRow, settings: Settings) -> tuple[Work, Work] | None:
    """The least and the most."""
    if row.kind != "write":
        return TOKENS.get((row.kind, row.effort))
    words = settings.article_words
    if row.method == RETELL.name:
        least, most = (Work(each.read * words, each.written * words) for each in RETOLD)
        return least, most
    longest = max(EXPLORED.values(), key=lambda work: work.read + work.written)
    explored = EXPLORED.get(row.method, longest)
    deeper = 0.0 if row.origin else _depth(row, settings)  # it writes what another found
    read = explored.read * deeper + WORDED.read * words
    written = explored.written * deeper + WORDED.written * words
    low, high = (Work(read * part, written * part) for part in ABOUT)
    return low, high


def _depth(row: StudyRow, settings: Settings) -> float:
    """How deep it goes, over the usual."""
    if not has_depth(row.method):
        return 1.0
    if row.method == FIRST:  # by its parts, of which a thorough article has twice as many
        times = 2 if row.effort == "thorough" else 1
        return settings.max_intents * times / Settings().max_intents
    name = METHODS[row.method].deepened_by
    rounds: int = getattr(settings, name)
    return rounds / int(getattr(Settings(), name))


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
