"""Thresholds that belong to one model: fitted on labelled pairs, stored with the model's SHA-256.

A probability of ``choose`` or a likelihood of ``score`` means something else in every model. For a
wanted recall the threshold is the highest score that still keeps this share of the true pairs.
What it achieves is told twice: on the pairs it was fitted on, which flatters it, and as a 95 %
interval from the bootstrap's left-out pairs (Efron and Tibshirani, 1993, chapter 17): each of the
resamples fits its own threshold and is judged on the pairs it did not draw.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from warehouse.disk.durable import read_json, write_whole
from warehouse.errors import BadInput
from warehouse.settings import home

Purpose = Literal["claims", "enough", "absence", "screening"]
RESAMPLES = 1000
FEWEST = 10
SEED = 42

_Scores = NDArray[np.float64]
_Labels = NDArray[np.bool_]


class Interval(Struct, frozen=True):
    """95 %."""

    low: float
    high: float


class Threshold(Struct, frozen=True):
    """At or above ``value`` a pair counts as true.

    ``prompt`` is the hash of the prompt files that made the scores: another prompt, another
    threshold. ``recall`` and ``precision`` are on the pairs fitted on, the intervals on pairs left
    out.
    """

    purpose: Purpose
    model: str
    sha256: str
    prompt: str
    value: float
    wanted_recall: float
    pairs: int
    true_pairs: int
    recall: float
    precision: float
    recall_interval: Interval
    precision_interval: Interval
    made: str


def fit_threshold(scores: Sequence[float], labels: Sequence[bool], wanted_recall: float) -> float:
    """The highest threshold that keeps ``wanted_recall`` of the true pairs. Raises BadInput."""
    return _fit(*_checked(scores, labels, wanted_recall), wanted_recall)


def calibrated(
    purpose: Purpose,
    model: str,
    sha256: str,
    prompt: str,
    scores: Sequence[float],
    labels: Sequence[bool],
    wanted_recall: float,
) -> Threshold:
    """A threshold with what it achieves. Raises BadInput with fewer than FEWEST of either kind."""
    given, true = _checked(scores, labels, wanted_recall)
    value = _fit(given, true, wanted_recall)
    recall, precision = _achieved(given, true, value)
    recalls, precisions = _left_out(given, true, wanted_recall)
    return Threshold(
        purpose=purpose,
        model=model,
        sha256=sha256,
        prompt=prompt,
        value=value,
        wanted_recall=wanted_recall,
        pairs=len(given),
        true_pairs=int(true.sum()),
        recall=recall,
        precision=precision,
        recall_interval=_interval(recalls),
        precision_interval=_interval(precisions),
        made=time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
    )


def keep(threshold: Threshold) -> None:
    """Store it in the home in place of an earlier one for the same model, purpose and prompt."""
    others = [earlier for earlier in stored() if _key(earlier) != _key(threshold)]
    write_whole(_file(), msgspec.json.format(msgspec.json.encode([*others, threshold]), indent=1))


def forget(purpose: Purpose, sha256: str) -> None:
    """What was fitted to weights that are no more."""
    others = [one for one in stored() if (one.purpose, one.sha256) != (purpose, sha256)]
    write_whole(_file(), msgspec.json.format(msgspec.json.encode(others), indent=1))


def stored() -> tuple[Threshold, ...]:
    """All of them; an unreadable file counts as none."""
    return read_json(_file(), tuple[Threshold, ...], ())


def find(purpose: Purpose, sha256: str, prompt: str) -> Threshold | None:
    """The threshold of this model for these prompts, None where it was never fitted."""
    wanted = (purpose, sha256, prompt)
    return next((threshold for threshold in stored() if _key(threshold) == wanted), None)


def _key(one: Threshold) -> tuple[str, str, str]:
    return one.purpose, one.sha256, one.prompt


def _checked(
    scores: Sequence[float], labels: Sequence[bool], wanted_recall: float
) -> tuple[_Scores, _Labels]:
    if len(scores) != len(labels) or not all(map(math.isfinite, scores)):
        raise BadInput("Every pair needs one finite score and one label.")
    if not 0 < wanted_recall <= 1:
        raise BadInput(f"A recall of {wanted_recall} cannot be wanted: it lies between 0 and 1.")
    true = sum(map(bool, labels))
    if min(true, len(labels) - true) < FEWEST:
        raise BadInput(
            f"{true} true and {len(labels) - true} false pairs are too few; "
            f"{FEWEST} of each are needed."
        )
    return np.asarray(scores, np.float64), np.asarray(labels, np.bool_)


def _fit(scores: _Scores, true: _Labels, wanted_recall: float) -> float:
    ranked = np.sort(scores[true])[::-1]
    return float(ranked[math.ceil(wanted_recall * len(ranked) - 1e-9) - 1])


def _achieved(scores: _Scores, true: _Labels, value: float) -> tuple[float, float]:
    """(recall, precision); the precision of keeping nothing is 1."""
    kept = scores >= value
    right = int((kept & true).sum())
    return right / int(true.sum()), right / int(kept.sum()) if kept.any() else 1.0


def _left_out(
    scores: _Scores, true: _Labels, wanted_recall: float
) -> tuple[list[float], list[float]]:
    chance = np.random.default_rng(SEED)
    recalls, precisions = [], []
    for _ in range(RESAMPLES):
        drawn = chance.integers(0, len(scores), len(scores))
        rest = np.ones(len(scores), np.bool_)
        rest[drawn] = False
        if not true[drawn].any() or not true[rest].any():
            continue
        value = _fit(scores[drawn], true[drawn], wanted_recall)
        recall, precision = _achieved(scores[rest], true[rest], value)
        recalls.append(recall)
        precisions.append(precision)
    return recalls, precisions


def _interval(values: Sequence[float]) -> Interval:
    low, high = np.quantile(np.asarray(values), (0.025, 0.975))
    return Interval(float(low), float(high))


def _file() -> Path:
    return home() / "calibrations.json"
