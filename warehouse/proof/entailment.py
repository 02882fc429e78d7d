"""Does the evidence say it? The model's part of the claim check, one batch for a whole text.

Three signals, none of which decodes a token: what the model would answer, yes or no (``choose``);
and, by ``score``, how likely the claim is once the evidence was read, and how unlikely its two
least likely tokens are: a changed name or number shows there. A small logistic model joins them;
its weights belong to a model family and were fitted on labelled sentences (see ``CALIBRATIONS``).
What the evidence adds, log P(claim | evidence) - log P(claim), was measured too: beside these
three it tells nothing more, and costs a third forward pass.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.engine import calibration as thresholds
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Engine, EngineInfo, ScoreRequest
from warehouse.proof import checks
from warehouse.run import Run

SMALLEST = 1e-6
WORST_TOKENS = 2
NEAR = 0.75


class Pair(Struct, frozen=True):
    """A claim without its marks, and the text it must follow from."""

    claim: str
    evidence: str


class Signals(Struct, frozen=True):
    """``yes`` in log odds; ``given`` in nats a token; ``worst`` the mean of two tokens, in nats.

    ``overlap`` is the share of the claim's words that the evidence has, 0..1.
    """

    yes: float
    given: float
    worst: float
    overlap: float = 1.0


class Calibration(Struct, frozen=True):
    """Weights of the signals for models whose name holds ``family``, and two thresholds.

    A claim that restates its evidence (``overlap`` from NEAR on) shows a changed name or number in
    its likelihood; of a paraphrase far from it the likelihood tells only that its words are others,
    so there ``far_bias`` and ``far_yes`` weigh the model's yes alone (0: both are judged alike).
    At or above ``supported`` a claim is; below it, at or above ``partly``, it is partly.
    ``fitted`` says on how much material, where the thresholds are this very model's.
    """

    family: str
    bias: float
    yes: float
    given: float
    worst: float
    supported: float
    partly: float
    far_bias: float = 0.0
    far_yes: float = 0.0
    fitted: str = ""

    def takes_yes_alone(self, overlap: float) -> bool:
        """Whether a claim with so much of its words in the evidence needs no likelihood."""
        return bool(self.far_yes) and overlap < NEAR

    def probability(self, signals: Signals) -> float:
        """That the evidence says the claim."""
        if self.takes_yes_alone(signals.overlap):
            z = self.far_bias + self.far_yes * signals.yes
        else:
            z = self.bias + self.yes * signals.yes
            z += self.given * signals.given + self.worst * signals.worst
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


# The weights of claims that restate their evidence were fitted on FreshWiki sentences with their
# neighbours as evidence: rewordings by a model, sorted by hand, and true ones with a number, name,
# "not" or citation changed (44 cases for the 1.5B, 61 for the 0.5B). The biases were moved when a
# choice came to count all spellings of a label. The 1.5B's bias, and its weights for far
# paraphrases, were set on claims of ``bench claims`` (see MEASURED.md); the 0.5B's were not,
# and judge near and far alike. Other models get the weights of the 1.5B.
CALIBRATIONS = (
    Calibration("0.5b", 4.53, 3.32, 0.36, 0.30, 0.38, 0.18),
    Calibration("", 1.71, 1.13, 0.39, 0.15, 0.5, 0.25, 1.07, 1.79),
)


def calibration(info: EngineInfo) -> Calibration:
    """The weights of the model's family, and this very model's threshold where one was fitted."""
    weights = family(info.model)
    fitted = thresholds.find("claims", info.sha256, prompt_hash())
    if fitted is None:
        return weights
    return structs.replace(
        weights,
        supported=fitted.value,
        partly=weights.partly * fitted.value / weights.supported,
        fitted=f"threshold {fitted.value:.2f}, fitted to this model on {fitted.pairs} claims",
    )


def family(model: str) -> Calibration:
    """The calibration of the model's family, the last of the table where none is known."""
    name = model.lower()
    return next(row for row in CALIBRATIONS if row.family in name)


def prompt_hash() -> str:
    """Of the two prompts whose answers are judged."""
    both = prompts.load("claim_check").hash + prompts.load("claim_given").hash
    return hashlib.sha256(both.encode()).hexdigest()


def signals(
    pairs: Sequence[Pair], engine: Engine, run: Run, weights: Calibration | None = None
) -> list[Signals]:
    """The signals of every pair: one batch of choices, one of scores.

    With ``weights``, a pair that they judge without its likelihood has 0 for it.
    """
    if not pairs:
        return []
    overlaps = [checks.overlap(pair.claim, pair.evidence) for pair in pairs]
    read = [weights is None or not weights.takes_yes_alone(one) for one in overlaps]
    check, given = prompts.load("claim_check"), prompts.load("claim_given")
    choices = engine.choose(
        [
            ChooseRequest(
                check.name, check.render(evidence=pair.evidence, claim=pair.claim), ("yes", "no")
            )
            for pair in pairs
        ],
        run,
    )
    asked = [
        ScoreRequest(given.name, given.render(evidence=pair.evidence), pair.claim)
        for pair, wanted in zip(pairs, read, strict=True)
        if wanted
    ]
    told = iter(engine.score(asked, run) if asked else ())
    found = []
    for choice, overlap, wanted in zip(choices, overlaps, read, strict=True):
        score = next(told) if wanted else None
        mean, worst = (score.mean, _worst(score.logprobs)) if score else (0.0, 0.0)
        found.append(Signals(_log_odds(choice.probabilities[0]), mean, worst, overlap))
    return found


def _worst(logprobs: Sequence[float]) -> float:
    lowest = sorted(logprobs)[:WORST_TOKENS]
    return sum(lowest) / max(1, len(lowest))


def _log_odds(probability: float) -> float:
    p = min(1 - SMALLEST, max(SMALLEST, probability))
    return math.log(p / (1 - p))
