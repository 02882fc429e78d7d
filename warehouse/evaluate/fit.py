"""Fits: weights on named signals, from named data, by one command, with their left-out figures.

``logistic`` and ``multinomial`` are regressions with a ridge; columns are scaled to unit deviation
while fitting, so that the ridge means the same for each, and the weights given back are for the
columns as they came. ``trust`` are the deviations that columns get instead, where one signal is
worth more than each of some hundred others. ``left_out`` gives for each case the probabilities of
a fit that did not see its group, so that what is reported is not what was fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from warehouse.engine.calibrated import Calibrated

Rows = Sequence[Sequence[float]]
Fitting = Callable[[Rows, Sequence[str]], Calibrated]
STEPS = 2000
CONSTANT = 1e-6  # deviation below which a column tells nothing


def logistic(
    name: str,
    signals: Sequence[str],
    rows: Rows,
    wanted: Sequence[bool],
    ridge: float = 1.0,
    counts: Sequence[float] | None = None,
    trust: Sequence[float] = (),
) -> Calibrated:
    """Two labels, "no" and "yes". ``counts`` is how much each case counts, 1 where not given.

    Raises ValueError where a label is missing.
    """
    labels = ["yes" if one else "no" for one in wanted]
    bias, weights = _fitted(rows, labels, ridge, counts, trust)[1:]
    return Calibrated(name, ("no", "yes"), tuple(signals), bias, weights)


def multinomial(
    name: str,
    signals: Sequence[str],
    rows: Rows,
    labels: Sequence[str],
    ridge: float = 1.0,
    trust: Sequence[float] = (),
) -> Calibrated:
    """As many labels as there are, in alphabetical order; three or more."""
    names, bias, weights = _fitted(rows, labels, ridge, None, trust)
    return Calibrated(name, names, tuple(signals), bias, weights)


def _fitted(
    rows: Rows,
    labels: Sequence[str],
    ridge: float,
    counts: Sequence[float] | None = None,
    trust: Sequence[float] = (),
) -> tuple[tuple[str, ...], tuple[float, ...], tuple[tuple[float, ...], ...]]:
    """(labels, biases, weights of the columns as they came)."""
    from sklearn.linear_model import LogisticRegression  # costs a second to import

    given = np.asarray(rows, np.float64)
    middle, spread = given.mean(axis=0), given.std(axis=0)
    spread[spread < CONSTANT] = 1.0
    spread = spread / (np.asarray(trust, np.float64) if len(trust) else 1.0)
    model = LogisticRegression(C=1 / ridge, max_iter=STEPS)
    model.fit((given - middle) / spread, list(labels), sample_weight=counts)
    weights = model.coef_ / spread
    bias = model.intercept_ - weights @ middle
    names = tuple(map(str, model.classes_))
    return names, tuple(map(float, bias)), tuple(tuple(map(float, row)) for row in weights)


def left_out(
    fitting: Fitting, rows: Rows, labels: Sequence[str], groups: Sequence[Hashable]
) -> NDArray[np.float64]:
    """(cases, labels): each case by a fit on all groups but its own."""
    given = np.asarray(rows, np.float64)
    found: NDArray[np.float64] | None = None
    for group in dict.fromkeys(groups):
        own = np.asarray([one == group for one in groups])
        rest = [label for label, mine in zip(labels, own, strict=True) if not mine]
        chances = fitting(given[~own].tolist(), rest).probabilities(given[own].tolist())
        found = np.zeros((len(given), chances.shape[1])) if found is None else found
        found[own] = chances
    assert found is not None
    return found
