"""The outline of an article, drafted from what a method found: several sampled, the best chosen.

A draft is worth what an editor can measure: how much of the evidence one of its sections is about,
how evenly it is spread, and how far the sections lie apart. Headings of the sources are not taken
over. The evidence of a section is then grouped into paragraphs by what belongs together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, closed
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.methods.evidence.reduction import flat, head, lost
from warehouse.proof import citations
from warehouse.results.records import Evidence, Research, Structure
from warehouse.search.names import normal
from warehouse.structures.communities import groups
from warehouse.writing import material, wishes
from warehouse.writing.parts import is_prose, leans

SAMPLES = 6
FEWEST, MOST = 2, 12
GROWN = 1.5  # times the evidence, from which it is worth drafting once more
WORDS_A_SECTION, WORDS_A_PARAGRAPH = 180, 90
TITLE_CHARACTERS, ABOUT_CHARACTERS = 70, 120
TOKENS_A_SECTION, TOKENS_MORE = 50, 60
NEAR = 0.25  # cosine from which a piece is about a section
NOTES_A_PARAGRAPH = 5
FEWEST_NOTES, MOST_NOTES = 2, 7
BALANCE, APART, TAKEN_OVER = 0.5, 0.5, 1.0  # weights beside coverage

Matrix = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


class Heading(Struct, frozen=True):
    """A section to be. ``paragraphs`` is the evidence it rests on, a group for each paragraph;
    ``notes`` are the user's to the writer; ``children`` are the sections below it. ``section`` is
    the one of the article as it stands that tells it, from 0; -1: it is to be written.
    """

    title: str
    about: str = ""
    paragraphs: tuple[tuple[Evidence, ...], ...] = ()
    notes: str = ""
    children: tuple[Heading, ...] = ()
    section: int = -1

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Heading]]:
        """It and all below it, in their order, each with its depth."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)


class Outline(Struct, frozen=True):
    """``searches`` were made for it beside those of the method: they are made again on resuming.
    ``base`` are the headings of the article that it was made of, None of one that was drafted;
    ``redrafted`` counts the branches that were drafted again.
    """

    title: str
    sections: tuple[Heading, ...]
    searches: tuple[str, ...] = ()
    base: tuple[str, ...] | None = None
    redrafted: int = 0

    def walk(self) -> Iterator[tuple[int, Heading]]:
        """Every heading in its order, with its depth from 0."""
        return (found for section in self.sections for found in section.walk())


class _Section(Struct, frozen=True):
    title: str
    about: str


class _Reply(Struct, frozen=True):
    title: str
    sections: tuple[_Section, ...]


def draft(research: Research, pool: EvidencePool, context: Context) -> tuple[Outline, list[Loss]]:
    """The best of many drafts over the evidence, and what none of its sections is about.

    Where there is less evidence than the length asks for, every heading that was drafted is looked
    up, and drafts are made of what that brought as well: the one with most behind it is chosen.
    """
    words = context.settings.article_words
    wanted = round(words / WORDS_A_PARAGRAPH * NOTES_A_PARAGRAPH)
    count = max(FEWEST, min(MOST, round(words / WORDS_A_SECTION)))
    context.run.step("outlining", 0, 1)
    drafts, searches = _sampled(research, count, context), list[str]()
    before = len(pool.evidence)
    if before < wanted:
        headings = [f"{s.title}: {s.about}" for one in drafts for s in one.sections]
        searches = list(dict.fromkeys([research.task, *headings]))
        pool.ask(searches)
        research = msgspec.structs.replace(research, evidence=tuple(pool.evidence))
        if len(pool.evidence) >= GROWN * before:
            context.run.step("outlining", 1, 2)
            drafts += _sampled(research, count, context, SAMPLES)
    outline, losses = _best(drafts, research, words, context)
    return msgspec.structs.replace(outline, searches=tuple(searches)), losses


