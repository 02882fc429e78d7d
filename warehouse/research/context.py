"""Contextualize: the chain of intents and evidence, inside the budget, ready to answer from.

AWARE, eq. 8: ``C = (X, (I_1, K_1), ..., (I_t, K_t))``. When the budget is too small the least
relevant evidence of all intents goes first, and is a loss; order and dependencies of the intents
stay. Density is answer-relevant tokens over tokens, measured on what the answer really cited.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from indexers.records import Loss
from warehouse.engine.protocol import Engine
from warehouse.research.records import Chain, Evidence
from warehouse.research.reduction import flat, head, notes


class Context(Struct, frozen=True):
    """``text`` is what the model reads; ``tokens`` its length."""

    text: str
    evidence: tuple[Evidence, ...]
    tokens: int
    losses: tuple[Loss, ...] = ()


def contextualize(chain: Chain, budget_tokens: int, engine: Engine) -> Context:
    """The most relevant evidence that fits, in the order of the intents."""
    if not chain.evidence:
        return Context("", (), 0)
    sizes = dict(
        zip(chain.evidence, engine.count_tokens([notes([e]) for e in chain.evidence]), strict=True)
    )
    kept: set[int] = set()
    used = 0
    losses = []
    for one in sorted(chain.evidence, key=lambda e: (-e.score, e.number)):
        if used + sizes[one] <= budget_tokens:
            kept.add(one.number)
            used += sizes[one]
        else:
            what = f"[{one.number}] {head(one)}: {flat(one.text)[:60]}"
            reason = f"over the budget of {budget_tokens} tokens"
            place = one.place
            losses.append(
                Loss("contextualizing", what, reason, place.document, place.start, place.end)
            )
    evidence = tuple(one for one in chain.evidence if one.number in kept)
    return Context(notes(evidence), evidence, used, tuple(losses))


def density(
    context: Context, cited: Collection[int], seen_tokens: int, engine: Engine
) -> tuple[float, float]:
    """(before, after): tokens of evidence ``cited`` by proven claims over tokens of what was read.

    Before: the passages that retrieval brought up, ``seen_tokens``; after: the context.
    """
    sizes = engine.count_tokens([flat(one.text) for one in context.evidence])
    numbered = zip(context.evidence, sizes, strict=True)
    tokens = sum(size for one, size in numbered if one.number in cited)
    before = tokens / seen_tokens if seen_tokens else 0.0
    after = tokens / sum(sizes) if sizes else 0.0
    return min(before, after), after


def by_number(evidence: Sequence[Evidence]) -> dict[int, Evidence]:
    return {one.number: one for one in evidence}
