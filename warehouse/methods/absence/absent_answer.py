"""The answer where there is none: said in words, with what was tried and what came nearest."""

from __future__ import annotations

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.absence import unsaid
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence.brief import Brief
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.evidence.reduction import LOST_CHARS, head
from warehouse.results.records import Answer, Research
from warehouse.text import shortened

ABSENT = "Your library does not answer this."
EMPTY = "Your library has no documents yet, so there is nothing to answer from."
UNREADABLE = "None of the documents {} could be read, so there is nothing to search."
TRIED = "Searches tried: "
NEAREST = 3


def absence(
    question: str,
    method: str,
    chain: Research,
    context: Context,
    judged: Judged | None = None,
) -> Answer:
    """No evidence: said in words, with what was tried and what came nearest.

    ``judged``: there is some, but it does not hold the answer; it is what came nearest then.
    """
    documents = context.library.documents()
    where = f"in “{context.library.scope.name}”" if context.library.scope else "in your library"
    if not documents and context.library.scope is None:
        text = EMPTY
    elif not documents:
        text = f"There are no documents {where}, so there is nothing to answer from."
    elif not any(one.passages for one in documents):
        text = UNREADABLE.format(where)
    else:
        tried = dict.fromkeys(query.text for intent in chain.nodes for query in intent.sub_queries)
        absent = f"The documents {where} do not answer this." if context.library.scope else ABSENT
        missing = unsaid.told(
            unsaid.words(question, chain.evidence, context.library), context.library
        )
        absent = f"{absent} {missing}".strip()
        text = f"{absent}\n\n{TRIED}{'; '.join(tried)}." if tried else absent
    if judged is not None:
        text = f"{text}\n\nWhat came nearest was weighed: {judged.words}."
        chain = _weighed_out(chain, judged)
    return Answer(
        question=question,
        method=method,
        text=text,
        absent=True,
        claims=(),
        research=chain,
        coverage=coverage(chain, Brief("", (), 0), (), context),
        spend=context.engine.spend(),
        nearest=chain.nearest,
    )


def _weighed_out(chain: Research, judged: Judged) -> Research:
    """The chain with its best evidence as what came nearest, and all of it in the ledger."""
    best = sorted(chain.evidence, key=lambda one: -one.score)
    lost = [
        Loss(
            "weighing",
            f"[{one.number}] {head(one)}: {shortened(one.text, LOST_CHARS)}",
            judged.words,
            one.place.document,
            one.place.start,
            one.place.end,
        )
        for one in chain.evidence
    ] or [Loss("weighing", chain.task, judged.words)]
    return structs.replace(
        chain,
        losses=(*chain.losses, *lost),
        nearest=tuple(one.place for one in best[:NEAREST]) or chain.nearest,
    )
