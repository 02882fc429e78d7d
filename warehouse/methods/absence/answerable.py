"""Does the library answer this question at all? Decided before anything is written.

A fit (assets/fits/answers.json) joins P(the notes are enough), which planning has mostly asked
already, the share of the question's words that the evidence has, and the relevance of its best
piece. The threshold is this model's own where ``models calibrate absence`` fitted it. An
explanation is never whole, so the model is asked whether the notes give a good part of it, and its
word alone is in that fit (explained.json); what is asked about as a whole is not judged here
(offtopic.py). Of long documents, whose sentences have few words of a question, the same is asked
of the best pieces alone (answers-of-long.json): of many pieces a small model is sure of none. Where
the model weighed sentences of an explanation, the likeliest counts too (explained-of-long.json).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine import calibration as thresholds
from warehouse.engine.calibrated import Calibrated, log_odds, of_model
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.library import Library
from warehouse.methods.evidence import planning, reduction
from warehouse.methods.evidence.sentences import are_long, is_long
from warehouse.question.words import content
from warehouse.results import for_experts
from warehouse.results.records import By, Evidence
from warehouse.run import Run
from warehouse.search import analyzer

UNCALIBRATED = 0.15
FACT, EXPLANATION = "answers", "explained"
OF_LONG, EXPLAINED_OF_LONG = "answers-of-long", "explained-of-long"
PROMPTS = {FACT: "enough", **dict.fromkeys((EXPLANATION, OF_LONG, EXPLAINED_OF_LONG), "explained")}
BEST = 3  # pieces of long documents that are asked about
STAGE = "weighing"
EVEN = 0.5  # below it an explanation is less likely there than not
DOUBT = "Your library may not explain this; here is what comes nearest."


Signals = tuple[float, float, float]
"""P(enough), by one prompt or the other, as log odds; the share of the question's content words
that the evidence has, and the relevance of its best piece, both 0..1.
"""
COLUMNS = {"enough": 0, "explained": 0, "words": 1, "best": 2}


class Judged(Struct, frozen=True):
    """Whether what was found answers, and how that was weighed, in words; ``far``: so plainly not
    that nothing more need be looked for; ``doubt`` is said before an answer that may be none.
    ``as_another``: by a fit that was made on another model. ``by`` is who decided.
    """

    answers: bool
    words: str
    far: bool = False
    doubt: str = ""
    as_another: bool = False
    by: By = "rule"


class Case(Struct, frozen=True):
    """A question with what was found for it; ``notes`` is the evidence as the model reads it."""

    question: str
    notes: str
    words: float
    best: float


def judge(
    questions: Sequence[str],
    notes: str,
    evidence: Sequence[Evidence],
    context: Context,
    part: float | None = None,
) -> Judged | None:
    """None without evidence. ``notes`` is ``evidence`` as the model reads it; ``part`` how likely
    its likeliest sentence tells a part of the answer, where that was weighed.

    ``questions`` are the question and what it had come to once its steps were answered. It answers
    where one of these is answered, or else every part of a comparison; of explanations one is
    enough.
    """
    if not evidence:
        return None
    context.run.step(STAGE, 0, 1)
    explains = context.reading.explains
    name = EXPLANATION if explains else FACT
    if are_long(evidence, context.library):
        name = EXPLAINED_OF_LONG if explains and part is not None else OF_LONG
        notes = best_notes(evidence, context.library)
    fit = fit_of(context.engine.info(), name)
    whole, parts = dict.fromkeys(questions), context.reading.parts
    cases = [case(question, notes, evidence) for question in (*whole, *parts)]
    weighed = weigh(cases, context.engine, context.run, PROMPTS[name])
    chances = [
        fit.probability(signals_of(signals, fit.signals, part or 0.0)) for signals in weighed
    ]
    of_parts = max if explains else min
    chance = max(*chances[: len(whole)], of_parts(chances[len(whole) :], default=0.0))
    answers = chance >= fit.threshold
    sure = for_experts.noted(
        "it probably answers this" if answers else "it probably does not answer this",
        f"{chance:.0%} likely to answer; from {fit.threshold:.0%} on it would be answered",
    )
    doubt = DOUBT if answers and explains and chance < EVEN else ""
    return Judged(answers, sure, doubt=doubt, as_another=fit.uncalibrated, by="model")


def best_notes(evidence: Sequence[Evidence], library: Library) -> str:
    """The BEST pieces of long documents, and those of short ones, in their order, as the model
    reads them: what two fits weighed cannot be held against each other.
    """
    order = sorted(evidence, key=lambda one: -one.score)
    of_long = {piece.number: is_long(piece.place.document, library) for piece in order}
    best = [
        piece.number
        for kind in (True, False)
        for piece in [piece for piece in order if of_long[piece.number] == kind][:BEST]
    ]
    return reduction.notes([piece for piece in evidence if piece.number in best])


def signals_of(weighed: Signals, names: Sequence[str], part: float) -> list[float]:
    """Those that a fit takes, by its ``names``; ``part`` as log odds."""
    values = {name: weighed[at] for name, at in COLUMNS.items()} | {"part": log_odds(part)}
    return [values[name] for name in names]


def case(question: str, notes: str, evidence: Sequence[Evidence]) -> Case:
    best = max(piece.score for piece in evidence)
    return Case(question, notes, words_there(question, reduction.notes(evidence)), best)


def weigh(
    cases: Sequence[Case], engine: Engine, run: Run, prompt: str = PROMPTS[FACT]
) -> list[Signals]:
    """The signals of each case, in one batch."""
    asked = [(case.question, case.notes) for case in cases]
    chances = planning.enough_each(asked, engine, run, prompt)
    return [
        (log_odds(chance), case.words, case.best)
        for case, chance in zip(cases, chances, strict=True)
    ]


def words_there(question: str, text: str) -> float:
    """The share of the question's content words that stand in ``text``."""
    wanted = content(question)
    return len(wanted & set(analyzer.terms(text))) / (len(wanted) or 1)


def fit_of(info: EngineInfo, name: str = FACT) -> Calibrated:
    """The fit, with this very model's threshold where one was fitted; another model's yes means
    less, so its threshold is lower until then.
    """
    fit = of_model(name, info.sha256)
    fitted = thresholds.find("absence", info.sha256, planning.enough_hash())
    if fitted is not None and name == FACT:
        split = f"threshold fitted to this model on {fitted.pairs} questions"
        return structs.replace(fit, threshold=fitted.value, uncalibrated=False, split=split)
    return structs.replace(fit, threshold=UNCALIBRATED) if fit.uncalibrated else fit
