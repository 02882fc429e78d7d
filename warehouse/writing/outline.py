"""From a topic to an outline: what an article must answer, and where the library answers it.

The outline is made of what is there. A search for the topic brings up parts of documents; the
nearest of them that differ from each other become sections, in the order in which their documents
tell them, and the others join the section they are most like. A section is called by the heading
its author gave it; only where there is none, or one that says nothing ("Introduction"), the model
names it. Small models that were given the whole list to plan from chose worse parts and copied
their first lines as questions, for twenty seconds more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from indexers.records import Loss
from warehouse import prompts
from warehouse.engine.protocol import Engine, Request
from warehouse.library import Library
from warehouse.research.names import normal
from warehouse.research.records import Evidence
from warehouse.research.reduction import flat
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing import checks
from warehouse.writing.parts import Part

LEAST_SECTIONS, MOST_SECTIONS = 3, 6
WORDS_A_SECTION = 180
PARTS_A_SECTION = 3
ALIKE = 0.85
JOINS = 0.4
TITLE_CHARACTERS = 60
TITLE_TOKENS = 40
TEXT_CHARACTERS = 500
_GENERIC = frozenset(
    normal(word)
    for word in re.split(
        r"\s+",
        """introduction overview conclusion conclusions summary background basics details
        information general topic article section part title main further more about context
        discussion results key points aspects concepts concept understanding the of and to a an in
        for introducing final thoughts importance role""",
    )
)
_ORDER = re.compile(
    r"^(?:please\s+)?(?:write|draft|compose|prepare)\s+(?:me\s+)?(?:(?:an?|the)\s+)?"
    r"(?:\w+\s+)?(?:article|text|report|essay|overview|piece)\s+(?:about|on|of)\s+",
    re.IGNORECASE,
)


Matrix = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


class Facet(Struct, frozen=True):
    """A section to be: its question, its title, and the parts that answer it."""

    title: str
    question: str
    parts: tuple[Part, ...]


class Section(Struct, frozen=True):
    title: str
    evidence: tuple[Evidence, ...]


class Outline(Struct, frozen=True):
    title: str
    sections: tuple[Section, ...]


class _Title(Struct, frozen=True):
    title: str


def facets(
    task: str,
    parts: Sequence[Part],
    library: Library,
    engine: Engine,
    settings: Settings,
    run: Run,
) -> tuple[list[Facet], list[Loss]]:
    """The sections of the article, each with parts of its own, and the parts left out.

    ``parts`` is not empty, best first.
    """
    rows = library.retrieval.embed([f"{part.head}: {part.opening}" for part in parts])
    alike = rows @ rows.T
    count = sections_for(len(parts), settings.article_words)
    seeds = _seeds(parts, alike, count)
    groups = {seed: [seed] for seed in seeds}
    losses = []
    for at, part in enumerate(parts):
        if at in groups:
            continue
        near = max(seeds, key=lambda seed: float(alike[at, seed]))
        if alike[at, near] >= JOINS and len(groups[near]) < PARTS_A_SECTION:
            groups[near].append(at)
        else:
            losses.append(Loss("outlining", part.head, "farther from the topic than the sections"))
    made = [tuple(parts[at] for at in groups[seed]) for seed in _told_order(parts, seeds)]
    titles = _titles(task, made, engine, settings, run)
    return [
        Facet(title, f"{task}: {title}", chosen) for title, chosen in zip(titles, made, strict=True)
    ], losses


def sections_for(parts: int, words: int) -> int:
    """How many sections the wanted length and the parts there are can carry."""
    wanted = max(LEAST_SECTIONS, min(MOST_SECTIONS, round(words / WORDS_A_SECTION)))
    return max(1, min(wanted, parts))


def article_title(task: str) -> str:
    """The topic as a title: without "write an article about" and end marks."""
    bare = _ORDER.sub("", flat(task)).strip(" .:\"'“”")
    return bare[:1].upper() + bare[1:] if bare else flat(task)


def says_something(title: str) -> bool:
    """Is there a word in it that belongs to this article only?"""
    words = normal(title).split()
    return bool(words) and not all(word in _GENERIC for word in words)


def _seeds(parts: Sequence[Part], alike: Matrix, count: int) -> list[int]:
    """The best parts whose headings and openings differ."""
    seeds: list[int] = []
    for at in range(len(parts)):
        same = any(
            alike[at, other] >= ALIKE or normal(parts[at].name) == normal(parts[other].name)
            for other in seeds
        )
        if not same and len(seeds) < count:
            seeds.append(at)
    return seeds


def _told_order(parts: Sequence[Part], seeds: Sequence[int]) -> list[int]:
    """By document, the one with most to say first; inside one as it is written."""
    weight: dict[str, float] = {}
    for at in seeds:
        document = parts[at].key[0]
        weight[document] = weight.get(document, 0.0) + parts[at].score
    return sorted(seeds, key=lambda at: (-weight[parts[at].key[0]], parts[at].start))


def _titles(
    task: str,
    made: Sequence[Sequence[Part]],
    engine: Engine,
    settings: Settings,
    run: Run,
) -> list[str]:
    """A title for each section: the heading of its first part, or the model's."""
    titles = [chosen[0].name if chosen[0].key[1] else "" for chosen in made]
    nameless = [at for at, title in enumerate(titles) if not says_something(title)]
    prompt = prompts.load("outline")
    requests = [
        Request(
            prompt.name,
            prompt.render(task=task, text=flat(made[at][0].opening)[:TEXT_CHARACTERS]),
            TITLE_TOKENS,
            schema=_SCHEMA,
            seed=settings.seed,
        )
        for at in nameless
    ]
    replies = engine.complete(requests, run) if requests else []
    for at, reply in zip(nameless, replies, strict=True):
        titles[at] = _given(reply.text, made[at][0])
    return _different(titles, made)


def _given(reply: str, part: Part) -> str:
    """The model's title where it has to do with the part, else the document's."""
    title = flat(msgspec.json.decode(reply, type=_Title).title).strip(" .:\"'")
    about = checks.content(title) & checks.content(f"{part.head} {part.opening}")
    if not says_something(title) or not about or len(title) >= TITLE_CHARACTERS - 1:
        return part.title
    return title[:1].upper() + title[1:]


def _different(titles: Sequence[str], made: Sequence[Sequence[Part]]) -> list[str]:
    """A title that two sections would share is told apart by its document."""
    told: list[str] = []
    for title, chosen in zip(titles, made, strict=True):
        if any(normal(title) == normal(other) for other in told):
            title = f"{title} ({chosen[0].title})"
        told.append(title)
    return told


_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"title": {"type": "string", "minLength": 4, "maxLength": TITLE_CHARACTERS}},
    "required": ["title"],
    "additionalProperties": False,
}
