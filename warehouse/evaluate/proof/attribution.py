"""``muniment bench attribution``, ``fit-claims``: sentences of models, judged by people and by us.

``pairs.jsonl`` holds sentences, each with its source and whether people call it supported, of
several sets (QAGS of CNN/DM and of XSum, Wang et al. 2020; BEGIN of WoW and of TopicalChat, Dziri
et al. 2022). Every set is judged by a fit on the other sets: ``attribution_auc_SET`` of the
probability, ``attribution_balanced_SET`` the mean of the shares of right verdicts on both kinds,
where *quoted* and *supported* say yes. ``supported_precision_SET`` is the share that people call
supported of what is called so, ``partly_share`` and ``not_found_share`` the same of the other
states. ``without_SIGNAL`` is the mean AUC of a fit that lacks the signal. Every set counts the
same, in the fit and in means. Model calls are kept, so that nothing is asked twice.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import partial
from itertools import chain, groupby, zip_longest
from pathlib import Path

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from warehouse.engine.calibrated import Calibrated
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.errors import BadInput
from warehouse.evaluate import fit
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.metrics import auc, auc_interval, interval, mean_row
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import model_of, thinking
from warehouse.proof import checks, counted, entailment
from warehouse.proof.entailment import OF_MODEL, PARTLY, SIGNALS, Pair
from warehouse.results.records import ClaimState
from warehouse.run import Run
from warehouse.settings import home

FILE = "pairs.jsonl"
BATCH = 6
PRECISE = 0.85  # share of *supported* that people call so, from which the threshold is chosen
RIDGE = 0.4  # a case: how far words tell differs from set to set, so no weight may grow large
MARGIN = 1e-6
PUBLISHED = "TRUE (Honovich et al. 2022), zero-shot, up to 11B: CNN/DM .81-.84, XSum .71-.84"
_SPLIT = re.compile(r"(?<=\d)([.,]) (?=\d)")
States = Sequence[ClaimState]


class Judged(Struct, frozen=True):
    """A sentence that a model wrote of ``source``; ``supported`` is what people say."""

    id: str
    set: str
    source: str
    sentence: str
    supported: int


class Case(Struct, frozen=True):
    """A judged sentence with its signals; ``copied`` and ``doubted`` by the exact checks."""

    set: str
    true: bool
    signals: tuple[float, ...]
    copied: bool
    doubted: bool


def attribution(job: Job) -> list[Row]:
    """Raises BadInput without the data, ModelMissing."""
    cases, info = _asked(job)
    return rows(cases, info)


def fit_claims(job: Job) -> list[Row]:
    """Make the fits of the claim check anew from ``job.data``, and tell their figures."""
    cases, info = _asked(job)
    assert job.data is not None
    for weights in fitted(cases, info, f"{job.data.name}/{FILE}"):
        job.put(weights, partial(_measured, cases))
    return rows(cases, info)


def _asked(job: Job) -> tuple[list[Case], EngineInfo]:
    if job.data is None or not (job.data / FILE).is_file():
        raise BadInput("This benchmark needs its data.", f"Give --data DIR with {FILE}.")
    judged = read(job.data, job.limit)
    with thinking(job) as engine:
        return seen(judged, engine, job.run), engine.info()


def read(folder: Path, limit: int = 0) -> list[Judged]:
    """In an order by hash, the sets in turn, at most ``limit`` of each. Raises BadInput."""
    judged = lines(folder / FILE, Judged)
    judged.sort(key=lambda one: hashlib.sha256(one.id.encode()).digest())
    turns = zip_longest(*(places[: limit or None] for places in _by_set(judged).values()))
    return [judged[at] for at in chain.from_iterable(turns) if at is not None]


def seen(judged: Sequence[Judged], engine: Engine, run: Run) -> list[Case]:
    """The sentences with their signals, in their order; the model's replies are kept."""
    pairs = [Pair(judgement.sentence, _SPLIT.sub(r"\1", judgement.source)) for judgement in judged]
    signals: list[tuple[float, ...]] = []
    kept = home() / "bench" / "attribution.db"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with Journal(kept) as journal:
        journaled = Journaled(engine, journal)
        for start in range(0, len(pairs), BATCH):
            run.step("Judging sentences", start, len(pairs))
            signals += entailment.signals(pairs[start : start + BATCH], journaled, run)
    return [
        Case(
            judgement.set,
            bool(judgement.supported),
            values,
            checks.is_quoted(pair.claim, [pair.evidence]),
            bool(
                checks.missing_facts(pair.claim, pair.evidence)
                or checks.exchanged_names(pair.claim, pair.evidence)
                or counted.other_things(pair.claim, pair.evidence)
            ),
        )
        for judgement, pair, values in zip(judged, pairs, signals, strict=True)
    ]


