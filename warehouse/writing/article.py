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
from warehouse.errors import Cancelled, MunimentError
from warehouse.library import Library
from warehouse.methods.absence import offtopic
from warehouse.methods.absence.absent_answer import absence
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence import pinned, remembering, xray_losses
from warehouse.methods.evidence.brief import Brief, contextualize
from warehouse.methods.evidence.coverage import coverage
from warehouse.proof import disagreement
from warehouse.proof.disagreement import Comparison
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    Coverage,
    Draft,
    Evidence,
    Node,
    Research,
    Structure,
    SubQuery,
)
from warehouse.settings import Settings
from warehouse.steering import node_at
from warehouse.writing import opening, outline, sections, wording
from warehouse.writing.gathering import Gathering
from warehouse.writing.merging import merged
from warehouse.writing.outline import Facet, Outline, Section
from warehouse.writing.parts import Prose, Survey, survey
from warehouse.writing.plain import Filter
from warehouse.writing.progress import WRITING
from warehouse.writing.steered import steered

METHOD = "retell"
NEAREST = 3


def write(question: str, context: Context, research: Research | None = None) -> Article:
    """An article from the library; from ``research`` where an answer has explored already.

    Shows Research, Article and Draft snapshots. Raises Cancelled.
    """
    question, chain = " ".join(question.split()), research
    if chain is not None and not chain.evidence:
        return _nothing(question, chain, context)
    context.run.step("searching", 0, 1, question[:120])
    prose = Prose(context.library)
    found = survey(question, context.library, prose)
    if chain is None:
        recalled = remembering.recalled(question, context)
        chain = remembering.first(_begun(question, found), recalled, context)
        if context.settings.absence and not context.steering.course.insisted:
            judged = offtopic.judge(question, chain.evidence, found.found.hits, context.library)
            if judged is not None and not judged.answers:
                return _nothing(question, _in_vain(chain, found), context, judged)
    chain = pinned.beforehand(question, chain, context)
    if not found.parts and not chain.evidence:
        return _nothing(question, chain, context)
    context.run.show(chain)
    context.run.step("outlining", 0, 1)
    facets, losses = outline.facets(question, found.parts, context)
    facets, left = steered(facets, context.steering.course, len(chain.nodes), question)
    chain = msgspec.structs.replace(chain, losses=(*chain.losses, *losses, *left))
    gathering = Gathering(chain, found, facets, context, prose)
    chain = xray_losses.told(gathering.gather(), context.library)
    brief = contextualize(chain, _budget(context.settings), context.engine)
    chain = msgspec.structs.replace(chain, losses=(*chain.losses, *brief.losses))
    if not brief.evidence:
        return _nothing(question, chain, context)
    plan, lost = _plan(question, facets, gathering.shares, brief, context.library)
    chain = msgspec.structs.replace(chain, losses=(*chain.losses, *lost))
    return _Writing(question, plan, chain, brief, context).finish()


