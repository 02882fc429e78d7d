from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.run import Run
from warehouse.search.collections.more_like_this import LEAST

TEXTS = {
    "Mills": "A water mill grinds grain at the river. Its wheel turns slowly.",
    "More mills": "The water mill of the river grinds grain. Its wheel turns.",
    "Ships": "Ships carry timber over the northern sea in winter storms.",
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder(256)) as library:
        batch = [
            Admission(reading(title, text), "s", text.encode()) for title, text in TEXTS.items()
        ]
        library.admit_many(batch, Run())
        yield library


def by_title(library: Library) -> dict[str, str]:
    return {one.title: one.id for one in library.catalog.documents()}


def test_documents_like_a_document(library: Library) -> None:
    ids = by_title(library)
    (found,) = library.likeness.documents(ids["Mills"], 5)
    assert found.document == ids["More mills"] and found.score >= LEAST
    only = frozenset([ids["Ships"]])
    assert library.likeness.documents(ids["Mills"], 5, only) == [], "of another matter"


def test_passages_like_a_passage(library: Library) -> None:
    ids = by_title(library)
    (own,) = library.catalog.passage_hits(ids["Mills"])
    found = library.likeness.passages(own.id, 5)
    assert [hit.title for hit in found] == ["More mills", "Ships"]
    only = library.likeness.passages(own.id, 5, frozenset([ids["Ships"]]))
    assert [hit.title for hit in only] == ["Ships"]


def test_nothing_is_like_what_is_not_there(library: Library) -> None:
    assert library.likeness.documents("none", 5) == []
    assert library.likeness.passages("none", 5) == []
