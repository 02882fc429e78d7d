"""Two things done in turn on the same work, and the row that their ratios become.

Both sides do the same work on the same text with the same file, in the same minutes and in changing
order, several times; the value is the median of the single ratios, and the context has the smallest
and the largest, the tokens of both, and the ratio of processor seconds, which other programs on the
machine disturb less.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from warehouse.engine.process import LlamaEngine
from warehouse.evaluate.engine import work
from warehouse.evaluate.engine.peers import Machine, Reference, Work
from warehouse.evaluate.records import Job, Row, row

REPEATS = 3

T = TypeVar("T")


class Bench(Struct, frozen=True):
    """What every row needs."""

    job: Job
    machine: Machine
    engine: LlamaEngine
    texts: list[str]
    log: Path

    def passages(self, tokens: int, count: int, rounds: int) -> list[list[str]]:
        """``count`` other passages for each of ``rounds``, so that no prompt comes twice."""
        passages = work.passages(self.texts, tokens, count * rounds, self.engine.count_tokens)
        return [passages[number::rounds] for number in range(rounds)]

    @contextmanager
    def reference(self, high_level: bool) -> Iterator[Reference]:
        """The class, or plain prefill, in its child."""
        reference = Reference(self.machine, high_level, self.log)
        try:
            yield reference
        finally:
            reference.close()


def paired(
    bench: Bench,
    rounds: Sequence[T],
    ours: Callable[[T], Work],
    theirs: Callable[[T], Work],
) -> list[tuple[Work, Work]]:
    """Both on each round, in changing order; the first round warms up and does not count."""
    pairs = []
    for number, given in enumerate(rounds):
        bench.job.run.step("Measuring", number, len(rounds))
        if number % 2:
            other = theirs(given)
            pairs.append((ours(given), other))
        else:
            pairs.append((ours(given), theirs(given)))
    return pairs[1:]


def compared(name: str, want: str, pairs: Sequence[tuple[Work, Work]], **context: object) -> Row:
    """How many times as fast: the median of their seconds over ours."""
    ratios = [other.seconds / ours.seconds for ours, other in pairs]
    used = statistics.median(other.processor_s / ours.processor_s for ours, other in pairs)
    sides = {"ours": [ours for ours, _ in pairs], "theirs": [other for _, other in pairs]}
    figures = {
        side: f"{statistics.median(done.seconds for done in some):.3g} s, "
        f"{sum(done.prompt_tokens for done in some)} tokens read, "
        f"{sum(done.written for done in some)} written, "
        f"{statistics.median(done.rate for done in some):.3g} written/s"
        for side, some in sides.items()
    }
    return median(name, ratios, "x", want, processor=f"{used:.3g} x", **figures, **context)


def median(name: str, ratios: Sequence[float], unit: str, want: str, **context: object) -> Row:
    spread = f"{min(ratios):.3g} to {max(ratios):.3g} in {len(ratios)}"
    return row(name, statistics.median(ratios), unit, want, spread=spread, **context)
