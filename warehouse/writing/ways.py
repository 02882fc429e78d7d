"""The ways to write an article: every method that explores, and retelling what a search finds.

Imports nothing that computes: the command line's help and the window's start read it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from warehouse.methods.registry import FIRST as FIRST_METHOD
from warehouse.methods.registry import METHODS


class Way(Struct, frozen=True):
    """As a method has them: ``title`` for a menu, what it does, when it is good, what it costs."""

    name: str
    title: str
    sentence: str
    good_for: str
    cost: str


RETELL = Way(
    name="retell",
    title="Retold",
    sentence="Retells what one search finds, a sentence for each piece, in the sources' order.",
    good_for="A first look at what there is.",
    cost="The fastest: a minute or two without a graphics card.",
)
FIRST = FIRST_METHOD
WAYS: Mapping[str, Way] = {
    **{
        method.name: Way(method.name, method.title, method.sentence, method.good_for, method.cost)
        for method in METHODS.values()
    },
    RETELL.name: RETELL,
}
