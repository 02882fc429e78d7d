"""The rows of the round table's benchmark, over a small article and a model played by rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from shelf import HashingEmbedder

sys.path.insert(0, str(Path(__file__).parents[1] / "roundtable"))
from seats import SETTINGS, played

from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.evaluate.articles import Article, Section
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.roundtable import insertion, long_talk, rows
from warehouse.run import Run

TRAMS = (
    "The tramway crossed the bridge from 1934 until 1950 with forty trams a day.",
    "A ticket over the bridge cost two pence, and children went for half of that.",
)
FLOODS = (
    "The flood of 1967 damaged two piers of the bridge and tore away a lamp.",
    "Divers laid sacks of concrete around the piers of the bridge in 1968.",
)
ARCHES = ("The iron arches of the bridge were cast in the foundry of Halton in 1881.",)
ARTICLE = Article(
    "Lune_Bridge",
    "The bridge over the Lune carried trams and withstood a flood.",
    (
        Section("Trams and tickets", TRAMS),
        Section("Building", (), (Section("Iron arches", ARCHES), Section("Flood", FLOODS))),
    ),
)


def _judged(request: AnyRequest) -> Any:
    return (0.0, 0.0, 0.0, 0.5, 0.5)


def model() -> ScriptedEngine:
    more = [
        Line("table_listener", "", {"says": "What did a ticket cost?"}, repeat=True),
        Line("table_rubric", "", _judged, repeat=True),
        Line("storm_answer", "", "Forty trams crossed it every day [1].", repeat=True),
    ]
    engine = played()
    engine._lines += more
    return engine


@pytest.fixture
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Row]:
    @contextmanager
    def thinking(job: Job) -> Iterator[ScriptedEngine]:
        yield model()

    monkeypatch.setattr(rows, "thinking", thinking)
    (tmp_path / "articles.jsonl").write_bytes(msgspec.json.encode(ARTICLE) + b"\n")
    job = Job(SETTINGS, Run(), tmp_path)
    return {row.name: row for row in rows.roundtable(job, HashingEmbedder(256))}


def test_all_rows_are_there_and_nothing_is_unplaced_or_doubled(measured: dict[str, Row]) -> None:
    assert measured["evidence_placed"].value == 1
    assert measured["duplicate_citation_numbers"].value == 0
    assert 4.4 < measured["rubric_consistency"].value < 4.6
    assert measured["sources_per_turn"].value > 0
    assert {"turn_seconds_median", "first_words_seconds", "opening_seconds"} <= set(measured)
    assert {"proven_share", "proven_share_rag", "diversity_rag"} <= set(measured)
    assert {"insertion_first", "insertion_embedding_second"} <= set(measured)


def test_a_long_talk_is_measured_only_when_asked_for(
    tmp_path: Path, measured: dict[str, Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "late_turn_ratio" not in measured
    monkeypatch.setattr(long_talk, "TURNS", 6)
    monkeypatch.setattr(long_talk, "EARLY", slice(1, 3))
    monkeypatch.setattr(long_talk, "LATE", slice(-2, None))
    job = Job(SETTINGS, Run(), tmp_path, rows=frozenset({"late_turn_ratio"}))
    found = {row.name: row for row in rows.roundtable(job, HashingEmbedder(256))}
    assert set(found) == set(long_talk.ROWS)
    assert found["late_turn_ratio"].context["turns"] == "6"
    assert 0 < found["longest_prompt_share"].value <= 1


def test_an_outline_has_the_sentences_of_both_levels() -> None:
    table, cases = insertion.outline(ARTICLE)
    assert [one.level for one in cases] == [0, 0, 1, 1, 1]
    titles = {node.id: node.title for node in table.map.walk()}
    assert [titles[one.concept] for one in cases[1:3]] == ["Trams and tickets", "Iron arches"]
