"""The search benchmark on a small crowd, with an embedder that needs no model."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, prose

from warehouse.evaluate.records import Job
from warehouse.evaluate.retrieval import crowd, growth, search
from warehouse.evaluate.retrieval.embedding import overlap
from warehouse.library import Library
from warehouse.run import Run


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Job:
    data = tmp_path / "data"
    data.mkdir()
    paragraphs = [
        {"title": f"Title {at}", "sentences": [one + "." for one in prose(at).split(". ")]}
        for at in range(5)
    ]
    (data / "corpus.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, paragraphs)))
    questions = [
        {"id": str(at), "question": f"What is mark{at}?", "answer": "", "supporting": []}
        for at in range(3)
    ]
    (data / "questions.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, questions)))
    real = Library

    def made(folder: Path, settings: object) -> Library:
        return real(folder, SETTINGS, HashingEmbedder(64))

    monkeypatch.setattr(crowd, "Library", made)
    monkeypatch.setattr(search, "SIZES", {"small": (250, "<= 60000")})
    return Job(SETTINGS, Run(), data)


def test_a_crowd_is_searched_and_made_only_once(job: Job) -> None:
    (first,) = search.search(job)
    assert first.name == "hybrid_p95_ms_small" and first.ok
    assert first.context["passages"] == "300"
    assert first.context["near_found"] == "1.000"
    with crowd.crowd(job, 250) as library:
        assert isinstance(library.embedder, HashingEmbedder)
        assert library.embedder.embedded == []
        assert library.catalog.counts().states == {"verified": 3}
        library.resume(Run())
        assert library.embedder.embedded == []
        hit = library.retrieval.passages("mark3", 1)[0]
        assert "mark3" in hit.text


def test_overlap_counts_shared_columns() -> None:
    import numpy as np

    ours, theirs = np.zeros((1, 30)), np.zeros((1, 30))
    theirs[0, :10] = 1
    ours[0, 5:15] = 1
    assert overlap(ours, theirs) == 0.5


def test_growth_is_measured_at_two_sizes(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "SIZES", (3, 6))
    monkeypatch.setattr(growth, "ADDED", 2)
    monkeypatch.setattr(growth, "OPENED", 1)
    usable, cost = growth.growth(job)
    assert (usable.name, usable.context["documents"]) == ("opened_s_10k", "6")
    assert usable.context["embedded"] == "0"
    assert cost.name == "add_cost_growth" and cost.value > 0
    assert len(cost.context["add_2_s_at_6"].split(", ")) == growth.ROUNDS
