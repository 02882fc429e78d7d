"""Fonts that lie about the height of their letters, told by the words of a line.

A box that is too low lets the light miss the words; one too high, as fonts of signs claim it for
"<" in a line of type, lights the line below as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from indexers.paged.sheets import Line, PlacedWord

Span = tuple[float, float, float, float, int]

_LEAST = 0.8  # of the size of the type
_LEAST_SMALL = 0.35  # of it, for small type in a line: notes, indices
_MOST = 1.5  # of it; a line of type is 1.2 high
_NARROWEST = 0.33  # of the height: a letter of type of that size is wider, on the average
_SLACK = 0.5  # points


def suspect(line: Line) -> tuple[bool, bool]:
    """(whether a box is too low, whether one is too high)."""
    heights = [word[3] - word[1] for word in line.words]
    size, most = line.tone.size, max(heights)
    low = most < _LEAST * size or min(heights) < _LEAST_SMALL * size
    return low, most > _MOST * size and any(_lies(word, line) for word in line.words)


def level(lines: Sequence[Line], blocks: Iterable[dict[str, Any]]) -> None:
    """Words too high for their width get the top and bottom of what most of their letters are set
    in; ``blocks`` are those of the page's dictionary, whose spans have one font each."""
    spans = [
        (*span["bbox"], len(span["text"].strip()))
        for block in blocks
        for line in block.get("lines", ())
        for span in line["spans"]
    ]
    for line in lines:
        line.words = [_levelled(word, spans) if _lies(word, line) else word for word in line.words]


def _lies(word: PlacedWord, line: Line) -> bool:
    """One letter alone may be that high: a sum, an integral, an initial."""
    height = word[3] - word[1]
    if not 0 < _MOST * line.tone.size < height or line.tone.quarter:
        return False
    return len(word[4]) > 1 and word[2] - word[0] < _NARROWEST * height * len(word[4])


def _levelled(word: PlacedWord, spans: Sequence[Span]) -> PlacedWord:
    x0, y0, x1, y1, *rest = word
    inside = [
        (letters * min(1.0, (min(right, x1) - max(left, x0)) / (right - left)), top, bottom)
        for left, top, right, bottom, letters in spans
        if left < x1 and x0 < right and y0 - _SLACK <= top and bottom <= y1 + _SLACK
    ]
    if not inside:
        return word
    _, top, bottom = max(inside)
    return (x0, top, x1, bottom, *rest)  # type: ignore[return-value]
