"""The library about one bridge in sections, and what a model makes of them when it retells them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from bridge_article import FACTS, NO, SETTINGS, TOPIC, YES
from shelf import HashingEmbedder, reading

from indexers.records import Section
from warehouse.engine.scripted import Line
from warehouse.library import Library
from warehouse.proof import cited
from warehouse.proof.cited import Sentence
from warehouse.records import Place
from warehouse.results.records import Evidence, Research, Structure
from warehouse.run import Run

FOREIGN = "Why cats purr on warm carpets"
HEADINGS = ("Building", "Use", "Damage")
SECTIONS = tuple(
    f"{heading}\n\n{FACTS[2 * at]} {FACTS[2 * at + 1]}" for at, heading in enumerate(HEADINGS)
)
TEXT = "\n\n".join(SECTIONS)


def evidence(number: int, text: str) -> Evidence:
    place = Place("d", 0, number * 100, number * 100 + len(text))
    return Evidence(number, place, text, "Lune Bridge", "1", "", "q", 1 / number)


def shelved(folder: Path) -> Iterator[Library]:
    """A library with the bridge in it, open until the end of the test."""
    with Library(folder, SETTINGS, HashingEmbedder(64)) as library:
        starts = [TEXT.index(section) for section in SECTIONS]
        ends = [*starts[1:], len(TEXT)]
        told = tuple(
            Section(1, heading, start, end)
            for heading, start, end in zip(HEADINGS, starts, ends, strict=True)
        )
        made = msgspec.structs.replace(reading("Lune Bridge", *SECTIONS), sections=told)
        library.admit(made, "bridge.html", TEXT.encode(), Run())
        yield library


def chain_of(library: Library) -> Research:
    """What an answer about the deck left behind."""
    document = library.catalog.documents()[0].id
    start = TEXT.index(FACTS[2])
    place = Place(document, 0, start, start + len(FACTS[2]))
    one = Evidence(1, place, FACTS[2], "Lune Bridge", "1", "Use", "q", 0.9)
    return Research(TOPIC, Structure(), (one,))


def told(*sentences: tuple[str, list[int]]) -> dict[str, list[dict[str, object]]]:
    return {"sentences": [{"text": text, "notes": notes} for text, notes in sentences]}


def prose(*sentences: tuple[str, list[int]]) -> str:
    """The same as running text with its marks."""
    return cited.text([Sentence(text, tuple(notes)) for text, notes in sentences])


OWN = (
    "Iron arches from a local foundry carried the bridge when it opened in 1881.",
    "In 1934 the deck was widened, and trams crossed it until 1950.",
    "Two piers damaged by a flood in 1967 were repaired with concrete in 1968.",
)


OPENING = "Iron arches carried the bridge in 1881, and in 1968 its piers were repaired."


def reworded(*, repeat: bool = False) -> list[Line]:
    """Each piece of evidence holds the facts of one heading, and is told in one sentence."""
    return [Line("retell", FACTS[2 * at], own, repeat=repeat) for at, own in enumerate(OWN)]


def judged(yes: float = 0.97, given: float = -0.3) -> list[Line]:
    return [
        Line("claim_check", "", (yes, 1 - yes), repeat=True),
        Line("claim_known", "", (yes, 1 - yes), repeat=True),
    ]


def weighs(no: str = "") -> list[Line]:
    names = ("claim_check", "claim_known")
    refused = [Line(name, no, NO, repeat=True) for name in names] if no else []
    return [
        *refused,
        *(Line(name, "", YES, repeat=True) for name in (*names, "reports", "worth_telling")),
    ]
