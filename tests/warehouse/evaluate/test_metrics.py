"""Measures of answers, and their intervals."""

from __future__ import annotations

import pytest

from warehouse.evaluate import metrics


@pytest.mark.parametrize(
    ("answer", "gold", "em", "f1"),
    [
        ("The Eiffel Tower.", "eiffel tower", 1, 1),
        ("Gustave Eiffel", "Eiffel", 0, 2 / 3),
        ("yes, it is", "yes", 0, 0),
        ("yes", "Yes.", 1, 1),
        ("no", "yes", 0, 0),
        ("", "Paris", 0, 0),
        ("in in Paris", "in Paris", 0, 0.8),
    ],
)
def test_answers(answer: str, gold: str, em: float, f1: float) -> None:
    assert metrics.exact_match(answer, gold) == em
    assert metrics.f1(answer, gold) == pytest.approx(f1)


def test_precision_recall() -> None:
    assert metrics.precision_recall({1, 2, 3, 4}, {1, 2, 9}) == (0.5, pytest.approx(2 / 3))
    assert metrics.precision_recall((), {1}) == (0.0, 0.0)


def test_intervals() -> None:
    share = metrics.interval([1, 0] * 50)
    assert share.mean == 0.5
    assert 0.39 < share.low < 0.42
    assert 0.58 < share.high < 0.61
    assert share == metrics.interval([1, 0] * 50)
    assert str(share).endswith("(95 %, n=100)")
    with pytest.raises(ValueError, match="no values"):
        metrics.interval([])


def test_a_paired_difference_sees_what_two_means_hide() -> None:
    first = [0.1 * i for i in range(20)]
    gain = metrics.paired(first, [value + 0.05 for value in first])
    assert gain.low == pytest.approx(0.05)
    assert gain.high == pytest.approx(0.05)


def test_auc() -> None:
    assert metrics.auc([3, 2, 1], [True, True, False]) == 1.0
    assert metrics.auc([1, 1], [True, False]) == 0.5