def fitted(cases: Sequence[Case], info: EngineInfo, data: str) -> tuple[Calibrated, Calibrated]:
    """Weights from all sets, and the threshold and figures from sets left out: of all signals, and
    of the model's alone. Raises BadInput.
    """
    return (
        _calibrated(entailment.FIT, cases, range(len(SIGNALS)), info, data),
        _calibrated(entailment.FIT_FOREIGN, cases, range(OF_MODEL), info, data),
    )


def _calibrated(
    name: str, cases: Sequence[Case], signals: Sequence[int], info: EngineInfo, data: str
) -> Calibrated:
    chances = probabilities(cases, signals)
    shift, slope = _scale(cases, chances)
    left_out = _rescaled(cases, chances)
    threshold = _threshold(cases, left_out)
    measured = {figure.name: figure.value for figure in _figures(cases, left_out, threshold)}
    fitted = _fit(cases, signals)
    return structs.replace(
        fitted,
        name=name,
        bias=(shift + slope * fitted.bias[0],),
        weights=(tuple(slope * weight for weight in fitted.weights[0]),),
        threshold=threshold,
        model=info.sha256,
        data=f"{data}: {len(cases)} sentences",
        split="scale, threshold and figures: each set by a fit on the others",
        measured=measured,
    )


def _measured(cases: Sequence[Case], fit: Calibrated) -> dict[str, float]:
    """The figures of a fit that was made on others."""
    given = [case.signals[: len(fit.signals)] for case in cases]
    figures = _figures(cases, fit.probabilities(given)[:, 1], fit.threshold)
    return {figure.name: figure.value for figure in figures}


def probabilities(
    cases: Sequence[Case], signals: Sequence[int] = range(len(SIGNALS))
) -> NDArray[np.float64]:
    """That a sentence is supported, by a fit on the other sets."""
    chances = np.zeros(len(cases))
    for name, places in _by_set(cases).items():
        others = [case for case in cases if case.set != name]
        if len({case.true for case in others}) < 2:
            raise BadInput("Sentences of two sets are needed, supported ones and others in each.")
        fit_ = _fit(others, signals)
        given = [[cases[at].signals[column] for column in signals] for at in places]
        chances[places] = fit_.probabilities(given)[:, 1]
    return chances


def rows(cases: Sequence[Case], info: EngineInfo) -> list[Row]:
    """The figures on sets left out, then what each signal carries."""
    about = {
        **model_of(info),
        "fitted_on": "the other sets",
        "measured_on": "the set left out",
        "published": PUBLISHED,
    }
    left_out = _rescaled(cases, probabilities(cases))
    figures = _figures(cases, left_out, _threshold(cases, left_out))
    for at, signal in enumerate(SIGNALS):
        rest = [column for column in range(len(SIGNALS)) if column != at]
        figures.append(_without(f"without_{signal}", cases, rest))
    figures.append(_without("without_model", cases, range(OF_MODEL, len(SIGNALS))))
    return [structs.replace(figure, context={**figure.context, **about}) for figure in figures]


