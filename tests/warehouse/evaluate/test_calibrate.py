"""Thresholds from labelled material: the pairs are balanced, and the model's hash is kept."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from counting import CountingEngine

from warehouse.engine import calibrated, calibration
from warehouse.engine.protocol import ChooseRequest
from warehouse.errors import BadInput
from warehouse.evaluate import calibrate
from warehouse.methods.absence import answerable
from warehouse.methods.evidence import planning
from warehouse.run import Run

COUNT = 14


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """Questions whose two gold sentences both hold the word "gold"."""
    corpus, asked = [], []
    for number in range(COUNT):
        for side in ("left", "right"):
            title = f"{side} {number}"
            corpus.append({"title": title, "sentences": ["A first one.", f"The gold of {title}."]})
        places = [[f"left {number}", 1], [f"right {number}", 1]]
        asked.append(
            {"id": f"{number}", "question": "Where?", "answer": "here", "supporting": places}
        )
    for name, rows in (("corpus", corpus), ("questions", asked)):
        lines = b"\n".join(map(msgspec.json.encode, rows))
        (tmp_path / f"{name}.jsonl").write_bytes(lines)
    return tmp_path


def test_notes_are_enough_only_when_they_are_whole(questions: Path, tmp_path: Path) -> None:
    def pick(request: ChooseRequest) -> tuple[float, float]:
        yes = request.messages[-1].content.count("gold") / 2 - 0.1
        return yes, 1 - yes

    engine = CountingEngine(tmp_path / "log", pick=pick, sha256="b" * 64)
    found = calibrate.enough(questions, 0, 0.95, engine, Run())
    assert (found.pairs, found.true_pairs) == (2 * COUNT, COUNT)
    assert found.value == pytest.approx(0.9)
    assert (found.recall, found.precision, found.sha256) == (1.0, 1.0, "b" * 64)
    unfitted = (planning.ENOUGH, calibrated.UNFITTED)
    assert planning.enough_from(engine) == unfitted
    calibration.keep(found)
    assert planning.enough_from(engine) == (pytest.approx(0.9), "")
    assert planning.enough_from(CountingEngine(tmp_path / "log")) == unfitted


def test_material_that_is_not_there_is_said(tmp_path: Path) -> None:
    engine = CountingEngine(tmp_path / "log")
    with pytest.raises(BadInput, match=r"corpus\.jsonl"):
        calibrate.enough(tmp_path, 0, 0.95, engine, Run())


def test_whether_notes_answer_is_weighed_by_the_fit(questions: Path, tmp_path: Path) -> None:
    engine = CountingEngine(tmp_path / "log", pick=lambda _: (0.8, 0.2), sha256="b" * 64)
    found = calibrate.absence(questions, 0, 0.95, engine, Run())
    assert (found.pairs, found.true_pairs, found.recall) == (2 * COUNT, COUNT, 1.0)
    calibration.keep(found)
    assert answerable.fit_of(engine.info()).threshold == pytest.approx(found.value)
