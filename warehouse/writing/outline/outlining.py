"""The outline of an article, drafted from what a method found: several sampled, the best chosen.

A draft (drafting.py) is worth what an editor can measure: how much of the evidence one of its
sections is about, and that one more than any other; how evenly it is spread, how far the sections
lie apart, and how well it suits what the user wants the article for (suiting.py). Headings of the
sources are not taken over. Evidence that tells little by itself is left out (worth_telling.py), a
section with little to tell is joined to the others; evidence is then grouped into paragraphs by
what belongs together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np
from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.methods.evidence.reduction import lost
from warehouse.proof import checks
from warehouse.question import spelling
from warehouse.results import reasons
from warehouse.results.records import Evidence, Research, Structure
from warehouse.search.embedding import Embed
from warehouse.search.names import normal
from warehouse.steering import Course
from warehouse.structures.communities import Matrix
from warehouse.writing import wishes
from warehouse.writing.outline import drafting, grouping, material, sharing, suiting
from warehouse.writing.outline.drafting import Draft, Section
from warehouse.writing.outline.ranked import EVIDENCE_A_WORD, Ranked, ranked, words_of
from warehouse.writing.outline.sharing import Share
from warehouse.writing.sentences import retelling, worth_telling

NOTHING_FOUND = "nothing was found for this section"
TOO_LITTLE = "too little was found for a section of its own"
UNNAMED = "New heading"
FEWEST, MOST = 2, 12
WORDS_A_SECTION = 180
OPENING = 40  # words of an article that stand before its sections
TITLE_WORDS, TITLE_CHARACTERS = 12, 90  # of a topic that is a title, at most
THIN = 3  # pieces of evidence, below which a drafted section is joined to the others
COVERED = 0.1  # the same, without what all have in common
BALANCE, CLEAR, FIT, APART, TAKEN_OVER = 0.5, 2.0, 2.0, 0.5, 4.0  # weights beside coverage
MADE_UP, HOLLOW, ALIKE, SUITED = 2.0, 2.0, 1.0, 1.0  # the same

Group = tuple[int, tuple[Evidence, ...]]
"""A paragraph to be: the place of its section, and its evidence."""


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
    ``redrafted`` counts the branches that were drafted again; ``losses`` are those of drafting it,
    ``course`` what the user had steered by then.
    """

    title: str
    sections: tuple[Heading, ...]
    searches: tuple[str, ...] = ()
    base: tuple[str, ...] | None = None
    redrafted: int = 0
    losses: tuple[Loss, ...] = ()
    course: Course = Course()

    def walk(self) -> Iterator[tuple[int, Heading]]:
        """Every heading in its order, with its depth from 0."""
        return (entry for section in self.sections for entry in section.walk())

    def evidence(self) -> tuple[Evidence, ...]:
        """What its headings rest on, each piece once."""
        pieces = (
            piece for _, heading in self.walk() for group in heading.paragraphs for piece in group
        )
        return tuple({piece.number: piece for piece in pieces}.values())


def draft(
    research: Research, pool: EvidencePool, context: Context, widened: bool = True
) -> tuple[Outline, list[Loss]]:
    """The best of many drafts over the evidence, and what none of its sections is about.

    Where there is less evidence than the length asks for, more of what the topic brings is read,
    and, ``widened``, every heading that was drafted looked up, and the user's purpose in any case;
    what that brought counts as well.
    """
    words, embed = context.settings.article_words, context.library.retrieval.embed
    count = max(FEWEST, min(MOST, round(words / WORDS_A_SECTION)))
    context.run.step("outlining", 0, 1)
    searches: list[str] = []
    if is_short := words_of(pool.evidence) < words * EVIDENCE_A_WORD:
        searches.append(research.task)
    if widened and (purpose := wishes.of_search(context.settings)):
        searches.append(f"{research.task}: {purpose}")
    if searches:
        pool.ask(searches)
        research = msgspec.structs.replace(research, evidence=tuple(pool.evidence))
    serving = suiting.Serving(research.task, context)
    ranking = serving.ranked(ranked(research, embed))
    shown = ranking.nearest_first()
    [drafts], untold = drafting.from_above([(shown, count)], context), material.untold(shown)
    if all(len(draft.sections) < count for draft in drafts):  # a whole one has them all
        untold.append(Loss("outlining", research.task, reasons.CUT_OFF))
    drafts = drafts or [Draft(research.task, (Section(research.task, ""),))]
    if is_short and widened:
        headings = (section.title for draft in drafts for section in draft.sections)
        searches += dict.fromkeys(f"{title}: {research.task}" for title in headings)
        pool.ask(searches)
        research = msgspec.structs.replace(research, evidence=tuple(pool.evidence))
        ranking = serving.ranked(ranked(research, embed))
    outline, losses = _best(drafts, count, ranking, words, context)
    return msgspec.structs.replace(outline, searches=tuple(searches)), [*untold, *losses]


