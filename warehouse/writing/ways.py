"""The ways to write an article: every method that explores, and retelling what a search finds.

Imports nothing that computes: the command line's help and the window's start read it.
"""

from __future__ import annotations

from collections.abc import Mapping

from warehouse.methods.method import Way
from warehouse.methods.registry import FIRST as FIRST
from warehouse.methods.registry import METHODS

RETELL = Way(
    name="retell",
    title="Retold",
    sentence="Retells what one search finds, a sentence for each piece, in the sources' order.",
    good_for="A first look at what there is.",
    cost="The fastest: a minute or two without a graphics card.",
)
WAYS: Mapping[str, Way] = {**METHODS, RETELL.name: RETELL}
