"""An article composed from what a method found: outline, paragraphs proven side by side, lead.

    research -> an opening (opening.py), to be read while the rest is made -> outline drafted from
    its structure, its long sections parted (subsections.py), or the mind map itself -> shaped by
    the user, if they want -> evidence grouped into paragraphs -> paragraphs told and proven
    (paragraphs.py) -> reviewed (review.py) -> polished (polish.py) -> closing.py

Sections are written one after the other, so that the first can be read while the others are made,
and each knows what was said before it. A section that cannot be written is shown as failed.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from indexers.records import Loss
from warehouse.context import Context
from warehouse.errors import Cancelled, MunimentError, OutlineReady
from warehouse.methods import seam
from warehouse.methods.evidence import pinned
from warehouse.methods.evidence.evidence_pool import Breadth, EvidencePool
from warehouse.methods.evidence.reduction import framed, lost
from warehouse.methods.method import Method
from warehouse.proof import citations
from warehouse.question.reading import A_TOPIC
from warehouse.results import fallbacks
from warehouse.results.records import Article, Block, Claim, Decision, Evidence, Research
from warehouse.text import plural, words_in
from warehouse.writing import closing, opening, paragraphs, wishes
from warehouse.writing.manuscript import Manuscript, nothing, unwritten
from warehouse.writing.outline import (
    borne_out,
    grouping,
    kept_outline,
    map_outline,
    outlining,
    snippets,
    subsections,
)
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline
from warehouse.writing.outline.ranked import enough, words_of
from warehouse.writing.paragraphs import Notes, Paragraph
from warehouse.writing.progress import WRITING
from warehouse.writing.sentences import fell_back, polish

NOTHING_NEW = "Nothing of the evidence for this section could be told that is not said before."
LEAST_READ, MOST_READ = Breadth(passages=12, kept=20), Breadth(passages=24, kept=40)
WORDS_A_PASSAGE, WORDS_A_SENTENCE = 60, 30  # of an article, for one more that is read for a section
ENOUGH = "its heading has enough to tell without it"
NOTHING_FOUND = "Your documents say nothing that this section could rest on."
POLISHING = "polishing"
PARTED = "\n\n"  # between two paragraphs
NOTES_TO_SPARE = 3  # of a section, from which the opening may take one
SHORT = 0.8  # of the words asked for, below which it is told
TOP = 2  # the level of a section's heading, the title's being 1


def write(
    topic: str,
    context: Context,
    method: Method,
    research: Research | None = None,
    outline: OutlineFile | None = None,
) -> Article:
    """An article on ``topic``; from ``research`` where something was explored already. The one
    kept in ``outline`` is followed, else the drafted one is kept there.

    Shows Research, Article and Draft snapshots. Raises Cancelled, OutlineReady.
    """
    topic = " ".join(topic.split())
    if research is None and (none := unwritten(method.name, topic, context)) is not None:
        return none
    exploring = dataclasses.replace(context, reading=A_TOPIC)
    explored = research if research is not None else seam.research(topic, exploring, method)
    explored = pinned.with_readable_thoughts(explored, context.library)
    if not explored.evidence:
        return nothing(method.name, topic, explored, context)
    early = Manuscript(method.name, topic, explored, explored.evidence, context)
    if not context.settings.outline_first:
        early.open_with(lambda: opening.write(topic, explored.evidence, early.said, early.context))
    plan, explored = _planned(early.research, method, early.context, outline)
    return Composing(method.name, plan, explored, early.context, opened=early).finish()


def _planned(
    made: Research, method: Method, context: Context, file: OutlineFile | None
) -> tuple[Outline, Research]:
    """The outline to follow, each of its parts with evidence where the library has any. One that
    the user has steered since, and not shaped, is drafted anew.
    """
    kept = file.read() if file is not None else None
    course = msgspec.structs.replace(context.steering.course, rechecked=())
    if file is not None and kept is not None and not file.is_shaped:
        kept = kept if course.is_as(kept.course) else None
    pool = EvidencePool(made.task, context, breadth(context.settings.article_words))
    pool.adopt(made.evidence)
    pool.leave_out(made.left_out)
    drafted = kept is None
    if kept is None:
        if map_outline.is_one(made):
            kept, losses = map_outline.outline(made, context)
        else:
            kept, losses = outlining.draft(made, pool, context, method.widened)
            kept, thin = subsections.parted(kept, made.task, context)
            kept, unfounded = borne_out.borne_out(kept, made.task, context)
            losses += [*thin, *unfounded]
        if method.sifted:
            sections, useless = snippets.useful(kept.sections, kept.title, context)
            kept = msgspec.structs.replace(kept, sections=sections)
            losses += useless
        # Words that are kept are told, whatever the drafts made of them.
        others = msgspec.structs.replace(course, kept={})
        kept = kept_outline.with_insisted(kept, others, pool.evidence, context)
        kept = msgspec.structs.replace(kept, losses=tuple(losses), course=course)
        if file is not None:
            file.keep(kept)
    else:
        pool.ask(kept.searches)
        before = kept_outline.searched_for(kept, pool.evidence, context)
        pool.adopt([piece for piece in before if not pool.is_left_out(piece.place)])
    plan = kept_outline.refitted(kept, pool.evidence)
    plan = kept_outline.with_insisted(plan, kept.course, pool.evidence, context)
    losses = kept_outline.still_lost(kept.losses, plan)
    losses += kept_outline.no_longer_found(kept, plan)
    plan = looked_up(plan, pool, context, method.sifted)
    pooled = pool.research(made.structure)
    made = msgspec.structs.replace(
        made,
        evidence=pooled.evidence,
        losses=(*made.losses, *pooled.losses, *losses),
        read=tuple(dict.fromkeys((*made.read, *pooled.read))),
        seen_tokens=made.seen_tokens + pooled.seen_tokens,
    )
    to_shape = file is not None and not file.is_written and context.settings.outline_first
    if drafted and to_shape:
        context.run.show(made)
        raise OutlineReady
    return plan, made


def breadth(words: int) -> Breadth:
    """How much is read for each section of an article of so many words."""
    least, most = LEAST_READ, MOST_READ
    return Breadth(
        passages=max(least.passages, min(most.passages, words // WORDS_A_PASSAGE)),
        kept=max(least.kept, min(most.kept, words // WORDS_A_SENTENCE)),
        topical=True,
    )


def looked_up(outline: Outline, pool: EvidencePool, context: Context, sifted: bool) -> Outline:
    """A part that the user added has no evidence yet: the library is searched for it, and what is
    nearest kept, as much as its share of the article rests on; where ``sifted``, what is of use.
    """
    words = context.settings.article_words // max(1, len([*outline.walk()]))
    losses: list[Loss] = []

    def filled(heading: Heading) -> Heading:
        if heading.children:
            children = tuple(map(filled, heading.children))
            return msgspec.structs.replace(heading, children=children)
        if heading.paragraphs or heading.section >= 0:
            return heading
        groups, left = _found(heading, pool, context, words)
        losses.extend(left)
        fresh = msgspec.structs.replace(heading, paragraphs=groups)
        if not sifted:
            return fresh
        [fresh], useless = snippets.useful([fresh], outline.title, context)
        losses.extend(useless)
        return fresh

    plan = msgspec.structs.replace(outline, sections=tuple(map(filled, outline.sections)))
    pool.lose(kept_outline.still_lost(losses, plan))  # another heading may tell it
    return plan


def _found(
    heading: Heading, pool: EvidencePool, context: Context, words: int
) -> tuple[tuple[tuple[Evidence, ...], ...], list[Loss]]:
    brought = pool.ask([f"{heading.title} {heading.about}", f"{heading.title} {pool.task}"])
    found = pool.of(number for search in brought for number in search.numbers)
    about = f"{pool.task}: {heading.title} {heading.about}"
    near = context.library.retrieval.likeness(about, [framed(piece) for piece in found])
    pieces = enough(found, near, words)
    left = [lost("outlining", one, ENOUGH) for one in found if one not in pieces]
    return tuple(grouping.grouped(pieces, context)) if pieces else (), left


class Composing(Manuscript):
    """``kept`` are sections that are there already: a heading that names one gets that.
    ``opened`` is what may have an opening, written before there was an outline.
    """

    def __init__(
        self,
        method: str,
        outline: Outline,
        made: Research,
        context: Context,
        kept: Sequence[Block] = (),
        opened: Manuscript | None = None,
    ) -> None:
        super().__init__(method, outline.title, made, made.evidence, context)
        if opened is not None:
            self.lead, self.said = opened.lead, opened.said
        self._headings, self._goes_on = list(outline.walk()), bool(kept)
        self._share = self._told()
        self.blocks = [_block(depth, heading, kept) for depth, heading in self._headings]
        for claim in (claim for block in self.blocks for claim in block.claims):
            self.said.say(citations.without_marks(claim.text))

    def _told(self) -> float:
        """Of the words of its evidence as many as the length has room for."""
        fresh = [heading for _, heading in self._headings if heading.section < 0]
        part = len(fresh) / max(1, len(self._headings))
        evidence = sum(words_of(group) for heading in fresh for group in heading.paragraphs)
        return min(1.0, self.context.settings.article_words * part / max(1, evidence))

    @property
    def kept(self) -> frozenset[int]:
        return frozenset(
            at for at, (_, heading) in enumerate(self._headings) if heading.section >= 0
        )

    @property
    def fresh(self) -> list[int]:
        return [at for at in range(len(self._headings)) if at not in self.kept]

    def begin(self) -> None:
        """An opening where there is none yet. A section of one or two notes needs them itself."""
        if self.lead.text:
            return
        numbers = {
            piece.number
            for _, heading in self._headings
            if sum(map(len, heading.paragraphs)) >= NOTES_TO_SPARE
            for piece in itertools.chain.from_iterable(heading.paragraphs)
        }
        spare = [piece for piece in self.evidence if piece.number in numbers]
        self.open_with(lambda: opening.write(self.topic, spare, self.said, self.context))

    def write_sections(self) -> None:
        for at, (_, heading) in enumerate(self._headings):
            if heading.section >= 0:
                continue
            if not heading.paragraphs and heading.children:
                continue  # it only stands above the parts below it
            self.context.run.step(WRITING, at, len(self.blocks), heading.title)
            try:
                self.blocks[at] = self._section(at, heading)
            except Cancelled:
                raise
            except MunimentError as error:
                self.blocks[at] = msgspec.structs.replace(
                    self.blocks[at], text="", claims=(), failed=str(error)
                )
            self.show()

    def _section(self, at: int, heading: Heading) -> Block:
        """The first paragraph of an article is written by itself, to be read while others are."""
        wish = wishes.of_paragraph(self.context.settings, heading.notes)
        notes = [Notes(heading.title, group, wish, self._share) for group in heading.paragraphs]
        written: list[Paragraph] = []
        if len(notes) > 1 and not any(block.text for block in self.blocks):
            written = self._paragraphs(at, notes[:1], ())
        if any(paragraph.text for paragraph in written):
            text, claims = paragraphs.joined(written)
            self.blocks[at] = msgspec.structs.replace(self.blocks[at], text=text, claims=claims)
            self.show()
        written += self._paragraphs(at, notes[len(written) :], written)
        if fallen := _fallen_back(heading.title, written):
            self.tell(fallen)
        self.lose([loss for paragraph in written for loss in paragraph.losses])
        text, claims = paragraphs.joined(written)
        failed = "" if text else NOTHING_NEW if heading.paragraphs else NOTHING_FOUND
        return msgspec.structs.replace(self.blocks[at], text=text, claims=claims, failed=failed)

    def _paragraphs(
        self, at: int, asked: Sequence[Notes], before: Sequence[Paragraph]
    ) -> list[Paragraph]:
        """Those of a section that come after ``before``, which is shown above them."""
        growing = [""] * len(asked)

        def grown(index: int, text: str) -> None:
            growing[index] = text
            self.draft(
                at, PARTED.join(filter(None, (*(paragraph.text for paragraph in before), *growing)))
            )

        return paragraphs.write(asked, self.research.task, self.said, self.context, grown)

    def round_off(self) -> None:
        """Polish, an end, and whether the length was reached; what fails leaves what there is.

        Sections that were there already may be the user's own words: they are left alone, and
        have an end or want none.
        """
        self.context.run.step(POLISHING, 0, 2)
        self._forget_length()
        fresh = self.fresh
        try:
            blocks, losses = polished(
                [self.blocks[at] for at in fresh], self.evidence, self.context
            )
            for at, block in zip(fresh, blocks, strict=True):
                self.blocks[at] = block
            self.lose(losses)
            if self._goes_on:
                return
            self.context.run.step(POLISHING, 1, 2, "the end")
            end, losses = closing.write(
                self.topic, self.blocks, self.evidence, self.said, self.context
            )
            self.lose(losses)
            self.blocks += [end] if end is not None else []
        except Cancelled:
            raise
        except MunimentError as error:
            self.lose([Loss("writing", "the polish and the end", str(error))])
        self._tell_length()

    def _forget_length(self) -> None:
        """What was told of the article before a part of it was written anew."""
        kept = tuple(
            decision for decision in self.research.decisions if decision.what != fallbacks.LENGTH
        )
        self.research = msgspec.structs.replace(self.research, decisions=kept)

    def _tell_length(self) -> None:
        wanted = self.context.settings.article_words
        texts = (citations.without_marks(block.text) for block in (self.lead, *self.blocks))
        words = sum(words_in(text) for text in texts)
        if words < SHORT * wanted:
            how = f"{words:,} words where {wanted:,} were asked for: no more could be proven"
            self.tell(Decision(fallbacks.LENGTH, "rule", how))


def _fallen_back(title: str, written: Sequence[Paragraph]) -> Decision | None:
    """How much of a section no draft told, so that it was told another way."""
    claims = [claim for paragraph in written for claim in paragraph.claims]
    counts = fallbacks.counted(claims)
    how = f"of {plural(len(claims), 'sentence')} {counts}: nothing fuller could be proven"
    return Decision(f"the section “{title}”", "rule", how) if counts else None


def polished(
    blocks: Sequence[Block], evidence: Sequence[Evidence], context: Context
) -> tuple[list[Block], list[Loss]]:
    """The blocks with every paragraph polished that stays proven. Raises Cancelled."""
    drafts: list[polish.Draft] = []
    before = ""
    for block in blocks:
        for text in filter(None, block.text.split(PARTED)):
            drafts.append(polish.Draft(text, before))
            before = citations.read(text)[-1].bare
    outcomes, losses = polish.polish(drafts, evidence, context)
    by_draft = dict(zip(drafts, outcomes, strict=True))
    waiting = iter(drafts)
    return [_with_polish(block, waiting, by_draft) for block in blocks], losses


def _with_polish(
    block: Block,
    waiting: Iterator[polish.Draft],
    made: Mapping[polish.Draft, polish.Polished | None],
) -> Block:
    text, placed, at = "", list[Claim](), 0
    for part in block.text.split(PARTED) if block.text else ():
        claims = [claim for claim in block.claims if at <= claim.start < at + len(part)]
        new = made[next(waiting)] if part else None
        text += PARTED if at else ""
        shift = len(text)
        placed += (
            [claim.moved(shift - at) for claim in claims]
            if new is None
            else [claim.moved(shift) for claim in fell_back.carried(claims, new.claims)]
        )
        text += part if new is None else new.text
        at += len(part) + len(PARTED)
    return msgspec.structs.replace(block, text=text, claims=tuple(placed))


def _block(depth: int, heading: Heading, kept: Sequence[Block]) -> Block:
    block = Block(TOP + depth, heading.title, "", ())
    if heading.section < 0:
        return block
    return msgspec.structs.replace(kept[heading.section], level=block.level, title=block.title)