def branch(
    heading: Heading, pool: EvidencePool, words: int, context: Context
) -> tuple[Heading, list[Loss]]:
    """The heading drafted again alone, over its evidence and what the library has for it by now.

    What stands below it is planned anew, as many parts as there are; one that has none gets
    another name. ``words`` is about how long it is to be.
    """
    brought = pool.ask([f"{heading.title} {heading.about}", f"{heading.title} {pool.task}"])
    own = {p.number for _, one in heading.walk() for group in one.paragraphs for p in group}
    found = pool.of(own.union(*(one.numbers for one in brought)))
    if not found:
        return heading, [Loss("outlining", heading.title, "nothing was found for this section")]
    context.run.step("outlining", 0, 1, heading.title)
    research = Research(f"{pool.task}: {heading.title}", Structure(), tuple(found))
    drafts = _sampled(research, max(1, len(heading.children)), context)
    made, losses = _best(drafts, research, words, context)
    if heading.children:
        return (
            msgspec.structs.replace(heading, paragraphs=(), children=made.sections, section=-1),
            losses,
        )
    return msgspec.structs.replace(made.sections[0], notes=heading.notes), losses


def _best(
    drafts: Sequence[_Reply], research: Research, words: int, context: Context
) -> tuple[Outline, list[Loss]]:
    """The draft that is worth most, with its evidence."""
    research, untold = _tellable(research)
    told = context.library.retrieval.embed(
        [f"{head(e)}: {flat(e.text)}" for e in research.evidence]
    )
    weighed = [(_worth(one, research, told, context), one) for one in drafts]
    chosen = max(weighed, key=lambda pair: pair[0])[1]
    outline, losses = _filled(chosen, research, told, words, context)
    return outline, [*untold, *losses]


def _tellable(research: Research) -> tuple[Research, list[Loss]]:
    """Without what is no statement by itself, unless there is nothing else."""
    good = tuple(one for one in research.evidence if is_statement(one.text))
    if not good:
        return research, []
    others = [one for one in research.evidence if one not in good]
    losses = [lost("outlining", one, "is no statement by itself") for one in others]
    return msgspec.structs.replace(research, evidence=good), losses


def is_statement(text: str) -> bool:
    """Has it a whole sentence of words that does not lean on what stood before it?

    A question, the lead of a list or a line of code tells a reader of an article nothing.
    """
    told = [one.bare for one in citations.read(flat(text))]
    good = [is_prose(one) and not one.endswith(("?", ":", "!")) for one in told]
    return any(good) and (not leans(told[0]) or sum(good) > 1)


def refitted(outline: Outline, evidence: Sequence[Evidence]) -> Outline:
    """Each piece as ``evidence`` has it now, by its place; one that is gone is left out."""
    there = {(e.place.document, e.place.start): e for e in evidence}

    def fitted(heading: Heading) -> Heading:
        groups = (
            tuple(
                there[key]
                for piece in group
                if (key := (piece.place.document, piece.place.start)) in there
            )
            for group in heading.paragraphs
        )
        return msgspec.structs.replace(
            heading,
            paragraphs=tuple(group for group in groups if group),
            children=tuple(fitted(child) for child in heading.children),
            section=-1,
        )

    return msgspec.structs.replace(outline, sections=tuple(map(fitted, outline.sections)))


def _sampled(research: Research, count: int, context: Context, first: int = 0) -> list[_Reply]:
    """SAMPLES drafts of ``count`` sections; the very first is the likeliest."""
    prompt, settings = prompts.load("outline_draft"), context.settings
    messages = prompt.render(
        count=str(count),
        topic=research.task,
        purpose=wishes.of_outline(settings),
        material="\n".join(material.told(research)),
    )
    requests = [
        Request(
            prompt.name,
            messages,
            TOKENS_MORE + TOKENS_A_SECTION * count,
            _schema(count),
            temperature=settings.writing_temperature if sample else 0.0,
            top_p=settings.writing_top_p,
            seed=settings.seed + sample,
        )
        for sample in range(first, first + SAMPLES)
    ]
    replies = context.engine.complete(requests, context.run)
    return [msgspec.json.decode(one.text, type=_Reply) for one in replies]


