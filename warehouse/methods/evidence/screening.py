"""F: which documents deserve to be opened? All candidates of a round in one batch.

AWARE, eq. 7. The fit without the model drops what is plainly irrelevant and passes what is sure;
the model is asked about the doubtful. Each document left out is a loss with its probability.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.calibrated import UNFITTED
from warehouse.methods.evidence.pool import Candidate, Pool
from warehouse.methods.evidence.relevance import (
    by_search,
    documents_asked,
    likelihoods,
    probability,
    with_likelihood,
)
from warehouse.results import for_experts
from warehouse.results.records import By

SCORED = 4
PASSED = 6
LEAST = 3
SURE = 0.6
HOPELESS = 0.02
OPEN = "where the search leaves it open"


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
) -> tuple[list[Screened], list[Loss], tuple[By, str]]:
    """Of the candidates not in ``judged``: (those that pass, best first; the others as losses; who
    decided, the model where it was asked about any, and what is told of that).

    At most ``most`` new ones a round; documents ``opened`` for an earlier intent come on top,
    since a later intent may want other sentences of them. The best ``least`` of a first round
    pass unless they are hopeless. The model is asked about ``scored`` of them at most.
    """
    ranked = pool.ranked()
    fresh = {
        candidate.document: (candidate, known)
        for candidate, known in ranked
        if candidate.document not in judged
    }
    cheap = {id: by_search(known) for id, (_, known) in fresh.items()}
    chances = {id: chance for id, (chance, _) in cheap.items()}
    keep = {id: least_chance for id, (_, least_chance) in cheap.items()}
    doubtful = [id for id in fresh if keep[id] <= chances[id] < SURE and id not in opened]
    asked = sorted(doubtful, key=lambda id: -chances[id])[:scored] if len(doubtful) > 1 else []
    sources = [pool.source(fresh[id][0]) for id in asked]
    relative = likelihoods(question, sources, context.engine, context.run)
    how = OPEN
    for id, likelihood in zip(asked, relative, strict=True):
        fit = documents_asked(context.engine.info("likelihood"))
        how = f"{OPEN}; {UNFITTED}" if fit.uncalibrated else OPEN
        chances[id] = probability(fit, with_likelihood(fresh[id][1], likelihood))
        keep[id] = fit.threshold
    order = sorted(fresh, key=lambda id: -chances[id])
    new = [id for id in order if id not in opened]
    least = 0 if judged else least
    through = {
        id
        for place, id in enumerate(new[:most])
        if chances[id] >= (HOPELESS if place < least else keep[id])
    }
    through |= {id for id in opened if id in cheap and chances[id] >= cheap[id][1]}
    passed = [Screened(fresh[id][0], chances[id]) for id in order if id in through]
    losses = [
        Loss("screening", pool.title(id), _why(chances[id], keep[id], most), id)
        for id in new
        if id not in through
    ]
    return passed, losses, ("model", how) if asked else ("fit", "")


def _why(chance: float, keep: float, most: int) -> str:
    likely = f"{chance:.0%} likely to help"
    if chance >= keep:
        return for_experts.noted(f"others came first: {most} documents are read a round", likely)
    return for_experts.noted("by what it is about it would not help", likely)
