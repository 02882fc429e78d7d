"""Sentences that people judged: every set by a fit on the others, nothing asked twice."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from counting import CountingEngine

from warehouse.engine import calibrated
from warehouse.engine.protocol import ChooseRequest
from warehouse.errors import BadInput
from warehouse.evaluate import own_fits
from warehouse.evaluate.proof import attribution
from warehouse.evaluate.records import Job
from warehouse.proof import entailment
from warehouse.run import Run
from warehouse.settings import Settings

SETS = ("lamps", "mills", "towers")
EACH = 16


@pytest.fixture
def data(tmp_path: Path) -> Path:
    made = [
        {
            "id": f"{name}-{at}",
            "set": name,
            "source": f"The keeper of lamp {at} of the {name} climbed the stairs, 1, 200 in all.",
            "sentence": "The keeper went up." if at % 2 else "The keeper slept at home.",
            "supported": at % 2,
        }
        for name in SETS
        for at in range(EACH)
    ]
    (tmp_path / "pairs.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, made)))
    return tmp_path


def knowing(folder: Path) -> CountingEngine:
    def pick(request: ChooseRequest) -> tuple[float, float]:
        says = "went up" in request.messages[-1].content.partition("Claim: ")[2]
        return (0.9, 0.1) if says else (0.2, 0.8)

    return CountingEngine(folder / "log", pick=pick, sha256="c" * 64)


def test_the_figures_are_of_sets_left_out(data: Path, tmp_path: Path) -> None:
    engine = knowing(tmp_path)
    cases = attribution.seen(attribution.read(data), engine, Run())
    rows = {one.name: one for one in attribution.rows(cases, engine.info())}
    for name in SETS:
        assert rows[f"attribution_auc_{name}"].value == 1.0
        assert rows[f"attribution_auc_{name}"].context["measured_on"] == "the set left out"
    assert rows["attribution_balanced"].value >= 0.8
    assert rows["supported_precision"].value >= 0.85
    assert {f"without_{signal}" for signal in entailment.SIGNALS} <= rows.keys()


def test_a_limit_takes_the_same_ones_of_every_set(data: Path) -> None:
    few, more = attribution.read(data, 3), attribution.read(data, 5)
    assert len(few) == 3 * len(SETS) and {one.id for one in few} < {one.id for one in more}


def test_digits_that_were_torn_apart_are_one_number(data: Path, tmp_path: Path) -> None:
    asked: list[str] = []

    def pick(request: ChooseRequest) -> tuple[float, float]:
        asked.append(request.messages[-1].content)
        return 0.5, 0.5

    engine = CountingEngine(tmp_path / "log", pick=pick)
    attribution.seen(attribution.read(data, 1), engine, Run())
    assert all("1,200 in all" in one for one in asked)


def test_a_second_run_asks_nothing(data: Path, tmp_path: Path) -> None:
    engine = knowing(tmp_path)
    for _ in range(2):
        attribution.seen(attribution.read(data), engine, Run())
        assert engine.started == len(SETS) * EACH * len(entailment.ASKED)


def test_one_command_calibrates_the_check_to_a_model(data: Path, tmp_path: Path) -> None:
    engine = knowing(tmp_path)
    sha256 = engine.info().sha256
    job = Job(Settings(), Run(), data, engine=engine)
    assert not own_fits.is_there("claims", job)
    made = own_fits.make("claims", job)
    assert [fit.name for fit in made.fits] == [entailment.FIT, entailment.FIT_FOREIGN]
    for fit in made.fits:
        assert fit.model == sha256 and fit.measured["attribution_auc_lamps"] == 1.0
        assert calibrated.of_model(fit.name, sha256) == fit
    assert own_fits.is_there("claims", job)
    before = {figure.name: figure.before for figure in made.figures}
    assert before["claims: attribution_auc_lamps"] is not None


def test_data_that_is_not_there_or_of_one_set_is_said(data: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="needs its data"):
        attribution.attribution(Job(Settings(), Run(), tmp_path / "nowhere"))
    alone = [one for one in attribution.read(data) if one.set == "lamps"]
    with pytest.raises(BadInput, match="two sets"):
        attribution.probabilities(attribution.seen(alone, knowing(tmp_path), Run()))
