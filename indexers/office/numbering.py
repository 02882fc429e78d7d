"""The numbers Word writes before paragraphs, which stand nowhere in their text: 4.2, (b), iv.

Contracts are cited by them. Each list keeps a count for each of its nine levels; a number at one
level starts the deeper ones anew, unless they say that they go on.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from indexers.archive import attribute, child, local
from indexers.office.ooxml import is_on, value

_MOST_LETTERED = 780  # as in Word: thirty times z
_PLACE = re.compile(r"%(\d)")
_ROMAN_LETTERS = "m cm d cd c xc l xl x ix v iv i"
_ROMAN_AMOUNTS = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
_ROMAN = tuple(zip(_ROMAN_LETTERS.split(), _ROMAN_AMOUNTS, strict=True))
_DEEPEST = 9


class _Level(Struct, frozen=True):
    """``is_legal``: all levels are written in decimals. A number at one of the first
    ``starts_after`` levels starts this one anew, if it is higher.
    """

    start: int
    format: str
    pattern: str
    is_legal: bool = False
    starts_after: int = _DEEPEST


class Numbers:
    """Made of ``numbering.xml``, or of None: then nothing is numbered."""

    def __init__(self, root: Any) -> None:
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, tuple[str, dict[int, _Level]]] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._restarted: set[tuple[str, int]] = set()
        for element in root if root is not None else ():
            if local(element) == "abstractNum":
                self._abstract[attribute(element, "abstractNumId")] = _levels(element)
            elif local(element) == "num":
                self._take_list(element)

    def next(self, list_id: str, level: int) -> str:
        """The number of the next paragraph of that list, "-" for a bullet, "" for none."""
        if list_id not in self._lists or not 0 <= level < _DEEPEST:
            return ""
        abstract, overrides = self._lists[list_id]
        levels = {**self._abstract.get(abstract, {}), **overrides}
        if level not in levels:
            return ""
        counts = self._counts.setdefault(abstract, [None] * _DEEPEST)
        if level in overrides and (list_id, level) not in self._restarted:
            self._restarted.add((list_id, level))
            counts[level] = None
        now = counts[level]
        counts[level] = levels[level].start if now is None else now + 1
        for deeper in range(level + 1, _DEEPEST):
            if deeper not in levels or level < levels[deeper].starts_after:
                counts[deeper] = None
        return _written(levels, level, counts)

    def _take_list(self, element: Any) -> None:
        abstract = value(child(element, "abstractNumId"))
        base = self._abstract.get(abstract, {})
        overrides: dict[int, _Level] = {}
        for override in element:
            if local(override) != "lvlOverride":
                continue
            level = _number(attribute(override, "ilvl"))
            changed = child(override, "lvl")
            start = child(override, "startOverride")
            if changed is not None:
                overrides[level] = _level(changed)
            elif start is not None and level in base:
                old = base[level]
                overrides[level] = msgspec.structs.replace(old, start=_number(value(start), 1))
        self._lists[attribute(element, "numId")] = (abstract, overrides)


def _levels(element: Any) -> dict[int, _Level]:
    return {
        _number(attribute(level, "ilvl")): _level(level)
        for level in element
        if local(level) == "lvl"
    }


def _level(element: Any) -> _Level:
    start = _number(value(child(element, "start"), "1"), 1)
    format = value(child(element, "numFmt"), "decimal")
    is_legal = is_on(child(element, "isLgl"))
    starts_after = _number(value(child(element, "lvlRestart")), _DEEPEST)
    return _Level(start, format, value(child(element, "lvlText")), is_legal, starts_after)


def _written(levels: dict[int, _Level], level: int, counts: list[int | None]) -> str:
    if levels[level].format == "bullet":
        return "-"

    def place(found: re.Match[str]) -> str:
        at = int(found.group(1)) - 1
        if at not in levels:
            return ""
        count, format = counts[at], levels[at].format
        if levels[level].is_legal and format not in ("decimalZero", "none"):
            format = "decimal"
        return _spelled(levels[at].start if count is None else count, format)

    return _PLACE.sub(place, levels[level].pattern).strip()


def _spelled(number: int, format: str) -> str:
    if format == "none":
        return ""
    if format in ("lowerLetter", "upperLetter") and 0 < number <= _MOST_LETTERED:
        letters = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letters.upper() if format == "upperLetter" else letters
    if format in ("lowerRoman", "upperRoman") and 0 < number < 4000:
        roman = ""
        for letters, amount in _ROMAN:
            count, number = divmod(number, amount)
            roman += letters * count
        return roman.upper() if format == "upperRoman" else roman
    return f"{number:02d}" if format == "decimalZero" else str(number)


def _number(text: str, default: int = 0) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else default
