"""Thoughts brought back for a question: the words they rest on become its first evidence.

A thought itself is never cited. Its words stand before its roots in the prompt (brief.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.documents.thoughts import Memory
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.reduction import framed, made
from warehouse.records import Place, Recalled
from warehouse.results.records import Evidence, Recollection, Research

FOUND_BY = "remembered"
STAGE = "remembering"


def recalled(question: str, context: Context) -> list[Recalled]:
    """The thoughts near the question, best first; none where thoughts are off."""
    if not context.settings.thoughts:
        return []
    return Memory(context.library).recall(question, context.steering.study, context.reading.whole)


def remember(found: Sequence[Recalled], growing: ChainBuilder, context: Context) -> None:
    """Numbered evidence of every root that still stands, before anything is searched."""
    evidence, recollections, losses = _brought(found, (), context)
    if evidence:
        rows = context.library.retrieval.embed([framed(piece) for piece in evidence])
        growing.known.adopt(evidence, list(rows))
    growing.remember(recollections, evidence, losses)


def first(chain: Research, found: Sequence[Recalled], context: Context) -> Research:
    """The chain with what the thoughts rest on before its own evidence; what stands there already
    is not taken twice.
    """
    evidence, recollections, losses = _brought(found, chain.evidence, context)
    read = dict.fromkeys((*chain.read, *(piece.place.document for piece in evidence)))
    return structs.replace(
        chain,
        evidence=(*evidence, *chain.evidence),
        read=tuple(read),
        recollections=tuple(recollections),
        losses=(*chain.losses, *losses),
    )


def _brought(
    found: Sequence[Recalled], known: Sequence[Evidence], context: Context
) -> tuple[list[Evidence], list[Recollection], list[Loss]]:
    """(new evidence, which of all evidence each thought rests on, what stays away): every root that
    still stands and may be read, each once, the best thought first.
    """
    memory, numbers = Memory(context.library), context.steering.numbers
    evidence: dict[int, Evidence] = {}
    recollections = []
    losses = []
    for recollected in found:
        thought = recollected.thought
        rests_on: dict[int, None] = {}
        for root in memory.usable(thought) if not recollected.left_out else ():
            there = next((old for old in known if _is_inside(root.place, old.place)), None)
            number = there.number if there else numbers.of(root.place)
            if there is None and number not in evidence:
                query = f"{FOUND_BY}: {thought.question}"
                stands = root.place, root.page_label
                evidence[number] = made(root, stands, root.text, query, recollected.cosine, number)
            rests_on[number] = None
        if rests_on:
            recollections.append(
                Recollection(
                    thought.id,
                    thought.text,
                    thought.question,
                    thought.level,
                    recollected.cosine,
                    tuple(rests_on),
                )
            )
        else:
            reason = recollected.left_out or "no words it rests on are there any more"
            losses.append(Loss(STAGE, f"the thought “{thought.text}”", reason))
    return list(evidence.values()), recollections, losses


def _is_inside(place: Place, other: Place) -> bool:
    same = place.document == other.document
    return same and other.start <= place.start and place.end <= other.end
