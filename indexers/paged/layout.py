"""Lines of a page to reading order: columns, rows, and what is a table.

A gutter is a strip that few lines cross. It parts columns when both sides are set like prose
(lines that fill their side) or when the file itself writes one side after the other; a strip
between short cells written row by row is a table and stays in rows. Lines that cross a gutter (a
title, a wide figure caption) part the page into bands, read from the top; in a band the left
column comes before the right one. Columns are looked for again inside each side, so three columns
are two cuts. On a page that is mostly read from the right, u runs to the left: its right column is
the first, and a row begins at its right end.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import NamedTuple

from indexers.paged import initials, stretched
from indexers.paged.direction import has_leftward, runs_leftwards, turn_to_the_left
from indexers.paged.sheets import Line

_BINS = 120
_SHALLOWEST = 3
_DEEPEST_CUT = 3


class Row(NamedTuple):
    """Lines side by side on one baseline. ``left`` and ``right`` bound the column it is in.

    ``size`` of type in points is that of its first line; ``bold`` where all of it is.
    """

    cells: tuple[Line, ...]
    left: float
    right: float
    column: int
    u0: float
    u1: float
    v0: float
    v1: float
    size: float
    bold: bool

    @property
    def first(self) -> Line:
        return self.cells[0]


def reading_order(lines: list[Line]) -> list[Row]:
    """All lines of a page as rows, in the order they are read; from the right where most are."""
    if runs_leftwards("".join(line.text for line in lines)):
        turn_to_the_left(lines)
    else:
        lines = stretched.join(initials.join(lines))
    rows: list[Row] = []
    for number, region in enumerate(_regions(lines, 0)):
        left = min(line.u0 for line in region)
        right = max(line.u1 for line in region)
        rows.extend(row_of(cells, left, right, number) for cells in _cells(region))
    return rows


def row_of(cells: list[Line], left: float, right: float, column: int) -> Row:
    first = cells[0]
    u0, u1, v0, v1, bold = first.u0, first.u1, first.v0, first.v1, first.tone.bold
    for cell in cells[1:]:
        u0, u1 = min(u0, cell.u0), max(u1, cell.u1)
        v0, v1 = min(v0, cell.v0), max(v1, cell.v1)
        bold = bold and cell.tone.bold
    size = first.tone.size or (v1 - v0) / 1.2
    return Row(tuple(cells), left, right, column, u0, u1, v0, v1, size, bold)


def _regions(lines: list[Line], depth: int) -> list[list[Line]]:
    if not lines:
        return []
    gutter = _gutter(lines, depth)
    if gutter is None:
        return [lines]
    regions: list[list[Line]] = []
    for wide, band in _bands(lines, gutter):
        if wide:
            regions.append(band)
        else:
            regions.extend(_regions([line for line in band if line.u1 <= gutter], depth + 1))
            regions.extend(_regions([line for line in band if line.u1 > gutter], depth + 1))
    return regions


def _bands(lines: list[Line], gutter: float) -> list[tuple[bool, list[Line]]]:
    """Runs of lines from the top, each (crosses the gutter, lines)."""
    bands: list[tuple[bool, list[Line]]] = []
    for line in sorted(lines, key=lambda line: line.v0):
        wide = line.u0 < gutter < line.u1
        if bands and bands[-1][0] == wide:
            bands[-1][1].append(line)
        else:
            bands.append((wide, [line]))
    return bands


def _gutter(lines: list[Line], depth: int) -> float | None:
    """Where to cut, or None. Of the strips that fewest lines cross, the widest goes first."""
    if depth >= _DEEPEST_CUT or len(lines) < 2 * _SHALLOWEST:
        return None
    left = min(line.u0 for line in lines)
    width = max(line.u1 for line in lines) - left
    if width < 100:
        return None
    step = width / _BINS
    cover = _cover(lines, left, step)
    total = sum(line.v1 - line.v0 for line in lines)
    low = min(cover[_BINS // 6 : -_BINS // 6])
    if low > 0.3 * total:
        return None
    narrowest = max(6.0, 0.6 * median(line.tone.size for line in lines))
    for start, stop in _strips(cover, low + 0.05 * total):
        if (stop - start) * step < narrowest - step:
            continue
        gutter = left + (start + stop) / 2 * step
        if _parts_columns(lines, gutter, depth):
            return gutter
    return None


def _cover(lines: list[Line], left: float, step: float) -> list[float]:
    """The height of the lines over each bin of the width."""
    change = [0.0] * (_BINS + 2)
    for line in lines:
        height = line.v1 - line.v0
        change[int((line.u0 - left) / step)] += height
        change[min(int((line.u1 - left) / step) + 1, _BINS + 1)] -= height
    cover, sum_ = [], 0.0
    for difference in change[:_BINS]:
        sum_ += difference
        cover.append(sum_)
    return cover


def _strips(cover: list[float], ceiling: float) -> list[tuple[int, int]]:
    """Runs of bins under the ceiling, away from the edges, the widest first."""
    strips: list[tuple[int, int]] = []
    start = None
    for index, height in enumerate([*cover, ceiling + 1]):
        if height <= ceiling:
            start = index if start is None else start
        elif start is not None:
            strips.append((start, index))
            start = None
    inner = [strip for strip in strips if strip[0] > _BINS // 8 and strip[1] < _BINS - _BINS // 8]
    return sorted(inner, key=lambda strip: strip[0] - strip[1])[:3]


def _parts_columns(lines: list[Line], gutter: float, depth: int) -> bool:
    left = [line for line in lines if line.u1 <= gutter]
    right = [line for line in lines if line.u0 >= gutter]
    if min(len(left), len(right)) < _SHALLOWEST:
        return False
    if all(_prose(side) or _gutter(side, depth + 1) is not None for side in (left, right)):
        return True
    changes = _changes_of_side(lines, gutter)
    return min(len(left), len(right)) >= 6 and changes <= 2 + len(lines) // 12


def _prose(lines: list[Line]) -> bool:
    """Whether most lines fill the width that the longest take, with more than a few words."""
    left = min(line.u0 for line in lines)
    width = max(line.u1 for line in lines) - left
    fill = median(line.u1 - line.u0 for line in lines) / max(width, 1.0)
    return fill >= 0.55 and median(len(line.text) for line in lines) >= 18


def _changes_of_side(lines: list[Line], gutter: float) -> int:
    """How often the order in the file jumps over the gutter."""
    sides = [line.u0 >= gutter for line in lines if not line.u0 < gutter < line.u1]
    return sum(1 for a, b in pairwise(sides) if a != b)


def _cells(lines: list[Line]) -> list[list[Line]]:
    """Lines grouped to rows from the top, each row as it is read."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.v1):
        if rows and _beside(rows[-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    for row in rows:
        if len(row) > 1:
            row.sort(key=lambda line: line.u0)
            if _runs_against(row):
                row.sort(key=lambda line: -line.u1)
    return rows


def _runs_against(row: list[Line]) -> bool:
    """Whether it is read the other way than its page."""
    text = "".join(line.text for line in row)
    if row[0].leftwards:
        return not has_leftward(text) and any(map(str.isalpha, text))
    return runs_leftwards(text)


def _beside(row: list[Line], line: Line) -> bool:
    for other in row:
        shared = min(other.v1, line.v1) - max(other.v0, line.v0)
        if shared < 0.55 * min(other.v1 - other.v0, line.v1 - line.v0):
            return False
        if min(other.u1, line.u1) - max(other.u0, line.u0) > 2.0:
            return False
    return True
