"""Drafts of an outline by the model: planned from above, and named from below.

From above, the topic and the material are divided into sections. From below, the evidence is
grouped first by what belongs together, and each group is given a heading: then every section has
something to tell. Which is better the evidence decides (outlining.py).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Completion, Request, closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import checks
from warehouse.results.records import Evidence, Research
from warehouse.search.embedding import Embed
from warehouse.search.names import normal, normal_name
from warehouse.structures.communities import Matrix, apart, groups
from warehouse.text import shortened
from warehouse.writing import wishes
from warehouse.writing.outline import material

SAMPLES = 6
HEADING_SAMPLES = 4
REPEATED = 0.3  # less for a heading that has all words of the topic, beside cosines
ALIKE = 0.3  # the same for one that has only words of the other headings
MOST_OF_TOPIC = 0.5  # of its words: fewer name a part of it
TITLE_CHARACTERS, ABOUT_CHARACTERS = 70, 120
TOKENS_A_SECTION, TOKENS_MORE = 50, 60
_PARTED = re.compile(r": +| +[-–—] +")
_WHOSE = re.compile(r"(?:Its|Their) (?=\S)")
_DANGLES = re.compile(r"\b(?:and|or|of|the|an?|to|for|with|by|und|oder|der|die|das|et|ou|de)$")
NOTES, NOTE_CHARACTERS = 6, 160  # of a group, those nearest to its middle, in a prompt


class Section(Struct, frozen=True):
    title: str
    about: str

    @property
    def told(self) -> str:
        return f"{self.title}: {self.about}"


class Draft(Struct, frozen=True):
    """The title of an article, and its sections. ``owners`` has of each piece of evidence the
    section it was grouped under, empty for a draft from above.
    """

    title: str
    sections: tuple[Section, ...]
    owners: tuple[int, ...] = ()


class _Grouped(Struct, frozen=True):
    """Evidence in groups: of each piece its group, their middles and the requests to name them."""

    owners: tuple[int, ...]
    middles: Matrix
    requests: list[Request]


def from_above(cases: Sequence[tuple[Research, int]], context: Context) -> list[list[Draft]]:
    """Of each SAMPLES drafts of so many sections, of those that were cut off the whole ones; the
    very first is the likeliest. None where nothing is whole. In one batch.
    """
    samples = context.samples([_to_divide(*case, context) for case in cases], SAMPLES)
    return [
        [
            draft
            for reply in replies
            if (draft := _read(value_of(reply, Draft), research.task)).sections
        ]
        for (research, _), replies in zip(cases, samples, strict=True)
    ]


def _to_divide(research: Research, count: int, context: Context) -> Request:
    prompt, settings = prompts.load("outline_draft"), context.settings
    messages = prompt.render(
        count=str(count),
        topic=research.task,
        purpose=wishes.of_outline(settings),
        material="\n".join(material.told(research)),
    )
    tokens = TOKENS_MORE + TOKENS_A_SECTION * count
    return Request(prompt.name, messages, tokens, _schema(count), seed=settings.seed)


def _read(draft: Draft, topic: str) -> Draft:
    sections = _without_lead(draft.sections, topic)
    return msgspec.structs.replace(
        draft,
        title=draft.title if len(draft.title) != TITLE_CHARACTERS else topic,
        sections=tuple(_heading(section, topic) for section in sections),
    )


def _without_lead(sections: Sequence[Section], topic: str) -> Sequence[Section]:
    """Without what several begin with before a colon, where that is the topic in other words."""
    parted = [_PARTED.sub("\n", section.title, count=1).partition("\n") for section in sections]
    leads = Counter(
        normal_name(lead)
        for lead, _, rest in parted
        if rest and checks.overlap(topic, lead) >= MOST_OF_TOPIC
    )
    return [
        _titled(section, rest) if rest and leads[normal_name(lead)] > 1 else section
        for section, (lead, _, rest) in zip(sections, parted, strict=True)
    ]


def from_below(
    cases: Sequence[tuple[Research, Matrix, int, str]], context: Context
) -> list[Draft | None]:
    """Of each (evidence, its unit vectors (pieces, dimension), count, title) so many groups of the
    evidence, each with the heading that is nearest to it, farthest from the others and does not
    repeat the topic; the group nearest to the topic first. None where there is too little for
    groups, or fewer than two have a whole heading. All in one batch.
    """
    grouped = [_grouped(research, rows, count, context) for research, rows, count, _ in cases]
    requests = [request for group in grouped if group is not None for request in group.requests]
    waiting = chain.from_iterable(context.samples(requests, HEADING_SAMPLES))
    made: list[Draft | None] = []
    for (research, rows, _, title), group in zip(cases, grouped, strict=True):
        if group is None:
            made.append(None)
            continue
        named = [*islice(waiting, HEADING_SAMPLES * len(group.requests))]
        sections = _named(named, group.middles, rows, research.task, context)
        made.append(_from_named(title, sections, group))
    return made


def _from_named(title: str, sections: Sequence[Section | None], group: _Grouped) -> Draft | None:
    """A group without a heading is told with the one that is nearest to it."""
    named = [at for at, section in enumerate(sections) if section is not None]
    if len(named) < 2:
        return None
    nearest = (group.middles @ group.middles[named].T).argmax(axis=1).tolist()
    owners = tuple(nearest[owner] for owner in group.owners)
    return Draft(title, tuple(filter(None, sections)), owners)


def _grouped(research: Research, rows: Matrix, count: int, context: Context) -> _Grouped | None:
    if len(rows) < 2 * count or count < 2:
        return None
    labels = np.array(groups(rows, count))
    [topic] = context.library.retrieval.embed([research.task])
    order = sorted(
        np.unique(labels).tolist(), key=lambda label: -float(middle(rows[labels == label]) @ topic)
    )
    middles = [middle(rows[labels == label]) for label in order]
    requests: list[Request] = []
    for label in order:
        members = np.flatnonzero(labels == label).tolist()
        notes = central([research.evidence[at] for at in members], rows[members])
        requests.append(to_name(research.task, notes, context))
    return _Grouped(tuple(order.index(label) for label in labels), np.array(middles), requests)


def to_name(topic: str, notes: Sequence[str], context: Context) -> Request:
    """A heading for a section of these notes."""
    prompt, settings = prompts.load("section_heading"), context.settings
    messages = prompt.render(topic=topic, purpose=wishes.of_outline(settings), notes=listed(notes))
    tokens = TOKENS_A_SECTION + TOKENS_MORE
    return Request(prompt.name, messages, tokens, _SECTION, seed=settings.seed)


def headings(replies: Sequence[Completion], topic: str) -> list[Section]:
    """Those that are whole, without the topic before a colon."""
    return [
        _heading(section, topic)
        for reply in replies
        if _is_whole(reply, section := value_of(reply, Section))
    ]


def _is_whole(reply: Completion, section: Section) -> bool:
    """Neither cut off nor broken off by itself, as "The challenges of the city and"."""
    return reply.finish == "stop" and not _DANGLES.search(section.title)


def central(pieces: Sequence[Evidence], rows: Matrix) -> tuple[str, ...]:
    """What is nearest to the middle, for a prompt. ``rows`` are unit vectors of the pieces."""
    nearest = np.argsort(-(rows @ middle(rows)))[:NOTES].tolist()
    return tuple(shortened(flat(pieces[at].text), NOTE_CHARACTERS) for at in nearest)


def is_said(title: str, others: Sequence[str], embed: Embed, alike: float) -> bool:
    """Has another heading all its words, or from the cosine ``alike`` on their meaning?"""
    rows = embed([title, *others])
    return bool((rows[1:] @ rows[0]).max(initial=0.0) >= alike) or any(
        checks.overlap(title, other) == 1 for other in others
    )


def listed(notes: Sequence[str]) -> str:
    return "\n".join(f"- {note}" for note in notes)


def _named(
    replies: Sequence[Completion], middles: Matrix, rows: Matrix, topic: str, context: Context
) -> list[Section | None]:
    """Of HEADING_SAMPLES for each group the one it gets; None where none of them is whole."""
    headings = [_heading(value_of(reply, Section), topic) for reply in replies]
    embedded = context.library.retrieval.embed([section.told for section in headings])
    alike = apart(embedded, rows) @ apart(middles, rows).T
    repeated = [REPEATED * checks.overlap(topic, section.title) for section in headings]
    chosen: list[Section | None] = []
    for at in range(len(middles)):
        others = np.delete(alike, at, axis=1).max(axis=1)
        before = " ".join(section.title for section in chosen if section is not None)
        samples = range(at * HEADING_SAMPLES, (at + 1) * HEADING_SAMPLES)
        worth = {
            n: float(alike[n, at] - others[n])
            - repeated[n]
            - ALIKE * checks.overlap(headings[n].title, before)
            for n in samples
            if _is_whole(replies[n], headings[n])
        }
        best = max(worth, key=lambda n: worth[n], default=None)
        chosen.append(None if best is None else headings[best])
    return chosen


def middle(rows: Matrix) -> Matrix:
    """The unit vector in the middle of unit vectors, (one or more, dimension)."""
    mean: Matrix = rows.mean(axis=0)
    return mean / max(float(np.linalg.norm(mean)), 1e-9)


def _without_topic(section: Section, topic: str) -> Section:
    """Without the topic, or parts of it, that a heading repeats before a colon or a dash."""
    lead, _, rest = _PARTED.sub("\n", section.title, count=1).partition("\n")
    begins = f"{normal(topic)} ".startswith(f"{normal(lead)} ")
    is_topic = begins or checks.overlap(topic, lead) >= MOST_OF_TOPIC
    if not (rest and is_topic and checks.overlap(lead, topic) == 1):
        return section
    return _without_topic(_titled(section, rest), topic)


def _titled(section: Section, title: str) -> Section:
    return msgspec.structs.replace(section, title=title[:1].upper() + title[1:])


def _heading(section: Section, topic: str) -> Section:
    """A title that is as long as it may be ends where its room ended: it loses its last word. One
    that begins with "Its" loses that: a reader of the contents cannot know whose.
    """
    if len(section.title) == TITLE_CHARACTERS and " " in section.title:
        title = section.title.rpartition(" ")[0].rstrip(" ,;:–—-")
        section = msgspec.structs.replace(section, title=title)
    section = _without_topic(section, topic)
    whose = _WHOSE.match(section.title)
    return _titled(section, section.title[whose.end() :]) if whose else section


_SECTION = closed(title=text_of(4, TITLE_CHARACTERS), about=text_of(4, ABOUT_CHARACTERS))


def _schema(count: int) -> dict[str, Any]:
    return closed(title=text_of(4, TITLE_CHARACTERS), sections=list_of(_SECTION, count, count))
