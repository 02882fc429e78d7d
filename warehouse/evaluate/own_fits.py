"""``muniment models calibrate``: the fits that hang on a model, made for the one in use.

Each purpose is a benchmark that makes fits (bench.py), done with the model that is open, its fits
kept in the home instead of shipped. What the model replied is kept, so that one that was stopped
goes on where it was. Two thresholds are fitted to weights of a purpose, and go with the old ones.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from warehouse.engine import calibrated, calibration
from warehouse.engine.calibrated import Calibrated
from warehouse.engine.protocol import EngineInfo
from warehouse.evaluate import bench
from warehouse.evaluate.question import kinds, questions
from warehouse.evaluate.records import Figures, Job
from warehouse.evaluate.research import manuals
from warehouse.methods.absence import answerable

TOLD = ("kind_right", "kind_right_where_sure")
OWN = frozenset({"own"})  # no row of what hangs on no model


class Purpose(Struct, frozen=True):
    """``bench`` makes ``fits`` for the model that ``prompt`` is put to; ``needs`` says what
    ``--data`` has to hold, "" where all ships; ``threshold`` is what was fitted to the weights.
    """

    about: str
    bench: str
    fits: tuple[str, ...]
    needs: str = ""
    prompt: str = ""
    threshold: calibration.Purpose | None = None


_MANUALS = ", ".join(
    sorted(
        {
            place.document
            for question in manuals.questions(manuals.TRAIN)
            for need in question.gold
            for place in need
        }
    )
)
_QUESTIONS = "corpus.jsonl and questions.jsonl, questions with their gold sentences"
PURPOSES: Mapping[str, Purpose] = {
    "kinds": Purpose(
        "what a question is taken for", "fit-kinds",
        ("kinds-model", "kinds", "explains", "compares", "counted"),
    ),
    "explained": Purpose("whether it is explained", "fit-explanations", ("explained",)),
    "claims": Purpose(
        "what is said by its source", "fit-claims", ("claims", "claims_foreign"),
        "pairs.jsonl, sentences that people have judged",
    ),
    "answers": Purpose(
        "whether it is answered", "fit-answers", ("answers",), _QUESTIONS, threshold="absence"
    ),
    "documents-asked": Purpose(
        "which documents are opened", "fit-screening", ("documents-asked",), _QUESTIONS,
        "likelihood", "screening",
    ),
    "sentences-asked": Purpose(
        "which sentences tell a part", "fit-sentences-asked", ("sentences-asked",), _MANUALS
    ),
    "answers-of-long": Purpose(
        "whether long documents answer", "fit-answers-of-long", ("answers-of-long",), _MANUALS
    ),
    "explained-of-long": Purpose(
        "whether long documents explain", "fit-explained-of-long", ("explained-of-long",), _MANUALS
    ),
}  # fmt: skip
THRESHOLDS: Mapping[str, str] = {
    "enough": _QUESTIONS, "absence": _QUESTIONS, "screening": _QUESTIONS,
}  # fmt: skip


class Figure(Struct, frozen=True):
    """``before`` is by the fit that was in use until then, None where that is not told."""

    name: str
    before: float | None
    after: float


class Made(Struct, frozen=True):
    """``forgotten`` is the threshold that went with the weights it was fitted to, "" for none."""

    fits: tuple[Calibrated, ...]
    figures: tuple[Figure, ...]
    forgotten: str = ""


def has_threshold(purpose: str, info: EngineInfo) -> bool:
    """Was it fitted to this model?"""
    return (purpose, info.sha256) in {(one.purpose, one.sha256) for one in calibration.stored()}


def in_use(name: str, info: EngineInfo) -> Calibrated:
    """As the program takes it."""
    if name in answerable.PROMPTS:
        return answerable.fit_of(info, name)
    return calibrated.of_model(name, info.sha256)


def is_there(name: str, job: Job) -> bool:
    """Are the fits in use those of the model?"""
    assert job.engine is not None
    purpose = PURPOSES[name]
    info = job.engine.info(purpose.prompt)
    fits = (calibrated.of_model(fit, info.sha256) for fit in purpose.fits)
    return not any(fit.uncalibrated for fit in fits)


def make(name: str, job: Job) -> Made:
    """Make the fits of a purpose with the job's engine, and keep them.

    Raises BadInput for data that is not there, Cancelled, EngineError.
    """
    assert job.engine is not None
    purpose, info = PURPOSES[name], job.engine.info(PURPOSES[name].prompt)
    fits: list[Calibrated] = []
    told: list[Figure] = []

    def keep(fit: Calibrated, figures: Figures | None) -> None:
        before = figures(in_use(fit.name, info)) if figures else {}
        told.extend(
            Figure(f"{fit.name}: {figure}", before.get(figure), value)
            for figure, value in fit.measured.items()
        )
        calibrated.keep(fit)
        fits.append(fit)

    unseen = _on_unseen(job) if name == "kinds" else {}
    for _ in bench.measure(bench.BENCHES[purpose.bench], structs.replace(job, keep=keep, rows=OWN)):
        pass
    gone = purpose.threshold
    if gone is not None and has_threshold(gone, info):
        calibration.forget(gone, info.sha256)
    else:
        gone = None
    after = _on_unseen(job) if unseen else {}
    told += [Figure(figure, unseen.get(figure), value) for figure, value in after.items()]
    return Made(tuple(fits), tuple(told), gone or "")


def _on_unseen(job: Job) -> dict[str, float]:
    """Of the fits in use, on questions that none was made from: vectors have seen the others."""
    rows = kinds.kinds(structs.replace(job, data=questions.beside(questions.TEST), limit=0))
    return {row.name: row.value for row in rows if row.name in TOLD}
