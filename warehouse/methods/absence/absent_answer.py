"""The answer where there is none: said in words, with what was tried and what came nearest."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.absence import unsaid
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.evidence.reduction import lost
from warehouse.records import Hit
from warehouse.results import for_experts
from warehouse.results.records import Answer, Node, Research, Structure, SubQuery
from warehouse.steering import node_at

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
    verb: str = "answer",
) -> Answer:
    """No evidence: said in words, with what was tried and what came nearest.

    ``judged``: there is some, but it does not hold the answer; it is what came nearest then.
    ``verb``: what the library does not do.
    """
    library = context.library
    documents = library.documents()
    where = f"in “{library.scope.name}”" if library.scope else "in your library"
    if not documents:
        none = f"There are no documents {where}, so there is nothing to answer from."
        text = none if library.scope else EMPTY
    elif not any(document.passages for document in documents):
        text = UNREADABLE.format(where)
    else:
        searches = [query for intent in chain.nodes for query in intent.sub_queries]
        tried = dict.fromkeys(f"{query.text}{query.note}" for query in searches)
        whose = f"The documents {where} do" if library.scope else "Your library does"
        missing = unsaid.told(context.reading.unlimited or question, chain.evidence, library)
        text = f"{whose} not {verb} this. {missing}".strip()
        text += f"\n\n{TRIED}{'; '.join(tried)}." if tried else ""
    if judged is not None:
        text = f"{text}\n\nWhat came nearest was weighed: {for_experts.plain(judged.words)}."
        chain = _weighed_out(chain, judged)
    return Answer(
        question=question,
        method=method,
        text=text,
        absent=True,
        claims=(),
        research=chain,
        coverage=coverage(chain, (), (), context),
        spend=context.engine.spend(),
        nearest=chain.nearest,
    )


def in_vain(task: str, hits: Sequence[Hit], seen: int = 0) -> Research:
    """The chain of what is not explored: the one search for it, and what it came nearest to."""
    documents = {hit.document for hit in hits}
    tried = (SubQuery(task, 1, len(hits)),)
    node = Node(node_at(0), task, "unresolved", sub_queries=tried, seen=seen or len(documents))
    nearest = sorted(hits, key=lambda hit: -(hit.dense or 0.0))[:NEAREST]
    places = tuple(hit.place for hit in nearest)
    return Research(task, Structure(nodes=(node,)), (), nearest=places)


def _weighed_out(chain: Research, judged: Judged) -> Research:
    """The chain with its best evidence as what came nearest, and all of it in the ledger."""
    best = sorted(chain.evidence, key=lambda one: -one.score)
    losses = [lost("weighing", piece, judged.words) for piece in chain.evidence]
    losses = losses or [Loss("weighing", chain.task, judged.words)]
    return structs.replace(
        chain,
        losses=(*chain.losses, *losses),
        nearest=tuple(piece.place for piece in best[:NEAREST]) or chain.nearest,
    )
