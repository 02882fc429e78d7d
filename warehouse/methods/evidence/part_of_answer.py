"""Does a sentence tell a part of the answer to a question for an explanation? The model weighs it.

Meaning finds the section that explains, and in it a hint, a pointer or what stands beside is as
near to the question as the reason that is asked for. A fit (assets/fits/sentences-asked.json) joins
what the model finds with the probability by all other signals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.calibrated import of_model
from warehouse.engine.protocol import ChooseRequest
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.reduction import flat
from warehouse.results.records import Decision

LABELS = ("keep", "drop")
FIT = "sentences-asked"
WEIGHED = 16  # sentences of a question
SMALLEST = 1e-6
AS_ANOTHER = "weighed as for another model"


def chances(question: str, sentences: Sequence[str], context: Context) -> list[float]:
    """Of each P(it tells a part of the answer) by the model, in one batch. Raises Cancelled."""
    prompt = prompts.load("part_of_answer")
    requests = [
        ChooseRequest(prompt.name, prompt.render(question=question, sentence=one), LABELS)
        for one in sentences
    ]
    replies = context.engine.choose(requests, context.run) if requests else []
    return [reply.probabilities[0] for reply in replies]


def weighed(question: str, picked: Sequence[Picked], context: Context) -> list[Picked]:
    """The WEIGHED likeliest of ``picked``, each with what the model finds of it, best first."""
    best = sorted(picked, key=lambda one: -one.probability)[:WEIGHED]
    found = chances(question, [flat(one.line.text) for one in best], context)
    fit = of_model(FIT, context.engine.info().sha256)
    told = [
        structs.replace(one, probability=fit.probability(signals(one.probability, chance)))
        for one, chance in zip(best, found, strict=True)
    ]
    return sorted(told, key=lambda one: -one.probability)


def weighing(context: Context | None = None) -> Decision:
    """As it is told; without ``context`` that of a model which the fit knows."""
    other = context is not None and of_model(FIT, context.engine.info().sha256).uncalibrated
    return Decision("which sentences tell a part of the answer", "model", AS_ANOTHER * other)


def signals(prior: float, chance: float) -> list[float]:
    """Of the fit: both as log odds."""
    return [math.log(p / (1 - p)) for p in (_inside(prior), _inside(chance))]


def _inside(chance: float) -> float:
    return min(1 - SMALLEST, max(SMALLEST, chance))
