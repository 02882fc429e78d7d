"""The table by itself, as a method: a number of turns at which no user sits.

What is left is the map over all evidence, for an answer or an article like that of any method.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.errors import BadInput
from warehouse.methods.costorm import answers, mindmap, turns
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.evidence import pinned
from warehouse.records import Recalled
from warehouse.results.records import Research
from warehouse.results.roundtable import ROOT, Table, begun, research


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """The mind map and its evidence, after the turns that the settings allow. Raises Cancelled."""
    ground, table = Ground(context, answers.drafted), begun(task)
    table = structs.replace(table, insisted=context.steering.course.pins)
    if not any(document.passages for document in context.library.documents()):
        return research(table)
    for turn in range(context.settings.turns_alone):
        context.run.step("talking", turn, context.settings.turns_alone)
        try:
            table = turns.next_turn(table, ground)
        except BadInput:  # nobody sits there, or the library has nothing on it
            break
        context.run.show(_left(table))
    return _finished(table, context)


def _finished(table: Table, context: Context) -> Research:
    """With what the user insists on, at the top of the map where no turn has found it."""
    outcome = pinned.beforehand(table.topic, _left(table), context)
    more = structs.replace(table, evidence=outcome.evidence)
    more = mindmap.placed(more, dict.fromkeys(mindmap.unplaced(more), ROOT))
    outcome = structs.replace(outcome, structure=_left(more).structure)
    context.run.show(outcome)
    return outcome


def _left(table: Table) -> Research:
    """As a method leaves it: the topic's concept has the searches."""
    outcome = research(table)
    root = structs.replace(
        table.root,
        sub_queries=tuple(dict.fromkeys(table.searches)),
        seen=len(table.read),
        read=len(table.read),
        state="resolved" if table.evidence else "unresolved",
    )
    return structs.replace(outcome, structure=structs.replace(table.map, nodes=(root,)))
