"""Does the evidence say it? Signals of the model and of the words, and the fit that weighs them.

Of a claim and its evidence the model is asked, in one batch and without decoding a token: whether
the evidence says it, in two wordings (``choose``), how likely the claim is once the evidence was
read, and how likely it is alone (``score``). What the evidence adds to a token, log P(token |
evidence) - log P(token), is low where the claim says what the evidence does not: the weakest
stretch of a sentence about two things is that of the one that is not there. Prompts begin with the
evidence, so that the engine reads it once. The fit is ``assets/fits/claims.json``, made by
``muniment models calibrate claims`` from sentences that people have judged.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from warehouse.engine import calibrated, prompts
from warehouse.engine.calibrated import Calibrated
from warehouse.engine.protocol import ChooseRequest, Engine, EngineInfo, Score, ScoreRequest
from warehouse.proof import checks
from warehouse.proof.excerpt import excerpt
from warehouse.run import Run

FIT = "claims"
ASKED = ("claim_check", "claim_known")
GIVEN, ALONE = "claim_given", "claim_alone"
SIGNALS = ("yes", "known", "given", "worst", "gain", "weakest", "words", "nearest", "pairs")
SMALLEST = 1e-6
WORST_TOKENS = 2
STRETCH_TOKENS = 3
PARTLY = 0.4  # the probability below which a claim counts as not found


class Pair(Struct, frozen=True):
    """A claim without its marks, and the text it must follow from."""

    claim: str
    evidence: str


def fit_for(info: EngineInfo) -> Calibrated:
    """The weights for this model; marked as uncalibrated where they are another's."""
    return calibrated.of_model(FIT, info.sha256)


def prompt_hash() -> str:
    """Of the prompts whose answers are judged."""
    every = "".join(prompts.load(name).hash for name in (*ASKED, GIVEN, ALONE))
    return hashlib.sha256(every.encode()).hexdigest()


def signals(pairs: Sequence[Pair], engine: Engine, run: Run) -> list[tuple[float, ...]]:
    """The signals of every pair, in the order of SIGNALS: a batch of choices, one of scores."""
    if not pairs:
        return []
    shown = [Pair(pair.claim, excerpt(pair.claim, pair.evidence)) for pair in pairs]
    chances = [choice.probabilities[0] for choice in engine.choose(_questions(shown), run)]
    scores = engine.score(_likelihoods(shown), run)
    width = len(ASKED)
    return [
        (
            *(_log_odds(chance) for chance in chances[width * at : width * (at + 1)]),
            *_by_likelihood(scores[at], scores[len(pairs) + at]),
            *_by_words(pair),
        )
        for at, pair in enumerate(pairs)
    ]


def _questions(shown: Sequence[Pair]) -> list[ChooseRequest]:
    """For each pair one in every wording."""
    return [
        ChooseRequest(
            name,
            prompts.load(name).render(evidence=pair.evidence, claim=pair.claim),
            ("yes", "no"),
        )
        for pair in shown
        for name in ASKED
    ]


def _likelihoods(shown: Sequence[Pair]) -> list[ScoreRequest]:
    """Every claim after its evidence, then every claim alone."""
    given, alone = prompts.load(GIVEN), prompts.load(ALONE)
    return [
        *(ScoreRequest(GIVEN, given.render(evidence=one.evidence), one.claim) for one in shown),
        *(ScoreRequest(ALONE, alone.render(), one.claim) for one in shown),
    ]


def _by_likelihood(given: Score, alone: Score) -> tuple[float, ...]:
    """In nats a token: the mean, that of the least likely tokens, what the evidence adds to all and
    to the stretch to which it adds least.
    """
    there = np.asarray(given.logprobs or (0.0,), np.float64)
    added = there - np.asarray(alone.logprobs or (0.0,), np.float64)
    size = min(STRETCH_TOKENS, len(added))
    stretches = np.convolve(added, np.ones(size) / size, "valid")
    worst = np.sort(there)[:WORST_TOKENS]
    return tuple(map(float, (there.mean(), worst.mean(), added.mean(), stretches.min())))


def _by_words(pair: Pair) -> tuple[float, ...]:
    """The shares of the claim's content words that stand in the evidence, and in one sentence of
    it; and of its pairs of neighbouring words.
    """
    nearest = checks.nearest(pair.claim, checks.sentences(pair.evidence))
    mine, theirs = checks.word_pairs(pair.claim), checks.word_pairs(pair.evidence)
    return (
        checks.overlap(pair.claim, pair.evidence),
        checks.overlap(pair.claim, nearest),
        len(mine & theirs) / max(1, len(mine)),
    )


def _log_odds(probability: float) -> float:
    p = min(1 - SMALLEST, max(SMALLEST, probability))
    return math.log(p / (1 - p))
