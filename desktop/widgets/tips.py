"""Tooltips that are long, or of words that are not our own.

Qt writes a tooltip on one line, however long, over whatever lies beside it. And it
takes one that looks like markup for markup, and a title of a document may look like anything: it
would be drawn as it wishes, with pictures from anywhere on the disk.
"""

from __future__ import annotations

import textwrap
from html import escape

LINE_CHARACTERS = 60


def as_it_stands(text: str) -> str:
    """The tooltip that shows these very words, line by line; a long line is several."""
    shown = "\n".join(part for line in text.split("\n") for part in _cut(line))
    if "<" not in shown and "&" not in shown:
        return shown
    return f'<p style="white-space: pre">{escape(shown)}</p>'


def _cut(line: str) -> list[str]:
    if len(line) <= LINE_CHARACTERS:
        return [line]
    return textwrap.wrap(line, LINE_CHARACTERS, break_on_hyphens=False)
