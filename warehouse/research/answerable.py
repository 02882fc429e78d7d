"""Does the library answer this question at all? Decided before anything is written.

A search always brings something, and a small model makes an answer of it. So what was found is
judged first. Asked at once whether notes are enough, such a model says yes to much; shown an answer
that it drew from them, and asked whether they say so, it is a better judge. Signals: both of these
as log odds, how likely the short answer is by the notes, the best evidence, and how many of the
question's own words the evidence has. A logistic function joins them (fitted offline, see
``CALIBRATIONS``); its threshold is this very model's where it was fitted: ``models calibrate
absence``. To be silent where the library answers is as bad as inventing, so the threshold is the
one that keeps 95 % of what can be answered.

Only questions for a fact are judged: an explanation has no short answer to ask about.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse import prompts
from warehouse.engine import calibration as thresholds
from warehouse.engine.protocol import ChooseRequest, Engine, EngineInfo, Request, ScoreRequest
from warehouse.research import asked
from warehouse.research.records import Evidence
from warehouse.research.reduction import head
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.settings import Settings

POLES = ("yes", "no")
SHORT_TOKENS = 24
SMALLEST = 1e-6
STAGE = "weighing"


class Signals(Struct, frozen=True):
    """``enough`` and ``said`` in log odds, ``given`` in nats a token of the short answer,
    ``best`` the relevance of the best evidence and ``words`` the share of the question's content
    words in all of it, both 0..1.
    """

    enough: float
    said: float
    given: float
    best: float
    words: float


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


CALIBRATIONS = (Calibration("", 0.0, Signals(0.5, 0.5, 0.0, 0.0, 0.0), 0.05),)


class Judged(Struct, frozen=True):
    """``short`` is the answer that was weighed."""

    probability: float
    threshold: float
    short: str

    @property
    def answers(self) -> bool:
        return self.probability >= self.threshold

    @property
    def words(self) -> str:
        """``12 % likely to answer; from 35 % on it would be answered``."""
        return (
            f"{self.probability:.0%} likely to answer; from {self.threshold:.0%} on it would be "
            "answered"
        )


class Case(Struct, frozen=True):
    """A question with what was found for it; ``notes`` is the evidence as the model reads it."""

    question: str
    notes: str
    best: float
    words: float


def judge(
    question: str,
    notes: str,
    evidence: Sequence[Evidence],
    engine: Engine,
    settings: Settings,
    run: Run,
) -> Judged | None:
    """None where this is not judged. ``notes`` is ``evidence`` as the model reads it."""
    if not evidence or asked.explanation(question):
        return None
    run.step(STAGE, 0, 1)
    best = max(one.score for one in evidence)
    text = " ".join(f"{head(one)} {one.text}" for one in evidence)
    case = Case(question, notes, best, words_there(question, text))
    weights = calibration(engine.info())
    [(signals, short)] = weigh([case], engine, settings, run)
    return Judged(weights.probability(signals), weights.threshold, short)


def weigh(
    cases: Sequence[Case], engine: Engine, settings: Settings, run: Run
) -> list[tuple[Signals, str]]:
    """The signals of each case and the short answer they speak of: four calls each, in batches."""
    shorts = short_answers([(one.question, one.notes) for one in cases], engine, settings, run)
    enough, is_answer = prompts.load("enough"), prompts.load("is_answer")
    short = prompts.load("short_answer")
    firsts = engine.choose(
        [
            ChooseRequest(enough.name, enough.render(task=one.question, facts=one.notes), POLES)
            for one in cases
        ],
        run,
    )
    thens = engine.choose(
        [
            ChooseRequest(
                is_answer.name,
                is_answer.render(notes=one.notes, question=one.question, answer=said),
                POLES,
            )
            for one, said in zip(cases, shorts, strict=True)
        ],
        run,
    )
    given = engine.score(
        [
            ScoreRequest(
                short.name, short.render(notes=one.notes, question=one.question), said or "-"
            )
            for one, said in zip(cases, shorts, strict=True)
        ],
        run,
    )
    return [
        (
            Signals(
                _log_odds(first.probabilities[0]),
                _log_odds(then.probabilities[0]),
                score.mean,
                one.best,
                one.words,
            ),
            said,
        )
        for one, said, first, then, score in zip(cases, shorts, firsts, thens, given, strict=True)
    ]


def short_answers(
    asked_of: Sequence[tuple[str, str]], engine: Engine, settings: Settings, run: Run
) -> list[str]:
    """The answer in a few words to each (question, notes)."""
    prompt = prompts.load("short_answer")
    requests = [
        Request(
            prompt.name,
            prompt.render(notes=notes, question=question),
            SHORT_TOKENS,
            seed=settings.seed,
            stop=("\n",),
        )
        for question, notes in asked_of
    ]
    return [reply.text.strip().strip(".") for reply in engine.complete(requests, run)]


def words_there(question: str, text: str) -> float:
    """The share of the question's content words that stand in ``text``."""
    wanted = asked.content(question)
    return len(wanted & set(analyzer.terms(text))) / (len(wanted) or 1)


def calibration(info: EngineInfo) -> Calibration:
    """The weights of the model's family, and this very model's threshold where one was fitted."""
    weights = family(info.model)
    fitted = thresholds.find("absence", info.sha256, prompt_hash())
    if fitted is None:
        return weights
    told = f"threshold {fitted.value:.2f}, fitted to this model on {fitted.pairs} questions"
    return structs.replace(weights, threshold=fitted.value, fitted=told)


def family(model: str) -> Calibration:
    """The calibration of the model's family, the last of the table where none is known."""
    name = model.lower()
    return next(row for row in CALIBRATIONS if row.family in name)


def prompt_hash() -> str:
    """Of the prompts whose answers are judged."""
    names = ("enough", "is_answer", "short_answer")
    return hashlib.sha256("".join(prompts.load(name).hash for name in names).encode()).hexdigest()


def _log_odds(probability: float) -> float:
    p = min(1 - SMALLEST, max(SMALLEST, probability))
    return math.log(p / (1 - p))
