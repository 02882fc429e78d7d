"""An article composed from what a method found: outline, paragraphs proven side by side, lead.

    research -> outline drafted from its structure -> shaped by the user, if they want -> evidence
    grouped into paragraphs -> each sampled, proven, the best woven (paragraphs.py) -> lead

Sections are written one after the other, so that the first can be read while the others are made,
and each knows what was said before it. A section that cannot be written is shown as failed.
"""

from __future__ import annotations

import msgspec

from indexers.records import Loss
from warehouse.context import Context
from warehouse.errors import Cancelled, MunimentError, OutlineReady
from warehouse.methods import seam
from warehouse.methods.absence import offtopic
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence.evidence_pool import Breadth, EvidencePool
from warehouse.methods.method import Method
from warehouse.results.records import Article, Block, Research
from warehouse.writing import outlining, paragraphs, snippets, wishes
from warehouse.writing.manuscript import Manuscript, nothing
from warehouse.writing.outline_file import OutlineFile
from warehouse.writing.outlining import Heading, Outline
from warehouse.writing.paragraphs import Notes
from warehouse.writing.plain import Filter
from warehouse.writing.progress import WRITING

NOTHING_NEW = "Nothing of the evidence for this section could be told that is not said before."
FOR_A_SECTION = Breadth(passages=8, kept=8, least=0.03)
NEAREST = 20  # passages by which the library is judged to be about something else
NOTHING_FOUND = "Your documents say nothing that this section could rest on."
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
    made = research if research is not None else seam.research(topic, context, method)
    judged = _judged(topic, made, context) if research is None else None
    if not made.evidence or (judged is not None and not judged.answers):
        return nothing(method.name, topic, made, context, judged)
    plan, made = _planned(made, method, context, outline)
    return _Composing(method.name, plan, made, context).finish()


def _judged(topic: str, made: Research, context: Context) -> Judged | None:
    if not context.settings.absence or context.steering.course.insisted:
        return None
    hits = context.library.retrieval.passages(topic, NEAREST)
    return offtopic.judge(topic, made.evidence, hits, context.library)


def _planned(
    made: Research, method: Method, context: Context, file: OutlineFile | None
) -> tuple[Outline, Research]:
    """The outline to follow, each of its parts with evidence where the library has any."""
    kept = file.read() if file is not None else None
    pool = EvidencePool(made.task, context, FOR_A_SECTION)
    pool.adopt(made.evidence)
    losses: list[Loss] = []
    drafted = kept is None
    if kept is None:
        kept, losses = outlining.draft(made, pool, context)
        if method.sifted:
            kept, useless = snippets.useful(kept, context)
            losses += useless
        if file is not None:
            file.keep(kept)
    else:
        pool.ask(kept.searches)
    plan = outlining.refitted(kept, pool.evidence)
    looked = tuple(_looked_up(one, pool, context) for one in plan.sections)
    plan = msgspec.structs.replace(plan, sections=looked)
    every = pool.research(made.structure)
    made = msgspec.structs.replace(
        made, evidence=every.evidence, losses=(*made.losses, *every.losses, *losses)
    )
    if drafted and file is not None and context.settings.outline_first:
        context.run.show(made)
        raise OutlineReady
    return plan, made


def _looked_up(heading: Heading, pool: EvidencePool, context: Context) -> Heading:
    """A part that the user added has no evidence yet: the library is searched for it."""
    children = tuple(_looked_up(child, pool, context) for child in heading.children)
    groups = heading.paragraphs
    if not groups and not children:
        brought = pool.ask([f"{heading.title} {heading.about}", f"{heading.title} {pool.task}"])
        found = pool.of(number for one in brought for number in one.numbers)
        groups = tuple(outlining.grouped(found, context)) if found else ()
    return msgspec.structs.replace(heading, paragraphs=groups, children=children)


class _Composing(Manuscript):
    def __init__(self, method: str, outline: Outline, made: Research, context: Context) -> None:
        super().__init__(method, outline.title, made, made.evidence, context)
        self._said = Filter()
        self._headings = list(outline.walk())
        self.blocks = [Block(TOP + depth, one.title, "", ()) for depth, one in self._headings]

    def write_sections(self) -> None:
        for at, (_, heading) in enumerate(self._headings):
            if not heading.paragraphs and heading.children:
                continue  # it only stands above the parts below it
            self.context.run.step(WRITING, at, len(self.blocks), heading.title)
            try:
                self.blocks[at] = self._section(at, heading)
            except Cancelled:
                raise
            except MunimentError as error:
                self.blocks[at] = msgspec.structs.replace(self.blocks[at], failed=str(error))
            self.show()

    def _section(self, at: int, heading: Heading) -> Block:
        told = wishes.of_paragraph(self.context.settings, heading.notes)
        asked = [Notes(heading.title, evidence, told) for evidence in heading.paragraphs]
        growing = [""] * len(asked)

        def grown(index: int, text: str) -> None:
            growing[index] = text
            self.draft(at, "\n\n".join(filter(None, growing)))

        written = paragraphs.write(asked, self.title, self._said, self.context, grown)
        self.lose([loss for one in written for loss in one.losses])
        text, claims = paragraphs.joined(written)
        failed = "" if text else NOTHING_NEW if heading.paragraphs else NOTHING_FOUND
        return msgspec.structs.replace(self.blocks[at], text=text, claims=claims, failed=failed)
