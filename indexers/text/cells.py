"""Rows of tables in a canonical text, where their boxes are left behind.

The readers found out by place what is a table: its cells are parted by tabs, its rows by line
breaks, and where it has headings each cell has its own in front ("State: quoted"). So a row is
known wherever its text goes, and is never taken for a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BLANK = re.compile(r"\n\s*\n")


def has_cells(text: str) -> bool:
    """Whether any of it is a row of a table (or an entry of a table of contents)."""
    return "\t" in text


def is_headings(row: str, below: str) -> bool:
    """Whether a row only names the columns: the row below it begins its cells with these names.

    ``below`` is the text that follows, or its beginning.
    """
    names = [cell.strip() for cell in row.split("\t")]
    following = below.lstrip("\n").split("\n", 1)[0].split("\t")
    if len(names) < 2 or len(following) < 2:
        return False
    headed = [
        cell for cell in following if any(cell.startswith(f"{name}:") for name in names if name)
    ]
    return len(headed) == len(following)


def statements(text: str) -> Iterator[str]:
    """The blocks of a text that can be quoted: prose between blank lines, and single cells."""
    for block in _BLANK.split(text):
        if not has_cells(block):
            yield block
            continue
        prose: list[str] = []
        for line in block.split("\n"):
            if has_cells(line):
                yield from line.split("\t")
            else:
                prose.append(line)
        yield "\n".join(prose)


def spoken(text: str) -> str:
    """On one line, with the cells of rows apart: "State: quoted; Line: solid." """
    if not has_cells(text):
        return " ".join(text.split())
    lines = (
        "; ".join(filter(None, (" ".join(cell.split()) for cell in line.split("\t"))))
        + ("." if has_cells(line) and not line.rstrip().endswith((".", "!", "?")) else "")
        for line in text.split("\n")
        if line.strip()
    )
    return " ".join(lines)
