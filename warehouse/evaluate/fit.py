"""Fits: weights on named signals, from named data, by one command, with their left-out figures.

``logistic`` and ``multinomial`` are regressions with a ridge; columns are scaled to unit deviation
while fitting, so that the ridge means the same for each, and the weights given back are for the
columns as they came. ``trust`` are the deviations that columns get instead, where one signal is
worth more than each of some hundred others. ``left_out`` gives for each case the probabilities of
a fit that did not see its group, so that what is reported is not what was fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from warehouse.engine.calibrated import Calibrated

Rows = Sequence[Sequence[float]]
Fitting = Callable[[Rows, Sequence[str]], Calibrated]
STEPS = 2000
_Group = TypeVar("_Group", bound=Hashable)
CONSTANT = 1e-6  # deviation below which a column tells nothing


class Cases(Generic[_Group]):
    """What a fit of two labels is made from: signals, whether they are of a case that is wanted,
    and its group, which is left out as a whole.
    """

    def __init__(self, name: str, signals: Sequence[str], ridge: float = 1.0) -> None:
        self.name, self.signals, self.ridge = name, signals, ridge
        self.rows: list[Sequence[float]] = []
        self.wanted: list[bool] = []
        self.groups: list[_Group] = []

    def add(self, row: Sequence[float], wanted: bool, group: _Group) -> None:
        self.rows.append(row)
        self.wanted.append(wanted)
        self.groups.append(group)

    def left_out(self, parts: Sequence[Hashable] = ()) -> list[float]:
        """The chance of each that it is wanted; left out are ``parts`` instead, where given."""
        labels = yes_or_no(self.wanted)
        chances = left_out(self._fitted, self.rows, labels, parts or self.groups)
        return [float(chance) for chance in chances[:, 1]]

    def by(self, fit: Calibrated) -> list[float]:
        """The chance of each by a fit that was made before."""
        return [fit.probability(row) for row in self.rows]

    def fitted(self) -> Calibrated:
        return self._fitted(self.rows, yes_or_no(self.wanted))

    def _fitted(self, rows: Rows, labels: Sequence[str]) -> Calibrated:
        return multinomial(self.name, self.signals, rows, labels, self.ridge)


def logistic(
    name: str,
    signals: Sequence[str],
    rows: Rows,
    wanted: Sequence[bool],
    ridge: float = 1.0,
    counts: Sequence[float] | None = None,
) -> Calibrated:
    """Two labels, "no" and "yes". ``counts`` is how much each case counts, 1 where not given.

    Raises ValueError where a label is missing.
    """
    return multinomial(name, signals, rows, yes_or_no(wanted), ridge, counts)


def multinomial(
    name: str,
    signals: Sequence[str],
    rows: Rows,
    labels: Sequence[str],
    ridge: float = 1.0,
    counts: Sequence[float] | None = None,
    trust: Sequence[float] = (),
) -> Calibrated:
    """As many labels as there are, in alphabetical order; of two it is a logistic one."""
    from sklearn.linear_model import LogisticRegression  # costs a second to import

    given = np.asarray(rows, np.float64)
    middle, spread = given.mean(axis=0), given.std(axis=0)
    spread[spread < CONSTANT] = 1.0
    spread = spread / (np.asarray(trust, np.float64) if len(trust) else 1.0)
    model = LogisticRegression(C=1 / ridge, max_iter=STEPS)
    model.fit((given - middle) / spread, list(labels), sample_weight=counts)
    weights = model.coef_ / spread
    bias = model.intercept_ - weights @ middle
    return Calibrated(
        name,
        tuple(map(str, model.classes_)),
        tuple(signals),
        tuple(map(float, bias)),
        tuple(tuple(map(float, row)) for row in weights),
    )


def yes_or_no(wanted: Sequence[bool]) -> list[str]:
    return ["yes" if is_wanted else "no" for is_wanted in wanted]


def left_out(
    fitting: Fitting, rows: Rows, labels: Sequence[str], groups: Sequence[Hashable]
) -> NDArray[np.float64]:
    """(cases, labels): each case by a fit on all groups but its own."""
    given = np.asarray(rows, np.float64)
    whole: NDArray[np.float64] | None = None
    for group in dict.fromkeys(groups):
        held = np.asarray([other == group for other in groups])
        rest = [label for label, mine in zip(labels, held, strict=True) if not mine]
        chances = fitting(given[~held].tolist(), rest).probabilities(given[held].tolist())
        whole = np.zeros((len(given), chances.shape[1])) if whole is None else whole
        whole[held] = chances
    assert whole is not None
    return whole


def refused(threshold: float, chances: Sequence[float], counted: Sequence[bool]) -> float:
    """The share of those counted that are below the threshold."""
    own = [chance for chance, counts in zip(chances, counted, strict=True) if counts]
    return sum(chance < threshold for chance in own) / len(own)
