"""Rows of long tables of a page with their headings, as the rows of sheets have them.

What is longer than a passage would be cut into rows that nobody understands alone. A cell that
spans rows stands in each of them, a heading that spans columns over each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from indexers.flowing.grids import are_headings, with_heads
from indexers.flowing.webblocks import Block

_LONG_CHARS = 1000
_MOST_COLUMNS = 200


def with_headings(blocks: Iterable[Block]) -> list[Block]:
    """``blocks`` in their order; of those of a long table all but the headings are rewritten."""
    written: list[Block] = []
    for table, run in groupby(blocks, lambda one: one.table):
        rows = list(run)
        long = table and sum(len(row.text) for row in rows) > _LONG_CHARS
        written += _headed(rows) if long else map(_plain, rows)
    return written


def _plain(block: Block) -> Block:
    bare = block.text.strip("\t")
    return block if bare == block.text else msgspec.structs.replace(block, text=bare)


def _headed(rows: Sequence[Block]) -> Iterable[Block]:
    cells = _spread(rows)
    heads: list[str] = []
    for at, (row, texts) in enumerate(zip(rows, cells, strict=True)):
        below = cells[at + 1] if at + 1 < len(cells) else []
        if _all_heads(row.element) or (at == 0 and are_headings(texts, below, False)):
            heads = texts
            yield _plain(row)
        else:
            text = "\t".join(with_heads(texts, heads))
            yield msgspec.structs.replace(row, text=text) if heads else _plain(row)


def _all_heads(row: Any) -> bool:
    tags = [cell.tag for cell in _cells(row)]
    return len(tags) > 1 and set(tags) == {"th"}


def _cells(row: Any) -> list[Any]:
    """Those that take a place in it."""
    return [cell for cell in row if cell.tag in ("td", "th") and cell.get("hidden") is None]


def _spread(rows: Sequence[Block]) -> list[list[str]]:
    """The cells of each row at their columns."""
    over: dict[int, tuple[int, str]] = {}
    spread: list[list[str]] = []
    for row in rows:
        elements = _cells(row.element)
        texts = row.text.split("\t")
        placed: list[str] = []
        for element, text in zip(elements, texts, strict=False):
            _take_over(placed, over)
            down = _span(element, "rowspan")
            if down > 1:
                over[len(placed)] = (down, text)
            again = text if element.tag == "th" else ""
            placed += [text, *[again] * (_span(element, "colspan") - 1)]
        placed += texts[len(elements) :]
        _take_over(placed, over)
        over = {at: (left - 1, text) for at, (left, text) in over.items() if left > 1}
        spread.append(placed)
    return spread


def _take_over(own: list[str], over: dict[int, tuple[int, str]]) -> None:
    """The cells of rows above that reach down to where the row is now."""
    while len(own) in over and len(own) < _MOST_COLUMNS:
        own.append(over[len(own)][1])


def _span(cell: Any, name: str) -> int:
    said = cell.get(name, "")
    return min(_MOST_COLUMNS, max(1, int(said))) if said.isdecimal() and len(said) < 6 else 1
