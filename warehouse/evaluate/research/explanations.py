"""``muniment bench explanations --data DIR``: is it seen that a library does not explain something?

``explanations.txt`` holds questions for an explanation in two groups, each half and half, in turn:
what the documents tell, and neighbours of it. The manuals it names lie in DIR. Each is explored by
AWARE as in the program; what counts is the decision before anything is written, by all notes, as
of short documents (methods/absence/answerable.py). ``fit-explanations`` makes its fit from the
group of the handbook, the sample library.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine.calibrated import Calibrated
from warehouse.engine.calibration import fit_threshold
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput
from warehouse.evaluate import fit
from warehouse.evaluate.documents.reading import SAMPLE
from warehouse.evaluate.libraries import of_folder
from warehouse.evaluate.metrics import auc, interval, mean_row
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.research.offtopic import cases
from warehouse.evaluate.thinking import remembering
from warehouse.library import Library
from warehouse.methods.absence import answerable, offtopic
from warehouse.methods.absence.answerable import EXPLANATION, PROMPTS
from warehouse.methods.aware import quick
from warehouse.methods.evidence.brief import contextualize, room
from warehouse.question.reading import Reading
from warehouse.results.provenance import Route

EXPLAINED = 0.95  # the share of what is explained that the threshold keeps
FITTED, MEASURED = "handbook", "manuals"


class Weighed(Struct, frozen=True):
    """``log_odds`` is the model's word on the notes, None where it was seen without it that nothing
    is told.
    """

    question: str
    explained: bool
    log_odds: float | None


def explanations(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing."""
    if job.data is None or not job.data.is_dir():
        raise BadInput("This benchmark needs its documents.", "Give --data DIR, a folder of them.")
    with _explored(MEASURED, job.data, job) as (outcomes, engine):
        fitting = answerable.fit_of(engine.info(), EXPLANATION)
        about = {"fitted": fitting.data, "model": engine.info().model}
    chances = [_chance(outcome, fitting) for outcome in outcomes]
    pairs = list(zip(outcomes, chances, strict=True))
    right = interval([p < fitting.threshold for outcome, p in pairs if not outcome.explained])
    wrong = interval([p < fitting.threshold for outcome, p in pairs if outcome.explained])
    before = interval([outcome.log_odds is None for outcome in outcomes if not outcome.explained])
    area = auc(chances, [outcome.explained for outcome in outcomes])
    return [
        mean_row("unexplained_seen", right, "share", ">= 0.8", **about),
        mean_row("explained_refused", wrong, "share", "<= 0.1", **about),
        mean_row("unexplained_seen_without", before),
        row("explained_auc", area, "auc", n=len(outcomes), **about),
    ]


def fit_explanations(job: Job) -> list[Row]:
    """Put where the job's fits go; each question is left out in turn for what is reported."""
    with _explored(FITTED, SAMPLE, job) as (outcomes, engine):
        sha256 = engine.info().sha256
    cases = fit.Cases[str](EXPLANATION, ("explained",))  # the words asked stand in neighbours, too
    for outcome in outcomes:
        if outcome.log_odds is not None:
            cases.add([outcome.log_odds], outcome.explained, outcome.question)
    chances, able = cases.left_out(), cases.wanted
    threshold = fit_threshold(chances, able, EXPLAINED)
    measured = _figures(chances, threshold, able)
    whole = structs.replace(
        cases.fitted(),
        threshold=threshold,
        model=sha256,
        data=f"{len(able)} explorations of the handbook (evaluate/research/explanations.txt)",
        split="question by question, each by a fit on the others",
        measured=measured,
    )
    job.put(whole, lambda now: _figures(cases.by(now), now.threshold, able))
    return [row(f"explained_{name}", value, "share") for name, value in measured.items()]


def _figures(chances: list[float], threshold: float, able: list[bool]) -> dict[str, float]:
    unable = [not is_able for is_able in able]
    return {
        "auc": round(auc(chances, able), 4),
        "unexplained_seen": round(fit.refused(threshold, chances, unable), 4),
        "explained_refused": round(fit.refused(threshold, chances, able), 4),
    }


def _chance(one: Weighed, fitting: Calibrated) -> float:
    return 0.0 if one.log_odds is None else fitting.probability([one.log_odds])


@contextmanager
def _explored(group: str, folder: Path, job: Job) -> Iterator[tuple[list[Weighed], Engine]]:
    """What came of the group's questions."""
    with remembering(job, "explanations") as engine, of_folder(folder, job) as library:
        outcomes: list[Weighed] = []
        asked = _cases(group)[job.skip :][: job.limit or None]
        for question, explained in asked:
            job.run.step("Weighing", len(outcomes), len(asked), question)
            outcomes.append(_weighed(question, explained, library, engine, job))
        yield outcomes, engine


def _weighed(question: str, explained: bool, library: Library, engine: Engine, job: Job) -> Weighed:
    reading = Reading(question, Route("fact", "user", explains=True))
    context = replace(Context.of(library, engine, job.settings, job.run), reading=reading)
    chain = quick.explore(question, context)
    brief = contextualize(chain, room(context), engine, explains=True)
    about = offtopic.of_research(chain, brief.evidence, (), context) if brief.evidence else None
    if chain.foreign or about is None or not about.answers:
        return Weighed(question, explained, None)
    case = answerable.case(question, brief.text, brief.evidence)
    [(log_odds, _, _)] = answerable.weigh([case], engine, job.run, PROMPTS[EXPLANATION])
    return Weighed(question, explained, log_odds)


def _cases(group: str) -> list[tuple[str, bool]]:
    all_cases = cases("explanations.txt")
    return [(case.question, case.about) for case in all_cases if case.group == group]
