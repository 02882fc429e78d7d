"""Thoughts brought back for a question: the words they rest on become its first evidence.

A thought itself is never cited: its roots are, with page and rectangles like any other evidence.
Its own words stand before them in the prompt (evidence/brief.py), as a condensed note of all.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.reduction import Known
from warehouse.methods.thoughts import Memory
from warehouse.proof import contradictions
from warehouse.records import Place, Recalled, Root
from warehouse.results.records import Evidence, Recollection, Research

FOUND_BY = "remembered"
STAGE = "remembering"


class Brought(Struct, frozen=True):
    """What thoughts bring: new evidence, which of all evidence each rests on, what stays away."""

    evidence: tuple[Evidence, ...]
    recollections: tuple[Recollection, ...]
    losses: tuple[Loss, ...]


def recalled(question: str, context: Context) -> list[Recalled]:
    """The thoughts near the question, best first; none where thoughts are off."""
    if not context.settings.thoughts:
        return []
    return Memory(context.library).recall(question, context.steering.study, context.reading.whole)


def remember(found: Sequence[Recalled], growing: ChainBuilder, context: Context) -> None:
    """Numbered evidence of every root that still stands, before anything is searched."""
    brought = _brought(found, (), context)
    if brought.evidence:
        texts = [one.text for one in brought.evidence]
        rows = context.library.retrieval.embed(texts)
        said = map(contradictions.facts, texts)
        growing.known += [Known(row, facts) for row, facts in zip(rows, said, strict=True)]
    growing.remember(brought.recollections, brought.evidence, brought.losses)


def first(chain: Research, found: Sequence[Recalled], context: Context) -> Research:
    """The chain with what the thoughts rest on before its own evidence; what stands there already
    is not taken twice.
    """
    brought = _brought(found, chain.evidence, context)
    read = dict.fromkeys((*chain.read, *(one.place.document for one in brought.evidence)))
    return structs.replace(
        chain,
        evidence=(*brought.evidence, *chain.evidence),
        read=tuple(read),
        recollections=brought.recollections,
        losses=(*chain.losses, *brought.losses),
    )


def _brought(found: Sequence[Recalled], known: Sequence[Evidence], context: Context) -> Brought:
    """Every root that still stands, each once, the best thought first.

    Only what the study is limited to, where it is.
    """
    memory, numbers = Memory(context.library), context.steering.numbers
    evidence: dict[int, Evidence] = {}
    recollections = []
    losses = [_loss(one, one.left_out) for one in found if one.left_out]
    for one in found:
        own: dict[int, None] = {}
        for root in memory.usable(one.thought) if not one.left_out else ():
            standing = next((old for old in known if _is_inside(root.place, old.place)), None)
            number = standing.number if standing else numbers.of(root.place)
            if standing is None and number not in evidence:
                evidence[number] = _of_root(root, number, one)
            own[number] = None
        if own:
            recollections.append(_recollection(one, tuple(own)))
        elif not one.left_out:
            losses.append(_loss(one, "no words it rests on are there any more"))
    return Brought(tuple(evidence.values()), tuple(recollections), tuple(losses))


def _recollection(one: Recalled, numbers: tuple[int, ...]) -> Recollection:
    thought = one.thought
    return Recollection(
        thought.id, thought.text, thought.question, thought.level, one.cosine, numbers
    )


def _loss(one: Recalled, reason: str) -> Loss:
    return Loss(STAGE, f"the thought “{one.thought.text}”", reason)


def _is_inside(place: Place, other: Place) -> bool:
    same = place.document == other.document
    return same and other.start <= place.start and place.end <= other.end


def _of_root(root: Root, number: int, one: Recalled) -> Evidence:
    return Evidence(
        number=number,
        place=root.place,
        text=root.text,
        title=root.title,
        page_label=root.page_label,
        path=root.path,
        query=f"{FOUND_BY}: {one.thought.question}",
        score=one.cosine,
    )
