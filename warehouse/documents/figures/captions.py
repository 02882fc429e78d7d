"""Captions of figures and tables: what begins with "Figure 3" and is no sentence of running text.

Either the number is followed by a stop, or the caption is in small print and goes on with a
capital: a bare "Table 1" may be a label in a figure. A caption ends where its lines do: words that
the reading order put behind it stand elsewhere on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from indexers.paged.asides import CAPTION
from indexers.records import Page
from indexers.text.places import Box, rects

Kind = Literal["figure", "table"]
SMALL = 0.95  # of the usual letters
MOST_LINES, MOST_CHARACTERS = 12, 900
STEP = 1.1  # heights of a line between the feet of two lines of a caption, beyond its own
_MORE_OF_A_NUMBER = re.compile(r"(?:[-–.]\d+)*[a-z]?\b")
_STOP = re.compile(r"\s*[.:|–—-](?=\s|$)")
_CELL = re.compile(r"[^\t\n]+")
_TABLES = ("tab", "cuadro")
_NEITHER = ("listing", "algorithm")


class Caption(Struct, frozen=True):
    """``text[start:end]`` of the canonical text on page ``page``; ``label`` is "Figure 3", ``box``
    where it is printed.
    """

    kind: Kind
    label: str
    page: int
    start: int
    end: int
    box: Box = (0.0, 0.0, 0.0, 0.0)


class Drawn(Struct, frozen=True):
    """What a caption is of: ``box`` in points of its page, or of the picture ``part`` of its file
    (records.Inset).
    """

    box: Box
    part: str = ""


def in_block(text: str, start: int, page: Page, size: float) -> Iterator[Caption]:
    """Those of one block of a page, ``text`` at ``start``: cells may hold one each. ``size`` is
    the usual height of a line of the document in points.
    """
    if "\t" not in text:
        if (caption := _caption(text, start, page, size)) is not None:
            yield caption
        return
    for cell in _CELL.finditer(text):
        if (caption := _caption(cell.group(), start + cell.start(), page, size)) is not None:
            yield caption


def label_of(words: str) -> tuple[Kind, str, int] | None:
    """What it names, the name, and where that ends; None where it names nothing."""
    match = CAPTION.match(words)
    if match is None or match.group(1).lower().startswith(_NEITHER):
        return None
    more = _MORE_OF_A_NUMBER.match(words, match.end())
    end = more.end() if more is not None else match.end()
    kind: Kind = "table" if match.group(1).lower().startswith(_TABLES) else "figure"
    return kind, words[:end], end


def ends(words: str, after: int) -> bool:
    """Whether a stop ends the name of a figure, as in "Figure 3:"."""
    return _STOP.match(words, after) is not None


def _caption(words: str, start: int, page: Page, size: float) -> Caption | None:
    named = label_of(words)
    if named is None:
        return None
    kind, label, after = named
    lines = rects(page, start, start + len(words))
    if not lines:
        return None
    rest = words[after:].lstrip()
    if not ends(words, after):
        small = lines[0][3] - lines[0][1] <= SMALL * size
        if not small or not rest or not (rest[0].isupper() or rest[0] in "“\"'(["):
            return None
    own_lines = _own(lines)
    end = _end_of(page, start, start + len(words), own_lines)
    return Caption(kind, label, page.index, start, end, around(own_lines))


def _own(lines: tuple[Box, ...]) -> list[Box]:
    """The lines that stand one under the other."""
    own_lines = [lines[0]]
    for above, line in pairwise(lines[:MOST_LINES]):
        height = above[3] - above[1]
        under = above[1] + 0.3 * height < line[1] < above[3] + STEP * height
        if not under or min(above[2], line[2]) <= max(above[0], line[0]):
            break
        own_lines.append(line)
    return own_lines


def _end_of(page: Page, start: int, end: int, own: list[Box]) -> int:
    """The last word that stands in these lines."""
    x0, y0, x1, y1 = around(own)
    reached = start
    for word in page.words:
        if start <= word.start < min(end, start + MOST_CHARACTERS):
            middle = (word.y0 + word.y1) / 2
            if not (y0 <= middle <= y1 and x0 - 1 <= word.x0 and word.x1 <= x1 + 1):
                break
            reached = word.end
    return min(max(reached, start), end)


def around(boxes: list[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
