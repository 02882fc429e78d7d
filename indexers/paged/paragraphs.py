"""Rows in reading order to paragraphs.

A row begins a paragraph when the space above it, its size, weight or indent says so, when it
begins a list item, or when its first word would have fitted on the row before, which was
therefore ended on purpose. Code (monospaced), tables (rows of cells) and contents (rows with dot
leaders) keep their lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median_low
from typing import Literal

from indexers.paged.layout import Row
from indexers.paged.sheets import Line
from indexers.paged.tables import Table, table_at
from indexers.text.raised import MARKS, NOTED

Kind = Literal["prose", "code", "table", "contents", "aside"]

_ITEM = re.compile(
    r"(?:[•◦▪‣●○■□–—*·]|[-+]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\[\d{1,3}\])(?:\s|$)"
    rf"|[{MARKS}]+\s?\w"
)
_COUNT = re.compile(r"\(?(\d{1,3})[.)]\s")
_BULLET = re.compile(r"[•◦▪‣●○■□]|\[\d{1,3}\]|\(\d{1,2}\)")
_ENDED = re.compile(rf"[.!?:;。！？।؟۔][\"'”’»)\]]*(?:\d{{0,2}}|{NOTED})$")
SOFT_HYPHEN = "\u00ad"
HYPHENS = "-\u2010" + SOFT_HYPHEN


class Paragraph:
    """Rows that belong together; ``pages`` gives the page index of each row.

    ``table`` has the cells where they were found, and stands on one page.
    """

    __slots__ = ("kind", "pages", "rows", "table")

    def __init__(self, row: Row, page: int, kind: Kind) -> None:
        self.rows = [row]
        self.pages = [page]
        self.kind: Kind = kind
        self.table: Table | None = None

    def add(self, row: Row, page: int) -> None:
        self.rows.append(row)
        self.pages.append(page)


def group(rows: list[Row], page: int) -> list[Paragraph]:
    """The paragraphs of one page; ``flows_on`` tells which go on over a column or page."""
    pitches = _pitches(rows)
    kinds = [_kind(row) for row in rows]
    paragraphs: list[Paragraph] = []
    at = 0
    while at < len(rows):
        table = table_at(rows[at : _end_of_cells(kinds, at)]) if kinds[at] == "table" else None
        if table is None:
            _add(paragraphs, rows[at], kinds[at], page, pitches)
            at += 1
        else:
            paragraphs.append(_tabled(table, rows[at : at + table.lines], page))
            at += table.lines
    return paragraphs


def _add(
    found: list[Paragraph], row: Row, kind: Kind, page: int, pitches: dict[int, float]
) -> None:
    before = found[-1] if found and found[-1].table is None else None
    if before is None:
        found.append(Paragraph(row, page, kind))
    elif kind == "code" and _goes_on_in_code(before, row, pitches[row.column]):
        last = before.rows[-1]
        before.add(row._replace(size=last.size, bold=last.bold), page)
    elif kind == before.kind and not _breaks(before, row, pitches[row.column]):
        before.add(row, page)
    else:
        found.append(Paragraph(row, page, kind))


def _end_of_cells(kinds: Sequence[Kind], start: int) -> int:
    """Where code or contents begin, which are no cells of a table."""
    stops = (at for at in range(start, len(kinds)) if kinds[at] in ("code", "contents"))
    return next(stops, len(kinds))


def _tabled(table: Table, rows: Sequence[Row], page: int) -> Paragraph:
    paragraph = Paragraph(rows[0], page, "table")
    for row in rows[1:]:
        paragraph.add(row, page)
    paragraph.table = table
    return paragraph


def _goes_on_in_code(paragraph: Paragraph, row: Row, pitch: float) -> bool:
    """Whether a line of monospaced words is the rest of a sentence, and no block of code."""
    last = paragraph.rows[-1]
    if paragraph.kind != "prose" or row.column != last.column:
        return False
    if not 0 < row.v1 - last.v1 <= 1.2 * pitch or abs(row.u0 - row.left) > 0.5 * row.size:
        return False
    return _ENDED.search(last.cells[-1].text) is None and not _has_room(last, row)


def flows_on(before: Paragraph, after: Paragraph) -> bool:
    """Whether ``after``, in the next column or on the next page, continues ``before``."""
    if before.kind != "prose" or after.kind != "prose":
        return False
    last, first = before.rows[-1], after.rows[0]
    if last.first.tone.quarter != first.first.tone.quarter:
        return False
    if _unlike(last, first) or _ITEM.match(first.cells[0].text):
        return False
    text, following = last.cells[-1].text, first.cells[0].text
    if text[-1] in HYPHENS:
        return following[0].islower()
    if _ENDED.search(text):
        return False
    if following[0].islower():
        return True
    return not last.cells[0].tone.bold and not _has_room(last, first)


def is_open(paragraph: Paragraph) -> bool:
    """Whether its last sentence does not end with it though its last line is full."""
    last = paragraph.rows[-1]
    if paragraph.kind != "prose" or last.bold or _ENDED.search(last.cells[-1].text):
        return False
    return last.right - last.u1 < 2 * last.size


def gap_is_wide(before: Line, after: Line, size: float) -> bool:
    """Whether the space between two cells of a row parts table cells, not words."""
    return max(after.u0 - before.u1, before.u0 - after.u1) > 2.0 * max(size, 4.0)


def _kind(row: Row) -> Kind:
    cells = row.cells
    if cells[0].tone.mono and all(cell.tone.mono for cell in cells):
        return "code"
    if len(cells) == 1:
        return "contents" if cells[0].leaders else "prose"
    if any(cell.leaders for cell in cells):
        return "contents"
    wide = (gap_is_wide(before, after, row.size) for before, after in pairwise(cells))
    return "table" if any(wide) else "prose"


def _pitches(rows: list[Row]) -> dict[int, float]:
    """The usual distance of baselines in each column."""
    steps: dict[int, list[float]] = {}
    before = None
    for row in rows:
        column = steps.setdefault(row.column, [])
        if before is not None and before.column == row.column:
            step = row.v1 - before.v1
            if step > 0.5 * row.size:
                column.append(step)
        before = row
    fallback = 1.25 * rows[0].size if rows else 0.0
    return {
        column: median_low(distances) if len(distances) > 2 else fallback
        for column, distances in steps.items()
    }


def _breaks(paragraph: Paragraph, row: Row, pitch: float) -> bool:
    last = paragraph.rows[-1]
    if row.column != last.column:
        return True
    step = row.v1 - last.v1
    if paragraph.kind != "prose":
        return step > 2.2 * max(pitch, row.size)
    usual = min(max(pitch, 1.05 * row.size), 2.6 * row.size)
    if step < 0 or step > 1.35 * usual or _unlike(last, row):
        return True
    text = row.cells[0].text
    ended = _ENDED.search(last.cells[-1].text) is not None
    if _BULLET.match(text):
        return True
    if _ITEM.match(text) and (ended or _has_room(last, row) or _counts_on(paragraph, row)):
        return True
    return _indented_anew(paragraph, row, ended) or (
        not text[0].islower() and _has_room(last, row) and (ended or _half_empty(last))
    )


def _counts_on(paragraph: Paragraph, row: Row) -> bool:
    """Whether the number at the head of ``row`` follows the one its paragraph begins with."""
    first = paragraph.rows[0]
    before, after = _COUNT.match(first.cells[0].text), _COUNT.match(row.cells[0].text)
    if before is None or after is None or int(after[1]) != int(before[1]) + 1:
        return False
    return abs((first.u0 - first.left) - (row.u0 - row.left)) < row.size


def _unlike(last: Row, row: Row) -> bool:
    size, other = last.size, row.size
    if abs(size - other) > 0.1 * max(size, other):
        return True
    return last.bold != row.bold


def _has_room(last: Row, row: Row) -> bool:
    """Whether the first word of ``row`` would have fitted after ``last``."""
    first = row.cells[0]
    share = (len(first.text.split(" ", 1)[0]) + 1) / max(len(first.text), 1)
    word = (first.u1 - first.u0) * min(share, 1.0)
    return last.right - last.u1 > word + 0.8 * row.size


def _half_empty(last: Row) -> bool:
    return last.u1 - last.left < 0.6 * (last.right - last.left)


def _indented_anew(paragraph: Paragraph, row: Row, ended: bool) -> bool:
    """First line indents, and hanging indents."""
    last, size = paragraph.rows[-1], row.size
    indent, before = row.u0 - row.left, last.u0 - last.left
    if indent - before > 0.8 * size:
        return ended and before < 0.5 * size
    if before - indent > 0.8 * size and indent < 0.5 * size:
        return len(paragraph.rows) > 1 or ended
    return False
