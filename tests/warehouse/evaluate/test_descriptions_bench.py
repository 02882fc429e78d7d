"""How much of a summary the evidence for a description tells."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder

from warehouse.errors import BadInput
from warehouse.evaluate.records import Job
from warehouse.evaluate.research.descriptions import descriptions
from warehouse.run import Run
from warehouse.settings import Settings

ARTICLE = {
    "title": "Lune_Bridge",
    "summary": "Lune Bridge has iron arches cast at Skerton. Trams crossed Lune Bridge until 1950.",
    "sections": [
        {"title": "Building", "sentences": ["The iron arches of Lune Bridge were cast at Skerton"]},
        {"title": "Traffic", "sentences": ["Trams crossed Lune Bridge until 1950"]},
    ],
}
SILENT = {
    "title": "Ovens",
    "summary": "Bakers sang.",
    "sections": [{"title": "Use", "sentences": ["Peat."]}],
}


def job(data: Path | None) -> Job:
    return Job(Settings(), Run(), data, 0, "", frozenset())


def test_evidence_is_held_against_the_summary(tmp_path: Path) -> None:
    lines = [msgspec.json.encode(one) for one in (ARTICLE, SILENT)]
    (tmp_path / "articles.jsonl").write_bytes(b"\n".join(lines))
    rows = {one.name: one for one in descriptions(job(tmp_path), HashingEmbedder(256))}
    assert rows["description_recall"].value == rows["description_precision"].value == 1.0
    assert rows["description_told"].value == pytest.approx(0.5)  # one of two, in the order told
    assert rows["description_recall"].context["articles"] == "1"
    assert rows["description_section_recall"].value == 1.0
    assert rows["description_section_precision"].value == 1.0, "nothing of the other section"
    assert rows["description_section_recall"].context["questions"] == "2"


def test_it_needs_its_data() -> None:
    with pytest.raises(BadInput):
        list(descriptions(job(None)))
