"""The outline that a written article follows, and the article written by one that was changed.

A heading of it names the section that tells it. What the user adds, merges, splits or gives notes
names none: that alone is written, and the other sections stay word for word, edits by hand
included.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.errors import StorageError
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.methods.registry import sifted
from warehouse.proof import citations
from warehouse.results.records import Article, Block, Evidence
from warehouse.writing import composed, tongue
from warehouse.writing.composed import TOP, Composing
from warehouse.writing.editing import outline_edits, spots
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline


def headings(article: Article) -> tuple[str, ...]:
    return tuple(block.title for block in article.blocks)


def of(article: Article, known: Outline | None = None) -> Outline:
    """Its sections with the evidence they cite, a group for each paragraph; what ``known`` says of
    headings of the same name is kept.
    """
    by_title = {heading.title: heading for _, heading in known.walk()} if known else {}
    flat: list[tuple[int, Heading]] = []
    for at, block in enumerate(article.blocks):
        old = by_title.get(block.title, Heading(block.title))
        groups = _groups(article, at) or old.paragraphs
        heading = Heading(block.title, old.about, groups, old.notes, (), at)
        flat.append((block.level, heading))
    kept = known or Outline("", ())
    sections, base = _nested(flat), headings(article)
    return structs.replace(kept, title=article.title, sections=sections, base=base, redrafted=0)


def fitting(outline: Outline, article: Article) -> Outline | None:
    """As the article has its sections: an outline that was changed before an end was put behind
    them, or taken away again, keeps its changes. None where it is of other sections.
    """
    now, base = headings(article), outline.base
    if base is None or base == now:
        return outline if base == now else None
    if base == now[:-1] and article.blocks[-1].is_end:
        end = Heading(now[-1], section=len(base))
        return structs.replace(outline, sections=(*outline.sections, end), base=now)
    if base[:-1] == now and outline.sections and outline.sections[-1].section == len(now):
        return structs.replace(outline, sections=outline.sections[:-1], base=now)
    return None


def note_on(section: int, article: Article, folder: Path) -> str:
    """The user's note on a section, counted from the lead, by the outline kept in ``folder``."""
    try:
        outline = OutlineFile(folder).read()
    except StorageError:  # the words of a section can be changed without it
        outline = None
    at = section - 1
    if outline is None or not 0 <= at < len(article.blocks):
        return ""
    flat = [heading for _, heading in outline.walk()]
    is_current, title = outline.base == headings(article), article.blocks[at].title
    by_place = [heading for heading in flat if is_current and heading.section == at]
    # One that is to be written anew names no section.
    by_title = [heading for heading in flat if heading.title == title]
    return next((heading.notes for heading in by_place + by_title), "")


def to_write(outline: Outline) -> list[Heading]:
    """The headings that no section of the article tells yet."""
    return [
        heading
        for _, heading in outline.walk()
        if heading.section < 0 and not outline_edits.only_stands_above(heading)
    ]


def without(outline: Outline, numbers: Collection[int]) -> tuple[Outline, tuple[Evidence, ...]]:
    """The outline in which nothing is to be written from the pieces of these ``numbers``, and those
    that were left out.
    """
    left_out: dict[int, Evidence] = {}

    def kept(heading: Heading) -> Heading:
        children = tuple(map(kept, heading.children))
        if heading.section >= 0:
            return structs.replace(heading, children=children)
        for piece in Outline("", (structs.replace(heading, children=()),)).evidence():
            if piece.number in numbers:
                left_out[piece.number] = piece
        groups = (
            tuple(piece for piece in group if piece.number not in left_out)
            for group in heading.paragraphs
        )
        left = tuple(group for group in groups if group)
        return structs.replace(heading, paragraphs=left, children=children)

    sections = tuple(map(kept, outline.sections))
    return structs.replace(outline, sections=sections), tuple(left_out.values())


def follows(article: Article, outline: Outline) -> bool:
    """Has it all sections of the outline, in its order, under its names?"""
    wanted = [(TOP + depth, heading.title, heading.section) for depth, heading in outline.walk()]
    stands = [(block.level, block.title, at) for at, block in enumerate(article.blocks)]
    return (article.title, stands) == (outline.title, wanted)


def written(
    article: Article, outline: Outline, context: Context, lost: Collection[int] = ()
) -> tuple[Outline, Sequence[Block], Sequence[Evidence], Sequence[Loss]]:
    """What the outline asks for and the article does not have: the outline with what was looked up
    for it, all its sections, and the evidence and losses that are new. Nothing is written from the
    pieces of the numbers ``lost``. Raises Cancelled.
    """
    context = tongue.as_written(article, context)
    pool = EvidencePool(article.question, context, composed.breadth(context.settings.article_words))
    before = article.research
    held = before.lacking(outline.evidence())
    pool.adopt([*before.evidence, *(piece for piece in held if piece.number not in lost)])
    plan = composed.looked_up(outline, pool, context, sifted(article.method))
    pooled = pool.research(before.structure)
    research = structs.replace(before, evidence=pooled.evidence, losses=pooled.losses)
    composing = Composing(article.method, plan, research, context, article.blocks)
    for claim in article.lead.claims:
        composing.said.say(citations.without_marks(claim.text))
    composing.write_sections()
    if to_write(plan):
        composing.go_over()
    fresh = before.lacking(pooled.evidence)
    return plan, composing.blocks, fresh, composing.research.losses


def merged(article: Article, outline: Outline, blocks: Sequence[Block]) -> Article:
    """``article`` with ``blocks`` for the headings that none of its sections tells; the others are
    as they stand in it.
    """
    entries = list(outline.walk())
    fresh = [
        structs.replace(article.blocks[heading.section], level=TOP + depth, title=heading.title)
        if heading.section >= 0
        else block
        for (depth, heading), block in zip(entries, blocks, strict=True)
    ]
    return structs.replace(article, title=outline.title, blocks=tuple(fresh))


def _groups(article: Article, section: int) -> tuple[tuple[Evidence, ...], ...]:
    pieces = {piece.number: piece for piece in article.research.evidence}
    cited = (
        dict.fromkeys(n for claim in paragraph.part.claims for n in claim.cites if n in pieces)
        for paragraph in spots.paragraphs(article)
        if paragraph.spot.section == section + 1
    )
    return tuple(tuple(pieces[n] for n in numbers) for numbers in cited if numbers)


def _nested(flat: Sequence[tuple[int, Heading]]) -> tuple[Heading, ...]:
    """By their levels; a level that was left out is none."""
    nested: list[Heading] = []
    at = 0
    while at < len(flat):
        level, heading = flat[at]
        end = at + 1
        while end < len(flat) and flat[end][0] > level:
            end += 1
        nested.append(structs.replace(heading, children=_nested(flat[at + 1 : end])))
        at = end
    return tuple(nested)
