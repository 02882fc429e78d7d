"""Paragraphs of a section: what is told of one subject stands in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from test_article import SETTINGS, evidence, shelved

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.run import Run
from warehouse.writing import paragraphs
from warehouse.writing.paragraphs import Notes
from warehouse.writing.plain import Filter

SAID = ("The bridge was opened in 1881.", "A foundry cast arches.", "The bridge was widened later.")
YES = (0.98, 0.02)


@pytest.fixture
def library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def test_a_subject_of_two_paragraphs_is_told_in_the_first(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library.catalog, "languages_of", lambda ids: dict.fromkeys(ids, "en"))
    monkeypatch.setattr(paragraphs.joining, "NEAR", 0.0)
    pieces = [structs.replace(evidence(n, said), text=said) for n, said in enumerate(SAID, start=1)]
    lines = [Line("retell", said, said, repeat=True) for said in SAID]
    lines += [Line(name, "", YES, repeat=True) for name in ("claim_check", "claim_known")]
    engine = ScriptedEngine([*lines, Line("join", "", "No.", repeat=True)])
    context = Context.of(library, engine, SETTINGS, Run())
    asked = [Notes("Bridge", tuple(pieces[:2])), Notes("Later", tuple(pieces[2:]))]
    first, second = paragraphs.write(
        asked, "The bridge", Filter(context.library.retrieval.embed), context
    )
    assert "The bridge was opened in 1881, and widened later [1][3]." in first.text
    assert "A foundry cast arches" in first.text
    assert not second.text, "its note is told above, so it is not quoted once more"
    assert all(first.text[one.start : one.end] == one.text for one in first.claims)
