"""F: which documents deserve to be opened? All candidates of a round in one batch.

AWARE, eq. 7. The cheap estimate drops what is plainly irrelevant, passes what is sure, and spends
the model on the doubtful, at most ``SCORED`` a round: on a laptop nothing costs more than having
a model read candidates.
Nothing is dropped in silence; each document left out is a loss with its probability.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.pool import Candidate, Pool
from warehouse.methods.evidence.relevance import (
    Signals,
    documents,
    documents_asked,
    likelihoods,
    probability,
)

SCORED = 4
PASSED = 6
LEAST = 3
SURE = 0.6
HOPELESS = 0.02


class Screened(Struct, frozen=True):
    """A document that passed, with its probability."""

    candidate: Candidate
    probability: float


def screen(
    question: str,
    pool: Pool,
    judged: Collection[str],
    opened: Collection[str],
    context: Context,
    scored: int = SCORED,
    most: int = PASSED,
    least: int = LEAST,
) -> tuple[list[Screened], list[Loss]]:
    """Of the candidates not in ``judged``: (those that pass, best first; the others as losses).

    At most ``most`` new ones a round; documents ``opened`` for an earlier intent come on top,
    since a later intent may want other sentences of them. The best ``least`` of a first round
    pass unless they are hopeless. The model is asked about ``scored`` of them at most.
    """
    fresh = [one for one in pool.ranked() if one[0].document not in judged]
    cheap = documents()
    chances = {one.document: probability(cheap, signals) for one, signals in fresh}
    keep = dict.fromkeys(chances, cheap.threshold)
    asked = _doubtful(fresh, chances, opened, cheap.threshold, scored)
    relative = likelihoods(
        question, [pool.source(one) for one, _ in asked], context.engine, context.run
    )
    for (one, signals), likelihood in zip(asked, relative, strict=True):
        full = msgspec.structs.replace(signals, likelihood=likelihood)
        fit = documents_asked(context.engine.info("likelihood"))
        chances[one.document] = probability(fit, full)
        keep[one.document] = fit.threshold
    order = sorted((one for one, _ in fresh), key=lambda one: -chances[one.document])
    new = [one for one in order if one.document not in opened]
    least = 0 if judged else least
    through = {
        one.document
        for place, one in enumerate(new[:most])
        if chances[one.document] >= (HOPELESS if place < least else keep[one.document])
    }
    through |= {one for one in opened if chances.get(one, 0.0) >= cheap.threshold}
    passed = [Screened(one, chances[one.document]) for one in order if one.document in through]
    losses = [
        _loss(pool, one, _why(chances[one.document], keep[one.document], most))
        for one in new
        if one.document not in through
    ]
    return passed, losses


def _doubtful(
    fresh: Sequence[tuple[Candidate, Signals]],
    chances: Mapping[str, float],
    opened: Collection[str],
    keep: float,
    most: int,
) -> list[tuple[Candidate, Signals]]:
    """The candidates worth a model call: neither sure nor hopeless, best first, two at least."""
    doubtful = [
        one
        for one in fresh
        if keep <= chances[one[0].document] < SURE and one[0].document not in opened
    ]
    doubtful.sort(key=lambda one: -chances[one[0].document])
    return doubtful[:most] if len(doubtful) > 1 else []


def _why(chance: float, keep: float, most: int) -> str:
    likely = f"{chance:.0%} likely to help"
    if chance >= keep:
        return f"{likely}, but over the limit of {most} documents a round"
    return f"judged irrelevant ({likely})"


def _loss(pool: Pool, candidate: Candidate, reason: str) -> Loss:
    return Loss("screening", pool.title(candidate.document), reason, candidate.document)
