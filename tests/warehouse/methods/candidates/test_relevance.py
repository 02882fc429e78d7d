"""Signals of relevance, and the likelihood among them."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from warehouse.context import Context
from warehouse.engine.calibrated import UNFITTED, keep, shipped
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.evidence.pool import Candidate, Pool
from warehouse.methods.evidence.relevance import Signals, likelihoods, probability, with_likelihood
from warehouse.methods.evidence.screening import OPEN, screen
from warehouse.run import Run
from warehouse.settings import Settings


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


def test_what_is_weighed_by_figures_set_by_hand_says_so_until_they_are_fitted(home: Path) -> None:
    engine = ScriptedEngine([Line("likelihood", "", (-1.0,), repeat=True)])
    context = Context.of(cast(Library, None), engine, Settings(), Run())
    _, _, how = screen("q", cast(Pool, Doubtful()), (), (), context)
    assert how == ("model", f"{OPEN}; {UNFITTED}") and engine.seen
    _, _, unasked = screen("q", cast(Pool, Doubtful()), (), (), context, scored=0)
    assert unasked == ("fit", "")
    keep(structs.replace(shipped("documents-asked"), model=engine.info().sha256))
    _, _, fitted = screen("q", cast(Pool, Doubtful()), (), (), context)
    assert fitted == ("model", OPEN)


class Doubtful:
    """A pool of documents that search alone is not sure of."""

    def ranked(self) -> list[tuple[Candidate, Signals]]:
        return [(Candidate(f"{at}"), Signals(at, 0.6, 0.5)) for at in range(3)]

    def source(self, candidate: Candidate) -> str:
        return f"Bridge {candidate.document}"

    def title(self, document: str) -> str:
        return f"Bridge {document}"
