"""Logistic regression with a ridge, for fitting a few weights on a few hundred labelled pairs.

Newton's method on the penalised likelihood (Hastie, Tibshirani and Friedman, 2009, section 4.4);
the bias is not penalised. Columns are scaled to unit deviation while fitting, so that the ridge
means the same for each; the weights given back are for the columns as they came.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

STEPS = 60


def fit(
    rows: Sequence[Sequence[float]], labels: Sequence[bool], ridge: float = 1.0
) -> tuple[float, tuple[float, ...]]:
    """(bias, a weight for each column). Raises ValueError where one label is missing."""
    given = np.asarray(rows, np.float64)
    true = np.asarray(labels, np.float64)
    if not len(true) or true.min() == true.max():
        raise ValueError("both kinds of cases are needed")
    middle, spread = given.mean(axis=0), given.std(axis=0)
    spread[spread == 0] = 1.0
    design = np.hstack([np.ones((len(given), 1)), (given - middle) / spread])
    weights = _newton(design, true, ridge)
    slopes = weights[1:] / spread
    return float(weights[0] - slopes @ middle), tuple(map(float, slopes))


def _newton(
    design: NDArray[np.float64], true: NDArray[np.float64], ridge: float
) -> NDArray[np.float64]:
    weights = np.zeros(design.shape[1])
    penalty = np.full(len(weights), ridge)
    penalty[0] = 1e-9
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        slope = design.T @ (true - chance) - penalty * weights
        curve = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return weights
