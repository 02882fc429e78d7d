"""Signals of relevance, and the likelihood among them."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from warehouse.engine.calibrated import shipped
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.methods.evidence.relevance import Signals, likelihoods, probability, with_likelihood
from warehouse.run import Run


def test_likelihood_is_relative_to_the_best() -> None:
    engine = ScriptedEngine(
        [
            Line("likelihood", "good", (-1.0, -1.0)),
            Line("likelihood", "poor", (-3.0, -4.0)),
        ]
    )
    assert likelihoods("q", ["good", "poor"], engine, Run()) == pytest.approx([0.0, -2.5])
    assert likelihoods("q", [], engine, Run()) == []


def test_better_signals_never_lower_a_probability() -> None:
    fit = shipped("documents-asked")

    def chance(signals: Signals, likelihood: float) -> float:
        return probability(fit, with_likelihood(signals, likelihood))

    for walked in (None, 30.0):
        poor = Signals(rank=10, dense=0.3, words=0.2, walked=walked)
        plain = chance(poor, -1.0)
        for better in (
            replace(poor, rank=2),
            replace(poor, dense=0.5),
            replace(poor, linked=1.0),
            *([replace(poor, walked=3.0)] if walked else []),
        ):
            assert chance(better, -1.0) > plain
        assert chance(poor, 0.0) > plain


def test_no_signal_is_a_probability_too() -> None:
    assert np.isfinite(probability(shipped("sentences"), Signals()))
