"""F: which documents deserve to be opened? All candidates of a round in one batch.

AWARE, eq. 7. The cheap estimate drops what is plainly irrelevant and spends the model on the
rest, at most ``SCORED`` a round: on a laptop the reading of candidates costs more than anything.
Nothing is dropped in silence; each document left out is a loss with its probability.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import Struct

from indexers.records import Loss
from warehouse.engine.protocol import Engine
from warehouse.research.pool import Candidate, Pool
from warehouse.research.relevance import Calibration, likelihoods
from warehouse.run import Run

SCORED = 8
PASSED = 10


class Screened(Struct, frozen=True):
    """A document that passed, with its probability."""

    candidate: Candidate
    probability: float


def screen(
    question: str,
    pool: Pool,
    judged: Collection[str],
    calibration: Calibration,
    engine: Engine,
    run: Run,
) -> tuple[list[Screened], list[Loss]]:
    """Of the candidates not in ``judged``: (those that pass, best first; the others as losses)."""
    fresh = [
        (candidate, signals)
        for candidate, signals in pool.ranked()
        if candidate.document not in judged
    ]
    cheap = calibration.document_cheap
    likely = sorted(fresh, key=lambda one: -cheap.probability(one[1]))
    worth = [one for one in likely if cheap.probability(one[1]) >= cheap.keep][:SCORED]
    relative = likelihoods(question, [pool.source(one) for one, _ in worth], engine, run)
    passed: list[Screened] = []
    chances = {one.document: cheap.probability(signals) for one, signals in fresh}
    for (candidate, signals), likelihood in zip(worth, relative, strict=True):
        full = msgspec.structs.replace(signals, likelihood=likelihood)
        chance = calibration.document.probability(full)
        chances[candidate.document] = chance
        if chance >= calibration.document.keep:
            passed.append(Screened(candidate, chance))
    passed = sorted(passed, key=lambda one: -one.probability)[:PASSED]
    through = {one.candidate.document for one in passed}
    losses = [
        Loss("screening", pool.header(document)[:80], f"judged irrelevant, {chance:.0%} likely")
        for document, chance in chances.items()
        if document not in through
    ]
    return passed, losses
