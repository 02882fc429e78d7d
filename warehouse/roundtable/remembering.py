"""Thoughts of a round table: what an answer at it found out, kept like that of any answer."""

from __future__ import annotations

from msgspec import structs

from warehouse.answering import learning
from warehouse.context import Context
from warehouse.documents.thoughts import Memory
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.evidence.coverage import coverage
from warehouse.results.records import Answer
from warehouse.results.roundtable import Table, Turn, research
from warehouse.roundtable.transcript import METHOD


def learned(table: Table, ground: Ground) -> Table:
    """With a thought kept of each answer since the last look, where it is sure and new. Raises
    Cancelled.
    """
    context = ground.context
    for turn in table.turns[table.remembered :]:
        if turn.asks or turn.absent or not turn.claims:
            continue
        id = f"{context.steering.study}.{turn.number}"
        made = learning.made_of(_answer(table, turn, context), id, context)
        if made.thought is not None:
            of_table = structs.replace(made.thought, study=context.steering.study)
            Memory(context.library).keep(of_table)
    return structs.replace(table, remembered=len(table.turns))


def _answer(table: Table, turn: Turn, context: Context) -> Answer:
    gathered = research(table)
    return Answer(
        question=turn.question,
        method=METHOD,
        text=turn.text,
        absent=False,
        claims=turn.claims,
        research=gathered,
        coverage=coverage(gathered, table.evidence, turn.claims, context),
        spend=context.engine.spend(),
    )
