"""How deep to think before an article is written: what that is to each method."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from warehouse.settings import Settings

USUAL, SHALLOW, DEEP = "usual", "shallow", "deep"
DEPTHS: Mapping[str, tuple[str, str]] = {
    USUAL: ("usual", "As deep as the settings say."),
    SHALLOW: ("shallow", "One round of searches: the quickest."),
    DEEP: ("deep", "As many rounds as the method has, step by step: several times as long."),
}
"""For a menu: the word, and what it means."""
_ROUNDS = {SHALLOW: ("quick", 1, 1), DEEP: ("thorough", 3, 5)}  # effort, tree_depth, graph_rounds


def deepened(settings: Settings, depth: str) -> Settings:
    """The settings for one article."""
    if depth not in _ROUNDS:
        return settings
    effort, tree, graph = _ROUNDS[depth]
    return structs.replace(settings, effort=effort, tree_depth=tree, graph_rounds=graph)
