"""Comma-separated values, whatever separates them: one grid."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from functools import partial
from itertools import chain

from indexers.errors import NotReadable
from indexers.flowing.flow import Flow
from indexers.flowing.grids import Row, pour_grid
from indexers.records import OnPage, Reading
from indexers.text.charsets import decode

_SEPARATORS = ";\t|,"  # of two that part the lines as evenly, the first
_NO_DECIMAL_COMMA = re.compile(r"(?<!\d),|,(?!\d)")
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
    """A quote that is never closed belongs to the words of its line, and swallows no other."""
    csv.field_size_limit(_LONGEST_CELL_CHARS)
    lines = list(io.StringIO(text, newline=""))
    read = partial(csv.reader, delimiter=_separator(text[:_SAMPLE_CHARS]))
    reader = read([*lines, ""])
    before = 0
    try:
        for number, cells in enumerate(reader, 1):
            if before == len(lines):
                break
            if reader.line_num > len(lines):  # its quote goes on beyond the end
                stray = read(lines[before : before + 1], quoting=csv.QUOTE_NONE)
                yield from enumerate(chain(stray, read(lines[before + 1 :])), number)
                break
            before = reader.line_num
            yield number, cells
    except csv.Error as error:
        raise NotReadable(f"row {reader.line_num:,} is damaged") from error


def _separator(sample: str) -> str:
    """The one that parts most lines into the same number of cells, more than one."""
    lines = [line for line in sample.splitlines()[:50] if line.strip()]

    def evenness(separator: str) -> tuple[int, bool, int]:
        counts = [len(cells) for cells in csv.reader(lines, delimiter=separator)]
        usual = max(set(counts), key=counts.count, default=1)
        parts = separator != "," or _NO_DECIMAL_COMMA.search(sample) is not None
        return (counts.count(usual), parts, usual) if usual > 1 else (0, False, 0)

    return max(_SEPARATORS, key=evenness)
