"""How relevant is a source to a question? Several weak signals, one probability.

A small model's yes or no on relevance is close to chance, but asked backwards it is a good judge:
log P(question | source) after "write a question this source helps to answer" (Sachan et al. 2022).
It is fused with what retrieval knows already (rank, cosine, words) and with links (the source is
called by its title in the question or in what was read) by a logistic function. Without a
likelihood, the same function with its own weights gives the cheap estimate that decides which
candidates are worth a model call.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.engine import calibration as thresholds
from warehouse.engine import prompts
from warehouse.engine.protocol import Engine, EngineInfo, ScoreRequest
from warehouse.run import Run


class Signals(Struct, frozen=True):
    """What is known of one candidate, a document or a sentence.

    ``rank`` counts from 0 in the list fused over sub-queries; ``dense`` is the best cosine;
    ``words`` 0..1 is the BM25 score over the best of its list, or the share of the question's
    words (weighted by rarity) in a sentence; ``named`` 1 where the task calls the document by its
    title, ``linked`` 0..1 where a document that was read does, by the trust in that document;
    ``lead`` 1 for the first sentence of a section; ``source`` the probability of a sentence's
    document; ``bridge`` 1 for a sentence that names another document; ``likelihood`` mean log P
    a token, minus the batch's best (<= 0), None where the model was not asked.
    """

    rank: float = 0.0
    dense: float = 0.0
    words: float = 0.0
    named: float = 0.0
    linked: float = 0.0
    lead: float = 0.0
    source: float = 0.0
    bridge: float = 0.0
    likelihood: float | None = None


class Weights(Struct, frozen=True):
    """A logistic calibration: one weight for each signal, of the logarithm where it is the rank.

    ``keep`` is the probability from which a candidate passes.
    """

    bias: float
    of: Signals
    keep: float = 0.5

    def probability(self, signals: Signals) -> float:
        pairs = zip(structs.astuple(self.of), structs.astuple(entering(signals)), strict=True)
        total = self.bias + sum((weight or 0.0) * (value or 0.0) for weight, value in pairs)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def entering(signals: Signals) -> Signals:
    """As the weights take them: of the rank its logarithm."""
    return structs.replace(signals, rank=math.log1p(signals.rank))


class Calibration(Struct, frozen=True):
    """The weights of one model: documents before and after the model is asked, and sentences."""

    document_cheap: Weights
    document: Weights
    sentence_cheap: Weights
    sentence: Weights


# Fitted by logistic regression on 50 multi-hop questions over 994 paragraphs, five-fold: documents
# AUC .99, all gold among the best five of .94 of the questions, 91 % dropped at 95 % kept;
# sentences AUC .90, recall .93 in the best ten. The weights with a likelihood are not fitted yet.
STARTING = Calibration(
    document_cheap=Weights(
        -4.3, Signals(rank=-0.6, dense=3.5, words=0.7, named=3.1, linked=3.5), keep=0.06
    ),
    document=Weights(
        -3.9,
        Signals(rank=-0.6, dense=3.5, words=0.7, named=3.1, linked=3.5, likelihood=0.8),
        keep=0.08,
    ),
    sentence_cheap=Weights(
        -5.2, Signals(dense=0.5, words=4.3, lead=1.2, source=2.7, bridge=0.9), keep=0.05
    ),
    sentence=Weights(
        -4.6, Signals(words=4.3, lead=1.2, source=2.7, bridge=0.9, likelihood=0.8), keep=0.08
    ),
)


def fitted(calibration: Calibration, info: EngineInfo) -> Calibration:
    """With the threshold for documents that was fitted to this very model, where there is one."""
    found = thresholds.find("screening", info.sha256, prompt_hash())
    if found is None:
        return calibration
    return structs.replace(
        calibration, document=structs.replace(calibration.document, keep=found.value)
    )


def prompt_hash() -> str:
    return prompts.load("likelihood").hash


def likelihoods(question: str, sources: Sequence[str], engine: Engine, run: Run) -> list[float]:
    """Mean log P(question | source) a token, relative to the best of ``sources`` (<= 0)."""
    if not sources:
        return []
    prompt = prompts.load("likelihood")
    requests = [
        ScoreRequest(prompt.name, prompt.render(source=source), question) for source in sources
    ]
    means = [score.mean for score in engine.score(requests, run)]
    best = max(means)
    return [mean - best for mean in means]
