"""Ranges of text to rectangles on the page: what is lit when a citation is clicked."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from indexers.records import Page, Word

Box = tuple[float, float, float, float]


def rects(page: Page, start: int, end: int) -> tuple[Box, ...]:
    """One (x0, y0, x1, y1) for each line that ``text[start:end]`` touches, in reading order.

    Points on the page as shown. Parts of a word are interpolated by characters, from the right
    where its neighbours on the line say that it is read so. Empty where the range is not on this
    page, or the page has no words (a web page).
    """
    lines: list[Box] = []
    low, high = _touched(page, start, end)
    for at in range(low, high):
        word = page.words[at]
        if start <= word.start and word.end <= end:
            box = (word.x0, word.y0, word.x1, word.y1)
        else:
            box = _part(word, start, end, _runs_leftwards(page.words, at))
        if lines and _same_line(lines[-1], box):
            lines[-1] = _union(lines[-1], box)
        else:
            lines.append(box)
    return tuple(lines)


def _touched(page: Page, start: int, end: int) -> tuple[int, int]:
    """Indices of the words, the last excluded."""
    low = bisect_right(page.words, start, key=lambda word: word.end)
    return low, max(low, bisect_left(page.words, end, key=lambda word: word.start))


def _runs_leftwards(words: Sequence[Word], at: int) -> bool:
    """By the words before and after on its line; two that agree, or the only one, decide."""
    votes = [
        before.x0 > after.x0
        for before, after in pairwise(words[max(0, at - 1) : at + 2])
        if _overlap(before.y0, before.y1, after.y0, after.y1) > 0.5
    ]
    return bool(votes) and all(votes)


def _part(word: Word, start: int, end: int, leftwards: bool) -> Box:
    if word.y1 - word.y0 > 1.5 * (word.x1 - word.x0):
        return (word.x0, word.y0, word.x1, word.y1)
    step = (word.x1 - word.x0) / (word.end - word.start)
    low, high = max(start, word.start) - word.start, min(end, word.end) - word.start
    if leftwards:
        return (word.x1 - high * step, word.y0, word.x1 - low * step, word.y1)
    return (word.x0 + low * step, word.y0, word.x0 + high * step, word.y1)


def _same_line(line: Box, box: Box) -> bool:
    if box[3] - box[1] > 1.5 * (box[2] - box[0]) and line[3] - line[1] > 1.5 * (line[2] - line[0]):
        return _overlap(line[0], line[2], box[0], box[2]) > 0.5
    if _overlap(line[1], line[3], box[1], box[3]) <= 0.5:
        return False
    # To the left only word by word, as a line runs that is read from the right or upside down.
    return box[0] >= line[0] - 1 or -1 <= line[0] - box[2] <= max(box[3] - box[1], 1)


def _overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    """The shared part of two intervals, as a share of the shorter."""
    return (min(a1, b1) - max(a0, b0)) / max(min(a1 - a0, b1 - b0), 0.1)


def _union(a: Box, b: Box) -> Box:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
