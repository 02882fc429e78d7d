"""How relevant is a source to a question? Several weak signals, one probability.

A small model's yes or no on relevance is close to chance, but asked backwards it is a good judge:
log P(question | source) after "write a question this source helps to answer" (Sachan et al. 2022).
It is fused with what retrieval knows already (rank, cosine, words) and with links (the source is
called by its title in the question or in earlier evidence) by a logistic function. Without a
likelihood, the same function with its own weights gives the cheap estimate that decides which
candidates are worth a model call.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from warehouse import prompts
from warehouse.engine.protocol import Engine, ScoreRequest
from warehouse.run import Run


class Signals(Struct, frozen=True):
    """What is known of one candidate.

    ``rank`` counts from 0 in the list fused over sub-queries; ``dense`` is the best cosine;
    ``words`` the BM25 score over the best of its list, 0..1; ``linked`` 1 where it is named;
    ``lead`` 1 for the first sentence of a document or section; ``source`` the probability of the
    document a sentence stands in; ``likelihood`` mean log P a token, minus the batch's best (<= 0),
    or None where the model was not asked.
    """

    rank: float = 0.0
    dense: float = 0.0
    words: float = 0.0
    linked: float = 0.0
    lead: float = 0.0
    source: float = 0.0
    likelihood: float | None = None


class Weights(Struct, frozen=True):
    """A logistic calibration; ``keep`` is the probability from which a candidate passes."""

    bias: float
    rank: float = 0.0
    dense: float = 0.0
    words: float = 0.0
    linked: float = 0.0
    lead: float = 0.0
    source: float = 0.0
    likelihood: float = 0.0
    keep: float = 0.5

    def probability(self, signals: Signals) -> float:
        total = (
            self.bias
            - self.rank * math.log1p(signals.rank)
            + self.dense * signals.dense
            + self.words * signals.words
            + self.linked * signals.linked
            + self.lead * signals.lead
            + self.source * signals.source
            + self.likelihood * (signals.likelihood or 0.0)
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


class Calibration(Struct, frozen=True):
    """The weights of one model: documents and sentences, before and after the model is asked."""

    document_cheap: Weights
    document: Weights
    sentence_cheap: Weights
    sentence: Weights


STARTING = Calibration(
    document_cheap=Weights(-1.5, rank=1.0, dense=3.0, words=1.0, linked=2.0, keep=0.10),
    document=Weights(-0.5, rank=0.8, dense=2.5, words=0.8, linked=2.0, likelihood=2.0, keep=0.15),
    sentence_cheap=Weights(-4.0, dense=4.0, words=1.0, lead=1.0, source=2.0, keep=0.20),
    sentence=Weights(-3.0, dense=3.0, words=1.0, lead=1.0, source=2.0, likelihood=1.5, keep=0.20),
)


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
