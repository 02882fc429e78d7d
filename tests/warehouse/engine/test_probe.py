from __future__ import annotations

import msgspec
import pytest

from warehouse.engine import probe, slots
from warehouse.engine.probe import Conditions, Probe
from warehouse.engine.process import LlamaEngine
from warehouse.run import Run
from warehouse.settings import home

HERE = probe.conditions("a" * 64, 2, 0)


def made(writing: dict[int, float], about: Conditions = HERE, size: int = 1000) -> Probe:
    return Probe(about, "Tiny", size, 100.0, writing, "2026-01-01 00:00")


def test_the_fewest_sequences_near_the_best_are_taken() -> None:
    assert made({1: 20.0, 2: 31.0, 4: 44.0, 8: 46.0}).parallel == 4
    assert made({1: 20.0, 2: 18.0}).parallel == 1
    assert made({1: 10.0, 2: 20.0, 4: 40.0, 8: 80.0}).parallel == 8


def test_more_than_was_tried_may_be_faster_still() -> None:
    assert made({1: 20.0, 2: 31.0, 4: 44.0, 8: 46.0}).enough == 4
    assert made({1: 10.0, 2: 20.0, 4: 40.0, 8: 80.0}).enough == 0


def test_figures_of_a_busy_machine_are_not_believed() -> None:
    assert probe._plausible({1: 10.0, 2: 14.0}, 80.0)
    assert not probe._plausible({1: 10.0}, 80.0)
    assert not probe._plausible({1: 10.0, 2: 4.0, 8: 5.0}, 80.0)
    assert not probe._plausible({2: 14.0, 4: 20.0}, 80.0)


def test_a_job_takes_its_reading_and_its_writing() -> None:
    assert made({1: 10.0, 4: 20.0}).seconds(1000, 400) == pytest.approx(10 + 20)


def test_one_result_is_kept_for_each_condition() -> None:
    other = probe.conditions("a" * 64, 4, 0)
    probe.keep(made({1: 10.0}))
    probe.keep(made({1: 12.0}))
    probe.keep(made({1: 30.0}, other))
    assert len(probe.all_probes()) == 2
    assert probe.find(HERE) == made({1: 12.0})
    assert probe.find(probe.conditions("b" * 64, 2, 0)) is None
    assert probe.of_model("a" * 64) is not None
    assert probe.of_model("") is None


def test_another_machine_or_build_tells_nothing() -> None:
    for change in ({"machine": "other"}, {"build": "other"}):
        probe.keep(made({1: 10.0}, msgspec.structs.replace(HERE, **change)))
    assert probe.of_model("a" * 64) is None


def test_a_damaged_file_counts_as_none() -> None:
    home().mkdir(exist_ok=True)
    (home() / "probes.json").write_text("[{]")
    assert probe.all_probes() == ()


def test_an_unmeasured_model_is_estimated_from_the_nearest() -> None:
    assert probe.expected(1000) is None
    small, large = made({1: 100.0}, size=100), made({1: 10.0}, size=1000)
    assert probe.expected(2000, [small, large]) == (pytest.approx(50), pytest.approx(5))
    assert probe.expected(200, [small, large]) == (pytest.approx(50), pytest.approx(50))
    assert probe.expected(0, [small]) is None


@pytest.mark.model
def test_a_real_model_is_measured_and_the_result_is_kept(llama: LlamaEngine) -> None:
    assert not slots.is_measured(llama)
    found = slots.measure(llama, Run())
    if found is None:
        pytest.skip("the machine is too busy to measure anything")
    assert found.reading > 0
    assert min(found.writing.values()) > 0
    assert slots.is_measured(llama)
    assert probe.of_model(llama.info().sha256) == found
