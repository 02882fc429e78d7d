"""The article about the bridge beside its library, and what is marked in it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from bridge_article import SETTINGS, weighs, written
from shelf import reading

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.run import Run
from warehouse.studies.editing.library_changes import Mark
from warehouse.studies.editing.living_article import LivingArticle
from warehouse.writing.editing.records import Suggestion

DECK_FACT = "The deck was made wider in 1934."
DECK_SENTENCE = "The deck was made wider in 1934 [2]."


@pytest.fixture
def living(library: Library) -> LivingArticle:
    studies, _ = written(library)
    return LivingArticle(studies, library, studies.list()[0])


def add(library: Library, title: str, text: str) -> str:
    return library.admit(reading(title, text), f"{title}.html", text.encode(), Run()).id


def council_minutes(library: Library) -> str:
    """A document that says otherwise of the deck."""
    return add(library, "Council minutes", "The deck of the bridge was made wider in 1936.")


def newer_version(library: Library, text: str) -> str:
    """Of the page about the bridge, which stays."""
    old = library.catalog.documents()[0].id
    new = add(library, "Lune Bridge", text)
    for one in (old, new):
        library.catalog.note_version("bridge.html", one)
    return new


def checked(words: str, chances: tuple[float, float]) -> list[Line]:
    """What the model says of a sentence with these words."""
    return [Line(name, words, chances, repeat=True) for name in ("claim_check", "claim_known")]


def looked(living: LivingArticle, lines: Sequence[Line] = ()) -> list[tuple[str, str]]:
    return [(one.sentence, one.kind) for one in marked(living, lines)]


def marked(living: LivingArticle, lines: Sequence[Line] = ()) -> tuple[Mark, ...]:
    return living.check(ScriptedEngine([*lines, *weighs()]), SETTINGS, Run())


def rewritten(living: LivingArticle, at: int, lines: Sequence[Line]) -> Suggestion | str:
    with living.editor.context(ScriptedEngine([*lines, *weighs()]), SETTINGS, Run()) as context:
        return living.rewrite(living.marks()[at], context)
