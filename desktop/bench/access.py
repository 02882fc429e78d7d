"""``unnamed_controls`` and ``unreachable_actions``: the walk through every page and pane."""

from __future__ import annotations

from pathlib import Path

from shiboken6 import isValid

from desktop.bench import controls
from desktop.bench.tour import tour
from desktop.house import House
from desktop.window import Window
from warehouse.evaluate.records import Row, row


def access(window: Window, house: House, papers: list[Path], screen: str) -> list[Row]:
    """How many there are in all scenes together, each counted once; the first are named."""
    nameless: dict[str, None] = {}
    out_of_reach: dict[str, None] = {}
    scenes = looked_at = 0
    for _ in tour(window, house, papers):
        scenes += 1
        looked_at += sum(1 for _ in controls.controls(window))
        nameless |= dict.fromkeys(controls.unnamed(window))
        reached = [one for one in controls.tab_round(window) if isValid(one)]
        reached = [one for one in reached if isValid(one)]
        out_of_reach |= dict.fromkeys(controls.unreachable(window, reached))
    about = {"scenes": scenes, "controls": looked_at, "screen": screen}
    return [
        _counted("unnamed_controls", nameless, **about),
        _counted("unreachable_actions", out_of_reach, **about),
    ]


def _counted(name: str, found: dict[str, None], **about: object) -> Row:
    which = {"which": "; ".join(list(found)[:3])} if found else {}
    return row(name, len(found), "", "<= 0", **about, **which)
