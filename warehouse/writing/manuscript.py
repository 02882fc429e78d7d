"""An article while it is written: what stands of it, what was lost, and how it ends.

A way of writing fills the sections; the lead, what the sources disagree about, coverage and the
snapshots are the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec

from indexers.records import Loss
from warehouse.context import Context
from warehouse.errors import Cancelled, MunimentError
from warehouse.methods.absence import offtopic
from warehouse.methods.absence.absent_answer import absence, in_vain
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence.coverage import coverage
from warehouse.proof import disagreement
from warehouse.proof.disagreement import Comparison
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    Coverage,
    Decision,
    Draft,
    Evidence,
    Research,
)
from warehouse.search.names import normal
from warehouse.writing import disputed, figures, review, tongue
from warehouse.writing.progress import WRITING
from warehouse.writing.sentences.named_sources import with_sources
from warehouse.writing.sentences.plain import Filter

Opening = tuple[str, tuple[Claim, ...], list[Loss]]


class Manuscript:
    """``write_sections`` fills ``blocks``, ``round_off`` goes over them; ``show`` publishes.
    ``said`` knows what the article says.
    """

    def __init__(
        self,
        method: str,
        title: str,
        research: Research,
        evidence: Sequence[Evidence],
        context: Context,
    ) -> None:
        self.context = tongue.in_one(title, evidence, context)
        self.research, self.evidence = research, tuple(evidence)
        self.lead = Block(1, "", "", ())
        self.blocks: list[Block] = []
        self.method, self.title = method, title
        self.said = Filter(context.library.retrieval.embed)

    @property
    def topic(self) -> str:
        """As the user put it, with what the article makes of it."""
        task = self.research.task
        return self.title if normal(task) in normal(self.title) else f"{task}: {self.title}"

    def begin(self) -> None:
        """What is done before the sections."""

    def write_sections(self) -> None:
        raise NotImplementedError

    @property
    def kept(self) -> Collection[int]:
        """The places of sections that were there before, and may be the user's own words."""
        return ()

    @property
    def fresh(self) -> list[int]:
        """The places of the sections that are written now."""
        return list(range(len(self.blocks)))

    def round_off(self) -> None:
        """What is done once all sections stand."""

    def finish(self) -> Article:
        """Raises Cancelled."""
        decision = tongue.decided(self.evidence, self.context)
        if decision is not None and decision not in self.research.decisions:
            self.tell(decision)
        self.show()
        self.begin()
        self.write_sections()
        self.show()
        self.go_over()
        return self.show()

    def go_over(self) -> None:
        """What all sections have in common that are written now. Raises Cancelled."""
        self._review()
        self.round_off()
        self._name_sources()
        self.show()
        self._disagreements()
        self._illustrate()

    def draft(self, index: int, text: str) -> None:
        self.context.run.show(Draft(self.blocks[index].title, text))

    def lose(self, losses: Sequence[Loss]) -> None:
        research = self.research
        self.research = msgspec.structs.replace(research, losses=(*research.losses, *losses))

    def tell(self, decision: Decision) -> None:
        decisions = (*self.research.decisions, decision)
        self.research = msgspec.structs.replace(self.research, decisions=decisions)

    def show(self) -> Article:
        article = Article(
            title=self.title,
            question=self.research.task,
            method=self.method,
            lead=self.lead,
            blocks=tuple(self.blocks),
            research=self.research,
            coverage=self._coverage(),
            spend=self.context.engine.spend(),
        )
        self.context.run.show(article)
        return article

    def _review(self) -> None:
        """All that was written now, the lead too where it stands before the sections."""
        fresh = self.fresh
        blocks = [self.lead, *(self.blocks[at] for at in fresh)]
        (self.lead, *reviewed), losses = review.reviewed(blocks, self.evidence, self.context)
        for at, block in zip(fresh, reviewed, strict=True):
            self.blocks[at] = block
        self.lose(losses)
        self.show()

    def open_with(self, opening: Callable[[], Opening]) -> None:
        """Its lead; one that fails is shown as failed."""
        self.context.run.step(WRITING, 0, len(self.blocks), "the opening")
        try:
            text, checked, losses = opening()
            self.lead = Block(1, "", text, checked)
            self.lose(losses)
        except Cancelled:
            raise
        except MunimentError as error:
            self.lead = Block(1, "", "", (), failed=str(error))
        self.show()

    def _name_sources(self) -> None:
        """In front of sentences that are told as if they were so everywhere."""
        text_of = self.context.library.catalog.text
        blocks = [self.lead, *self.blocks]
        self.lead, *named = with_sources(blocks, self.topic, self.evidence, text_of)
        kept = self.kept
        self.blocks = [self.blocks[at] if at in kept else block for at, block in enumerate(named)]

    def _disagreements(self) -> None:
        """What the sources disagree about, where one side of it is told."""
        library, known = self.context.library, self.research.disagreements
        comparison = Comparison(library.retrieval.embed, library.date)
        found = disagreement.find(self.evidence, comparison)
        self.research = msgspec.structs.replace(self.research, disagreements=found)
        kept = {at + 1 for at in self.kept} | ({0} if self.kept else set())
        (self.lead, *self.blocks), losses = disputed.told(
            [self.lead, *self.blocks], found, self.evidence, kept, known
        )
        self.lose(losses)

    def _illustrate(self) -> None:
        self.blocks, losses = figures.illustrated(
            self.blocks, self.fresh, self.evidence, self.context
        )
        self.lose(losses)

    def _coverage(self) -> Coverage:
        checked: Sequence[Claim] = [
            claim for block in (self.lead, *self.blocks) for claim in block.claims
        ]
        return coverage(self.research, self.evidence, checked, self.context)


def unwritten(method: str, topic: str, context: Context) -> Article | None:
    """In place of an article where the library is about other matters; None where it is not, or
    where the user says what is to be looked for.
    """
    course = context.steering.course
    if not context.settings.absence or course.insisted or course.fixed or course.searches:
        return None
    context.run.step("searching", 0, 1, topic[:120])
    hits = context.library.retrieval.passages(topic, offtopic.OF_A_TOPIC)
    judged = offtopic.of_topic(topic, hits, context)
    if judged is None or judged.answers:
        return None
    return nothing(method, topic, in_vain(topic, hits), context, judged)


def nothing(
    method: str,
    question: str,
    chain: Research,
    context: Context,
    judged: Judged | None = None,
) -> Article:
    """In place of an article: what was looked for, and that the library does not tell of it."""
    absent = absence(question, method, chain, context, judged, "tell of")
    article = Article(
        title=question,
        question=question,
        method=method,
        lead=Block(1, "", absent.text, ()),
        blocks=(),
        research=absent.research,
        coverage=absent.coverage,
        spend=absent.spend,
    )
    context.run.show(article)
    return article
