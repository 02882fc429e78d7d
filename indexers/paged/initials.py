"""Large initials: a letter as high as several lines beside it begins the first word.

It is put before that word, or stands as a word of its own where it is one ("A storm"), and the
lines beside it begin where it does.
"""

from __future__ import annotations

from collections.abc import Sequence

from indexers.paged.sheets import Line

_TIMES = 2.0  # the size of the text
_WORDS = frozenset("AIOÀ")
_SPACE = 0.5  # of the size of the text
_SLACK = 2.0  # points


def join(lines: Sequence[Line]) -> list[Line]:
    """The lines of an upright page without those that are such a letter; some are changed."""
    kept = list(lines)
    least = min((line.tone.size for line in lines if line.tone.size), default=0.0)
    for initial in lines:
        if initial.tone.size < _TIMES * least or not _is_initial(initial):
            continue
        beside = [line for line in kept if _is_beside(line, initial)]
        first = min(beside, key=lambda line: line.v0, default=None)
        heights = {round(line.v1) for line in beside}
        if first is None or len(heights) < 2 or not _goes_on(first, initial):
            continue
        _begin(first, initial)
        for line in beside:
            line.u0 = initial.u0
        kept.remove(initial)
    return kept


def _is_initial(line: Line) -> bool:
    text = line.text
    if len(text) > 2 or not text.isupper() or line.tone.quarter:
        return False
    return text[-1].isalpha() and not text[0].isdigit()


def _is_beside(line: Line, initial: Line) -> bool:
    if line.tone.quarter or not 0 < _TIMES * line.tone.size <= initial.tone.size:
        return False
    near = -_SLACK <= line.u0 - initial.u1 <= initial.tone.size / 2
    return near and initial.v0 < (line.v0 + line.v1) / 2 < initial.v1


def _goes_on(first: Line, initial: Line) -> bool:
    word = first.words[0][4]
    level = abs(first.v0 - initial.v0) < initial.tone.size / 2
    return level and (word[0].islower() or (word.isupper() and word.isalpha()))


def _begin(first: Line, initial: Line) -> None:
    x0, y0, x1, y1, word, block, line, place = first.words[0]
    left, right = initial.words[0][0], initial.words[-1][2]
    letter = initial.text
    if letter in _WORDS and x0 - right > _SPACE * first.tone.size:
        first.words.insert(0, (left, y0, right, y1, letter, block, line, place))
        letter += " "
    else:
        first.words[0] = (left, y0, x1, y1, letter + word, block, line, place)
    first.text = letter + first.text
