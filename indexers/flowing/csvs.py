"""Comma-separated values, whatever separates them: one grid."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from indexers.charsets import decode
from indexers.errors import NotReadable
from indexers.flowing.flow import Flow
from indexers.flowing.grids import Row, pour_grid
from indexers.records import OnPage, Reading

_SEPARATORS = ",;\t|"
_SAMPLE_CHARS = 20_000
_LONGEST_CELL_CHARS = 10_000_000


def read_csv(data: bytes, on_page: OnPage) -> Reading:
    """Raises NotReadable."""
    text = decode(data)
    if "\x00" in text:
        raise NotReadable("this is not a text file, whatever its name says")
    flow = Flow(on_page)
    pour_grid(_rows(text), flow, "")
    return flow.reading("sheet", {})


def _rows(text: str) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST_CELL_CHARS)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text[:_SAMPLE_CHARS]))
    try:
        yield from enumerate(reader, 1)
    except csv.Error as error:
        raise NotReadable(f"row {reader.line_num:,} is damaged") from error


def _separator(sample: str) -> str:
    """The one that parts most lines into the same number of cells, more than one."""
    lines = [line for line in sample.splitlines()[:50] if line.strip()]

    def evenness(separator: str) -> tuple[int, int]:
        counts = [len(cells) for cells in csv.reader(lines, delimiter=separator)]
        usual = max(set(counts), key=counts.count, default=1)
        return (counts.count(usual), usual) if usual > 1 else (0, 0)

    return max(_SEPARATORS, key=evenness)
