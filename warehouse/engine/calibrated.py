"""A fit: named signals in, probabilities out, with what it was fitted on. The one such type.

The weights lie in ``assets/fits/NAME.json``, a file a fit, made by ``muniment bench fit``
(warehouse/evaluate/fit.py). Where a signal is a model's, the file names the model: on another one
the same weights mean something else, so ``of_model`` gives the fit made for it on this machine, or
the shipped one marked as uncalibrated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from warehouse.disk.durable import read_json, write_whole
from warehouse.settings import ASSETS, home

FOLDER = ASSETS / "fits"
STEEPEST = 30.0  # log odds; beyond it exp() says nothing more
SMALLEST = 1e-6
_ADVICE = "“muniment models calibrate” fits this one, or says what it needs"
AS_ANOTHER = f"weighed as for another model; {_ADVICE}"
"""What is told of a decision by a fit that is ``uncalibrated``."""
BY_HAND = "by figures set by hand"
UNFITTED = f"{BY_HAND}; {_ADVICE}"
"""What is told of one by weights or a threshold that could be fitted to this model."""


class Calibrated(Struct, frozen=True):
    """A logistic fit where there are two ``labels``, of which the second is the one wanted; else a
    multinomial one (Hastie, Tibshirani and Friedman, 2009, section 4.4).

    ``weights`` has a row a label (one row where there are two), a column a signal. ``threshold`` is
    the probability from which the wanted label counts. ``model`` is the SHA-256 of the model whose
    signals went in, "" where none did; ``data`` and ``split`` say in words on what it was fitted
    and how ``measured`` was taken.
    """

    name: str
    labels: tuple[str, ...]
    signals: tuple[str, ...]
    bias: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]
    threshold: float = 0.5
    model: str = ""
    data: str = ""
    split: str = ""
    measured: Mapping[str, float] = {}
    uncalibrated: bool = False

    def probabilities(self, rows: Sequence[Sequence[float]]) -> NDArray[np.float64]:
        """(cases, labels), each row summing to 1. ValueError for a wrong number of signals."""
        given = np.asarray(rows, np.float64).reshape(len(rows), len(self.signals))
        scores = given @ np.asarray(self.weights, np.float64).T + np.asarray(self.bias)
        if len(self.labels) == 2:
            chance = 1 / (1 + np.exp(-np.clip(scores[:, 0], -STEEPEST, STEEPEST)))
            return np.stack([1 - chance, chance], axis=1)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))

    def probability(self, signals: Sequence[float]) -> float:
        """Of the wanted label of a logistic fit."""
        return float(self.probabilities([signals])[0, 1])


def log_odds(probability: float) -> float:
    """Of a probability within SMALLEST of 0 or 1 that of SMALLEST."""
    inside = min(1 - SMALLEST, max(SMALLEST, probability))
    return math.log(inside / (1 - inside))


@cache
def shipped(name: str) -> Calibrated:
    """The fit of this name. A missing or damaged file is a fault of the program."""
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Calibrated)


def of_model(name: str, sha256: str) -> Calibrated:
    """The fit for this very model: made on this machine, else shipped, else the shipped one of
    another model, marked ``uncalibrated``.
    """
    local = read_json(_own(name, sha256), Calibrated, None)
    if local is not None and local.signals == shipped(name).signals:
        return local
    fit = shipped(name)
    return structs.replace(fit, uncalibrated=fit.model not in ("", sha256))


def save(fit: Calibrated, file: Path) -> None:
    """Raises OSError."""
    write_whole(file, msgspec.json.format(msgspec.json.encode(fit), indent=1) + b"\n")


def ship(fit: Calibrated) -> None:
    """To where the program has its fits."""
    save(fit, FOLDER / f"{fit.name}.json")


def keep(fit: Calibrated) -> None:
    """For the model it was fitted to, on this machine."""
    save(fit, _own(fit.name, fit.model))


def _own(name: str, sha256: str) -> Path:
    return home() / "fits" / f"{name}-{sha256[:16]}.json"
