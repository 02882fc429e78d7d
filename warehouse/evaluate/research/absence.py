"""``muniment bench absence``: does it say so when the library does not answer, and only then?

Each question of HotpotQA is explored twice by AWARE, as in the program: over the whole corpus, and
over the corpus without the paragraphs that hold its answer. Nothing is written; what counts is the
decision that comes before (methods/absence/answerable.py). ``absence_right`` is the share of the
unanswerable that are called so, ``absence_wrong`` that of the answerable. A question whose gold was
removed may still be answered by other paragraphs, so that the first cannot quite reach 1.
``fit-answers`` makes the fit of that decision from the same explorations.

Finished questions are kept with their signals, and the model's replies in a journal, so that an
interrupted benchmark goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

import msgspec
from msgspec import Struct

from warehouse.context import Context
from warehouse.engine.calibrated import shipped
from warehouse.engine.calibration import fit_threshold
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.evaluate import fit, machine
from warehouse.evaluate.hotpot import Corpus, Question, corpus
from warehouse.evaluate.metrics import auc, interval, mean_row
from warehouse.evaluate.record_lines import Kept
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import model_of, remembering
from warehouse.library import Library
from warehouse.methods.absence import answerable
from warehouse.methods.absence.answerable import Signals
from warehouse.methods.aware import quick
from warehouse.methods.evidence import planning
from warehouse.methods.evidence.brief import contextualize, room
from warehouse.records import Scope
from warehouse.settings import home

WITHOUT = "without its gold"
ANSWERED = 0.92  # the share of the answerable that the threshold keeps


class Weighed(Struct, frozen=True):
    """One question over one library; ``signals`` None where nothing was found, or not judged."""

    question: str
    answerable: bool
    absent: bool
    probability: float
    evidence: int
    gold_read: bool
    signals: Signals | None = None


def absence(job: Job) -> list[Row]:
    """Rows of both shares and of the probability's AUC."""
    outcomes, info = _explored(job)
    about = {**model_of(info), "threshold": f"{answerable.fit_of(info).threshold:.3f}"}
    return [
        msgspec.structs.replace(figure, context={**figure.context, **about})
        for figure in rows(outcomes)
    ]


def fit_answers(job: Job) -> list[Row]:
    """The fit of the decision (assets/fits/answers.json), each question left out in turn."""
    outcomes, info = _explored(job)
    return fitted(outcomes, info.sha256, job)


def _explored(job: Job) -> tuple[list[Weighed], EngineInfo]:
    with remembering(job, "absence") as engine, corpus(job) as data:
        return _all(data, engine, job), engine.info()


def fitted(outcomes: Sequence[Weighed], sha256: str, job: Job) -> list[Row]:
    """The fit of these; its threshold keeps ANSWERED of the answerable."""
    cases = fit.Cases[str]("answers", shipped("answers").signals)
    for outcome in outcomes:
        if outcome.signals is not None:
            cases.add(outcome.signals, outcome.answerable, outcome.question)
    chances, able = cases.left_out(), cases.wanted
    threshold = fit_threshold(chances, able, ANSWERED)
    measured = _figures(chances, threshold, able)
    whole = msgspec.structs.replace(
        cases.fitted(),
        threshold=threshold,
        model=sha256,
        data=f"explorations of {len(set(cases.groups))} questions of HotpotQA, with and without "
        f"the paragraphs that hold the answer, {len(able)} with evidence",
        split="question by question, each by a fit on the others",
        measured=measured,
    )
    job.put(whole, lambda now: _figures(cases.by(now), now.threshold, able))
    return [row(f"answers_{name}", value, "share") for name, value in measured.items()]


def _figures(chances: list[float], threshold: float, able: list[bool]) -> dict[str, float]:
    unable = [not is_able for is_able in able]
    return {
        "auc": round(auc(chances, able), 4),
        "unanswerable_called_so": round(fit.refused(threshold, chances, unable), 4),
        "answerable_called_unanswerable": round(fit.refused(threshold, chances, able), 4),
    }


def rows(outcomes: Sequence[Weighed]) -> list[Row]:
    """``absence_right``, ``absence_wrong`` and the AUC of the probability."""
    able = [outcome for outcome in outcomes if outcome.answerable]
    unable = [outcome for outcome in outcomes if not outcome.answerable]
    right = interval([outcome.absent for outcome in unable])
    wrong = interval([outcome.absent for outcome in able])
    chances = [outcome.probability for outcome in outcomes]
    area = auc(chances, [outcome.answerable for outcome in outcomes])
    return [
        mean_row("absence_right", right, "share", ">= 0.8"),
        mean_row("absence_wrong", wrong, "share", "<= 0.1"),
        row("absence_auc", area, "auc", n=len(outcomes)),
    ]


def _all(data: Corpus, engine: Engine, job: Job) -> list[Weighed]:
    key = machine.key(engine.info().sha256, job.settings, planning.enough_hash())
    file = home() / "bench" / f"absence-{key}.jsonl"
    kept = Kept(file, Weighed, lambda outcome: (outcome.question, outcome.answerable))
    cases = [*product(data.questions, (True, False))]
    return [
        kept.of((question.id, able), partial(_weighed, question, able, data, engine, job))
        for question, able in job.run.each("Weighing", cases, lambda case: case[0].question)
    ]


def _weighed(question: Question, able: bool, data: Corpus, engine: Engine, job: Job) -> Weighed:
    gold = data.gold(question).documents
    library = data.library if able else _without(gold, data.library)
    context = Context.of(library, engine, job.settings, job.run)
    chain = quick.explore(question.question, context)
    brief = contextualize(chain, room(context), engine)
    if not brief.evidence or chain.foreign:
        return Weighed(question.id, able, True, 0.0, len(brief.evidence), False)
    case = answerable.case(question.question, brief.text, brief.evidence)
    [signals] = answerable.weigh([case], engine, job.run)
    fitting = answerable.fit_of(engine.info())
    chance = fitting.probability(signals)
    read = {piece.place.document for piece in brief.evidence}
    return Weighed(
        question=question.id,
        answerable=able,
        absent=chance < fitting.threshold,
        probability=chance,
        evidence=len(brief.evidence),
        gold_read=gold <= read,
        signals=signals,
    )


def _without(gold: frozenset[str], library: Library) -> Library:
    rest = frozenset(document.id for document in library.documents()) - gold
    return library.within(Scope(WITHOUT, "", rest))
