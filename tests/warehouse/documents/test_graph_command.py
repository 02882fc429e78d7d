"""``muniment graph``: read, counted, shown, forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shelf import HashingEmbedder, write_html

from warehouse.app import Engines
from warehouse.cli import main
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.ingest import embedders

Captured = pytest.CaptureFixture[str]
TEXT = "The old mill grinds the corn of seven villages. Its owner, Anna Weber, keeps grey cats."
READ = {"1": [["mill", "grinds", "corn"]], "2": [["Anna Weber", "keeps", "dogs"]]}


def test_a_document_is_read_shown_and_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(embedders, "of_settings", lambda settings, log: HashingEmbedder())
    engine = ScriptedEngine([Line("triples", "grinds the corn", READ)])
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    place = ["--warehouse", str(tmp_path / "papers")]

    def said(*words: str) -> str:
        capsys.readouterr()
        assert main([*place, *words]) == 0
        return capsys.readouterr().out

    said("add", str(write_html(tmp_path / "mill.html", "The mill", TEXT)))
    id = re.findall(r"\b[0-9a-f]{8,}\b", said("ls"))[0]
    assert "Begin with: muniment graph build" in said("graph")
    built = said("graph", "build", id)
    assert "Sentences read for the graph: 2." in built
    assert re.search(r"2 +1 +1 +The mill", built)
    assert "read for the graph: 0." in said("graph", "build"), "each is read once"
    shown = said("graph", "show", id)
    assert "mill — grinds — corn" in shown and "seven villages" in shown and "dogs" not in shown
    assert "“dogs” does not stand" in said("graph", "show", id, "--lost")
    said("graph", "forget", id)
    assert "not read for the graph yet" in said("graph", "show", id)
