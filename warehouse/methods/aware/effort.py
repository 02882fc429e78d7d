"""Quick or thorough: chosen by the user, or by how sure the quick way is and what time it takes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.engine import probe
from warehouse.engine.protocol import Engine
from warehouse.methods.aware import quick, thorough
from warehouse.methods.evidence import planning
from warehouse.methods.evidence.reduction import notes
from warehouse.records import Recalled
from warehouse.results.records import Decision, Research

READ_TOKENS, WRITTEN_TOKENS = 4000, 500  # of a question of two steps, by the 1.5B
PATIENCE_S = 60.0


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """By ``Settings.effort``. Raises Cancelled."""
    effort, engine = context.settings.effort, context.engine
    if effort == "thorough":
        return thorough.explore(task, context, recalled=recalled)
    chain = quick.explore(task, context, recalled=recalled)
    if effort == "quick" or chain.foreign or context.reading.explains:
        return chain
    chance = planning.enough(task, notes(chain.evidence), context) if chain.evidence else 0.0
    seconds = expected_s(engine)
    told = f"the quick way is {chance:.0%} sure; more takes about {seconds:.0f} s"
    if chance >= planning.enough_from(engine) or not 0 < seconds <= PATIENCE_S:
        how = Decision("effort", "model", f"quick: {told}")
        return structs.replace(chain, decisions=(*chain.decisions, how))
    longer = thorough.explore(task, context, recalled=recalled)
    how = Decision("effort", "model", f"thorough: {told}")
    return structs.replace(longer, decisions=(how, *longer.decisions))


def expected_s(engine: Engine) -> float:
    """How long a thorough answer takes, from what was measured of this model; 0 if it was not."""
    known = probe.of_model(engine.info().sha256)
    return known.seconds(READ_TOKENS, WRITTEN_TOKENS) if known is not None else 0.0
