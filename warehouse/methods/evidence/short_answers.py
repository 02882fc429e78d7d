"""The answer in a few words: several sampled side by side, voted, each vote weighed by its proof.

Self-consistency (Wang et al. 2023). Samples and check begin with the same tokens, so that the
notes are read once. A question for one of given answers is read off the likelihoods.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Request
from warehouse.question import phrasing
from warehouse.search.names import normal

SAMPLES = 4
TEMPERATURE = 0.7
TOKENS = 24
POLES = ("yes", "no")
NOTHING = "(nothing was found)"


class Vote(Struct, frozen=True):
    """``share`` of the samples that said so, ``proof`` P(the notes say so), both 0..1."""

    text: str
    share: float
    proof: float

    @property
    def weight(self) -> float:
        return self.share * self.proof

    @property
    def told(self) -> str:
        return f"“{self.text}”: {self.share:.0%} of the samples, {self.proof:.0%} likely"


def votes(question: str, notes: str, context: Context) -> list[Vote]:
    """The distinct answers, the heaviest first; the first sample is the likeliest reply."""
    prompt = prompts.load("few_words")
    messages = prompt.render(notes=notes or NOTHING, question=question)
    options = POLES if phrasing.polar(question) else tuple(phrasing.alternatives(question))
    if options:
        request = ChooseRequest(prompt.name, messages, options)
        choice = context.engine.choose([request], context.run)[0]
        found = [Vote(*pair, 1.0) for pair in zip(options, choice.probabilities, strict=True)]
        return sorted(found, key=lambda vote: -vote.weight)
    requests = [
        Request(
            prompt.name,
            messages,
            TOKENS,
            temperature=TEMPERATURE if sample else 0.0,
            seed=context.settings.seed + sample,
            stop=("\n",),
        )
        for sample in range(SAMPLES)
    ]
    replies = [one.text for one in context.engine.complete(requests, context.run)]
    return weighed(question, notes, replies, context)


def weighed(question: str, notes: str, answers: Sequence[str], context: Context) -> list[Vote]:
    """``answers`` counted by their folded words, each with its proof from ``notes``."""
    told: dict[str, list[str]] = {}
    for answer in answers:
        said = " ".join(answer.split()).strip().rstrip(".")
        if normal(said):
            told.setdefault(normal(said), []).append(said)
    prompt = prompts.load("holds")
    requests = [
        ChooseRequest(
            prompt.name,
            prompt.render(notes=notes or NOTHING, question=question, answer=same[0]),
            POLES,
        )
        for same in told.values()
    ]
    choices = context.engine.choose(requests, context.run) if requests else []
    found = [
        Vote(same[0], len(same) / len(answers), choice.probabilities[0])
        for same, choice in zip(told.values(), choices, strict=True)
    ]
    return sorted(found, key=lambda vote: -vote.weight)


def together(*polls: tuple[float, Sequence[Vote]]) -> list[Vote]:
    """Several polls, each with the trust in it, as one; the heaviest answer first."""
    weights: dict[str, float] = {}
    best: dict[str, Vote] = {}
    for trust, poll in polls:
        for vote in poll:
            key = normal(vote.text)
            weights[key] = weights.get(key, 0.0) + trust * vote.weight
            if key not in best or vote.weight > best[key].weight:
                best[key] = vote
    return [best[key] for key in sorted(weights, key=lambda key: -weights[key])]
