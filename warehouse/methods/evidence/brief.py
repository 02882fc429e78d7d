"""Contextualize: the chain of intents and evidence, inside the budget, ready to answer from.

AWARE, eq. 8: ``C = (X, (I_1, K_1), ..., (I_t, K_t))``. When the budget is too small the least
relevant evidence of all intents goes first, and is a loss; order and dependencies of the intents
stay. Density is answer-relevant tokens over tokens, measured on what the answer really cited.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate

from msgspec import Struct

from indexers.records import Loss
from warehouse.engine.protocol import Engine
from warehouse.methods.evidence.reduction import LOST_CHARS, flat, head, notes
from warehouse.results.records import Evidence, Recollection, Research
from warehouse.text import shortened

THOUGHTS_SHARE = 2  # of the budget at most one part in so many is for the words of thoughts


class Brief(Struct, frozen=True):
    """``text`` is what the model reads; ``tokens`` its length."""

    text: str
    evidence: tuple[Evidence, ...]
    tokens: int
    losses: tuple[Loss, ...] = ()


def contextualize(
    chain: Research, budget_tokens: int, engine: Engine, explains: bool = False
) -> Brief:
    """The most relevant evidence that fits, in the order of the intents.

    The words of thoughts are among the notes, each with the numbers of what it rests on: before
    what was found now where an explanation is wanted, after it where it is a fact. Where what a
    thought rests on does not fit, its words stand for it; it is evidence all the same, since it
    proves what is said.
    """
    if not chain.evidence:
        return Brief("", (), 0)
    thoughts = [_thought(one) for one in chain.recollections]
    sizes = engine.count_tokens([*thoughts, *(notes([e]) for e in chain.evidence)])
    told = _first(thoughts, sizes, budget_tokens // THOUGHTS_SHARE)
    condensed = {number for one in chain.recollections[:told] for number in one.numbers}
    used = sum(sizes[:told])
    kept: set[int] = set()
    losses = []
    weighed = zip(chain.evidence, sizes[len(thoughts) :], strict=True)
    for one, size in sorted(weighed, key=lambda pair: (-pair[0].score, pair[0].number)):
        if used + size <= budget_tokens:
            kept.add(one.number)
            used += size
        elif one.number not in condensed:
            what = f"[{one.number}] {head(one)}: {shortened(one.text, LOST_CHARS)}"
            reason = f"over the budget of {budget_tokens} tokens"
            place = one.place
            losses.append(
                Loss("contextualizing", what, reason, place.document, place.start, place.end)
            )
    evidence = tuple(one for one in chain.evidence if one.number in kept | condensed)
    said = [one for one in evidence if one.number in kept]
    remembered = [*thoughts[:told], notes([one for one in said if one.number in condensed])]
    found = [notes([one for one in said if one.number not in condensed])]
    order = remembered + found if explains else found + remembered
    return Brief("\n".join(filter(None, order)), evidence, used, tuple(losses))


def _thought(one: Recollection) -> str:
    """As the model reads it: the question says what the words are about."""
    numbers = "".join(f"[{number}]" for number in one.numbers)
    return f"{numbers} {flat(one.question)} {flat(one.text)}"


def _first(thoughts: Sequence[str], sizes: Sequence[int], budget_tokens: int) -> int:
    """How many of them fit, the best first."""
    used = accumulate(sizes[: len(thoughts)])
    return sum(size <= budget_tokens for size in used)


def density(
    brief: Brief, cited: Collection[int], seen_tokens: int, engine: Engine
) -> tuple[float, float]:
    """(before, after): tokens of evidence ``cited`` by proven claims over tokens of what was read.

    Before: the passages that retrieval brought up, ``seen_tokens``; after: the brief.
    """
    sizes = engine.count_tokens([flat(one.text) for one in brief.evidence])
    numbered = zip(brief.evidence, sizes, strict=True)
    tokens = sum(size for one, size in numbered if one.number in cited)
    before = tokens / seen_tokens if seen_tokens else 0.0
    after = tokens / sum(sizes) if sizes else 0.0
    return min(before, after), after


def by_number(evidence: Sequence[Evidence]) -> dict[int, Evidence]:
    return {one.number: one for one in evidence}
