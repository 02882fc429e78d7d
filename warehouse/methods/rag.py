"""Retrieval alone, the honest baseline: one hybrid search, and its best passages are the evidence.

Nothing is planned, screened or weighed. What the user pinned and kept, and what thoughts rest on,
stands before what was found.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.methods.evidence import pinned, remembering
from warehouse.methods.evidence.evidence_pool import Brought
from warehouse.methods.evidence.nodes import node
from warehouse.methods.evidence.reduction import made
from warehouse.records import Recalled
from warehouse.results.records import Research, Structure, SubQuery
from warehouse.steering import node_at
from warehouse.text import tokens_about

PASSAGES = 5
NEAREST = 3


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """The best passages of one search. Raises Cancelled."""
    context.run.step("searching", 0, 1, task[:120])
    research = remembering.first(retrieve(task, context), recalled, context)
    research = pinned.beforehand(task, research, context)
    context.run.show(research)
    return research


def retrieve(task: str, context: Context) -> Research:
    """The best PASSAGES as evidence of a single node."""
    hits = context.library.retrieval.passages(task, PASSAGES)
    catalog, numbers = context.library.catalog, context.steering.numbers
    evidence = tuple(
        made(
            hit,
            catalog.stands(hit.document, hit.start, hit.end),
            hit.text,
            task,
            hit.score,
            numbers.of(hit.place),
        )
        for hit in hits
    )
    documents = tuple(dict.fromkeys(hit.document for hit in hits))
    evidence_numbers = tuple(piece.number for piece in evidence)
    root = node(
        node_at(0), task, [Brought(SubQuery(task, 1, len(hits)), evidence_numbers, documents)]
    )
    return Research(
        task=task,
        structure=Structure("passages", (root,)),
        evidence=evidence,
        read=documents,
        seen_tokens=tokens_about(sum(len(hit.text) for hit in hits)),
        nearest=tuple(hit.place for hit in hits[:NEAREST]),
    )
