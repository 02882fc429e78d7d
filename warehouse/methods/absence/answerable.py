"""Does the library answer this question at all? Decided before anything is written.

A search always brings something, and a small model makes an answer of it. So what was found is
judged first: by P(the notes are enough), which planning has mostly asked already, so that it costs
nothing; by how many of the question's own words the evidence has; and by how relevant the search
held its best piece. A fit joins the three (assets/fits/answers.json); its threshold is this very
model's where ``models calibrate absence`` fitted it. To be silent where the library
answers is as bad as inventing, so the threshold keeps nearly all that can be answered.

To show the model a short answer that it drew from the notes, and to ask whether they say so, was
tried as well, and so was the likelihood of that answer: beside these three they told nothing.

Only questions for a fact are judged so: of an explanation some sentence is nearly always there,
unless the library is about something else (offtopic.py).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine import calibration as thresholds
from warehouse.engine.calibrated import Calibrated, of_model
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.methods.evidence import planning
from warehouse.methods.evidence.reduction import head
from warehouse.question.words import content
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.search import analyzer

SMALLEST = 1e-6
UNCALIBRATED = 0.15
STAGE = "weighing"


class Signals(Struct, frozen=True):
    """``enough`` in log odds; ``words`` is the share of the question's content words that stand in
    the evidence, ``best`` the relevance of its best piece, both 0..1.
    """

    enough: float
    words: float
    best: float


class Judged(Struct, frozen=True):
    """Whether what was found answers, and how that was weighed, in words."""

    answers: bool
    words: str


class Case(Struct, frozen=True):
    """A question with what was found for it; ``notes`` is the evidence as the model reads it."""

    question: str
    notes: str
    words: float
    best: float


def judge(
    question: str, notes: str, evidence: Sequence[Evidence], context: Context, last: str = ""
) -> Judged | None:
    """None where this is not judged. ``notes`` is ``evidence`` as the model reads it.

    ``last`` is what the question had come to once its steps were answered; it answers where either
    of the two is answered.
    """
    if not evidence or context.reading.explains:
        return None
    context.run.step(STAGE, 0, 1)
    fit = fit_of(context.engine.info())
    asked = [case(one, notes, evidence) for one in dict.fromkeys((question, last or question))]
    found = weigh(asked, context.engine, context.run)
    chance = max(fit.probability(structs.astuple(one)) for one in found)
    words = f"{chance:.0%} likely to answer; from {fit.threshold:.0%} on it would be answered"
    return Judged(chance >= fit.threshold, words)


def case(question: str, notes: str, evidence: Sequence[Evidence]) -> Case:
    text = " ".join(f"{head(one)} {one.text}" for one in evidence)
    best = max(one.score for one in evidence)
    return Case(question, notes, words_there(question, text), best)


def weigh(cases: Sequence[Case], engine: Engine, run: Run) -> list[Signals]:
    """The signals of each case, in one batch."""
    chances = planning.enough_each([(one.question, one.notes) for one in cases], engine, run)
    return [
        Signals(_log_odds(chance), one.words, one.best)
        for one, chance in zip(cases, chances, strict=True)
    ]


def words_there(question: str, text: str) -> float:
    """The share of the question's content words that stand in ``text``."""
    wanted = content(question)
    return len(wanted & set(analyzer.terms(text))) / (len(wanted) or 1)


def fit_of(info: EngineInfo) -> Calibrated:
    """The fit, with this very model's threshold where one was fitted; another model's yes means
    less, so its threshold is lower until then.
    """
    fit = of_model("answers", info.sha256)
    own = thresholds.find("absence", info.sha256, planning.enough_hash())
    if own is not None:
        told = f"threshold fitted to this model on {own.pairs} questions"
        return structs.replace(fit, threshold=own.value, uncalibrated=False, split=told)
    return structs.replace(fit, threshold=UNCALIBRATED) if fit.uncalibrated else fit


def _log_odds(probability: float) -> float:
    p = min(1 - SMALLEST, max(SMALLEST, probability))
    return math.log(p / (1 - p))
