"""Quick or thorough: chosen by the user, or by how sure the quick way is and what time it takes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.methods.aware import quick, thorough
from warehouse.records import Recalled
from warehouse.results.records import Decision, Research
from warehouse.search import name_index

READ_TOKENS, WRITTEN_TOKENS = 4000, 500  # of a question of two steps, by the 1.5B
PATIENCE_S = 60.0


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """By ``Settings.effort``. Raises Cancelled."""
    name_index.keep_missing(context.library.catalog, context.run.check)
    effort = context.settings.effort
    if effort == "thorough":
        return thorough.explore(task, context, recalled=recalled)
    chain = quick.explore(task, context, recalled=recalled)
    if effort == "quick" or chain.foreign or context.reading.explains:
        return chain
    chance, wanted, how = 0.0, 1.0, ""
    if chain.evidence:
        chance, wanted, how = quick.sure(task, chain.evidence, context)
    measured = context.engine.measured()
    seconds = measured.seconds(READ_TOKENS, WRITTEN_TOKENS) if measured is not None else 0.0
    taken = "quick"
    if chance < wanted and 0 < seconds <= PATIENCE_S:
        taken, chain = "thorough", thorough.explore(task, context, recalled=recalled)
    told = f"{taken}: the quick way is {chance:.0%} sure; more takes about {seconds:.0f} s"
    told += f"; {how}" if how else ""
    decisions = (Decision("effort", "model", told), *chain.decisions)
    return structs.replace(chain, decisions=decisions)
