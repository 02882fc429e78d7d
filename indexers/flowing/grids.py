"""Grids of cells (spreadsheets, CSV) to rows that stand alone: ``Row 7, Country: Peru``.

A passage or a cited sentence shows a row without the top of its table, so every row repeats its
headings and names its number in the file. A table ends at an empty row; the next one may bring
headings of its own. A place is a hundred rows.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, compress, pairwise

from indexers.flowing.flow import Flow, one_line
from indexers.text.placenames import as_label

ROWS_A_PLACE = 100
_HEADING_CHARS = 80
_NO_WORD = re.compile(r"[\W\d_]*(?:%|TRUE|FALSE|[A-Z]{3})?|\d{4}-\d\d-\d\d.*")

Row = tuple[int, Sequence[str]]
"""Its number in the file, from 1, and the texts of its cells from the first column."""


def pour_grid(rows: Iterable[Row], flow: Flow, name: str) -> None:
    """``name`` is that of the sheet, "" where the file is one grid. Empty rows are passed over."""
    waiting: list[tuple[int, list[str]]] = []
    several = False
    for row in _told(_filled(rows)):
        if len(waiting) == ROWS_A_PLACE:
            several = True
            _write(waiting, flow, name, several)
            waiting = []
        waiting.append(row)
    if waiting:
        _write(waiting, flow, name, several)


def seen(
    number: int, cells: Sequence[str], is_hidden: bool, columns: Container[int], flow: Flow
) -> list[str]:
    """The cells of a row, empty where it or their column is hidden: those are put aside."""
    unseen = [is_hidden or column in columns for column in range(len(cells))]
    if words := " | ".join(filter(None, compress(cells, unseen))):
        why = "a hidden row" if is_hidden else "a hidden column"
        flow.hide(f"Row {number}: {words}", why)
    return ["" if gone else cell for cell, gone in zip(cells, unseen, strict=True)]


def _write(rows: list[tuple[int, list[str]]], flow: Flow, name: str, several: bool) -> None:
    span = f"rows {rows[0][0]:,}–{rows[-1][0]:,}"
    part = f"{name}, {span}" if several else as_label(name, "sheet")
    flow.place(part if name else span)
    if name:
        flow.named(1, name)
    before = 0
    for number, cells in rows:
        if number > before + 1:
            flow.end_table()
        before = number
        flow.row(cells)
    flow.end_table()


def _filled(rows: Iterable[Row]) -> Iterator[tuple[int, list[str]]]:
    for number, cells in rows:
        texts = [one_line(cell) if cell else "" for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            yield number, texts


def _told(rows: Iterable[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Each row with its number and headings; rows that are headings or titles as they are."""
    heads: list[str] = []
    before = -1
    for (number, cells), (after, below) in pairwise(chain(rows, [(0, [])])):
        begins = number > before + 1
        before = number
        adjoins = after == number + 1
        if begins and adjoins and are_headings(cells, below, bool(heads)):
            heads = cells
            yield number, cells
        elif begins and sum(map(bool, cells)) == 1:
            yield number, [cell for cell in cells if cell]
        else:
            yield number, [f"Row {number:,}", *with_heads(cells, heads)]
        # A title over the headings does not part them from their table.
        if begins and sum(map(bool, cells)) == 1:
            before = -1


def are_headings(cells: Sequence[str], below: Sequence[str], again: bool) -> bool:
    """Words over something else; where a table had headings already, over figures only."""
    filled = [cell for cell in cells if cell]
    if len(filled) < 2 or len(set(filled)) < len(filled):
        return False
    if any(_NO_WORD.fullmatch(cell) or len(cell) > _HEADING_CHARS for cell in filled):
        return False
    figures = any(_NO_WORD.fullmatch(cell) for cell in below if cell)
    return figures or (not again and len(filled) >= sum(map(bool, below)))


def with_heads(cells: Sequence[str], heads: Sequence[str]) -> Iterator[str]:
    """The cells that are not empty, each with the heading of its column in front of it."""
    for column, cell in enumerate(cells):
        head = heads[column] if column < len(heads) else ""
        if cell:
            yield f"{head.rstrip(':')}: {cell}" if head else cell
