"""Pages that are blank on purpose: nothing is printed on them but, at most, a running head.

A page whose picture is blank is none: a scan may be too faint to read.
"""

from __future__ import annotations

from collections.abc import Sequence

from indexers.paged.sheets import Sheet
from indexers.paged.unseen import Drawn
from indexers.records import BLANK

NO_TEXT = "no text"
FEW_LINES = 3
_THICKEST, _SHORTEST = 3.0, 20.0  # points, of a rule under a running head


def has_words_alone(drawn: Sequence[Drawn]) -> bool:
    """Whether nothing is printed but words and thin rules."""
    return all(one.what.endswith("text") or _is_rule(one) for one in drawn)


def has_no_picture(drawn: Sequence[Drawn]) -> bool:
    return all(one.what.endswith(("text", "path")) for one in drawn)


def name_blank(sheets: Sequence[Sheet]) -> None:
    """In place, after running heads were taken off; of a file that is nothing but blank, none."""
    for sheet in sheets:
        is_empty = not (sheet.lines or sheet.strays or sheet.hidden)
        if sheet.bare and is_empty and not sheet.problem:
            sheet.problem = BLANK
    if all(sheet.problem == BLANK for sheet in sheets):
        for sheet in sheets:
            sheet.problem = NO_TEXT


def _is_rule(one: Drawn) -> bool:
    x0, y0, x1, y1 = one.box
    thick, long = sorted((x1 - x0, y1 - y0))
    return one.what.endswith("path") and thick <= _THICKEST and long >= _SHORTEST
