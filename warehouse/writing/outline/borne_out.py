"""Headings that the evidence under them bears out; others are named anew from it.

A planner makes a heading of a name alone ("A massacre" of a quarter that is called Mass), and a
heading has no citation that a reader could look up. So each is weighed by its likelihood beside
notes of its section, by what they tell of it and what they leave untold (MEASURED.md). Of two that
say the same the second is named anew as well.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ScoreRequest
from warehouse.errors import CannotScore
from warehouse.methods.evidence.reduction import framed
from warehouse.results.records import Evidence
from warehouse.writing.outline import drafting
from warehouse.writing.outline.drafting import Section
from warehouse.writing.outline.outlining import Heading, Outline

LEAST = -1.5  # nats a token of what is told less what is left, below which it is not borne out
BETTER = 1.0  # more of them, from which another heading is
SAME = 0.65  # cosine of two headings, from which they say the same
UNTOLD = "(not given)"
NOT_BORNE_OUT = "what stands under this heading does not bear it out"
SAID = "another heading says the same"
CALLED = "{}: it is called “{}”"
STAYS = "{}, and no better one was found"


class _Weighed(Struct, frozen=True):
    """A heading beside its notes: nats a token that they tell of it, and that they leave."""

    told: float
    left: float

    @property
    def borne(self) -> float:
        return self.told - self.left


def borne_out(
    outline: Outline, topic: str, context: Context, own: Collection[str] = ()
) -> tuple[Outline, list[Loss]]:
    """With other headings where a drafted one is not borne out by what stands under it; those that
    are the user's ``own`` stay. The same where a language was chosen, or a server tells no
    likelihoods. Raises Cancelled.
    """
    drafted = (heading for _, heading in outline.walk() if heading.section < 0)
    notes = {
        heading.title: told
        for heading in drafted
        if heading.title not in own and (told := _notes(heading, context))
    }
    if context.settings.article_language or not notes:
        return outline, []
    try:
        weighed = _weighed(topic, [*notes.items()], context)
        borne = {title: one.borne for title, one in zip(notes, weighed, strict=True)}
        doubts = _doubts(borne, context)
        bars = {
            title: borne[title] + BETTER if why == NOT_BORNE_OUT else LEAST
            for title, why in doubts.items()
        }
        taken = [heading.title for _, heading in outline.walk() if heading.title not in doubts]
        asked = [(title, notes[title], bar) for title, bar in bars.items()]
        better = _better(topic, asked, taken, context)
    except CannotScore:
        return outline, []
    losses = [
        Loss("outlining", title, CALLED.format(why, better[title].title))
        if title in better
        else Loss("outlining", title, STAYS.format(why))
        for title, why in doubts.items()
    ]
    sections = tuple(_renamed(heading, better) for heading in outline.sections)
    return structs.replace(outline, sections=sections), losses


def _doubts(borne: Mapping[str, float], context: Context) -> dict[str, str]:
    """Of headings what speaks against them, if anything does."""
    doubts: dict[str, str] = {}
    rows = context.library.retrieval.embed([*borne])
    for at, (title, by) in enumerate(borne.items()):
        earlier = [n for n, other in enumerate([*borne][:at]) if other not in doubts]
        if by < LEAST:
            doubts[title] = NOT_BORNE_OUT
        elif len(earlier) and float((rows[earlier] @ rows[at]).max()) >= SAME:
            doubts[title] = SAID
    return doubts


def _notes(heading: Heading, context: Context) -> tuple[str, ...]:
    """Of what stands under it what is nearest to its middle."""
    groups = (group for _, part in heading.walk() for group in part.paragraphs)
    pieces: list[Evidence] = [piece for group in groups for piece in group]
    if not pieces:
        return ()
    rows = context.library.retrieval.embed([framed(piece) for piece in pieces])
    return drafting.central(pieces, rows)


def _weighed(
    topic: str, titled: Sequence[tuple[str, tuple[str, ...]]], context: Context
) -> list[_Weighed]:
    prompt = prompts.load("titled")
    requests = [
        ScoreRequest(prompt.name, prompt.render(topic=topic, notes=told), title)
        for title, notes in titled
        for told in (drafting.listed(notes), drafting.listed([UNTOLD]))
    ]
    scores = iter(context.engine.score(requests, context.run) if requests else [])
    weighed: list[_Weighed] = []
    for _ in titled:
        beside, alone = next(scores), next(scores)
        count = max(1, len(beside.logprobs))
        weighed.append(_Weighed((beside.total - alone.total) / count, -beside.total / count))
    return weighed


def _better(
    topic: str,
    asked: Sequence[tuple[str, tuple[str, ...], float]],
    taken: Sequence[str],
    context: Context,
) -> dict[str, Section]:
    """Of each (title, notes, bar) the heading that its notes bear out best, at least so well: none
    that is ``taken`` or another's in other words, nor says the topic alone.
    """
    requests = [drafting.to_name(topic, notes, context) for _, notes, _ in asked]
    samples = context.samples(requests, drafting.HEADING_SAMPLES)
    embed, others, better = context.library.retrieval.embed, list(taken), dict[str, Section]()
    for (old, notes, bar), replies in zip(asked, samples, strict=True):
        sections = [
            section
            for section in drafting.headings(replies, topic)
            if not drafting.is_said(section.title, (topic, old, *others), embed, SAME)
        ]
        weighed = _weighed(topic, [(section.title, notes) for section in sections], context)
        worth = {n: own.borne for n, own in enumerate(weighed) if own.borne >= bar}
        if worth:
            better[old] = sections[max(worth, key=lambda n: worth[n])]
            others.append(better[old].title)
    return better


def _renamed(heading: Heading, better: Mapping[str, Section]) -> Heading:
    children = tuple(_renamed(child, better) for child in heading.children)
    if (section := better.get(heading.title)) is None:
        return structs.replace(heading, children=children)
    return structs.replace(heading, title=section.title, about=section.about, children=children)
