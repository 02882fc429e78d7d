"""Tables by the places of their words: which rows of a region are one, and what its cells are.

A table begins at a row with a wide gap and goes on while every piece of the next row stands under
one column and no two columns meet. A line is the rest of the cells above it, and no new row, where
it leaves the first column empty, or where each of its pieces had no room on the line above and
nothing (spacing, numbers) speaks for a new row. The first row is the headings when it is bold, set
off, or words above numbers. Ruling lines are not looked at, since few tables draw all of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median_low

from indexers.paged.layout import Row
from indexers.paged.sheets import Line
from indexers.text.raised import NOTED

_NUMBER = re.compile(
    rf"^[<>≤≥~≈±+\-–−(]*[$€£¥]?\s?[.,]?\d[\d.,\s%‰/:×x+\-–−()°◦º*$€£¥]*[a-zA-Zµ]{{0,3}}(?:{NOTED})?$"
)
_LONGEST_HEADING_CHARS = 60
_WIDEST_STEP = 2.6
_WIDEST_PITCH = 1.45
_TIGHT = 1.15

Span = tuple[float, float]
Cell = list[Line]
Cells = list[Cell]


class Table:
    """``rows`` of cells, one for each column, an empty list for an empty one. ``lines`` counts
    the printed rows it takes; where ``headed``, the first row is the headings."""

    __slots__ = ("headed", "lines", "rows")

    def __init__(self, rows: list[Cells], lines: int, headed: bool) -> None:
        self.rows = rows
        self.lines = lines
        self.headed = headed


def table_at(rows: Sequence[Row]) -> Table | None:
    """The table that begins with the first of ``rows``, which has a wide gap."""
    columns = _spans(rows[0])
    count = 1
    while count < len(rows):
        wider = _widened(columns, rows[count - 1], rows[count])
        if wider is None:
            break
        columns = wider
        count += 1
    while count > 1 and _follows_only(rows[count - 2], rows[count - 1], columns):
        count -= 1
    if count < 2:
        return None
    lines = [_cells(row, columns) for row in rows[:count]]
    starts = _starts(rows[:count], lines, columns)
    ends = [*starts[1:], count]
    cells = [_merged(lines[a:b]) for a, b in zip(starts, ends, strict=True)]
    steps = [rows[at].v1 - rows[at - 1].v1 for at in starts[1:]]
    return Table(cells, count, _is_headed(cells, steps, rows[0].size))


def text_of(cell: Cell) -> str:
    return " ".join(line.text for line in cell)


def _spans(row: Row) -> list[Span]:
    """The pieces of a row that a gap wider than a space parts."""
    spans: list[Span] = []
    for cell in sorted(row.cells, key=lambda cell: cell.u0):
        if spans and cell.u0 - spans[-1][1] < 0.8 * row.size:
            spans[-1] = (spans[-1][0], max(spans[-1][1], cell.u1))
        else:
            spans.append((cell.u0, cell.u1))
    return spans


def _under(span: Span, columns: Sequence[Span]) -> list[int]:
    return [
        index
        for index, (low, high) in enumerate(columns)
        if min(high, span[1]) - max(low, span[0]) > 1.0
    ]


def _widened(columns: list[Span], before: Row, row: Row) -> list[Span] | None:
    """The columns with this row in them; None where it does not fit."""
    step = row.v1 - before.v1
    if row.column != before.column or not 0 < step <= _WIDEST_STEP * row.size:
        return None
    if abs(row.size - before.size) > 0.25 * before.size:
        return None
    spans = _spans(row)
    wider = list(columns)
    for span in spans:
        under = _under(span, columns)
        if len(under) > 1:
            return None
        if under:
            low, high = wider[under[0]]
            wider[under[0]] = (min(low, span[0]), max(high, span[1]))
        elif len(spans) > 1:
            wider.append(span)
        else:
            return None
    if len(spans) == 1 and not _stands_in(spans[0], columns, before, row):
        return None
    wider.sort()
    apart = all(b[0] - a[1] >= 0.6 * row.size for a, b in pairwise(wider))
    return wider if apart else None


def _stands_in(span: Span, columns: Sequence[Span], before: Row, row: Row) -> bool:
    """Whether a row of one piece can be part of a cell, and no text after the table."""
    (index,) = _under(span, columns)
    step = row.v1 - before.v1
    if index == 0:
        return row.bold == before.bold
    low, high = columns[index]
    aligned = abs(span[0] - low) < 1.5 * row.size or abs(span[1] - high) < 2.0
    return aligned and step <= 1.7 * row.size


def _follows_only(before: Row, row: Row, columns: Sequence[Span]) -> bool:
    """Whether a last row with words in the first column alone is more likely the next text."""
    spans = _spans(row)
    if len(spans) > 1 or _under(spans[0], columns) != [0]:
        return False
    return not (row.first.text[0].islower() and row.v1 - before.v1 <= 1.3 * row.size)


def _cells(row: Row, columns: Sequence[Span]) -> Cells:
    cells: Cells = [[] for _ in columns]
    for line in row.cells:
        span = (line.u0, max(line.u1, line.u0 + 1.1))
        under = _under(span, columns)  # none for a piece narrower than what counts as under
        cells[under[0] if under else _nearest(span, columns)].append(line)
    return cells


def _nearest(span: Span, columns: Sequence[Span]) -> int:
    middle = (span[0] + span[1]) / 2
    distances = [max(start - middle, middle - end, 0.0) for start, end in columns]
    return distances.index(min(distances))


def _starts(rows: Sequence[Row], lines: Sequence[Cells], columns: Sequence[Span]) -> list[int]:
    """Indices of the printed rows that begin a row of the table."""
    steps = [after.v1 - before.v1 for before, after in pairwise(rows)]
    pitch = min(steps)
    tight = _TIGHT * pitch if pitch < _WIDEST_PITCH * rows[0].size else 0.0
    spaced = sum(step > tight for step in steps[1:]) > 1
    starts = [0]
    for at in range(1, len(rows)):
        before, cells = lines[at - 1], lines[at]
        taken = [index for index, cell in enumerate(cells) if cell]
        if any(_is_number(cells[index]) and _is_number(before[index]) for index in taken):
            starts.append(at)
            continue
        full = [
            index for index in taken if not _has_room(before[index], cells[index], columns[index])
        ]
        small = [index for index in taken if text_of(cells[index])[0].islower()]
        if taken[0] > 0:
            goes_on = bool(full or small)
        elif steps[at - 1] > tight or any(_is_number(cells[index]) for index in taken):
            goes_on = False
        else:
            goes_on = full == taken and (spaced or small == taken)
        if not goes_on:
            starts.append(at)
    return starts


def _has_room(before: Cell, cell: Cell, column: Span) -> bool:
    """Whether the first word of a cell would have fitted into the line above, or none is there."""
    if not before:
        return True
    word = cell[0].words[0]
    return column[1] - before[-1].u1 > word[2] - word[0] + 0.5 * (cell[0].tone.size or 10.0)


def _merged(lines: Sequence[Cells]) -> Cells:
    return [[line for cells in lines for line in cells[index]] for index in range(len(lines[0]))]


def _is_number(cell: Cell) -> bool:
    return bool(cell) and _NUMBER.match(text_of(cell)) is not None


def _is_headed(rows: Sequence[Cells], steps: Sequence[float], size: float) -> bool:
    """``steps`` lead down to each row but the first."""
    head, body = rows[0], rows[1:]
    if len(body) < 2 or any(not cell for cell in head[1:]):
        return False
    if any(len(text_of(cell)) > _LONGEST_HEADING_CHARS for cell in head):
        return False
    bold = [all(line.tone.bold for cell in row for line in cell) for row in rows]
    if bold[0] and not all(bold[1:]):
        return True
    if any(_is_number(cell) for cell in head):
        return False
    if any(_counts(body, index) for index in range(1, len(head))):
        return True
    return len(body) > 2 and steps[0] > median_low(steps[1:]) + 0.2 * size


def _counts(body: Sequence[Cells], index: int) -> bool:
    column = [row[index] for row in body if row[index]]
    return len(column) > 1 and all(map(_is_number, column))
