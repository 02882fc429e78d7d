"""``unnamed_controls`` and ``unreachable_actions``: the walk through every page and pane."""

from __future__ import annotations

from pathlib import Path

from shiboken6 import isValid

from desktop.bench import controls
from desktop.bench.tour import tour
from desktop.house import House
from desktop.shell.window import Window
from warehouse.evaluate.records import Row, row


def access(window: Window, house: House, papers: list[Path], screen: str) -> list[Row]:
    """How many there are in all scenes together, each counted once; the first are named."""
    nameless: dict[str, str] = {}
    out_of_reach: dict[str, str] = {}
    scenes = looked_at = 0
    for scene in tour(window, house, papers):
        scenes += 1
        looked_at += sum(1 for _ in controls.controls(window))
        for control in controls.unnamed(window):
            nameless.setdefault(control, scene)
        reached = list(controls.tab_round(window))
        reached = [widget for widget in reached if isValid(widget)]
        for control in controls.unreachable(window, reached):
            out_of_reach.setdefault(control, scene)
    about = {"scenes": scenes, "controls": looked_at, "screen": screen}
    return [
        _counted("unnamed_controls", nameless, **about),
        _counted("unreachable_actions", out_of_reach, **about),
    ]


def _counted(name: str, found: dict[str, str], **about: object) -> Row:
    first = "; ".join(f"{scene}: {control}" for control, scene in list(found.items())[:3])
    return row(name, len(found), "", "<= 0", **about, **({"which": first} if found else {}))
