"""``muniment headers`` with a model played by rules, and without."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shelf import HashingEmbedder, prose, write_html

from warehouse.app import Engines
from warehouse.cli import main
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.ingest import embedders

Captured = pytest.CaptureFixture[str]
SAID = {"summary": "It is about a harbour.", "topics": ["harbours"], "entities": []}


def test_headers_are_written_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(embedders, "of_settings", lambda settings, log: HashingEmbedder())
    page = write_html(tmp_path / "harbour.html", "The harbour", prose(1))
    place = ["--warehouse", str(tmp_path / "warehouse")]
    assert main([*place, "add", str(page)]) == 0
    capsys.readouterr()
    assert main([*place, "ls"]) == 0
    id = re.findall(r"\b[0-9a-f]{8,}\b", capsys.readouterr().out)[0]
    assert main([*place, "headers", id]) == 0
    assert "Plain: made without a model." in capsys.readouterr().out
    asked = {"questions": ["What is the harbour used for?"]}
    lines = [Line("header", "", SAID, repeat=True), Line("suggested_questions", "", asked)]
    model = ScriptedEngine(lines)
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": model)
    assert main([*place, "headers"]) == 0
    assert "Headers written by the model: 1." in capsys.readouterr().out
    assert main([*place, "headers", id]) == 0
    shown = capsys.readouterr().out
    assert "harbours" in shown and "Written by the model." in shown
    assert main([*place, "headers"]) == 0
    assert "No document waits" in capsys.readouterr().out
