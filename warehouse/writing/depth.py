"""How deep to think before an article is written: what that is to each method."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from warehouse.settings import Settings

USUAL, SHALLOW, DEEP = "usual", "shallow", "deep"
DEPTHS: Mapping[str, tuple[str, str]] = {
    USUAL: ("usual", "As deep as the settings say."),
    SHALLOW: ("shallow", "One round of searches: the quickest."),
    DEEP: ("deep", "Many rounds, step by step: up to several times as long."),
}
"""For a menu: the word, and what it means."""
_SHALLOW = {"tree_depth": 1, "graph_rounds": 1, "talk_turns": 1, "turns_alone": 4, "max_intents": 1}
_DEEP = {"tree_depth": 3, "graph_rounds": 5, "talk_turns": 5, "turns_alone": 16}
"""At the round table, once around is the moderator and three experts."""


def deepened(settings: Settings, depth: str) -> Settings:
    """The settings for one article: never deeper than they were for the one that is shallow, nor
    less deep for the other.
    """
    if depth == SHALLOW:
        fewer = {name: min(few, getattr(settings, name)) for name, few in _SHALLOW.items()}
        return structs.replace(settings, effort="quick", **fewer)
    if depth == DEEP:
        more = {name: max(many, getattr(settings, name)) for name, many in _DEEP.items()}
        return structs.replace(settings, effort="thorough", **more)
    return settings
