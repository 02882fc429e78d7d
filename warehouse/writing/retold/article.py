"""From a question to an article: survey, outline, evidence, sections, lead, and its ledger.

The outline comes first, made of the parts of documents that the topic brings up; then every
section gathers evidence of its own, and all are written as one batch. Every sentence, the lead's
included, is a claim with a state. A failing claim gets one repair, then the page's own words; a
section that could not be written is shown as failed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import estimates
from warehouse.library import Library
from warehouse.methods.absence.absent_answer import in_vain
from warehouse.methods.evidence import pinned, remembering, xray_losses
from warehouse.methods.evidence.brief import Brief, contextualize
from warehouse.results.records import (
    Article,
    Block,
    Evidence,
    Research,
    Structure,
)
from warehouse.settings import Settings
from warehouse.writing import overview
from warehouse.writing.manuscript import Manuscript, nothing, unwritten
from warehouse.writing.progress import WRITING
from warehouse.writing.retold import planned, sections
from warehouse.writing.retold.gathering import Gathering
from warehouse.writing.retold.merging import merged
from warehouse.writing.retold.parts import Prose, Survey, survey
from warehouse.writing.retold.planned import Facet, Outline, Section
from warehouse.writing.retold.steered import steered
from warehouse.writing.sentences import wording
from warehouse.writing.ways import RETELL


def write(question: str, context: Context, research: Research | None = None) -> Article:
    """An article from the library; from ``research`` where an answer has explored already.

    Shows Research, Article and Draft snapshots. Raises Cancelled.
    """
    question, chain = " ".join(question.split()), research
    if chain is not None and not chain.evidence:
        return nothing(RETELL.name, question, chain, context)
    if chain is None and (none := unwritten(RETELL.name, question, context)) is not None:
        return none
    context.run.step("searching", 0, 1, question[:120])
    prose = Prose(context.library)
    surveyed = survey(question, context.library, prose)
    if chain is None:
        recalled = remembering.recalled(question, context)
        chain = remembering.first(_begun(question, surveyed), recalled, context)
    chain = pinned.beforehand(question, chain, context)
    if not surveyed.parts and not chain.evidence:
        return nothing(RETELL.name, question, chain, context)
    context.run.show(chain)
    context.run.step("outlining", 0, 1)
    facets, losses = planned.facets(question, surveyed.parts, context)
    facets, left = steered(facets, context.steering.course, len(chain.nodes), question)
    chain = msgspec.structs.replace(chain, losses=(*chain.losses, *losses, *left))
    gathering = Gathering(chain, surveyed, facets, context, prose)
    chain = xray_losses.told(gathering.gather(), context.library)
    brief = contextualize(chain, _budget(context.settings), context.engine)
    chain = msgspec.structs.replace(chain, losses=(*chain.losses, *brief.losses))
    if not brief.evidence:
        return nothing(RETELL.name, question, chain, context)
    plan, lost = _plan(question, facets, gathering.shares, brief, context.library)
    chain = msgspec.structs.replace(chain, losses=(*chain.losses, *lost))
    return _Retelling(plan, chain, brief, context).finish()


class _Retelling(Manuscript):
    """All sections are told as one batch, each piece of evidence in a sentence of its own."""

    def __init__(self, plan: Outline, chain: Research, brief: Brief, context: Context) -> None:
        super().__init__(RETELL.name, plan.title, chain, brief.evidence, context)
        self._plan = plan
        self.blocks = [Block(2, section.title, "", ()) for section in plan.sections]

    def write_sections(self) -> None:
        ahead = wording.ahead(sections.sources(self._plan.sections, self.context))
        ahead_s = estimates.seconds(ahead, self.context.engine)
        self.context.run.step(WRITING, 0, len(self.blocks), ahead_s=ahead_s)
        written = sections.write(self._plan, self.context, self.draft, self.said)
        self.blocks = [
            msgspec.structs.replace(
                block, text=section.text, claims=section.claims, failed=section.failed
            )
            for block, section in zip(self.blocks, written, strict=True)
        ]
        self.lose([loss for section in written for loss in section.losses])

    def round_off(self) -> None:
        """An opening on the whole: of so few sentences none can be told there alone."""
        self.open_with(lambda: overview.write(self.topic, self.blocks, self.evidence, self.context))


def _plan(
    question: str,
    facets: Sequence[Facet],
    shares: Sequence[Sequence[Evidence]],
    brief: Brief,
    library: Library,
) -> tuple[Outline, tuple[Loss, ...]]:
    """The sections that have evidence within the budget, and what became of the others."""
    kept = {piece.number for piece in brief.evidence}
    candidates = [
        Section(facet.title, tuple(piece for piece in share if piece.number in kept))
        for facet, share in zip(facets, shares, strict=True)
        if facet.wanted or share
    ]
    sections, losses = merged(candidates, library)
    return Outline(planned.article_title(question), sections), losses


def _begun(question: str, found: Survey) -> Research:
    """A chain with nothing in it but what the search for the topic came nearest to."""
    seen = 0 if found.parts else len(found.losses) + len(found.documents)
    chain = in_vain(question, found.found.hits, seen)
    if found.parts:
        return msgspec.structs.replace(chain, structure=Structure())
    return msgspec.structs.replace(chain, losses=found.losses)


def _budget(settings: Settings) -> int:
    """An article reads more than an answer: each section has a brief of its own."""
    return 3 * settings.context_budget
