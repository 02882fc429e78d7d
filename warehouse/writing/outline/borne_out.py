"""Headings that the evidence under them bears out; others are named anew from it.

A planner makes a heading of a name alone ("A massacre" of a quarter that is called Mass), and a
heading has no citation that a reader could look up. So each is weighed by its likelihood beside
notes of its section: the nats a token that they tell of it, less those that they leave untold. Of
two side by side that say the same the second is named anew as well, and what says the topic again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ScoreRequest
from warehouse.errors import CannotScore
from warehouse.methods.evidence.reduction import framed
from warehouse.results.records import Evidence
from warehouse.search.names import normal
from warehouse.writing.outline import drafting
from warehouse.writing.outline.drafting import Section
from warehouse.writing.outline.outlining import Heading, Outline

LEAST = -1.5  # nats a token, below which a heading is not borne out
BETTER = 1.0  # more of them, from which another heading is
ALIKE = 0.65  # cosine of two headings side by side, from which they say the same
UNTOLD = "(not given)"
NOT_BORNE_OUT = "what stands under this heading does not bear it out"
SAID = "this heading says the same as “{}”"
TOPIC = "this heading says the topic again"
DRAFTED = "drafted as “{}”: "
STAYS = "{}, and no better one was found"
_ENDS_STAYS = STAYS.format("")


class _Doubted(Struct, frozen=True):
    """A drafted heading, notes of its section, what speaks against it, and how well another has to
    be borne out.
    """

    title: str
    notes: tuple[str, ...]
    why: str
    bar: float


def borne_out(
    outline: Outline,
    topic: str,
    context: Context,
    own: Collection[str] = (),
    beside: Sequence[str] = (),
) -> tuple[Outline, list[Loss]]:
    """With other headings where a drafted one is not borne out by what stands under it; those that
    are the user's ``own`` stay, and none is called like one ``beside`` the outline. The same where
    a language was chosen, or a server tells no likelihoods. Raises Cancelled.
    """
    if context.settings.article_language:
        return outline, []
    drafted = (heading for _, heading in outline.walk() if heading.section < 0)
    notes = {
        heading.title: told
        for heading in drafted
        if heading.title not in own and (told := _notes(heading, context))
    }
    try:
        doubted = _doubted(outline, notes, topic, beside, context)
        names = [*beside, *(heading.title for _, heading in outline.walk())]
        better = _better(topic, doubted, names, context)
    except CannotScore:
        return outline, []
    losses = [
        Loss("outlining", better[one.title].title, DRAFTED.format(one.title) + one.why)
        if one.title in better
        else Loss("outlining", one.title, STAYS.format(one.why))
        for one in doubted
    ]
    sections = tuple(_renamed(heading, better) for heading in outline.sections)
    return structs.replace(outline, sections=sections), losses


def tells_of_heading(loss: Loss) -> bool:
    """Is it one of these losses? It holds as long as a heading is called so."""
    return loss.reason.startswith(DRAFTED.partition("“")[0]) or loss.reason.endswith(_ENDS_STAYS)


def _notes(heading: Heading, context: Context) -> tuple[str, ...]:
    """Of what stands under it what is nearest to its middle."""
    groups = (group for _, part in heading.walk() for group in part.paragraphs)
    pieces: list[Evidence] = [piece for group in groups for piece in group]
    if not pieces:
        return ()
    rows = context.library.retrieval.embed([framed(piece) for piece in pieces])
    return drafting.central(pieces, rows)


def _doubted(
    outline: Outline,
    notes: Mapping[str, tuple[str, ...]],
    topic: str,
    beside: Sequence[str],
    context: Context,
) -> list[_Doubted]:
    """Of the headings with ``notes`` those that something speaks against."""
    weighed = dict(zip(notes, _weighed(topic, [*notes.items()], context), strict=True))
    doubted = [
        _Doubted(title, notes[title], NOT_BORNE_OUT, max(LEAST, by + BETTER))
        for title, by in weighed.items()
        if by < LEAST
    ]
    poor = {one.title for one in doubted}
    topics = [title for title in notes if normal(title) == normal(topic) and title not in poor]
    doubted += [_Doubted(title, notes[title], TOPIC, LEAST) for title in topics]
    poor |= {*topics}
    for titles in _side_by_side(outline, beside):
        good = [title for title in titles if title not in poor]
        rows = context.library.retrieval.embed(good)
        for at, title in enumerate(good):
            near = rows[:at] @ rows[at]
            if title in notes and near.max(initial=0.0) >= ALIKE:
                why = SAID.format(good[int(near.argmax())])
                doubted.append(_Doubted(title, notes[title], why, LEAST))
    return doubted


def _side_by_side(outline: Outline, beside: Sequence[str]) -> Iterator[list[str]]:
    """The titles of headings that stand under one other, or none; each once."""
    yield list(dict.fromkeys([*beside, *(heading.title for heading in outline.sections)]))
    for _, heading in outline.walk():
        yield list(dict.fromkeys(child.title for child in heading.children))


def _weighed(
    topic: str, titled: Sequence[tuple[str, tuple[str, ...]]], context: Context
) -> list[float]:
    """Of each (title, notes) the nats a token that these tell of it, less those they leave."""
    prompt = prompts.load("titled")
    requests = [
        ScoreRequest(prompt.name, prompt.render(topic=topic, notes=told), title)
        for title, notes in titled
        for told in (drafting.listed(notes), drafting.listed([UNTOLD]))
    ]
    scores = iter(context.engine.score(requests, context.run) if requests else [])
    weighed: list[float] = []
    for _ in titled:
        by_notes, alone = next(scores), next(scores)
        told, left = by_notes.total - alone.total, -by_notes.total
        weighed.append((told - left) / max(1, len(by_notes.logprobs)))
    return weighed


def _better(
    topic: str, doubted: Sequence[_Doubted], names: Sequence[str], context: Context
) -> dict[str, Section]:
    """Of each the heading that its notes bear out best, if well enough. None that is another's of
    ``names`` or its own again in other words, nor says the topic alone.
    """
    requests = [drafting.to_name(topic, one.notes, context) for one in doubted]
    samples = context.samples(requests, drafting.HEADING_SAMPLES)
    sections = [drafting.headings(replies, topic) for replies in samples]
    titled = [
        (section.title, one.notes)
        for one, several in zip(doubted, sections, strict=True)
        for section in several
    ]
    weights = iter(_weighed(topic, titled, context))
    embed, others, better = context.library.retrieval.embed, list(names), dict[str, Section]()
    for one, several in zip(doubted, sections, strict=True):
        worth = {n: by for n in range(len(several)) if (by := next(weights)) >= one.bar}
        for n in sorted(worth, key=lambda n: -worth[n]):
            title = several[n].title
            if not drafting.is_said(title, (topic, *others), embed, ALIKE):
                better[one.title] = several[n]
                others.append(title)
                break
    return better


def _renamed(heading: Heading, better: Mapping[str, Section]) -> Heading:
    children = tuple(_renamed(child, better) for child in heading.children)
    if (section := better.get(heading.title)) is None:
        return structs.replace(heading, children=children)
    return structs.replace(heading, title=section.title, about=section.about, children=children)
