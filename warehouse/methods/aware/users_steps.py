"""The intents that the user put in words, and which of them were begun already.

One that was added runs earlier than its place where fewer were planned, and is not run again there.
"""

from __future__ import annotations

from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.steering import Course, fold, node_at


def added(builder: ChainBuilder, course: Course) -> str:
    """What the user added at the place that comes now, beside all that is planned; "" for none."""
    node = node_at(len(builder.intents))
    text = course.fixed[node] if node in course.added else ""
    return "" if _is_begun(text, builder) else text


def instead(builder: ChainBuilder, course: Course) -> str:
    """The user's words for what is planned at the place that comes now; "" for none."""
    node = node_at(len(builder.intents))
    return course.fixed.get(node, "") if node not in course.added else ""


def following(builder: ChainBuilder, course: Course) -> str:
    """The user's next words behind all that was planned; "" when all were begun."""
    place = len(builder.intents)
    while (text := course.after(place)) and _is_begun(text, builder):
        place += 1
    return text


def is_users(intent: str, course: Course) -> bool:
    return fold(intent) in map(fold, course.fixed.values())


def is_added(intent: str, course: Course) -> bool:
    return fold(intent) in (fold(course.fixed[node]) for node in course.added)


def _is_begun(text: str, builder: ChainBuilder) -> bool:
    return fold(text) in (fold(intent.title) for intent in builder.intents)
