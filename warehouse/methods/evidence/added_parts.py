"""Parts that the user added to what a method left: each is searched for, and stands in it.

The method's own work stays as it was, and so does its journal: what is added needs no model.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.evidence_pool import Brought, EvidencePool
from warehouse.methods.evidence.nodes import below, node
from warehouse.results import reasons
from warehouse.results.records import Research, Structure
from warehouse.search.names import normal
from warehouse.steering import node_at, place_of

NOTHING = "nothing was found for it"


def searched(made: Research, context: Context) -> Research:
    """``made`` with a node for each part that was added, and what was found for it. Raises
    Cancelled.
    """
    course = context.steering.course
    parts = [course.fixed[at] for at in sorted(course.added, key=place_of)]
    pool = EvidencePool(made.task, context)
    if not parts or not pool.readable:
        return made
    pool.adopt(made.evidence)
    structure = made.structure
    for part in context.run.each("searching", parts, lambda part: part[:120]):
        if normal(part) in {normal(one.title) for one in structure.walk()}:
            pool.lose([Loss("planning", part, reasons.PART)])
            continue
        brought = pool.ask([part, f"{made.task}: {part}"])
        if not any(result.numbers for result in brought):
            pool.lose([Loss("planning", part, NOTHING)])
        structure = _with(structure, made.task, part, brought)
    found = pool.research(structure)
    return structs.replace(
        made,
        structure=structure,
        evidence=found.evidence,
        losses=(*made.losses, *found.losses),
        read=tuple(dict.fromkeys((*made.read, *found.read))),
        seen_tokens=made.seen_tokens + found.seen_tokens,
    )


def _with(made: Structure, task: str, part: str, brought: Sequence[Brought]) -> Structure:
    """Below the node that stands for the task, where there is one; else beside the others."""
    root = next((one for one in made.nodes if normal(one.title) == normal(task)), None)
    beside = root.children if root else made.nodes
    taken = {one.id for one in made.walk()}
    ids = (below(root.id, at) if root else node_at(at) for at in count(len(beside)))
    one = node(next(id for id in ids if id not in taken), part, brought)
    if root is None:
        return structs.replace(made, nodes=(*made.nodes, one))
    grown = structs.replace(root, children=(*beside, one))
    return structs.replace(made, nodes=tuple(grown if it is root else it for it in made.nodes))