def _worth(drafted: _Reply, research: Research, told: Matrix, context: Context) -> float:
    """Coverage, balance and distance of the sections, less the headings taken over."""
    alike = told @ _rows(drafted, context).T
    nearest = alike.argmax(axis=1)
    covered = float((alike.max(axis=1) >= NEAR).mean())
    sizes = np.bincount(nearest, minlength=alike.shape[1]) / len(nearest)
    own = sizes[sizes > 0]
    spread = float(-(own * np.log(own)).sum() / max(np.log(alike.shape[1]), 1e-9))
    rows = _rows(drafted, context)
    between = (rows @ rows.T)[~np.eye(len(rows), dtype=bool)]
    apart = 1.0 - float(between.mean()) if between.size else 0.0
    headings = {normal(part) for one in research.evidence for part in one.path.split(" › ")}
    taken = sum(normal(one.title) in headings for one in drafted.sections)
    shares = taken / len(drafted.sections)
    return covered + BALANCE * spread + APART * apart - TAKEN_OVER * shares


def _rows(drafted: _Reply, context: Context) -> Matrix:
    return context.library.retrieval.embed([f"{s.title}: {s.about}" for s in drafted.sections])


def _filled(
    drafted: _Reply, research: Research, told: Matrix, words: int, context: Context
) -> tuple[Outline, list[Loss]]:
    """Each piece under the section it is nearest to, grouped; a section without any is a loss."""
    alike = told @ _rows(drafted, context).T
    losses = [
        lost("outlining", piece, "no section is about it")
        for piece, row in zip(research.evidence, alike, strict=True)
        if row.max() < NEAR
    ]
    sections = []
    most = max(1, round(words / len(drafted.sections) / WORDS_A_PARAGRAPH))
    for at, section in enumerate(drafted.sections):
        own = [n for n, row in enumerate(alike) if row.argmax() == at and row.max() >= NEAR]
        if not own:
            losses.append(Loss("outlining", section.title, "nothing was found for this section"))
            continue
        groups = paragraphs([research.evidence[n] for n in own], told[own])
        groups.sort(key=lambda group: -sum(piece.score for piece in group) / len(group))
        losses += [
            lost("outlining", piece, "the section is long enough without it")
            for group in groups[most:]
            for piece in group
        ]
        sections.append(Heading(section.title, section.about, tuple(groups[:most])))
    if not sections:  # the drafts are about something else; the evidence is not
        groups = paragraphs(research.evidence, told)[:most]
        sections = [Heading(research.task, "", tuple(groups))]
        losses = [one for one in losses if one.document == ""]
    return Outline(drafted.title, tuple(sections)), losses


def grouped(evidence: Sequence[Evidence], context: Context) -> list[tuple[Evidence, ...]]:
    """Evidence that belongs together, a group for each paragraph."""
    told = [f"{head(e)}: {flat(e.text)}" for e in evidence]
    return paragraphs(evidence, context.library.retrieval.embed(told))


def paragraphs(evidence: Sequence[Evidence], rows: Matrix) -> list[tuple[Evidence, ...]]:
    """Groups of FEWEST_NOTES to MOST_NOTES that belong together; one where there are few.

    ``rows`` are unit vectors of the evidence, (pieces, dimension).
    """
    count = round(len(evidence) / NOTES_A_PARAGRAPH)
    if count < 2:
        return [tuple(evidence[:MOST_NOTES])]
    clusters = groups(rows, count)
    sizes = Counter(clusters)
    middles = {
        c: rows[np.equal(clusters, c)].mean(axis=0) for c in sizes if sizes[c] >= FEWEST_NOTES
    }
    if not middles:
        return [tuple(evidence[:MOST_NOTES])]
    members: dict[int, list[int]] = {cluster: [] for cluster in middles}
    for at, cluster in enumerate(clusters):
        near = max(middles, key=lambda c: float(middles[c] @ rows[at]))
        members[cluster if cluster in middles else near].append(at)
    return [
        tuple(evidence[at] for at in part) for group in members.values() for part in _parts(group)
    ]


def _parts(group: Sequence[int]) -> Iterator[Sequence[int]]:
    """Of nearly equal size, none longer than MOST_NOTES."""
    count = -(-len(group) // MOST_NOTES)
    for part in np.array_split(np.array(group), count):
        yield part.tolist()


def _schema(count: int) -> dict[str, Any]:
    section = closed(
        title={"type": "string", "minLength": 4, "maxLength": TITLE_CHARACTERS},
        about={"type": "string", "minLength": 4, "maxLength": ABOUT_CHARACTERS},
    )
    return closed(
        title={"type": "string", "minLength": 4, "maxLength": TITLE_CHARACTERS},
        sections={"type": "array", "items": section, "minItems": count, "maxItems": count},
    )
