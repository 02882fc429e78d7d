"""Text that is read from the right, as Hebrew and Arabic, or downwards, as Japanese may be.

MuPDF parts a line where the direction changes, at every number of a Hebrew sentence; and it lists
each letter of a column that is read downwards as a line of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from indexers.paged.sheets import Line, PlacedWord
from indexers.paged.spelling import is_cjk

_FROM_THE_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_TOUCH = 0.08  # of the size of the letters: less than a space
_DOWNWARDS = 3
_WIDEST_SPACE = 1.5  # of the size of the letters


def has_leftward(text: str) -> bool:
    return _FROM_THE_RIGHT.search(text) is not None


def runs_leftwards(text: str) -> bool:
    """Whether most letters of it are of scripts that are read from the right."""
    if not has_leftward(text):
        return False
    kinds = Counter(map(unicodedata.bidirectional, text))
    return kinds["R"] + kinds["AL"] > kinds["L"]


def touch(before: PlacedWord, word: PlacedWord) -> bool:
    """Whether ``word``, to the left of ``before``, goes on without a space."""
    return abs(before[0] - word[2]) < _TOUCH * (word[3] - word[1])


def turn_to_the_left(lines: Sequence[Line]) -> None:
    """In place: u runs leftwards, and a sign parted from its word is joined to it."""
    for line in lines:
        words = line.words[:1]
        for word in line.words[1:]:
            if touch(words[-1], word) and has_leftward(words[-1][4] + word[4]):
                words[-1] = _joined(words[-1], word)
            else:
                words.append(word)
        line.words = words
        line.place()
        line.u0, line.u1 = -line.u1, -line.u0
        line.leftwards = True


def may_be_vertical(lines: Sequence[Line]) -> bool:
    """Whether a letter stands just below another, each a line."""
    before: PlacedWord | None = None
    for line in lines:
        word = line.words[0] if _is_letter(line) else None
        if word is not None and before is not None and is_cjk(word[4]) and is_cjk(before[4]):
            size = word[3] - word[1]
            if abs(word[0] - before[0]) < 0.1 * size and abs(word[1] - before[3]) < 0.5 * size:
                return True
        before = word
    return False


def with_columns(lines: Sequence[Line]) -> list[Line]:
    """Letters that follow each other downwards are one line, as they are in one column."""
    joined: list[Line] = []
    open_ = False
    for line in lines:
        downwards = line.tone.quarter == _DOWNWARDS and _is_letter(line)
        if not (downwards and open_ and _add(joined[-1], line)):
            joined.append(line)
        open_ = downwards
    return joined


def _is_letter(line: Line) -> bool:
    return len(line.words) == 1 and len(line.words[0][4]) == 1


def _add(column: Line, line: Line) -> bool:
    before, word = column.words[-1], line.words[0]
    size = max(word[2] - word[0], word[3] - word[1])
    gap = word[1] - before[3]
    aside = abs(word[0] + word[2] - before[0] - before[2]) / 2
    if aside > 0.5 * size or not -0.5 * size < gap < _WIDEST_SPACE * size:
        return False
    if gap < 0.2 * size or (is_cjk(before[4][-1]) and is_cjk(word[4])):
        column.words[-1] = _joined(before, word)
    else:
        column.words.append(word)
    return True


def _joined(first: PlacedWord, second: PlacedWord) -> PlacedWord:
    x0, y0 = min(first[0], second[0]), min(first[1], second[1])
    x1, y1 = max(first[2], second[2]), max(first[3], second[3])
    return (x0, y0, x1, y1, first[4] + second[4], *first[5:])
