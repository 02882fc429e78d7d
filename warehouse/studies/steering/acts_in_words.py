"""What the user steered, in words: for the window, the command line and what is exported."""

from __future__ import annotations

import time
from collections.abc import Sequence

from warehouse.steering import Act
from warehouse.structures.graph import relation_words
from warehouse.text import shortened

SHORT = 90


def told(act: Act) -> str:
    """``To be read: “Flood report”``."""
    text, target = shortened(act.text, SHORT), shortened(act.target, SHORT)
    words = {
        "pin": f"To be read: “{target}”",
        "ban": f"Left out: “{target}”",
        "edit": f"“{target}” became “{text}”",
        "add": f"Added “{text}”",
        "stop": f"Stopped “{target}”",
        "search": f"Searched for “{text}”",
        "reword": f"The search “{target}” became “{text}”",
        "keep": f"Kept “{target}”",
        "recheck": f"Had “{text}” looked for again",
        "drop": f"Left out “{target}”",
        "merge": f"Joined “{target}” to “{text}”",
        "back": f"Took back change {act.other}",
    }
    if act.kind == "drop" and act.into:
        return f"Left out “{relation_words(target, act.label, text)}”"
    if act.kind == "reword" and not act.text:
        return f"Left out the search “{target}”"
    return words[act.kind]


def state(act: Act) -> str:
    """What became of it; "" for one that counts."""
    return {
        "waiting": "waits for the next step",
        "taken": "",
        "late": f"came too late: {act.note}",
        "back": "taken back",
    }[act.state]


def line(act: Act, day: bool = True) -> str:
    """``2026-11-22 09:31:05  To be read: “Flood report”``, and what became of it."""
    form = "%Y-%m-%d %H:%M:%S" if day else "%H:%M"
    when = time.strftime(form, time.localtime(act.at))
    said = " · ".join(filter(None, [told(act), state(act)]))
    return f"{when}  {said}"


def waiting(acts: Sequence[Act]) -> int:
    return sum(act.state == "waiting" for act in acts)