def branch(
    heading: Heading, pool: EvidencePool, words: int, context: Context
) -> tuple[Heading, list[Loss]]:
    """The heading drafted again alone, over its evidence and what the library has for it by now.

    What stands below it is planned anew, as many parts as there are; one that has none gets
    another name, unless it had nothing to rest on: then it was named by hand. ``words`` is about
    how long it is to be.
    """
    brought = pool.ask([f"{heading.title} {heading.about}", f"{heading.title} {pool.task}"])
    before = {p.number for _, part in heading.walk() for group in part.paragraphs for p in group}
    pieces = pool.of(before.union(*(search.numbers for search in brought)))
    if not pieces:
        return heading, [Loss("outlining", heading.title, NOTHING_FOUND)]
    context.run.step("outlining", 0, 1, heading.title)
    research = Research(f"{pool.task}: {heading.title}", Structure(), tuple(pieces))
    ranking = ranked(research, context.library.retrieval.embed)
    ranking = suiting.Serving(pool.task, context).ranked(ranking)
    shown, count = ranking.nearest_first(), max(1, len(heading.children))
    [drafts] = drafting.from_above([(shown, count)], context)
    if not drafts:
        return heading, [Loss("outlining", heading.title, reasons.CUT_OFF)]
    outline, losses = _best(drafts, count, ranking, words, context)
    if heading.children:
        return (
            msgspec.structs.replace(heading, paragraphs=(), children=outline.sections, section=-1),
            losses,
        )
    drafted = msgspec.structs.replace(outline.sections[0], notes=heading.notes)
    if heading.paragraphs or heading.title == UNNAMED:
        return drafted, losses
    about = heading.about or drafted.about
    return msgspec.structs.replace(drafted, title=heading.title, about=about), losses


def _best(
    drafts: Sequence[Draft], count: int, own: Ranked, words: int, context: Context
) -> tuple[Outline, list[Loss]]:
    """The draft of ``count`` sections that is worth most, with its evidence."""
    embed = context.library.retrieval.embed
    own, losses = own.only(own.statements(), "is no statement by itself")
    heads = [_vectors(draft, embed) for draft in drafts]
    own, far = own.only(own.about(heads), "no section is about it")
    own, spare = own.only(own.enough(words), "other evidence is nearer to the topic")
    own, poor = _telling(own, words, context)
    [(best, share)] = chosen([(own, drafts, count)], context)
    outline, left = _filled(best, share, own, words)
    if not context.settings.article_language:
        title = _title(outline.title, own.research.task)
        outline = msgspec.structs.replace(outline, title=title)
    return outline, [*losses, *far, *spare, *poor, *left]


