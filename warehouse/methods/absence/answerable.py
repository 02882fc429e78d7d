"""Does the library answer this question at all? Decided before anything is written.

A search always brings something, and a small model makes an answer of it. So what was found is
judged first: by P(the notes are enough), which planning has mostly asked already, so that it costs
nothing; by how many of the question's own words the evidence has; and by how relevant the search
held its best piece. A logistic function joins the three (see ``CALIBRATIONS``); its threshold is
this very model's where ``models calibrate absence`` fitted it. To be silent where the library
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
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.methods.evidence import planning
from warehouse.methods.evidence.reduction import head
from warehouse.question.words import content
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.search import analyzer

SMALLEST = 1e-6
STAGE = "weighing"


class Signals(Struct, frozen=True):
    """``enough`` in log odds; ``words`` is the share of the question's content words that stand in
    the evidence, ``best`` the relevance of its best piece, both 0..1.
    """

    enough: float
    words: float
    best: float


class Calibration(Struct, frozen=True):
    """Weights for models whose name holds ``family``; below ``threshold`` nothing answers.

    ``fitted`` says on how much material, where the threshold is this very model's.
    """

    family: str
    bias: float
    of: Signals
    threshold: float
    fitted: str = ""

    def probability(self, signals: Signals) -> float:
        """That the evidence answers."""
        pairs = zip(structs.astuple(self.of), structs.astuple(signals), strict=True)
        z = self.bias + sum(weight * value for weight, value in pairs)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


# Weights fitted on whole explorations of 50 questions of HotpotQA, over the corpus and without the
# paragraphs that hold the answer (94 with evidence, Qwen2.5 Coder 1.5B). Left out question by
# question: AUC .94 (enough alone .87, words .88, best .90). The 1.5B's threshold was chosen on the
# same explorations: left out, at .3 of the unanswerable .80 are called so, of the answerable .08;
# at .25 they are .74 and .06, at .5 .90 and .10. Other models have the same weights and a lower
# threshold, since their yes means less.
CALIBRATIONS = (
    Calibration("1.5b", -7.36, Signals(1.76, 5.45, 4.32), 0.3),
    Calibration("", -7.36, Signals(1.76, 5.45, 4.32), 0.15),
)


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
    question: str, notes: str, evidence: Sequence[Evidence], context: Context
) -> Judged | None:
    """None where this is not judged. ``notes`` is ``evidence`` as the model reads it."""
    if not evidence or context.reading.explains:
        return None
    context.run.step(STAGE, 0, 1)
    weights = calibration(context.engine.info())
    [signals] = weigh([case(question, notes, evidence)], context.engine, context.run)
    chance = weights.probability(signals)
    words = f"{chance:.0%} likely to answer; from {weights.threshold:.0%} on it would be answered"
    return Judged(chance >= weights.threshold, words)


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


def calibration(info: EngineInfo) -> Calibration:
    """The weights of the model's family, and this very model's threshold where one was fitted."""
    weights = family(info.model)
    fitted = thresholds.find("absence", info.sha256, planning.enough_hash())
    if fitted is None:
        return weights
    told = f"threshold {fitted.value:.2f}, fitted to this model on {fitted.pairs} questions"
    return structs.replace(weights, threshold=fitted.value, fitted=told)


def family(model: str) -> Calibration:
    """The calibration of the model's family, the last of the table where none is known."""
    name = model.lower()
    return next(row for row in CALIBRATIONS if row.family in name)


def _log_odds(probability: float) -> float:
    p = min(1 - SMALLEST, max(SMALLEST, probability))
    return math.log(p / (1 - p))
