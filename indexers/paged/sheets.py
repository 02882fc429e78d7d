"""A page before its order is known: lines of word boxes, and how they look.

``Line`` boxes are kept twice: the words in points on the page as shown, and the line in its
*text frame* (u along the reading direction, v down the lines), in which pages set sideways read
like any other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

Box = tuple[float, float, float, float]
PlacedWord = tuple[float, float, float, float, str, int, int, int]
"""x0, y0, x1, y1, the text, then the numbers of its block, line and place in the line."""

_LEADERS = re.compile(
    r"(?:\. ){3,}\.|\.{5}|(?:^| )(?:\. ){2,}\d+$"
)  # three dots alone are ellipsis


class Toned(NamedTuple):
    """Size in points, whether all of it is bold or monospaced, and the direction.

    ``quarter`` 0: left to right, 1: upwards, 2: right to left upside down, 3: downwards.
    ``doubt``: some of it is pale, tiny or without colour, and may not be seen.
    """

    size: float
    bold: bool
    mono: bool
    quarter: int
    doubt: bool = False

    def turned(self, page_quarter: int) -> Toned:
        return self._replace(quarter=(self.quarter + page_quarter) % 4)


UNKNOWN = Toned(0.0, False, False, 0)


class Line:
    """Words on one baseline without a wide gap, in reading order.

    ``leftwards``: u runs to the left, as on the whole page.
    """

    __slots__ = ("leaders", "leftwards", "text", "tone", "u0", "u1", "v0", "v1", "words")

    def __init__(self, words: list[PlacedWord]) -> None:
        self.tone = UNKNOWN
        self.words = words
        self.u0 = self.v0 = self.u1 = self.v1 = 0.0
        self.text = ""
        self.leaders = self.leftwards = False

    def place(self) -> None:
        """Set the box and text from the words, once they are complete."""
        x0s, y0s, x1s, y1s, texts, *_ = zip(*self.words, strict=True)
        box = min(x0s), min(y0s), max(x1s), max(y1s)
        quarter = self.tone.quarter
        self.u0, self.v0, self.u1, self.v1 = box if quarter == 0 else _framed(quarter, *box)
        self.text = text = " ".join(texts)
        self.leaders = (". ." in text or "...." in text) and _LEADERS.search(text) is not None

    def runs_oddly(self) -> bool:
        """Whether it may not run from left to right, by its boxes alone."""
        first, last = self.words[0], self.words[-1]
        if last[0] < first[0] - 1:
            return True
        return len(first[4]) > 2 and first[3] - first[1] > 1.2 * (first[2] - first[0])


def leave(lines: Sequence[Line], page: Box) -> bool:
    """Whether a line begins or ends off the page; told by the words, before lines are placed."""
    left, top, right, bottom = page[0] - 1, page[1] - 1, page[2] + 1, page[3] + 1
    for line in lines:
        for x0, y0, x1, y1, *_ in (line.words[0], line.words[-1]):
            if x0 < left or y0 < top or x1 > right or y1 > bottom:
                return True
    return False


def once(lines: Sequence[Line]) -> list[Line]:
    """Without those that stand where the same was printed before, as bold letters are feigned."""
    seen: set[tuple[Sequence[str], int, int]] = set()
    kept = []
    for line in lines:
        x0, y0, *_ = line.words[0]
        texts = tuple(word[4] for word in line.words)
        # Of the corners around two places less than a point apart one is the same.
        around = {(texts, x, y) for x in (floor(x0), ceil(x0)) for y in (floor(y0), ceil(y0))}
        if seen.isdisjoint(around):
            kept.append(line)
        seen |= around
    return kept


def _framed(quarter: int, x0: float, y0: float, x1: float, y1: float) -> Box:
    if quarter == 1:
        return -y1, x0, -y0, x1
    if quarter == 2:
        return -x1, -y1, -x0, -y0
    return y0, -x1, y1, -x0


class Sheet:
    """One page as extracted. ``images`` is counted only where there is no text; ``bare`` is one on
    which nothing stands but a few words and thin rules, ``scan`` one of pictures and a stamp.

    ``hidden`` are lines that nobody sees, each with the reason; ``aside`` those of running lines
    that are told with this page.
    """

    __slots__ = (
        "aside",
        "bare",
        "height",
        "hidden",
        "images",
        "index",
        "label",
        "lines",
        "problem",
        "scan",
        "strays",
        "width",
    )

    def __init__(
        self,
        index: int,
        label: str,
        width: float,
        height: float,
        lines: list[Line],
        problem: str = "",
        images: int = 0,
        hidden: Sequence[tuple[Line, str]] = (),
        bare: bool = False,
        scan: bool = False,
    ) -> None:
        self.index = index
        self.label = label
        self.width = width
        self.height = height
        self.problem = problem
        self.images = images
        self.bare = bare
        self.scan = scan
        self.hidden = tuple(hidden)
        self.aside: list[Line] = []
        for line in [*lines, *(line for line, _ in hidden)]:
            line.place()
        main = _main_quarter(lines)
        self.lines = [line for line in lines if line.tone.quarter == main]
        self.strays = [line for line in lines if line.tone.quarter != main]


def _main_quarter(lines: list[Line]) -> int:
    if all(line.tone.quarter == 0 for line in lines):
        return 0
    weights: Counter[int] = Counter()
    for line in lines:
        weights[line.tone.quarter] += len(line.text)
    return weights.most_common(1)[0][0]
