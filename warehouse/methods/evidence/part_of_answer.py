"""Does a sentence tell a part of the answer to a question for an explanation? The model weighs it.

Meaning finds the section that explains, and in it a hint, a pointer or what stands beside is as
near to the question as the reason that is asked for. A fit (assets/fits/sentences-asked.json) joins
what the model finds with the probability by all other signals.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.engine import choosing
from warehouse.engine.calibrated import AS_ANOTHER, log_odds, of_model
from warehouse.library import Library
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import is_long
from warehouse.results.records import Decision, Evidence, Research

LABELS = ("keep", "drop")
FIT = "sentences-asked"
WEIGHED = 16  # sentences of a question


def chances(question: str, sentences: Sequence[str], context: Context) -> list[float]:
    """Of each P(it tells a part of the answer) by the model, in one batch. Raises Cancelled."""
    given = [{"question": question, "sentence": sentence} for sentence in sentences]
    return choosing.chances("part_of_answer", given, context.engine, context.run, LABELS)


def weighed(
    question: str, picked: Sequence[Picked], context: Context, most: int = WEIGHED
) -> list[Picked]:
    """The ``most`` likeliest of ``picked``, each with what the model finds of it, best first."""
    best = sorted(picked, key=lambda one: -one.probability)[:most]
    by_model = chances(question, [flat(pick.line.text) for pick in best], context)
    fit = of_model(FIT, context.engine.info().sha256)
    picks = [
        structs.replace(pick, probability=fit.probability(signals(pick.probability, chance)))
        for pick, chance in zip(best, by_model, strict=True)
    ]
    return sorted(picks, key=lambda one: -one.probability)


def weighing(context: Context | None = None) -> Decision:
    """As it is told; without ``context`` that of a model which the fit knows."""
    other = context is not None and of_model(FIT, context.engine.info().sha256).uncalibrated
    return Decision("which sentences tell a part of the answer", "model", AS_ANOTHER * other)


def likeliest(chain: Research, evidence: Sequence[Evidence], library: Library) -> float | None:
    """Of ``evidence`` P(it tells a part of the answer) of the likeliest piece; None where a fit
    weighed none. Only what the first intent found in long documents has such a score.
    """
    if weighing() not in chain.decisions:
        return None
    first = {*chain.nodes[0].evidence} - {
        n for thought in chain.recollections for n in thought.numbers
    }
    pieces = [piece for piece in evidence if piece.number in first]
    return max(
        (piece.score for piece in pieces if is_long(piece.place.document, library)), default=None
    )


def signals(prior: float, chance: float) -> list[float]:
    """Of the fit: both as log odds."""
    return [log_odds(prior), log_odds(chance)]
