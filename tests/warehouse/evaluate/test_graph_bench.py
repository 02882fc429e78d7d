"""``bench graph`` counts the words of triples near a fact, and nothing of their sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.evaluate.records import Job
from warehouse.evaluate.research import graph
from warehouse.ingest import embedders
from warehouse.run import Run

TEXT = "The mill grinds corn for the whole valley. Its owner keeps seven grey cats in the loft."
FACTS = ["The mill grinds corn.", "The owner keeps seven grey cats.", "Nobody swims."]
READ = {"1": [["mill", "grinds", "corn"]], "2": [["owner", "keeps", "dogs"]]}


def test_a_fact_is_told_by_the_words_of_its_triples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedders, "of_settings", lambda settings, log: HashingEmbedder(256))
    essays = tmp_path / "essays.jsonl"
    essays.write_text(json.dumps({"topic": "Mills", "text": TEXT, "facts": FACTS}))
    engine = ScriptedEngine([Line("triples", "", READ)])
    monkeypatch.setattr(graph, "thinking", lambda job: _Open(engine))
    found = {row.name: row.value for row in graph.graph(Job(SETTINGS, Run(), tmp_path))}
    assert found["mine_overlap"] == pytest.approx(1 / 3)
    assert found["mine_relations_per_essay"] == 1
    assert found["mine_triples_lost"] == pytest.approx(1 / 2)
    assert 0 < found["mine_text_kept"] < 0.5
    again = list(graph.graph(Job(SETTINGS, Run(), tmp_path)))
    assert again[0].value == found["mine_overlap"], "what was read is kept"


class _Open:
    def __init__(self, engine: ScriptedEngine) -> None:
        self._engine = engine

    def __enter__(self) -> ScriptedEngine:
        return self._engine

    def __exit__(self, *error: object) -> None:
        self._engine.assert_used_up()
