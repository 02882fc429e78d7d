"""A topic that asks nothing, side by side: which is not told yet, and what the library says of it.

    the topic -> several sides proposed -> the one of which the library tells most that is not known
    -> searched, screened, read -> the next, until none is left or there are enough

AWARE, section 3.2.2: an intent is the primary gap in what is known. A question has one where its
answer is not found; a topic has one as long as the library tells more.
"""

from __future__ import annotations

from collections.abc import Sequence

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.aware.exploration import KEPT, Exploration
from warehouse.methods.evidence import planning
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.nearest import nearest
from warehouse.methods.evidence.reduction import notes
from warehouse.methods.evidence.sentences import Line
from warehouse.methods.evidence.untold import most_told
from warehouse.search.names import normal
from warehouse.settings import Settings

SENTENCES = 10  # that are kept of one
SHOWN = 16  # notes in a prompt, the latest
NEXT = "which side is looked up next"
TOLD = "another side has more that is not told yet"
NONE_LEFT = "of no other side that was thought of the library tells more"


class Side(Exploration):
    """Documents are judged by the topic and its side; the sentences nearest to both are kept."""

    @property
    def _sought(self) -> str:
        return looked_for(self._builder.task, self._plan.intent)

    def _picked(self, lines: Sequence[Line], insisted: bool) -> list[Picked]:
        wanted = dict.fromkeys((self._builder.task, self._plan.intent))
        picked = nearest([*wanted], lines, self._context, SENTENCES)
        self._builder.decided(KEPT, "rule", "those nearest to the topic and its side")
        return [*picked, *self._owing(lines, picked)]


def most_sides(settings: Settings) -> int:
    """Beside the topic itself."""
    return settings.max_intents * (2 if settings.effort == "thorough" else 1)


def planned(builder: ChainBuilder, context: Context) -> planning.Plan | None:
    """The next side with its searches; None where the library tells no more of any. Raises
    Cancelled.
    """
    context.run.step("planning", len(builder.intents), most_sides(context.settings) + 1)
    before = [intent.title for intent in builder.intents]
    facts = notes(builder.evidence[-SHOWN:]) or "none"
    known = {*map(normal, before), *planning.NOTHING}
    plans = {
        normal(plan.intent): plan
        for plan in reversed(planning.sides(builder.task, before[1:], facts, context))
        if normal(plan.intent) not in known
    }
    proposed = [*reversed(plans.values())]
    sides = ["; ".join((one.intent, *one.queries)) for one in proposed]
    chosen = most_told(sides, builder.task, builder.evidence, 1, context)
    losses = [
        Loss("planning", one.intent, TOLD if chosen else NONE_LEFT)
        for at, one in enumerate(proposed)
        if at not in chosen
    ]
    builder.decided(NEXT, "rule", "" if chosen else NONE_LEFT, losses)
    if not chosen:
        return None
    [one] = (proposed[at] for at in chosen)
    return planning.Plan(one.intent, (looked_for(builder.task, one.intent), *one.queries))


def looked_for(topic: str, side: str) -> str:
    return topic if normal(side) == normal(topic) else f"{topic}: {side}"
