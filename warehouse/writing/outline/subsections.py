"""Long sections of a drafted outline, parted into subsections.

Up to a length an outline has the more sections the longer its article is; beyond it they would only
grow. The evidence of one that has grown long is planned like a branch that is drafted again, all
such sections side by side. What has little to tell, or a heading that says what another does, is
told above the subsections, under the section itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.results import reasons
from warehouse.results.records import Research, Structure
from warehouse.search.embedding import Embed
from warehouse.writing.outline import drafting, grouping, outlining
from warehouse.writing.outline.drafting import Draft
from warehouse.writing.outline.outlining import (
    FEWEST,
    MOST,
    THIN,
    WORDS_A_SECTION,
    Heading,
    Outline,
)
from warehouse.writing.outline.ranked import EVIDENCE_A_WORD, Ranked, ranked, words_of
from warehouse.writing.outline.sharing import Share

LONG = 2 * WORDS_A_SECTION  # words of a section, from which it is parted
SAME = 0.9  # cosine of two headings from which they say the same


def parted(outline: Outline, task: str, context: Context) -> tuple[Outline, list[Loss]]:
    """The outline with subsections in its long sections, and those it has too little for. One of
    an article that a flat outline has room for stays as it is. Raises Cancelled.
    """
    counts = {
        at: min(MOST, round(words / WORDS_A_SECTION))
        for at, heading in enumerate(outline.sections)
        if (words := _words(heading)) > LONG
    }
    if context.settings.article_words <= MOST * WORDS_A_SECTION or not counts:
        return outline, []
    context.run.step("outlining", 0, 1)
    sections, embed = [*outline.sections], context.library.retrieval.embed
    rankings = [_ranked(sections[at], task, embed) for at in counts]
    shown = [own.nearest_first() for own in rankings]
    drafts = drafting.from_above([*zip(shown, counts.values(), strict=True)], context)
    able = [case for case in zip(counts, rankings, drafts, strict=True) if case[2]]
    best = outlining.chosen([(own, drafted, counts[at]) for at, own, drafted in able], context)
    titles, losses = [outline.title, *(heading.title for heading in sections)], list[Loss]()
    losses += [
        Loss("outlining", sections[at].title, reasons.CUT_OFF)
        for at, drafted in zip(counts, drafts, strict=True)
        if not drafted
    ]
    for (at, own, _), drafted in zip(able, best, strict=True):
        sections[at], thin = _with_subsections(sections[at], own, drafted, titles, context)
        titles += [child.title for child in sections[at].children]
        losses += thin
    return structs.replace(outline, sections=tuple(sections)), losses


def _words(heading: Heading) -> float:
    """About how long it is to be, by what it rests on."""
    return sum(map(words_of, heading.paragraphs)) / EVIDENCE_A_WORD


def _ranked(heading: Heading, task: str, embed: Embed) -> Ranked:
    pieces = tuple(piece for group in heading.paragraphs for piece in group)
    return ranked(Research(f"{task}: {heading.title}", Structure(), pieces), embed)


def _with_subsections(
    heading: Heading,
    own: Ranked,
    drafted: tuple[Draft, Share],
    titles: Sequence[str],
    context: Context,
) -> tuple[Heading, list[Loss]]:
    """As it was where fewer than two are left."""
    (draft, share), embed = drafted, context.library.retrieval.embed
    children, loose, losses = list[Heading](), list[int](), list[Loss]()
    for at, section in enumerate(draft.sections):
        places, others = share.of(at), (*titles, *(child.title for child in children))
        if len(places) < THIN:
            losses.append(Loss("outlining", section.title, outlining.TOO_LITTLE))
        if len(places) < THIN or drafting.is_said(section.title, others, embed, SAME):
            loose += places
            continue
        pieces = [own.evidence[n] for n in places]
        groups = tuple(grouping.grouped(pieces, context))
        children.append(Heading(section.title, section.about, groups))
    if len(children) < FEWEST:
        return heading, []
    left = [own.evidence[n] for n in sorted(loose)]
    groups = tuple(grouping.grouped(left, context)) if left else ()
    return structs.replace(heading, paragraphs=groups, children=tuple(children)), losses
