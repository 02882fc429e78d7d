"""How relevant is a source to a question? Several weak signals, one probability by a fit.

What retrieval knows (rank, cosine, words, links) and, where the model is asked, log P(question |
source) (Sachan et al. 2022): a small model's own yes is close to chance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.engine import calibration as thresholds
from warehouse.engine import prompts
from warehouse.engine.calibrated import Calibrated, of_model, shipped
from warehouse.engine.protocol import Engine, EngineInfo, ScoreRequest
from warehouse.run import Run


class Signals(Struct, frozen=True):
    """What is known of one candidate, a document or a sentence.

    ``rank`` counts from 0 in the list fused over sub-queries; ``dense`` is the best cosine;
    ``words`` 0..1 is the BM25 score over the best of its list, or the share of the question's
    words (weighted by rarity) in a sentence; ``named`` 1 where the task calls the document by its
    title, ``linked`` 0..1 where a document that was read does, by the trust in that document;
    ``walked`` counts from 0 among the documents that names lead to, None where they lead nowhere;
    ``lead`` 1 for the first sentence of a section; ``source`` the probability of a sentence's
    document; ``bridge`` 1 for a sentence that names another document; ``prior`` is the log odds by
    all before, ``likelihood`` mean log P a token, minus the batch's best (<= 0), None where the
    model was not asked.
    """

    rank: float = 0.0
    dense: float = 0.0
    words: float = 0.0
    named: float = 0.0
    linked: float = 0.0
    walked: float | None = None
    lead: float = 0.0
    source: float = 0.0
    bridge: float = 0.0
    prior: float = 0.0
    likelihood: float | None = None


def entering(signals: Signals) -> Signals:
    """As the weights take them: of ranks the logarithm."""
    ranks = math.log1p(signals.rank), math.log1p(signals.walked or 0)
    return structs.replace(signals, rank=ranks[0], walked=ranks[1])


def by_search(signals: Signals) -> tuple[float, float]:
    """Of a document P(it is relevant) by what retrieval knows, and from which it is opened."""
    fit = shipped("documents" if signals.walked is None else "documents-walked")
    return probability(fit, signals), fit.threshold


def probability(fit: Calibrated, signals: Signals) -> float:
    """By a fit of some of the signals, named in it."""
    given = entering(signals)
    return fit.probability([getattr(given, name) or 0.0 for name in fit.signals])


def with_likelihood(signals: Signals, likelihood: float) -> Signals:
    """With what the model tells of a document beside what retrieval knows of it."""
    chance, _ = by_search(signals)
    return structs.replace(signals, prior=math.log(chance / (1 - chance)), likelihood=likelihood)


def documents_asked(info: EngineInfo) -> Calibrated:
    """With the likelihood of this very model, and its threshold where it was fitted to it."""
    fit = of_model("documents-asked", info.sha256)
    fitted = thresholds.find("screening", info.sha256, prompt_hash())
    if fitted is None:
        return fit
    return structs.replace(fit, threshold=fitted.value, uncalibrated=False)


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
