"""Contextualize: the chain of intents and evidence, inside the budget, ready to answer from.

AWARE, eq. 8: ``C = (X, (I_1, K_1), ..., (I_t, K_t))``. Where the budget is too small the least
relevant evidence of all intents goes first, and is a loss; the order of the intents stays.
"""

from __future__ import annotations

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.protocol import Engine
from warehouse.methods.evidence.reduction import flat, lost, notes
from warehouse.proof import citations
from warehouse.results import for_experts
from warehouse.results.records import Evidence, Recollection, Research, Structure
from warehouse.settings.research import USUAL_ROOM

THOUGHTS_SHARE = 2  # of the budget at most one part in so many is for the words of thoughts


BESIDE = 1024  # tokens for what a prompt has beside the evidence, and for its reply


class Brief(Struct, frozen=True):
    """``text`` is what the model reads."""

    text: str
    evidence: tuple[Evidence, ...]
    losses: tuple[Loss, ...] = ()


def room(context: Context) -> int:
    """Tokens of evidence in a prompt: what the user allows, and beyond what is usual no more than
    the model's context holds.
    """
    holds = context.engine.info().longest - BESIDE
    return min(context.settings.context_budget, max(USUAL_ROOM, holds))


def contextualize(
    chain: Research, budget_tokens: int, engine: Engine, explains: bool = False
) -> Brief:
    """The most relevant evidence that fits, in the order of the intents.

    The words of thoughts and the notes of steps are among the notes, each with the numbers of what
    it rests on: first where an explanation is wanted, last where it is a fact. What they rest on
    stays evidence even where it does not fit, since it proves what is said.
    """
    known = condensed(chain) if explains else chain.recollections
    thoughts = [_thought(thought) for thought in known]
    texts = [*thoughts, *(notes([e]) for e in chain.evidence)]
    sizes = engine.count_tokens(texts) if chain.evidence else []
    used, count = 0, 0
    for size in sizes[: len(thoughts)]:
        if used + size > budget_tokens // THOUGHTS_SHARE:
            break
        used, count = used + size, count + 1
    proving = {number for thought in known[:count] for number in thought.numbers}
    kept: set[int] = set()
    losses = []
    weighed = zip(chain.evidence, sizes[len(thoughts) :], strict=True)
    for piece, size in sorted(weighed, key=lambda pair: (-pair[0].score, pair[0].number)):
        if used + size <= budget_tokens:
            kept.add(piece.number)
            used += size
        elif piece.number not in proving:
            reason = for_experts.noted(
                "there was no room for it: better pieces came first",
                f"over the budget of {budget_tokens} tokens",
            )
            losses.append(lost("contextualizing", piece, reason))
    evidence = tuple(piece for piece in chain.evidence if piece.number in kept | proving)
    said = [piece for piece in evidence if piece.number in kept]
    remembered = [*thoughts[:count], notes([piece for piece in said if piece.number in proving])]
    searched = [notes([piece for piece in said if piece.number not in proving])]
    order = remembered + searched if explains else searched + remembered
    return Brief("\n".join(filter(None, order)), evidence, tuple(losses))


def condensed(chain: Research) -> tuple[Recollection, ...]:
    """Words that stand for evidence: of thoughts, and the notes of the steps of a chain."""
    steps = chain.nodes if chain.structure.kind == Structure().kind else ()
    known = {piece.number for piece in chain.evidence}
    noted = (
        Recollection("", sentence.bare, step.title, 0.0, 1.0, sentence.cites)
        for step in steps
        for sentence in citations.read(step.found)
        if sentence.cites and known.issuperset(sentence.cites)
    )
    return (*chain.recollections, *noted)


def _thought(one: Recollection) -> str:
    """As the model reads it: the question says what the words are about."""
    numbers = "".join(f"[{number}]" for number in one.numbers)
    return f"{numbers} {flat(one.question)} {flat(one.text)}"
