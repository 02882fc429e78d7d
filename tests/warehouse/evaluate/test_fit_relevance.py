"""The fits of screening and evidence are made from both sets, and of the part that is asked for."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder

from warehouse.engine import calibrated
from warehouse.engine.calibrated import Calibrated
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job
from warehouse.evaluate.research import absence, fit_relevance
from warehouse.evaluate.research.absence import Weighed
from warehouse.ingest import embedders
from warehouse.run import Run
from warehouse.settings import Settings

THINGS = (
    "lantern", "kettle", "saddle", "anvil", "barrel", "candle", "ladder", "mirror", "bucket",
    "hammer", "basket", "bottle", "carpet", "pillow", "shovel", "trumpet",
)  # fmt: skip


@pytest.fixture
def fits(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the fits are written; ``tmp_path`` has two sets with a question for each thing."""
    monkeypatch.setattr(embedders, "Embedder", lambda *_: HashingEmbedder(256))
    folder = tmp_path / "fits"
    folder.mkdir()
    monkeypatch.setattr(calibrated, "FOLDER", folder)
    for name, place in (("hotpotqa", "Halton"), ("musique", "Kendal")):
        (tmp_path / name).mkdir()
        corpus = [
            {
                "title": f"{thing.title()} of {place}",
                "sentences": [
                    f"The {thing} of {place} was made in {1800 + at}. ",
                    f"It hangs in the hall beside a clock of {place} that nobody winds.",
                ],
            }
            for at, thing in enumerate(THINGS)
        ]
        asked = [
            {
                "id": f"{name}{at}",
                "question": f"When was the {thing} of {place} made?",
                "answer": str(1800 + at),
                "supporting": [[f"{thing.title()} of {place}", 0]],
            }
            for at, thing in enumerate(THINGS)
        ]
        for file, lines in (("corpus", corpus), ("questions", asked)):
            told = b"\n".join(map(msgspec.json.encode, lines))
            (tmp_path / name / f"{file}.jsonl").write_bytes(told)
    return folder


def read(folder: Path, name: str) -> Calibrated:
    return msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Calibrated)


def test_four_fits_are_written_with_what_they_were_made_of(fits: Path, tmp_path: Path) -> None:
    rows = fit_relevance.fit_relevance(Job(Settings(), Run(), tmp_path))
    assert {one.name: one.value > 0.7 for one in rows} == {
        "documents_auc": True,
        "documents-walked_auc": True,
        "sentences_auc": True,
        "evidence_auc": True,
    }
    documents = read(fits, "documents")
    assert documents.signals == fit_relevance.DOCUMENTS.signals
    assert read(fits, "documents-walked").signals == (*documents.signals, "walked")
    assert "32 of them" in documents.data
    assert documents.measured["kept"] == fit_relevance.DOCUMENTS.kept
    assert 0 < documents.threshold < 1


def test_a_part_of_the_questions_is_left_for_measuring(fits: Path, tmp_path: Path) -> None:
    fit_relevance.fit_relevance(Job(Settings(), Run(), tmp_path, limit=11, skip=2))
    assert "22 of them" in read(fits, "documents").data
    with pytest.raises(BadInput):
        fit_relevance.fit_relevance(Job(Settings(), Run()))


def test_a_question_of_the_other_set_has_no_gold(fits: Path, tmp_path: Path) -> None:
    foreign = fit_relevance.foreign(tmp_path / "musique", Job(Settings(), Run(), limit=3))
    assert len(foreign) == 3
    assert not any(one.supporting for one in foreign)


def test_the_fit_of_the_gate_keeps_the_answerable(
    fits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighed = [
        Weighed(f"q{at}", able, not able, 0.5, 3, able, (2.0 if able else -2.0, 0.9, 0.1 * at))
        for at in range(12)
        for able in (True, False)
    ]
    found = {one.name: one.value for one in absence.fitted(weighed, "abc", Job(Settings(), Run()))}
    assert found["answers_auc"] == 1.0
    assert found["answers_unanswerable_called_so"] == 1.0
    assert found["answers_answerable_called_unanswerable"] <= 1 - absence.ANSWERED
    assert read(fits, "answers").model == "abc"
