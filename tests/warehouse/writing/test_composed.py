"""A composed article: the best sample is proven and kept, what it leaves out is told otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from counting import filling
from test_article import FACTS, SETTINGS, TOPIC, evidence, shelved

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.methods.registry import METHODS
from warehouse.results.records import Article
from warehouse.run import Run
from warehouse.writing import composed, paragraphs
from warehouse.writing.paragraphs import Notes
from warehouse.writing.plain import Filter

JOINED = "The arches of iron, opened in 1881, came from a foundry of the town [1][2]."
MADE_UP = "The bridge was designed by a famous engineer of London [1]."


@pytest.fixture(name="library")
def a_library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def test_what_no_sample_tells_is_told_by_itself(library: Any) -> None:
    """Every sample makes something up but for one sentence; the other notes are retold."""
    engine = ScriptedEngine(
        [
            Line("paragraph", "", f"{MADE_UP} {JOINED}", repeat=True),
            Line("claim_check", MADE_UP[:20], (0.02, 0.98), repeat=True),
            Line("claim_known", MADE_UP[:20], (0.02, 0.98), repeat=True),
            Line("claim_check", "", (0.98, 0.02), repeat=True),
            Line("claim_known", "", (0.02, 0.98), repeat=True),
            Line("reword", "", "In 1934 the deck became wider.", repeat=True),
        ]
    )
    notes = Notes("Arches", tuple(evidence(n, fact) for n, fact in enumerate(FACTS[:3], start=1)))
    context = Context.of(library, engine, SETTINGS, Run())
    [made] = paragraphs.write([notes], "The bridge", Filter(), context)
    assert MADE_UP[:20] not in made.text
    assert all(one.state in ("quoted", "supported") for one in made.claims)
    for one in made.claims:
        assert made.text[one.start : one.end] == one.text


@pytest.mark.parametrize("name", list(METHODS))
def test_every_method_writes_an_article(name: str, library: Any, tmp_path: Path) -> None:
    engine = filling(tmp_path / "calls", "Arches and deck")
    shown: list[object] = []
    run = Run(shown.append)
    made = composed.write(TOPIC, Context.of(library, engine, SETTINGS, run), METHODS[name])
    assert made.method == name and made.blocks
    text = " ".join(block.text for block in made.blocks)
    assert any(fact in " ".join(text.split()) or fact[:-1] in text for fact in FACTS)
    for block in made.blocks:
        for one in block.claims:
            assert block.text[one.start : one.end] == one.text
            assert one.cites
    assert any(isinstance(one, Article) for one in shown)
