from __future__ import annotations

from pathlib import Path

import pytest
from counting import CountingEngine

from warehouse.engine import estimates, probe
from warehouse.engine.probe import Probe
from warehouse.run import about
from warehouse.writing.sentences import wording
from warehouse.writing.sentences.wording import Source


@pytest.fixture
def engine(tmp_path: Path) -> CountingEngine:
    return CountingEngine(tmp_path / "calls.log")


def measured(engine: CountingEngine, reading: float, writing: float) -> None:
    about = probe.conditions(engine.info().sha256, 2, 0)
    probe.keep(Probe(about, "Tiny", 1, reading, {1: writing}, "2026-01-01 00:00"))


def test_nothing_is_said_without_a_measurement(engine: CountingEngine) -> None:
    assert estimates.seconds(estimates.Work(1000, 100), engine) == 0


def test_the_time_comes_from_the_measured_speed(engine: CountingEngine) -> None:
    measured(engine, 100.0, 10.0)
    assert estimates.seconds(estimates.Work(1000, 100), engine) == 20
    assert about(estimates.seconds(estimates.Work(10_000, 1000), engine)) == "about 3 min"
    assert about(estimates.seconds(estimates.Work(1_000_000, 0), engine)) == "about 2.8 h"


def test_more_evidence_takes_longer() -> None:
    source = Source("Ovens", "A bread oven holds its heat in a thick floor of clay.", 1)
    one, many = wording.ahead([source]), wording.ahead([source] * 9)
    assert 0 < one.read < many.read
    assert 0 < one.written < many.written
