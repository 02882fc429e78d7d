"""How far the column reaches in which some words of a page stand.

A pane beside an answer is narrow: it shows a column as wide as itself, not the whole sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from indexers.records import Page, Word
from indexers.text.places import Box

_GUTTER_PT = 14.0  # a wider gap between two words of a line parts columns
_LINES_AROUND = 14
_MARGIN_PT = 4.0


def column_around(page: Page, boxes: Sequence[Box]) -> tuple[float, float]:
    """(left, right) in points; (0, 0) where nothing is lit."""
    if not boxes:
        return 0.0, 0.0
    left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
    line_pt = max(4.0, sorted(box[3] - box[1] for box in boxes)[len(boxes) // 2])
    top = min(box[1] for box in boxes) - _LINES_AROUND * line_pt
    foot = max(box[3] for box in boxes) + _LINES_AROUND * line_pt
    near = [word for word in page.words if top <= (word.y0 + word.y1) / 2 <= foot]
    for x0, x1 in _runs(near):
        shared = min(x1, right) - max(x0, left)
        if shared > 0.5 * min(x1 - x0, right - left):
            left, right = min(left, x0), max(right, x1)
    return max(0.0, left - _MARGIN_PT), min(page.width, right + _MARGIN_PT)


def text_extent(pages: Sequence[Page]) -> tuple[float, float]:
    """How far the words of these pages reach from left to right; (0, 0) where there are none."""
    lefts = [min(word.x0 for word in page.words) for page in pages if page.words]
    rights = [max(word.x1 for word in page.words) for page in pages if page.words]
    return (max(0.0, min(lefts)), max(rights)) if lefts else (0.0, 0.0)


def _runs(words: Sequence[Word]) -> list[tuple[float, float]]:
    """Words of a line without a gutter between them, as (left, right), the widest first."""
    runs: list[tuple[float, float]] = []
    begin = 0
    for at, (word, after) in enumerate(pairwise(words), start=1):
        same = min(word.y1, after.y1) - max(word.y0, after.y0) > 0.3 * (word.y1 - word.y0)
        if not same or not -2 * _GUTTER_PT < after.x0 - word.x1 < _GUTTER_PT:
            runs.append(_extent(words[begin:at]))
            begin = at
    if words[begin:]:
        runs.append(_extent(words[begin:]))
    return runs


def _extent(words: Sequence[Word]) -> tuple[float, float]:
    return min(word.x0 for word in words), max(word.x1 for word in words)