class _Writing:
    """An article being written; ``_show`` publishes what there is."""

    def __init__(
        self,
        question: str,
        plan: Outline,
        chain: Research,
        brief: Brief,
        context: Context,
    ) -> None:
        self._question = question
        self._plan = plan
        self._chain = chain
        self._brief = brief
        self._context = context
        self._fit = Filter()
        self._lead = Block(1, "", "", ())
        self._blocks = [Block(2, section.title, "", ()) for section in plan.sections]

    def finish(self) -> Article:
        self._show()
        self._sections()
        self._opening()
        self._disagreements()
        return self._show()

    def _sections(self) -> None:
        ahead = wording.ahead(sections.sources(self._plan.sections))
        ahead_s = estimates.seconds(ahead, self._context.engine)
        self._context.run.step(WRITING, 0, len(self._blocks), ahead_s=ahead_s)
        written = sections.write(self._plan, self._context, self._draft, self._fit)
        self._blocks = [
            msgspec.structs.replace(block, text=one.text, claims=one.claims, failed=one.failed)
            for block, one in zip(self._blocks, written, strict=True)
        ]
        self._lose([loss for one in written for loss in one.losses])
        self._show()

    def _opening(self) -> None:
        self._context.run.step(WRITING, len(self._blocks), len(self._blocks), "the opening")
        try:
            text, checked, losses = opening.write(
                self._plan, self._blocks, self._brief.evidence, self._context
            )
            self._lead = Block(1, "", text, checked)
            self._lose(losses)
        except Cancelled:
            raise
        except MunimentError as error:
            self._lead = Block(1, "", "", (), failed=str(error))

    def _disagreements(self) -> None:
        """What the sources disagree about, each once, in the first section that cites a side."""
        library = self._context.library
        comparison = Comparison(library.retrieval.embed, library.date)
        self._chain = disagreement.noted(self._chain, self._brief.evidence, comparison)
        left = list(self._chain.disagreements)
        for at, block in enumerate(self._blocks):
            numbers = {number for claim in block.claims for number in claim.cites}
            own = disagreement.concerning(left, numbers)
            left = [one for one in left if one not in own]
            text, checked = disagreement.written(
                block.text, block.claims, own, self._brief.evidence
            )
            self._blocks[at] = msgspec.structs.replace(block, text=text, claims=checked)

    def _draft(self, index: int, text: str) -> None:
        self._context.run.show(Draft(self._blocks[index].title, text))

    def _lose(self, losses: Sequence[Loss]) -> None:
        self._chain = msgspec.structs.replace(self._chain, losses=(*self._chain.losses, *losses))

    def _show(self) -> Article:
        article = Article(
            title=self._plan.title,
            question=self._question,
            method=METHOD,
            lead=self._lead,
            blocks=tuple(self._blocks),
            research=self._chain,
            coverage=self._coverage(),
            spend=self._context.engine.spend(),
        )
        self._context.run.show(article)
        return article

    def _coverage(self) -> Coverage:
        checked: Sequence[Claim] = [
            claim for block in (self._lead, *self._blocks) for claim in block.claims
        ]
        return coverage(self._chain, self._brief.evidence, checked, self._context)


def _plan(
    question: str,
    facets: Sequence[Facet],
    shares: Sequence[Sequence[Evidence]],
    brief: Brief,
    library: Library,
) -> tuple[Outline, tuple[Loss, ...]]:
    """The sections that have evidence within the budget, and what became of the others."""
    kept = {one.number for one in brief.evidence}
    made = [
        Section(facet.title, tuple(one for one in share if one.number in kept))
        for facet, share in zip(facets, shares, strict=True)
        if facet.wanted or share
    ]
    sections, losses = merged(made, library)
    return Outline(outline.article_title(question), sections), losses


def _begun(question: str, found: Survey) -> Research:
    """A chain with nothing in it but what the search for the topic came nearest to."""
    hits = sorted(found.found.hits, key=lambda hit: -(hit.dense or 0.0))[:NEAREST]
    nearest = tuple(hit.place for hit in hits)
    chain = Research(question, Structure(), (), nearest=nearest)
    return chain if found.parts else _in_vain(chain, found)


def _in_vain(chain: Research, found: Survey) -> Research:
    """The chain of an article that is not written: the search for its topic, and what it passed."""
    tried = (SubQuery(chain.task, 1, len(found.found.hits)),)
    seen = len(found.losses) + len(found.documents)
    intent = Node(node_at(0), chain.task, "unresolved", sub_queries=tried, seen=seen)
    return msgspec.structs.replace(chain, structure=Structure(nodes=(intent,)), losses=found.losses)


def _budget(settings: Settings) -> int:
    """An article reads more than an answer: each section has a brief of its own."""
    return 3 * settings.context_budget


def _nothing(
    question: str,
    chain: Research,
    context: Context,
    judged: Judged | None = None,
) -> Article:
    absent = absence(question, METHOD, chain, context, judged)
    article = Article(
        title=question,
        question=question,
        method=METHOD,
        lead=Block(1, "", absent.text, ()),
        blocks=(),
        research=absent.research,
        coverage=absent.coverage,
        spend=absent.spend,
    )
    context.run.show(article)
    return article
