"""From a topic to an outline: what an article must answer, and where the library answers it.

The outline is made of what is there. A search for the topic brings up parts of documents; those
that are near it and differ from each other become sections, in the order in which their documents
tell them, and the others join the section they are most like. Differing has two halves: the
headings share few words beside those of the topic, and the parts lie in different directions from
their common mean (Carbonell and Goldstein 1998, maximal marginal relevance; plain cosines will not
do, since all that is on one topic is alike). A section is called by the heading its author gave
it; only where no heading above it says anything the model names it. Small models that were given
the whole list to plan from chose worse parts and copied their first lines as questions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.protocol import Completion, closed, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import checks
from warehouse.results.records import Evidence
from warehouse.search.names import normal
from warehouse.structures.communities import Matrix
from warehouse.writing.retold.parts import Part

LEAST_SECTIONS, MOST_SECTIONS = 3, 6
WORDS_A_SECTION = 180
PARTS_A_SECTION = 3
NEAR = 0.65  # of the nearest part's cosine to the topic
RELEVANCE = 0.65  # against difference
SHARED = 0.5  # of the words that are a heading's own
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
        for introducing final thoughts importance role purpose rationale scope behavior behaviour
        tools options notes other miscellaneous annex appendix requirements specific fields list""",
    )
)
_ORDER = re.compile(
    r"^(?:please\s+)?(?:write|draft|compose|prepare)\s+(?:me\s+)?(?:(?:an?|the)\s+)?"
    r"(?:\w+\s+)?(?:article|text|report|essay|overview|piece)\s+(?:about|on|of)\s+",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s*(?:[:;]|\s[-–—])\s.*$")
_TINY = 1e-9


class Facet(Struct, frozen=True):
    """A section to be: its question, its title, and the parts that answer it.

    One that is not ``wanted`` keeps its place and its parts, and stays empty.
    """

    title: str
    question: str
    parts: tuple[Part, ...]
    wanted: bool = True


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
    context: Context,
) -> tuple[list[Facet], list[Loss]]:
    """The sections of the article, each with parts of its own, and the parts left out.

    ``parts`` are best first; without any there is one section, for evidence that is there already.
    """
    if not parts:
        return [Facet(article_title(task), task, ())], []
    texts = [f"{part.head}: {part.opening}" for part in parts]
    rows = context.library.retrieval.embed([task, *texts])
    near = _of_best(rows[1:] @ rows[0])
    losses = [
        Loss("outlining", part.head, "farther from the topic than the others")
        for part, cosine in zip(parts, near, strict=True)
        if cosine < NEAR
    ]
    kept = [at for at in range(len(parts)) if near[at] >= NEAR]
    parts, rows, near = [parts[at] for at in kept], rows[1:][kept], near[kept]
    seeds = _seeds(
        task, parts, rows, near, sections_for(len(parts), context.settings.article_words)
    )
    groups = {seed: [seed] for seed in seeds}
    for at, part in enumerate(parts):
        if at in groups:
            continue
        alike, best = max((float(rows[at] @ rows[seed]), seed) for seed in seeds)
        if alike >= JOINS and len(groups[best]) < PARTS_A_SECTION:
            groups[best].append(at)
        else:
            losses.append(Loss("outlining", part.head, "fits none of the sections"))
    by_section = [tuple(parts[at] for at in groups[seed]) for seed in _told_order(parts, seeds)]
    titles = _titles(task, by_section, context)
    return [
        Facet(title, f"{task}: {title}", chosen)
        for title, chosen in zip(titles, by_section, strict=True)
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


def _seeds(task: str, parts: Sequence[Part], rows: Matrix, near: Matrix, count: int) -> list[int]:
    """The parts that are most relevant and least like those chosen before them; one at least.

    ``rows`` are unit vectors, (parts, dimension); ``near`` are shares of the best.
    """
    scores = np.array([part.score for part in parts])
    relevance = (near + scores / scores.max()) / 2
    apart = rows - rows.mean(axis=0)
    apart = apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), _TINY)
    alike = apart @ apart.T
    own_words = [_own(_heading(part) or part.opening, task) for part in parts]
    seeds: list[int] = []
    while len(seeds) < count:
        able = [
            at
            for at in range(len(parts))
            if own_words[at]
            and at not in seeds
            and all(_differ(own_words[at], own_words[seed]) for seed in seeds)
        ]
        if not able:
            break
        gains = {
            at: RELEVANCE * relevance[at]
            - (1 - RELEVANCE) * max((float(alike[at, seed]) for seed in seeds), default=0.0)
            for at in able
        }
        seeds.append(max(able, key=lambda at: gains[at]))
    return seeds or [0]


def _of_best(cosines: Matrix) -> Matrix:
    """Each as a share of the highest; all alike where none is above 0, which tells nothing."""
    best = float(cosines.max())
    return cosines / np.float32(best) if best > 0 else np.ones_like(cosines)


def _own(told: str, task: str) -> frozenset[str]:
    """The words of a heading (or an opening) that the topic and empty headings do not have."""
    said = " ".join(word for word in normal(told).split() if word not in _GENERIC)
    return checks.content(said) - checks.content(task)


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) < SHARED * min(len(one), len(other))


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
    context: Context,
) -> list[str]:
    """A title for each section: the heading of its first part, or the model's."""
    titles = [_heading(chosen[0]) for chosen in made]
    nameless = [at for at, title in enumerate(titles) if not says_something(title)]
    openings = [flat(made[at][0].opening)[:TEXT_CHARACTERS] for at in nameless]
    given = [{"task": task, "text": text} for text in openings]
    replies = context.written_each("outline", TITLE_TOKENS, given, _SCHEMA)
    for at, reply in zip(nameless, replies, strict=True):
        titles[at] = _given(reply, made[at][0])
    return _different(titles, made)


def _heading(part: Part) -> str:
    """The nearest heading above the part that says something, without its tail of details."""
    for heading in part.headings:
        if says_something(heading):
            return _TAIL.sub("", heading) if len(heading) > TITLE_CHARACTERS else heading
    return ""


def _given(reply: Completion, part: Part) -> str:
    """The model's title where it is whole and has to do with the part, else the document's."""
    title = flat(value_of(reply, _Title).title).strip(" .:\"'")
    about = checks.content(title) & checks.content(f"{part.head} {part.opening}")
    whole = reply.finish == "stop" and len(title) < TITLE_CHARACTERS - 1
    if not says_something(title) or not about or not whole:
        return part.title
    return title[:1].upper() + title[1:]


def _different(titles: Sequence[str], made: Sequence[Sequence[Part]]) -> list[str]:
    """A title that two sections would share is told apart by its document."""
    distinct: list[str] = []
    for title, chosen in zip(titles, made, strict=True):
        if any(normal(title) == normal(other) for other in distinct):
            title = f"{title} ({chosen[0].title})"
        distinct.append(title)
    return distinct


_SCHEMA = closed(title=text_of(4, TITLE_CHARACTERS))
