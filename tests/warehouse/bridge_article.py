"""A library about one bridge, an article over it, and a model that weighs its sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shelf import HashingEmbedder, reading

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.records import Place
from warehouse.results.records import (
    Article,
    Block,
    Coverage,
    Evidence,
    Research,
    Spend,
    Structure,
)
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.studies.keeper import Studies
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Spot

SETTINGS = Settings(readers=1, article_words=300, absence=False)
TOPIC = "The iron arches of the bridge, its widened deck with trams, and its piers after a flood"
FACTS = (
    "The bridge opened in 1881 with iron arches.",
    "Its iron arches were cast in a local foundry.",
    "The deck of the bridge was widened in 1934.",
    "Trams crossed the widened deck until 1950.",
    "A flood damaged two piers of the bridge in 1967.",
    "The piers were repaired with concrete in 1968.",
)
TEXT = "\n\n".join(f"{FACTS[2 * at]} {FACTS[2 * at + 1]}" for at in range(3))
YES, NO = (0.98, 0.02), (0.02, 0.98)
DECK = Spot(1, 0)
WRITTEN = "The deck was made wider in 1934 [2]. It was a festive day."
LEAD = f"{FACTS[0][:-1]} [1]."


def shelved(folder: Path) -> Library:
    """With the bridge in it; it is open."""
    library = Library(folder, SETTINGS, HashingEmbedder(64))
    library.admit(reading("Lune Bridge", TEXT), "bridge.html", TEXT.encode(), Run())
    return library


def weighs(no: str = "festive") -> list[Line]:
    """A model that says yes to everything but what holds ``no``."""
    asked = ("claim_check", "claim_known")
    return [
        Line("reports", "", YES, repeat=True),
        Line("worth_telling", "", YES, repeat=True),
        Line("goes_on", "", (-1.0,), repeat=True),
        Line("titled", "", (0.0,), repeat=True),
        *(Line(name, no, NO, repeat=True) for name in asked),
        *(Line(name, "", YES, repeat=True) for name in asked),
    ]


def an_article(library: Library) -> Article:
    """An opening and one section, whose second sentence nothing proves."""
    found = tuple(_evidence(library, n, FACTS[at]) for n, at in ((1, 0), (2, 2), (3, 3)))
    engine = ScriptedEngine(weighs())
    lead = claims.check(LEAD, found, engine, Run())
    told = claims.check(WRITTEN, found, engine, Run())
    return Article(
        title="The bridge",
        question=TOPIC,
        method="retell",
        lead=Block(1, "", LEAD, lead),
        blocks=(Block(2, "The deck", WRITTEN, told),),
        research=Research(TOPIC, Structure(), found),
        coverage=Coverage(1, 1, 0, 1, 0.1, 0.5),
        spend=Spend(1, 1, 1, 0, 1.0),
    )


def written(
    library: Library, article: Article | None = None, within: str = ""
) -> tuple[Studies, Any]:
    """A finished study with an article, by default this one, and its row."""
    made = article or an_article(library)
    works: Any = {("write", "retell"): lambda topic, context, **_: made}
    studies = Studies(library, works)
    scope = library.finder.scope(within) if within else None
    row = studies.start("write", TOPIC, "retell", scope=scope)
    studies.run(row, ScriptedEngine(), SETTINGS, Run())
    return studies, row


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with shelved(tmp_path / "warehouse") as opened:
        yield opened


@pytest.fixture
def editor(library: Library) -> ArticleEditor:
    studies, row = written(library)
    return ArticleEditor(studies, library, row)


def text_of(edited: Edited, spot: Spot = DECK) -> str:
    return spots.find(edited.article, spot).text


def _evidence(library: Library, number: int, text: str) -> Evidence:
    document = library.catalog.documents()[0].id
    start = TEXT.index(text)
    place = Place(document, 0, start, start + len(text))
    return Evidence(number, place, text, "Lune Bridge", "1", "", "q", 0.9)
