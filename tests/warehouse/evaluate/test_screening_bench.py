"""Screening measured: weights fitted on one half keep the gold of the other."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from counting import CountingEngine
from shelf import HashingEmbedder

from warehouse.engine.protocol import ScoreRequest
from warehouse.evaluate import hotpot
from warehouse.evaluate.records import Job
from warehouse.evaluate.research import screening
from warehouse.evaluate.research.screening import FITTED, Candidates
from warehouse.ingest import embedders
from warehouse.methods.evidence import relevance
from warehouse.methods.evidence.relevance import Signals
from warehouse.run import Run
from warehouse.settings import Settings


def made(count: int) -> list[Candidates]:
    """Gold candidates are likelier than others."""
    chance = random.Random(1)
    found = []
    for _ in range(count):
        gold = tuple(at in (0, 5) for at in range(20))
        signals = tuple(
            Signals(rank=at, likelihood=chance.gauss(0.0 if true else -3.0, 0.4))
            for at, true in enumerate(gold)
        )
        found.append(Candidates(signals, gold, 0))
    return found


def test_weights_find_the_signal_and_the_threshold_keeps_the_gold() -> None:
    weights = screening.fitted(made(20), FITTED)
    assert weights.weights[0][FITTED.index("likelihood")] > 0
    rows = {one.name: one for one in screening._rows("screening", made(80), FITTED)}
    assert rows["screening_recall"].value >= 0.9
    assert rows["screening_dropped"].value >= 0.85
    assert "n=160" in rows["screening_recall"].context["interval"]


def test_candidates_are_those_of_the_first_round(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedders, "Embedder", lambda *_: HashingEmbedder(256))
    corpus = [{"title": f"Page {at}", "sentences": [f"Lantern {at} is bright."]} for at in range(9)]
    asked = {"id": "q", "question": "How bright is lantern 3?", "answer": "very",
             "supporting": [["Page 3", 0]]}  # fmt: skip
    for name, lines in (("corpus", corpus), ("questions", [asked])):
        told = b"\n".join(map(msgspec.json.encode, lines))
        (tmp_path / f"{name}.jsonl").write_bytes(told)

    def likely(request: ScoreRequest) -> float:
        return -0.1 if "Lantern 3" in request.messages[-1].content else -4.0

    engine = CountingEngine(tmp_path / "log", likely=likely)
    with hotpot.corpus(Job(Settings(), Run(), tmp_path)) as data:
        [found] = screening.candidates(data, engine, Run())
    assert sum(found.gold) == 1 and found.missed == 0
    best = max(range(len(found.gold)), key=lambda at: found.signals[at].likelihood or 0.0)
    assert found.gold[best]
    assert all(one.likelihood is None for one in found.cheap)


def test_a_folder_is_a_set_of_questions_or_holds_several(tmp_path: Path) -> None:
    job = Job(Settings(), Run(), tmp_path)
    assert [one.data for one in screening._sets(job)] == [tmp_path]
    for name in ("musique", "hotpotqa", "other"):
        (tmp_path / name).mkdir()
    for name in ("musique", "hotpotqa"):
        (tmp_path / name / "questions.jsonl").touch()
    assert [one.data for one in screening._sets(job)] == [
        tmp_path / "hotpotqa",
        tmp_path / "musique",
    ]
    (tmp_path / "questions.jsonl").touch()
    assert [one.data for one in screening._sets(job)] == [tmp_path]


def test_a_threshold_of_this_model_replaces_the_programs(home: Path, tmp_path: Path) -> None:
    from warehouse.engine import calibration

    info = CountingEngine(tmp_path / "log").info()
    assert relevance.documents_asked(info).uncalibrated
    scores = [0.9] * 12 + [0.1] * 12
    labels = [True] * 12 + [False] * 12
    calibration.keep(
        calibration.calibrated(
            "screening", info.model, info.sha256, relevance.prompt_hash(), scores, labels, 0.95
        )
    )
    assert relevance.documents_asked(info).threshold == pytest.approx(0.9)
