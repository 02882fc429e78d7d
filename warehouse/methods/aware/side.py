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
from warehouse.methods.evidence import planning, related_headers
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.nearest import nearest
from warehouse.methods.evidence.sentences import Line
from warehouse.methods.evidence.untold import most_told
from warehouse.proof import checks
from warehouse.search.names import normal
from warehouse.settings import Settings
from warehouse.text import words_in

SENTENCES = 10  # that are kept of one
HEADERS, HEADER_CHARACTERS = 8, 300  # of the documents nearest to the topic, in a prompt
MOST_WORDS = 8  # of a side: more are a sentence of a source
SAME = 0.75  # cosine of two sides, from which they are the same
NEXT = "which side is looked up next"
TOLD = "another side has more that is not told yet"
NO_SIDE = "names no side of the topic"
SAID = "is told already, in other words"
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
    return settings.max_intents * (2 if settings.effort == "thorough" else 1) - 1


def planned(builder: ChainBuilder, context: Context) -> planning.Plan | None:
    """The next side with its searches; None where the library tells no more of any. Raises
    Cancelled.
    """
    context.run.step("planning", len(builder.intents), most_sides(context.settings) + 1)
    related = related_headers.first(builder.task, HEADERS, context)
    headers = [text[:HEADER_CHARACTERS] for _, text in related]
    told = [intent.title for intent in builder.intents[1:]]
    plans = planning.sides(builder.task, told, headers, context)
    proposed, losses = _new(plans, told, builder.task, context)
    sides = ["; ".join((one.intent, *one.queries)) for one in proposed]
    chosen = most_told(sides, builder.task, builder.evidence, 1, context)
    losses += [
        Loss("planning", one.intent, TOLD if chosen else NONE_LEFT)
        for at, one in enumerate(proposed)
        if at not in chosen
    ]
    builder.decided(NEXT, "rule", "" if chosen else NONE_LEFT, losses)
    if not chosen:
        return None
    [one] = (proposed[at] for at in chosen)
    return planning.Plan(one.intent, (looked_for(builder.task, one.intent), *one.queries))


def _new(
    plans: Sequence[planning.Plan], told: Sequence[str], topic: str, context: Context
) -> tuple[list[planning.Plan], list[Loss]]:
    """Those that name a side, each once, that is not the topic nor ``told`` in other words."""
    once = {normal(one.intent): one for one in reversed(plans)}
    named = [one for key, one in reversed(once.items()) if key not in planning.NOTHING]
    rows = context.library.retrieval.embed([*(one.intent for one in named), *told])
    near = rows[: len(named)] @ rows[len(named) :].T
    new: list[planning.Plan] = []
    losses: list[Loss] = []
    for one, alike in zip(named, near, strict=True):
        if words_in(one.intent) > MOST_WORDS or _are_the_same(one.intent, topic):
            losses.append(Loss("planning", one.intent, NO_SIDE))
        elif alike.max(initial=0.0) >= SAME:
            losses.append(Loss("planning", one.intent, SAID))
        else:
            new.append(one)
    return new, losses


def _are_the_same(one: str, other: str) -> bool:
    """Has each all words of the other?"""
    return checks.overlap(one, other) == checks.overlap(other, one) == 1


def looked_for(topic: str, side: str) -> str:
    return topic if normal(side) == normal(topic) else f"{topic}: {side}"
