"""Whether a library tells of the topic of an article at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bridge_article import SETTINGS
from bridge_sections import FOREIGN, shelved

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.absence import offtopic
from warehouse.run import Run

OBLIQUE = "Bridges of iron and what a flood may do to them"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    yield from shelved(tmp_path / "warehouse")


def asking(library: Library, *lines: Line) -> Context:
    return Context.of(library, ScriptedEngine(list(lines)), SETTINGS, Run())


def test_a_short_name_alone_is_not_judged(library: Library) -> None:
    hits = library.retrieval.passages("R", offtopic.OF_A_TOPIC)
    assert offtopic.of_topic("R", hits, asking(library)) is None


def test_a_topic_told_of_in_other_words_is_left_to_the_model(library: Library) -> None:
    """Its few words and its likeness leave it open: what the model says counts then."""
    hits = library.retrieval.passages(OBLIQUE, offtopic.OF_A_TOPIC)
    for sure, answers in ((0.9, True), (0.6, False)):
        judged = offtopic.of_topic(
            OBLIQUE, hits, asking(library, Line("covers", OBLIQUE, (sure, 1 - sure)))
        )
        assert judged is not None
        assert judged.answers == answers
    plain = offtopic.of_topic(FOREIGN, hits, asking(library))
    assert plain is not None
    assert not plain.answers, "the model is not asked of what is plainly not there"
