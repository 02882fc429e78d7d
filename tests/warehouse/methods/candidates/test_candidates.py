"""Candidates of a task while documents are still being taken in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.methods.evidence.pool import LIKELY_COSINE, Pool, search
from warehouse.run import Run

TEXTS = {
    "Mills": "A water mill grinds grain. The wheel is driven by the river.",
    "Bridges": "A stone bridge carries the road. Its arches stand in the river.",
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder(256)) as library:
        yield library


def test_what_has_no_vectors_yet_is_not_taken_for_far(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = [Admission(reading(title, text), "s", text.encode()) for title, text in TEXTS.items()]
    documents = {one.title: one.id for one in library.admit_many(batch, Run())}
    monkeypatch.setattr(library.store, "dense", lambda *_, **__: [])

    def cosines() -> dict[str, float]:
        pool = Pool(library)
        pool.add(search(library, ["the river"], 5))
        return {one.document: signals.dense for one, signals in pool.ranked()}

    assert set(cosines().values()) == {0.0}
    library.catalog.change([documents["Mills"]], state="searchable", embedded=0)
    assert cosines() == {documents["Mills"]: LIKELY_COSINE, documents["Bridges"]: 0.0}
