"""A collection limits a question that calls it by its name, and no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.library import Library
from warehouse.question import filters


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("limits")
    with Library(folder / "w", SETTINGS, HashingEmbedder()) as made:
        for name in ("Art", "हिन", "东京"):
            made.shelves.make(name)
        yield made


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How many documents did Arthur write?", ""),
        ("What is SmArt?", ""),
        ("Which documents of Art are the oldest?", "in “Art”"),
        ("Que dit-on de l’Art ?", "in “Art”"),
        ("Artの文書は？", "in “Art”"),
        ("हिन्दी क्या है?", ""),
        ("东京都的文件", "in “东京”"),
    ],
)
def test_a_collection_is_called_by_whole_words(library: Library, question: str, words: str) -> None:
    assert filters.standing(question, library, dated=False).words == words
