"""A small library about bridges, and an engine that plays the model by rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.engine.scripted import Line
from warehouse.library import Library
from warehouse.proof import citations
from warehouse.run import Run

Shelve = Callable[..., Library]

BRIDGE = (
    "Lune Bridge",
    "Lune Bridge is an iron bridge over the river Lune. Its arches were cast by Skerton Works"
    " in 1881. The deck was widened in 1934 for the tramway.",
)
WORKS = (
    "Skerton Works",
    "Skerton Works was a foundry in the town of Halton. It employed three hundred people and"
    " closed in 1922.",
)
OVENS = (
    "Bread ovens",
    "A bread oven holds its heat in a thick floor of clay. The baker rakes out the ashes before"
    " the first loaf goes in.",
)
PREACHED = ("Preached", "Skerton cast the arches of the bridge at night, so the vicar preached.")
TYPICAL = {
    "fact": (0.63, 0.006, 0.013, 0.003, 0.008, 0.047, 0.0015, 0.0002),
    "explain": (0.2, 0.6, 0.013, 0.0005, 0.002, 0.08, 0.002, 0.0003),
    "list": (0.128, 0.002, 0.59, 0.017, 0.002, 0.03, 0.024, 0.0003),
    "count": (0.07, 0.0001, 0.03, 0.835, 0.002, 0.028, 0.001, 0.00001),
    "since": (0.137, 0.0003, 0.001, 0.0025, 0.85, 0.01, 0.001, 0.00001),
    "summary": (0.025, 0.01, 0.015, 0.0006, 0.0005, 0.89, 0.005, 0.0001),
    "library": (0.05, 0.0001, 0.075, 0.03, 0.003, 0.03, 0.8, 0.0004),
    "chat": (0.126, 0.002, 0.001, 0.0001, 0.0016, 0.01, 0.0003, 0.79),
}
"""What the starting model finds likely of questions of each kind, by the labels of kinds.py."""
QUESTION = "In which town was the foundry that cast the arches of Lune Bridge?"


@pytest.fixture
def shelve(tmp_path: Path) -> Iterator[Shelve]:
    opened: list[Library] = []

    def make(*documents: tuple[str, str]) -> Library:
        library = Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(256))
        opened.append(library)
        for title, text in documents:
            library.admit(reading(title, text), f"{title}.html", text.encode(), Run())
        return library

    yield make
    for library in opened:
        library.close()


def dated(shelve: Shelve, years: Mapping[str, str]) -> Library:
    library = shelve(BRIDGE, WORKS, OVENS, PREACHED)
    for document in library.documents():
        library.catalog.tell(document.id, "yours", {"date": [years.get(document.title, "1890")]})
    return library


def judging(likelihood: float = -1.0, proven: float = 0.97) -> list[Line]:
    """Lines for screening and for the claim check, as often as they are asked."""
    return [
        Line("likelihood", "", (likelihood,), repeat=True),
        Line("sufficient", "", (0.9, 0.1), repeat=True),
        Line("claim_check", "", (proven, 1 - proven), repeat=True),
        Line("claim_known", "", (proven, 1 - proven), repeat=True),
        Line("enough", "", (0.97, 0.03), repeat=True),
        Line("thought_sure", "Reply: \n", (0.5, 0.5), repeat=True),
        *reads("fact"),
    ]


def reads(
    kind: str,
    about: str = "",
    wanted: str = "things",
    noun: str = "",
    limits: Sequence[tuple[str, str]] = (),
) -> list[Line]:
    """Lines for what a question is taken for; "explain" is a fact that wants prose."""
    told = {
        "about": about,
        "wanted": wanted,
        "noun": noun,
        "limits": [{"what": what, "words": words} for what, words in limits],
        "compared": [],
        "parts": [],
    }
    return [
        Line("kind", "", TYPICAL[kind], repeat=True),
        Line("details", "", told, repeat=True),
        Line("whole", "", (0.9, 0.1), repeat=True),
        Line("polar", "", (-6.0,), repeat=True),
        Line("counted", "", (0.9, *(0.005,) * 20), repeat=True),
        Line("explained", "", (0.97, 0.03), repeat=True),
        Line("part_of_answer", "", (0.6, 0.4), repeat=True),
    ]


def plan(intent: str, *queries: str) -> Line:
    return Line("plan", "", {"intent": intent, "queries": list(queries)})


def enough(*chances: float) -> list[Line]:
    return [Line("enough", "", (chance, 1 - chance)) for chance in chances]


def further(missing: str, *queries: str) -> Line:
    reply = {"missing": missing, "queries": list(queries)}
    return Line("next", "", reply)


def cited(prompt: str, *sentences: tuple[str, Sequence[int]]) -> Line:
    """An answer in prose, or what mends a sentence of it, bound to its schema."""
    if prompt == "repair":
        bound = [{"text": text, "notes": list(notes)} for text, notes in sentences]
        return Line(prompt, "", {"sentences": bound})
    return Line(
        prompt, "", " ".join(citations.remarked(text, tuple(notes)) for text, notes in sentences)
    )
