"""Quick or thorough: chosen by the user, or by how sure the quick way is and what time it takes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.methods.aware import quick, thorough
from warehouse.records import Recalled
from warehouse.results.records import By, Decision, Research
from warehouse.search import name_index
from warehouse.settings.everyday import Effort

# Of a question of two steps by the 1.5B. Its calls hold 10,400 tokens (MEASURED.md), but most of
# them begin alike, and what they share is read once: by a count of the words a fifth is read anew.
READ_TOKENS, WRITTEN_TOKENS = 4000, 500
PATIENCE_S = 60.0
UNMEASURED = "what more would take is not known, since the speed of the model was not measured here"


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """By ``Settings.effort``, which is of a topic how many sides it has. Raises Cancelled."""
    name_index.keep_missing(context.library.catalog, context.run.check)
    effort = context.settings.effort
    if effort == "thorough" and not context.reading.is_topic:
        return thorough.explore(task, context, recalled=recalled)
    chain = quick.explore(task, context, recalled=recalled)
    if effort == "quick" or context.reading.is_topic:
        return chain
    taken, by, why = _chosen(task, chain, context)
    if taken == "thorough":
        chain = thorough.explore(task, context, recalled=recalled)
    decision = Decision("effort", by, f"{taken}: {why}")
    return structs.replace(chain, decisions=(decision, *chain.decisions))


def _chosen(task: str, chain: Research, context: Context) -> tuple[Effort, By, str]:
    """(The way that is gone on, who chose it, why): thorough where the quick one is not sure of
    what it found, and the model was measured to be fast enough.
    """
    if chain.foreign:
        return "quick", "rule", "your library is about other matters"
    if context.reading.explains:
        return "quick", "rule", "an explanation is told from all that is found at once"
    by: By = "model" if chain.evidence else "rule"
    sure = "the quick way found nothing"
    if chain.evidence:
        chance, wanted, _ = quick.sure(task, chain.evidence, context)
        sure = f"the quick way is {chance:.0%} sure, where {wanted:.0%} is enough"
        if chance >= wanted:
            return "quick", by, sure
    measured = context.engine.measured()
    if measured is None:
        return "quick", by, f"{sure}; {UNMEASURED}"
    seconds = measured.seconds(READ_TOKENS, WRITTEN_TOKENS)
    told = f"{sure}; more takes about {seconds:,.0f} s"
    if seconds > PATIENCE_S:
        return "quick", by, f"{told}, and {PATIENCE_S:.0f} s is the most that is waited"
    return "thorough", by, told
