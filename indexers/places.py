"""Ranges of text to rectangles on the page: what is lit when a citation is clicked."""

from __future__ import annotations

from bisect import bisect_right

from indexers.records import Page, Word

Box = tuple[float, float, float, float]


def rects(page: Page, start: int, end: int) -> tuple[Box, ...]:
    """One (x0, y0, x1, y1) for each line that ``text[start:end]`` touches, in reading order.

    Points on the page as shown. Parts of a word are interpolated by characters. Empty where the
    range is not on this page, or the page has no words (a web page).
    """
    lines: list[Box] = []
    for word in _touched(page, start, end):
        box = _part(word, start, end)
        if lines and _same_line(lines[-1], box):
            lines[-1] = _union(lines[-1], box)
        else:
            lines.append(box)
    return tuple(lines)


def _touched(page: Page, start: int, end: int) -> list[Word]:
    low = bisect_right(page.words, start, key=lambda word: word.end)
    found = []
    for word in page.words[low:]:
        if word.start >= end:
            break
        found.append(word)
    return found


def _part(word: Word, start: int, end: int) -> Box:
    length = word.end - word.start
    low, high = max(start, word.start), min(end, word.end)
    if high - low == length or length == 0 or word.y1 - word.y0 > 1.5 * (word.x1 - word.x0):
        return (word.x0, word.y0, word.x1, word.y1)
    step = (word.x1 - word.x0) / length
    left = word.x0 + (low - word.start) * step
    return (left, word.y0, left + (high - low) * step, word.y1)


def _same_line(line: Box, box: Box) -> bool:
    if box[3] - box[1] > 1.5 * (box[2] - box[0]) and line[3] - line[1] > 1.5 * (line[2] - line[0]):
        return _overlap(line[0], line[2], box[0], box[2]) > 0.5
    return _overlap(line[1], line[3], box[1], box[3]) > 0.5 and box[0] >= line[0] - 1


def _overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    """The shared part of two intervals, as a share of the shorter."""
    return (min(a1, b1) - max(a0, b0)) / max(min(a1 - a0, b1 - b0), 0.1)


def _union(a: Box, b: Box) -> Box:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
