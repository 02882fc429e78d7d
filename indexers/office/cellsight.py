"""What a workbook hides in its cells: letters without contrast or size, formats that show nothing.

Tables and conditional formats colour cells by rules that are not followed here, so letters in
their ranges count as seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from indexers.archive import attribute, child, children_of, local
from indexers.archive import number as whole
from indexers.office.sight import UNCERTAIN, WHITE, colour, why_unseen

T = TypeVar("T")
_BY_INDEX = {"0": 0, "8": 0, "1": 0xFFFFFF, "9": 0xFFFFFF}
_OF_THEME = ("lt1", "dk1", "lt2", "dk2")
_SHOWS_NOTHING = re.compile(r"\s*;\s*;\s*;\s*")
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,9})(?::\$?([A-Z]{1,3})\$?(\d{1,9}))?")


class Area(Struct, frozen=True):
    """Columns from 0, rows from 1, ends included."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, column: int, row: int) -> bool:
        return self.left <= column <= self.right and self.top <= row <= self.bottom


class CellSight:
    """Made of ``styles.xml`` and the theme; either may be None."""

    def __init__(self, root: Any, theme: Any) -> None:
        scheme = child(child(theme, "themeElements"), "clrScheme")
        self._theme = {
            local(slot): colour(attribute(inner, "lastClr") or attribute(inner, "val"))
            for slot in (scheme if scheme is not None else ())
            for inner in slot
        }
        fonts = [(self.letters(font), points(font)) for font in children_of(root, "fonts")]
        fills = [self._behind(fill) for fill in children_of(root, "fills")]
        codes = {
            attribute(form, "numFmtId"): attribute(form, "formatCode")
            for form in children_of(root, "numFmts")
        }
        self._behinds: list[int] = []
        """Of each style of cells."""
        self._reasons: list[tuple[str, bool]] = []
        for xf in children_of(root, "cellXfs"):
            letters, size_pt = _at(fonts, attribute(xf, "fontId"), (None, None))
            behind = _at(fills, attribute(xf, "fillId"), WHITE)
            nothing = _SHOWS_NOTHING.fullmatch(codes.get(attribute(xf, "numFmtId"), ""))
            tiny = why_unseen(None, behind, size_pt)
            sure = "hidden by its number format" if nothing else tiny
            pale = "" if sure else why_unseen(letters, behind, size_pt)
            self._behinds.append(behind)
            self._reasons.append((sure or pale, bool(pale)))

    @property
    def finds_colours(self) -> bool:
        """Whether any cell could be hidden by its colour: then the coloured areas matter."""
        return any(by_colour for _, by_colour in self._reasons)

    def why_hidden(self, style: str | None) -> tuple[str, bool]:
        """(the reason or "", whether it rests on the colours)."""
        return _at(self._reasons, style or "0", ("", False))

    def why_run_hidden(self, run: Any, style: str | None) -> str:
        """Of a run of a rich text in a cell of that style."""
        properties = child(run, "rPr")
        if properties is None:
            return ""
        behind = _at(self._behinds, style or "0", WHITE)
        return why_unseen(self.letters(properties), behind, points(properties))

    def may_hide(self, run: Any) -> bool:
        """Whether there is a cell of the workbook in which this run could not be seen."""
        properties = child(run, "rPr")
        if properties is None:
            return False
        letters, size_pt = self.letters(properties), points(properties)
        behinds = {WHITE, *self._behinds}
        return any(why_unseen(letters, behind, size_pt) for behind in behinds)

    def letters(self, font: Any) -> int | None:
        given = child(font, "color")
        return None if given is None else self._colour(given)

    def _behind(self, fill: Any) -> int:
        pattern = child(fill, "patternFill")
        kind = attribute(pattern, "patternType")
        if pattern is not None and kind in ("", "none"):
            return WHITE
        shade = self._colour(child(pattern, "fgColor")) if kind == "solid" else None
        return UNCERTAIN if shade is None else shade

    def _colour(self, given: Any) -> int | None:
        if given is None or attribute(given, "tint") not in ("", "0"):
            return None
        if said := attribute(given, "rgb"):
            return colour(said)
        if theme := attribute(given, "theme"):
            number = whole(theme)
            return self._theme.get(_OF_THEME[number]) if 0 <= number < len(_OF_THEME) else None
        return _BY_INDEX.get(attribute(given, "indexed"))


def points(font: Any) -> float | None:
    said = attribute(child(font, "sz"), "val")
    try:
        return float(said) if said else None
    except ValueError:
        return None


def areas(references: Iterable[str]) -> list[Area]:
    """Of ``A1:C10 E5`` and the like."""
    ranges = []
    for reference in references:
        for match in _RANGE.finditer(reference):
            left, top = _column(match[1]), int(match[2])
            right = _column(match[3]) if match[3] else left
            ranges.append(Area(left, top, right, int(match[4]) if match[4] else top))
    return ranges


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _at(things: Sequence[T], index: str, default: T) -> T:
    number = whole(index)
    return things[number] if 0 <= number < len(things) else default
