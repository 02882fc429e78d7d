"""``muniment bench kinds --data FILE``: is a question taken for what it is?

FILE has a line a question: kind, tab, question. The fits were made from ``kinds-train.txt``; so
FILE must be another, such as ``kinds-test.txt`` or, of questions that name nothing,
``kinds-general-test.txt``: they lie beside it and were written apart from both. Of
``kinds-long-test.txt``, long-winded ones, the writer is that of such questions of the fit.
``kind_right_vector`` is without the model; ``explains_right`` and ``explanations_seen`` are of
questions for a fact, where FILE says what else they want.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.engine.calibrated import of_model, shipped
from warehouse.errors import BadInput
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.question.fitting import embedded, likelihoods
from warehouse.evaluate.question.questions import Case, of_file
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import model_of, thinking
from warehouse.question import kinds as weighing
from warehouse.question.kinds import Weighed
from warehouse.question.reading import EXPLAINED
from warehouse.results.provenance import KINDS


def kinds(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing."""
    if job.data is None or not job.data.is_file():
        raise BadInput("This benchmark needs its data.", "Give --data FILE: kind, tab, question.")
    cases = of_file(job.data)[: job.limit or None]
    questions = [case.question for case in cases]
    vectors = embedded(questions, job)
    with thinking(job) as engine:
        info = engine.info()
        told = likelihoods("kind", weighing.LABELS, cases, engine, job)
    weighed = [
        weighing.joined(*signals, info.sha256)
        for signals in zip(questions, vectors or [[]] * len(cases), told, strict=True)
    ]
    fit = of_model("kinds" if vectors else "kinds-model", info.sha256)
    about = {
        "fitted": fit.data,
        "measured": f"{job.data.name}, {len(cases)} questions",
        **model_of(info),
        "uncalibrated": str(fit.uncalibrated),
    }
    rows = _rows(cases, weighed, about)
    return [*rows, *_alone(cases, vectors, about["measured"])] if vectors else rows


def _alone(cases: Sequence[Case], vectors: Sequence[Sequence[float]], measured: str) -> list[Row]:
    """Without the model."""
    by_vector = [weighing.by_vector(vector) for vector in vectors]
    alone = {"fitted": shipped("kinds-vector").data, "measured": measured}
    rows = [_row("kind_right_vector", _right(cases, by_vector), alone)]
    taken = [verdict.kind == "library" for verdict in by_vector]
    of_library = [hit for hit, case in zip(taken, cases, strict=True) if case.kind == "library"]
    right = [case.kind == "library" for hit, case in zip(taken, cases, strict=True) if hit]
    if of_library:
        rows.append(_row("library_recall_vector", of_library, alone))
    if right:
        rows.append(_row("library_precision_vector", right, alone))
    return rows


def _rows(cases: Sequence[Case], weighed: Sequence[Weighed], about: dict[str, str]) -> list[Row]:
    right = _right(cases, weighed)
    rows = [_row("kind_right", right, about, ">= 0.88")]
    for kind in KINDS:
        of_kind = [hit for hit, case in zip(right, cases, strict=True) if case.kind == kind]
        if of_kind:
            rows.append(_row(f"kind_right_{kind}", of_kind, about))
    sure = [verdict.other is None for verdict in weighed]
    rows.append(_row("kind_sure", sure, about))
    kept = [hit for hit, certain in zip(right, sure, strict=True) if certain]
    rows.append(_row("kind_right_where_sure", kept, about))
    facts = [pair for pair in zip(cases, weighed, strict=True) if pair[0].kind == "fact"]
    if any(case.wants for case, _ in facts):
        taken = [
            ("explains" in case.wants, verdict.explains >= EXPLAINED) for case, verdict in facts
        ]
        rows.append(_row("explains_right", [want == is_so for want, is_so in taken], about))
        seen = [is_so for want, is_so in taken if want]
        if seen:
            rows.append(_row("explanations_seen", seen, about))
    either = [
        case.kind in (verdict.kind, verdict.other)
        for case, verdict in zip(cases, weighed, strict=True)
    ]
    rows.append(_row("kind_right_or_offered", either, about))
    return rows


def _right(cases: Sequence[Case], weighed: Sequence[Weighed]) -> list[bool]:
    return [case.kind == verdict.kind for case, verdict in zip(cases, weighed, strict=True)]


def _row(name: str, values: Sequence[float], about: dict[str, str], want: str = "") -> Row:
    return mean_row(name, interval(values), "share", want, **about)