def chosen(
    cases: Sequence[tuple[Ranked, Sequence[Draft], int]], context: Context
) -> list[tuple[Draft, Share]]:
    """Of the drafts over each evidence, of so many sections where they are whole, the one that is
    worth most, one from below among them, and which section each piece goes to. What the model is
    asked for all goes in one batch a prompt.
    """
    below = drafting.from_below(
        [(own.research, own.rows, count, drafts[0].title) for own, drafts, count in cases], context
    )
    candidates = [
        [*drafts, *([one] if one is not None else [])]
        for (_, drafts, _), one in zip(cases, below, strict=True)
    ]
    told = [
        (own.research.task, draft.sections)
        for (own, _, _), several in zip(cases, candidates, strict=True)
        for draft in several
    ]
    suited = iter(suiting.chances(told, context))
    best: list[tuple[Draft, Share]] = []
    for (own, _, _), several in zip(cases, candidates, strict=True):
        heads = [_vectors(draft, context.library.retrieval.embed) for draft in several]
        shares = [
            sharing.shared(own.rows, vectors, draft.owners)
            for draft, vectors in zip(several, heads, strict=True)
        ]
        worth = [
            _worth(draft, share, own.research)
            - MADE_UP * _made_up(draft, own.research.task, context.library)
            - HOLLOW * _hollow(draft, share, own.research, wishes.of_outline(context.settings))
            - ALIKE * _alike(draft)
            + SUITED * next(suited)
            for draft, share in zip(several, shares, strict=True)
        ]
        at = int(np.argmax(worth))
        best.append((several[at], shares[at]))
    return best


def _telling(own: Ranked, words: int, context: Context) -> tuple[Ranked, list[Loss]]:
    """The evidence that tells something by itself, the nearer the more it tells; what tells most
    stays in any case, as much as so many words rest on. Each piece stands for its longest sentence:
    the others are weighed when it is told.
    """
    longest = [max(retelling.sentences(piece), key=len) for piece in own.evidence]
    weighed = worth_telling.chances(own.research.task, longest, context)
    chances = np.array([weighed[sentence] for sentence in longest])
    tells = chances >= worth_telling.FAR_BELOW * chances.max(initial=0.0)
    order = np.argsort(-chances, kind="stable")
    lengths = [words_of([own.evidence[at]]) for at in order]
    tells[order[np.cumsum([0, *lengths])[: len(order)] < words * EVIDENCE_A_WORD]] = True
    own = msgspec.structs.replace(own, topical=own.topical + worth_telling.WEIGHT * chances)
    return own.only(tells, worth_telling.TOO_LITTLE)


def _title(drafted: str, task: str) -> str:
    """The user's own, where it is short enough: a model makes "R packages" of "software packages"
    where most of what it is shown is about these.
    """
    if len(task.split()) > TITLE_WORDS or len(task) > TITLE_CHARACTERS:
        return drafted
    return task[:1].upper() + task[1:] if task.split(" ")[0].islower() else task


def _vectors(draft: Draft, embed: Embed) -> Matrix:
    """Unit vectors of its sections, (sections, dimension)."""
    return embed([section.told for section in draft.sections])


def _worth(draft: Draft, share: Share, research: Research) -> float:
    """Coverage, balance, clearness, fit and distance of the sections, less the headings that are
    taken from the sources: these fit best of all, and say nothing of their own.
    """
    evidence = research.evidence
    headings = {normal(part) for piece in evidence for part in piece.path.split(" › ")}
    titles = {normal(piece.title) for piece in evidence} - {normal(research.task)}
    begins = tuple(f"{title} " for title in titles if " " in title)
    names = [f"{normal(section.title)} " for section in draft.sections]
    taken = sum(name.strip() in headings or name.startswith(begins) for name in names) / len(names)
    return (
        share.covered(COVERED)
        + BALANCE * share.balance
        + CLEAR * share.clear
        + FIT * share.fit
        + APART * share.apart
        - TAKEN_OVER * taken
    )


def _made_up(draft: Draft, topic: str, library: Library) -> float:
    """The share of its headings with a word that neither the topic nor the library has."""
    known = set(normal(topic).split())
    headings = [spelling.unknown(section.title, library) for section in draft.sections]
    return sum(bool({*map(normal, words)} - known) for words in headings) / len(headings)


