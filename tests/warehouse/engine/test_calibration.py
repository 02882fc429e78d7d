from __future__ import annotations

import random

import pytest

from warehouse.engine import calibration
from warehouse.errors import BadInput
from warehouse.settings import home


def pairs(count: int = 200, apart: float = 2.0) -> tuple[list[float], list[bool]]:
    chance = random.Random(3)
    labels = [number % 2 == 0 for number in range(count)]
    return [chance.gauss(apart if label else 0.0, 1.0) for label in labels], labels


def made(scores: list[float], labels: list[bool], recall: float) -> calibration.Threshold:
    return calibration.calibrated("claims", "Tiny", "a" * 64, "p" * 64, scores, labels, recall)


def test_the_threshold_keeps_the_wanted_share_and_not_one_more() -> None:
    scores = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0] * 2
    labels = [True] * 10 + [False] * 10
    assert calibration.fit_threshold(scores, labels, 0.8) == 0.2
    assert calibration.fit_threshold(scores, labels, 1.0) == 0.0
    assert calibration.fit_threshold(scores, labels, 0.75) == 0.2


def test_what_it_achieves_is_told_on_the_pairs_and_on_those_left_out() -> None:
    found = made(*pairs(), 0.9)
    assert (found.pairs, found.true_pairs) == (200, 100)
    assert found.recall == 0.9
    assert found.recall_interval.low < 0.9 < found.recall_interval.high
    assert found.precision_interval.low < found.precision < found.precision_interval.high
    assert made(*pairs(apart=6), 0.9).precision == 1.0


def test_the_interval_covers_the_recall_on_new_pairs() -> None:
    scores, labels = pairs(400)
    found = made(scores[:200], labels[:200], 0.9)
    kept = [score >= found.value for score, label in zip(scores, labels, strict=True) if label]
    fresh = sum(kept[100:]) / 100
    assert found.recall_interval.low <= fresh <= found.recall_interval.high


def test_too_few_or_broken_pairs_are_refused() -> None:
    scores, labels = pairs(30)
    for given, told, recall in (
        (scores, labels[:-1], 0.9),
        ([*scores[:-1], float("nan")], labels, 0.9),
        (scores, labels, 0.0),
        (scores, [True] * 25 + [False] * 5, 0.9),
    ):
        with pytest.raises(BadInput):
            calibration.fit_threshold(given, told, recall)


def test_a_threshold_belongs_to_model_purpose_and_prompt() -> None:
    calibration.keep(made(*pairs(), 0.9))
    calibration.keep(made(*pairs(), 0.8))
    assert len(calibration.stored()) == 1
    there = calibration.find("claims", "a" * 64, "p" * 64)
    assert there is not None
    assert there.wanted_recall == 0.8
    assert calibration.find("claims", "b" * 64, "p" * 64) is None
    assert calibration.find("claims", "a" * 64, "q" * 64) is None
    assert calibration.find("enough", "a" * 64, "p" * 64) is None
    (home() / "calibrations.json").write_text("{")
    assert calibration.stored() == ()
