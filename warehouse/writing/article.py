"""From a question to an article: explore, outline, sections, lead, and the ledger of its claims.

Every sentence, the lead's included, is a claim with a state. A failing claim gets one repair and
then stays visible as what it is; a section that could not be written is shown as failed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warehouse.engine.protocol import Engine
from warehouse.errors import Cancelled, MunimentError
from warehouse.library import Library
from warehouse.research import aware
from warehouse.research.answer import absence, coverage
from warehouse.research.context import Context, contextualize
from warehouse.research.meter import Metered
from warehouse.research.records import Article, Block, Chain, Claim, Coverage, Draft
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing import claims, repair, sections
from warehouse.writing.outline import Outline, outline

METHOD = "aware"
LEAD = "lead"


def write(
    question: str,
    library: Library,
    engine: Engine,
    settings: Settings,
    run: Run,
    chain: Chain | None = None,
) -> Article:
    """An article from the library; from ``chain`` where an answer has explored already.

    Shows Chain, Article and Draft snapshots. Raises Cancelled.
    """
    meter = Metered(engine)
    if chain is None:
        chain = aware.explore(question, library, meter, settings, run)
    context = contextualize(chain, _budget(settings), meter)
    chain = msgspec.structs.replace(chain, losses=(*chain.losses, *context.losses))
    if not context.evidence:
        article = _nothing(question, chain, library, meter)
        run.show(article)
        return article
    run.step("outlining", 0, 1)
    plan = outline(question, context.evidence, library, meter, settings, run)
    return _Writing(question, plan, chain, context, library, meter, settings, run).finish()


class _Writing:
    """An article being written; ``_show`` publishes what there is."""

    def __init__(
        self,
        question: str,
        plan: Outline,
        chain: Chain,
        context: Context,
        library: Library,
        meter: Metered,
        settings: Settings,
        run: Run,
    ) -> None:
        self._question = question
        self._plan = plan
        self._chain = chain
        self._context = context
        self._library = library
        self._meter = meter
        self._settings = settings
        self._run = run
        self._lead = Block(1, "", "", ())
        self._blocks = [Block(2, section.title, "", ()) for section in plan.sections]

    def finish(self) -> Article:
        self._show()
        self._sections()
        self._opening()
        return self._show()

    def _sections(self) -> None:
        total = len(self._blocks)
        self._run.step("writing", 0, total)
        written = sections.write(self._plan, self._meter, self._settings, self._run, self._draft)
        self._blocks = [
            msgspec.structs.replace(block, text=one.text, failed=one.failed)
            for block, one in zip(self._blocks, written, strict=True)
        ]
        self._show()
        for index, block in enumerate(self._blocks):
            self._run.step("checking", index, total + 1, block.title)
            self._blocks[index] = self._checked(block)
            self._show()

    def _opening(self) -> None:
        self._run.step("checking", len(self._blocks), len(self._blocks) + 1, "Lead")
        try:
            text = sections.lead(
                self._plan, self._context.evidence, self._meter, self._settings, self._run
            )
            self._lead = self._checked(Block(1, "", text, ()))
        except Cancelled:
            raise
        except MunimentError as error:
            self._lead = Block(1, "", "", (), failed=str(error))

    def _checked(self, block: Block) -> Block:
        if not block.text:
            return block
        evidence = self._context.evidence
        checked = claims.check(block.text, evidence, self._meter, self._settings, self._run)
        text, checked = repair.once(
            block.text, checked, evidence, self._meter, self._settings, self._run
        )
        text, checked = claims.cite(text, checked)
        return msgspec.structs.replace(block, text=text, claims=checked)

    def _draft(self, index: int, text: str) -> None:
        self._run.show(Draft(self._blocks[index].title, text))

    def _show(self) -> Article:
        article = Article(
            title=self._plan.title,
            question=self._question,
            method=METHOD,
            lead=self._lead,
            blocks=tuple(self._blocks),
            chain=self._chain,
            coverage=self._coverage(),
            spend=self._meter.spend(),
        )
        self._run.show(article)
        return article

    def _coverage(self) -> Coverage:
        checked: Sequence[Claim] = [
            claim for block in (self._lead, *self._blocks) for claim in block.claims
        ]
        return coverage(self._chain, self._context, checked, self._library, self._meter)


def _budget(settings: Settings) -> int:
    """An article reads more than an answer: each section has a context of its own."""
    return 3 * settings.context_budget


def _nothing(question: str, chain: Chain, library: Library, meter: Metered) -> Article:
    absent = absence(question, METHOD, chain, library, meter)
    return Article(
        title=question,
        question=question,
        method=METHOD,
        lead=Block(1, "", absent.text, ()),
        blocks=(),
        chain=chain,
        coverage=absent.coverage,
        spend=absent.spend,
    )
