"""Does the evidence say it? The model's part of the claim check, one batch for a whole text.

Four signals, none of which decodes a token: what the model would answer, yes or no (``choose``);
and, by ``score``, how likely the claim is given the evidence, how much likelier than without it
(log P(claim | evidence) - log P(claim), a token), and how unlikely its least likely words are: a
changed name or number shows there. A small logistic model joins them; its weights belong to a
model family and were fitted on labelled sentences (see ``CALIBRATIONS``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from warehouse import prompts
from warehouse.engine.protocol import ChooseRequest, Engine, ScoreRequest
from warehouse.run import Run

SMALLEST = 1e-6
WORST_TOKENS = 2


class Pair(Struct, frozen=True):
    """A claim without its marks, the text it must follow from, and the title of that."""

    claim: str
    evidence: str
    title: str


class Signals(Struct, frozen=True):
    """``yes`` in log odds; ``given`` and ``gain`` in nats a token; ``worst`` of two tokens."""

    yes: float
    given: float
    gain: float
    worst: float


class Calibration(Struct, frozen=True):
    """Weights of the signals for models whose name holds ``family``, and two thresholds.

    At or above ``supported`` a claim is; below it, at or above ``partly``, it is partly.
    """

    family: str
    bias: float
    yes: float
    given: float
    gain: float
    worst: float
    supported: float
    partly: float

    def probability(self, signals: Signals) -> float:
        """That the evidence says the claim."""
        z = (
            self.bias
            + self.yes * signals.yes
            + self.given * signals.given
            + self.gain * signals.gain
            + self.worst * signals.worst
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


CALIBRATIONS = (Calibration("", 1.8, 3.7, 1.0, 0.65, 0.0, 0.4, 0.15),)


def calibration(model: str) -> Calibration:
    """The calibration of the model's family, the last of the table where none is known."""
    name = model.lower()
    return next(row for row in CALIBRATIONS if row.family in name)


def signals(pairs: Sequence[Pair], engine: Engine, run: Run) -> list[Signals]:
    """The signals of every pair: one batch of choices, one of scores."""
    if not pairs:
        return []
    check, given, alone = (
        prompts.load(name) for name in ("claim_check", "claim_given", "claim_alone")
    )
    choices = engine.choose(
        [
            ChooseRequest(
                check.name, check.render(evidence=pair.evidence, claim=pair.claim), ("yes", "no")
            )
            for pair in pairs
        ],
        run,
    )
    scores = engine.score(
        [
            ScoreRequest(given.name, given.render(evidence=pair.evidence), pair.claim)
            for pair in pairs
        ]
        + [ScoreRequest(alone.name, alone.render(title=pair.title), pair.claim) for pair in pairs],
        run,
    )
    return [
        Signals(
            _log_odds(choice.probabilities[0]),
            with_it.mean,
            with_it.mean - without.mean,
            _worst(with_it.logprobs),
        )
        for choice, with_it, without in zip(
            choices, scores[: len(pairs)], scores[len(pairs) :], strict=True
        )
    ]


def _worst(logprobs: Sequence[float]) -> float:
    lowest = sorted(logprobs)[:WORST_TOKENS]
    return sum(lowest) / max(1, len(lowest))


def _log_odds(probability: float) -> float:
    p = min(1 - SMALLEST, max(SMALLEST, probability))
    return math.log(p / (1 - p))