def _hollow(draft: Draft, share: Share, research: Research, purpose: str) -> float:
    """The share of its headings that say no more of what stands under them than the topic does,
    such as "A short guide", or say mostly what the article is for: "Informed readers only".
    """
    topic, hollow = checks.content(research.task), 0
    wished = checks.content(purpose) - topic
    for at, section in enumerate(draft.sections):
        text = " ".join(research.evidence[n].text for n in share.of(at))
        words = checks.content(section.title)
        is_echo = 2 * len(words & wished) > len(words)
        hollow += is_echo or not (words - topic) & checks.content(text)
    return hollow / len(draft.sections)


def _alike(draft: Draft) -> float:
    """How much of a heading another says in the same words, in the mean."""
    titles = [section.title for section in draft.sections]
    said = [
        max(
            (checks.overlap(title, other) for n, other in enumerate(titles) if n != at), default=0.0
        )
        for at, title in enumerate(titles)
    ]
    return sum(said) / len(said)


def _filled(draft: Draft, share: Share, ranked: Ranked, words: int) -> tuple[Outline, list[Loss]]:
    """Each piece under its section, grouped; what the length has no room for, and a section with
    too little to tell, are losses.
    """
    evidence, rows = ranked.evidence, ranked.rows
    share, joined = share.without_thin(THIN)
    losses = [Loss("outlining", draft.sections[at].title, TOO_LITTLE) for at in joined]
    groups: list[Group] = []
    for at in range(len(draft.sections)):
        if places := share.of(at):
            paragraphs = grouping.paragraphs([evidence[n] for n in places], rows[places])
            groups += [(at, group) for group in paragraphs]
    fitting, left = _fitting(groups, words, ranked)
    losses += [
        lost("outlining", piece, "the article is long enough without it")
        for _, group in left
        for piece in group
    ]
    sections: dict[str, Heading] = {}
    for at, drafted in enumerate(draft.sections):
        own_groups = tuple(group for section, group in fitting if section == at)
        if not own_groups:
            continue
        is_topic = normal(drafted.title) == normal(ranked.research.task)
        has_name = 0 < len(drafted.about) <= drafting.TITLE_CHARACTERS  # longer is a sentence
        title = drafted.title
        if is_topic and has_name:
            title = drafted.about[:1].upper() + drafted.about[1:]
        alike = sections.get(title.casefold(), Heading(title, drafted.about))  # named one by one
        both = (*alike.paragraphs, *own_groups)
        sections[title.casefold()] = msgspec.structs.replace(alike, paragraphs=both)
    return Outline(draft.title, tuple(sections.values())), losses


def _fitting(
    groups: Sequence[Group], words: int, ranked: Ranked
) -> tuple[list[Group], list[Group]]:
    """The paragraphs that the length has room for beside the opening, those nearest to the topic
    first, one of each section at least, the last of them with its nearest evidence; and the others.
    """
    near = {p.number: float(x) for p, x in zip(ranked.evidence, ranked.topical, strict=True)}
    order = sorted(groups, key=lambda one: -sum(near[p.number] for p in one[1]) / len(one[1]))
    first = dict(reversed(order))
    room = (words - OPENING) * EVIDENCE_A_WORD
    portion = room / max(1, len(first))
    fitting, left = list[Group](), list[Group]()
    for section, group in order:
        is_first = first[section] is group
        fits = _within(group, max(room, portion) if is_first else room, near)
        if is_first or room > 0:
            fitting.append((section, fits))
            room -= words_of(fits)
            group = tuple(piece for piece in group if piece not in fits)
        left += [(section, group)] if group else []
    return fitting, left


def _within(
    group: Sequence[Evidence], room: float, near: Mapping[int, float]
) -> tuple[Evidence, ...]:
    """What of it there is room for, the nearest to the topic first, FEWEST_NOTES at least; in its
    order.
    """
    kept: list[Evidence] = []
    for piece in sorted(group, key=lambda one: -near[one.number]):
        if len(kept) < grouping.FEWEST_NOTES or words_of([*kept, piece]) <= room:
            kept.append(piece)
    return tuple(piece for piece in group if piece in kept)
