from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from counting import CountingEngine

from warehouse import estimates
from warehouse.engine import probe
from warehouse.engine.probe import Probe
from warehouse.settings import Settings


@pytest.fixture
def engine(tmp_path: Path) -> CountingEngine:
    return CountingEngine(tmp_path / "calls.log")


def measured(engine: CountingEngine, reading: float, writing: float) -> None:
    about = probe.conditions(engine.info().sha256, 2, 0)
    probe.keep(Probe(about, "Tiny", 1, reading, {1: writing}, "2026-01-01 00:00"))


def test_nothing_is_said_without_a_measurement(engine: CountingEngine) -> None:
    assert estimates.said(estimates.Work(1000, 100), engine) == ""


def test_the_time_comes_from_the_measured_speed(engine: CountingEngine) -> None:
    measured(engine, 100.0, 10.0)
    assert estimates.said(estimates.Work(1000, 100), engine) == "about 20 s"
    assert estimates.said(estimates.Work(10_000, 1000), engine) == "about 3 min"
    assert estimates.said(estimates.Work(1_000_000, 0), engine) == "about 2.8 h"


def test_a_longer_article_takes_longer() -> None:
    short, long = Settings(article_words=300), Settings(article_words=3000)
    assert estimates.article(3, short).written < estimates.article(3, long).written
    assert estimates.article(3, short).read < estimates.article(9, short).read
    wide = msgspec.structs.replace(short, context_budget=4000)
    assert estimates.article(3, short).read < estimates.article(3, wide).read
