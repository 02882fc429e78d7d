"""Find an act by its name and do it: Ctrl+Shift+P, or Ctrl+P.

Without anything typed: what was chosen here last, then what can be done on the page in front, then
all the rest. What cannot be done now says why, and stands last.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop.acts import Act, Acts, key_words
from desktop.house import House
from desktop.matching import Span, begins_words, fit, has_words
from desktop.palette.of_pages import where
from desktop.palette.over_window import FieldOverWindow
from desktop.palette.rows import Found

LATELY = "Lately"
OTHER_WORDS = 0.5  # what it is worth that other words of an act are those typed
RECENTLY = 1.0
IN_FRONT = 0.25
ICONS = {
    "library": "library",
    "reader": "book-open",
    "ask": "message-circle-question-mark",
    "write": "square-pen",
    "roundtable": "users",
    "thoughts": "lightbulb",
    "models": "package",
    "settings": "sliders-horizontal",
}
NONE = "Nothing here is called so. Ctrl+K searches documents and settings as well."
WhyNot = Callable[[Act[Any]], str]


class ActPalette(FieldOverWindow):
    """``why_not`` says why an act cannot be done now, ``front`` which page is in front."""

    def __init__(
        self, house: House, ground: QWidget, why_not: WhyNot, front: Callable[[], str]
    ) -> None:
        super().__init__(house, ground, "Find an act", "What do you want to do?")
        self._why_not, self._front = why_not, front

    def look(self, text: str) -> None:
        acts, front = self.house.acts, self._front()
        if text.strip():
            rows = [
                row_of(act, acts, self._why_not, marks) for act, marks in fits(acts, text, front)
            ]
        else:
            rows = self._first(acts, front)
        can = [row for row in rows if not row.why_not]
        self.tell([*can, *(row for row in rows if row.why_not)], NONE)

    def _first(self, acts: Acts, front: str) -> list[Found]:
        known = {act.id: act for act in acts.all if act.do is not None and act.id != "palette"}
        lately = [known.pop(id) for id in acts.recent if id in known]
        rest = sorted(known.values(), key=lambda act: act.page != front)
        return [
            *(row_of(act, acts, self._why_not, kind=LATELY) for act in lately),
            *(row_of(act, acts, self._why_not) for act in rest),
        ]


def fits(acts: Acts, text: str, front: str) -> list[tuple[Act[Any], tuple[Span, ...]]]:
    """Acts that what is typed fits, the best first; those done lately and those of the page
    ``front`` before others that fit as well.
    """
    fitting: list[tuple[float, Act[Any], tuple[Span, ...]]] = []
    for act in acts.all:
        if act.do is None or act.id == "palette":
            continue
        named, words = fit(text, act.name), f"{act.name} {act.also} {act.sentence}"
        found_in = begins_words if act.removes else has_words
        if not found_in(text, words) and (named is None or act.removes):
            continue
        score = named.score if named is not None else OTHER_WORDS
        score += RECENTLY * (act.id in acts.recent) + IN_FRONT * (act.page == front)
        fitting.append((score, act, named.marks if named is not None else ()))
    return [(act, marks) for _, act, marks in sorted(fitting, key=lambda one: -one[0])]


def row_of(
    act: Act[Any], acts: Acts, why_not: WhyNot, marks: tuple[Span, ...] = (), kind: str = ""
) -> Found:
    return Found(
        key=f"act {act.id} {kind}",
        kind=kind or where(act),
        title=act.name,
        icon=ICONS.get(act.page, "corner-down-left"),
        go=partial(_do, acts, act.id),
        about=act.sentence,
        aside=key_words(act.keys[0]) if act.keys else "",
        why_not=why_not(act),
        marks=marks,
    )


def _do(acts: Acts, id: str) -> None:
    acts.remember(id)
    acts.do(id)
