"""Pages that are blank on purpose: nothing is printed on them but, at most, a running head.

A page whose picture is blank is none: a scan may be too faint to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from indexers.paged.sheets import Box, PlacedWord, Sheet
from indexers.paged.unseen import Drawn, Photo
from indexers.records import BLANK

NO_TEXT = "no text"
FEW_LINES = 3
_THICKEST, _SHORTEST = 3.0, 20.0  # points, of a rule under a running head
_SLACK, _MOST_SLACK = 2.0, 12.0  # points


def is_bare(
    drawn: Sequence[Drawn], words: Iterable[PlacedWord], photo: Callable[[], Photo]
) -> bool:
    """Whether nothing is to be seen but these words and thin rules; the paper may be painted.

    Letters that came out as no words are seen in the photo, which is taken only where something
    was drawn.
    """
    if not all(step.what.endswith(("text", "path")) for step in drawn):
        return False
    known = [*(word[:4] for word in words), *(step.box for step in drawn if _is_rule(step))]
    return not drawn or _is_one_colour(photo(), known)


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


def _is_one_colour(photo: Photo, known: Iterable[Box]) -> bool:
    """Whether it is, outside of these boxes."""
    import numpy as np

    rest = np.ones((photo.height, photo.width), np.bool_)
    corner = np.array([photo.x0, photo.y0])
    for x0, y0, x1, y1 in known:
        # Ink may leave the box of its word; that of a slanting one is large enough.
        around = _SLACK + min(_MOST_SLACK, x1 - x0, y1 - y0) / 2
        edges = np.array([[x0 - around, y0 - around], [x1 + around, y1 + around]])
        (left, top), (right, foot) = np.maximum((edges * photo.scale).astype(int) - corner, 0)
        rest[top:foot, left:right] = False
    pixels = np.frombuffer(photo.rgb, np.uint8).reshape(photo.height, photo.width, 3)[rest]
    return bool((pixels == pixels[:1]).all())