def _figures(
    cases: Sequence[Case], probability: NDArray[np.float64], threshold: float
) -> list[Row]:
    states = [_state(*pair, threshold) for pair in zip(cases, probability, strict=True)]
    figures, balanced = [], []
    for name, places in _by_set(cases).items():
        labels = [cases[at].true for at in places]
        if len(set(labels)) < 2:
            continue
        area = auc_interval([float(probability[at]) for at in places], labels)
        figures.append(mean_row(f"attribution_auc_{name}", area, "AUC", ">= 0.82"))
        kept = [states[at] in ("quoted", "supported") for at in places]
        right = [
            [k == t for k, t in zip(kept, labels, strict=True) if t is w] for w in (True, False)
        ]
        balanced.append(float(np.mean([np.mean(group) for group in right])))
        figures.append(
            row(f"attribution_balanced_{name}", balanced[-1], "share", cases=len(places))
        )
        figures += _share(f"supported_precision_{name}", [cases[at] for at in places],
                        [states[at] for at in places], ("supported",))  # fmt: skip
    figures.append(row("attribution_balanced", float(np.mean(balanced)), "share", ">= 0.76"))
    figures += _share("supported_precision", cases, states, ("supported",), f">= {PRECISE}")
    figures += _share("quoted_share", cases, states, ("quoted",))
    figures += _share("partly_share", cases, states, ("partly",))
    return [*figures, *_share("not_found_share", cases, states, ("not found",))]


def _share(
    name: str, cases: Sequence[Case], states: States, wanted: States, want: str = ""
) -> list[Row]:
    """How many of the sentences in these states people call supported; nothing where none is."""
    labels = [case.true for case, state in zip(cases, states, strict=True) if state in wanted]
    return [mean_row(name, interval(labels), "share", want)] if labels else []


def _state(case: Case, probability: float, threshold: float) -> ClaimState:
    """As the ledger gives it (proof/claims.py)."""
    if case.copied:
        return "quoted"
    if probability >= threshold and not case.doubted:
        return "supported"
    return "partly" if probability >= PARTLY else "not found"


def _threshold(cases: Sequence[Case], probability: NDArray[np.float64]) -> float:
    """The lowest from which PRECISE of what is called supported is so, every set counting alike."""
    counts = _counts(cases)
    open_ = [
        (float(chance), case.true, count)
        for chance, case, count in zip(probability, cases, counts, strict=True)
        if not case.copied and not case.doubted
    ]
    open_.sort(reverse=True)
    right = total = 0.0
    lowest = 1.0
    for chance, alike in groupby(open_, key=lambda one: one[0]):
        for _, true, count in alike:
            total += count
            right += count * true
        if right >= PRECISE * total:
            lowest = chance
    return lowest


def _without(name: str, cases: Sequence[Case], signals: Sequence[int]) -> Row:
    """The mean AUC of a fit on these signals alone."""
    chances, areas = _rescaled(cases, probabilities(cases, signals)).tolist(), []
    for places in _by_set(cases).values():
        labels = [cases[at].true for at in places]
        if len(set(labels)) == 2:
            areas.append(auc([chances[at] for at in places], labels))
    return row(name, float(np.mean(areas)), "AUC")


def _fit(cases: Sequence[Case], signals: Sequence[int]) -> Calibrated:
    return fit.logistic(
        entailment.FIT,
        [SIGNALS[at] for at in signals],
        [[case.signals[at] for at in signals] for case in cases],
        [case.true for case in cases],
        RIDGE * len(cases),
        _counts(cases),
    )


def _scale(cases: Sequence[Case], left_out: NDArray[np.float64]) -> tuple[float, float]:
    """What makes the log odds of sets left out right on the mean: shift and slope (Platt 1999)."""
    rows = [[odds] for odds in _log_odds(left_out).tolist()]
    platt = fit.logistic(
        "", ("log odds",), rows, [case.true for case in cases], 1.0, _counts(cases)
    )
    return platt.bias[0], platt.weights[0][0]


def _rescaled(cases: Sequence[Case], left_out: NDArray[np.float64]) -> NDArray[np.float64]:
    shift, slope = _scale(cases, left_out)
    scaled = 1 / (1 + np.exp(-shift - slope * _log_odds(left_out)))
    return np.where([case.copied for case in cases], 1.0, scaled)


def _log_odds(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    inside = np.clip(probability, MARGIN, 1 - MARGIN)
    return np.asarray(np.log(inside / (1 - inside)))


def _counts(cases: Sequence[Case]) -> list[float]:
    """How much each counts, so that every set counts the same; 1 on the mean."""
    sets = _by_set(cases)
    return [len(cases) / (len(sets) * len(sets[case.set])) for case in cases]


def _by_set(cases: Sequence[Judged | Case]) -> dict[str, list[int]]:
    """The places of the sentences of each set."""
    places: dict[str, list[int]] = {}
    for at, case in enumerate(cases):
        places.setdefault(case.set, []).append(at)
    return places
