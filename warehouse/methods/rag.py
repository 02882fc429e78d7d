"""Retrieval alone, the honest baseline: one hybrid search, and its best passages are the evidence.

Nothing is planned, screened or weighed. What the user pinned and kept, and what thoughts rest on,
stands before what was found.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.methods.evidence import pinned, remembering
from warehouse.records import Hit, Place, Recalled
from warehouse.results.records import Evidence, Node, Research, Structure, SubQuery
from warehouse.steering import Numbers, node_at
from warehouse.text import tokens_about

PASSAGES = 5
NEAREST = 3


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """The best passages of one search. Raises Cancelled."""
    context.run.step("searching", 0, 1, task[:120])
    found = remembering.first(retrieve(task, context, PASSAGES), recalled, context)
    course = context.steering.course
    if course.pins or course.places:
        evidence, losses = pinned.beforehand(task, found.evidence, context)
        read = dict.fromkeys((*found.read, *(piece.place.document for piece in evidence)))
        losses = (*found.losses, *losses)
        found = structs.replace(found, evidence=evidence, read=tuple(read), losses=losses)
    context.run.show(found)
    return found


def retrieve(task: str, context: Context, passages: int) -> Research:
    """The best ``passages`` as evidence of a single node."""
    hits = context.library.retrieval.passages(task, passages)
    evidence = tuple(_evidence(context.steering.numbers, hit, task) for hit in hits)
    documents = tuple(dict.fromkeys(hit.document for hit in hits))
    node = Node(
        id=node_at(0),
        title=task,
        state="resolved" if hits else "unresolved",
        sub_queries=(SubQuery(task, 1, len(hits)),),
        seen=len(documents),
        read=len(documents),
        evidence=tuple(piece.number for piece in evidence),
    )
    return Research(
        task=task,
        structure=Structure("passages", (node,)),
        evidence=evidence,
        read=documents,
        seen_tokens=tokens_about(sum(len(hit.text) for hit in hits)),
        nearest=tuple(Place(hit.document, hit.page, hit.start, hit.end) for hit in hits[:NEAREST]),
    )


def _evidence(numbers: Numbers, hit: Hit, query: str) -> Evidence:
    place = Place(hit.document, hit.page, hit.start, hit.end)
    return Evidence(
        number=numbers.of(place),
        place=place,
        text=hit.text,
        title=hit.title,
        page_label=hit.page_label,
        path=hit.path,
        query=query,
        score=hit.score,
    )
