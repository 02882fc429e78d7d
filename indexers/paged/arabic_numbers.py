"""Numbers in Arabic digits, which are read from the left within text that is read from the right.

MuPDF turns a run of Arabic digits around together with the letters: 29 comes out as 92. Where the
places of the digits on the page show it, each number is turned back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from indexers.paged.sheets import Line

_DIGIT = "[\u0660-\u0669\u06f0-\u06f9]"
_NUMBER = re.compile(f"{_DIGIT}(?:[.,:/\u066b\u066c-]?{_DIGIT})+")


def have_numbers(lines: Sequence[Line]) -> bool:
    return any(_NUMBER.search(word[4]) for line in lines for word in line.words)


def put_in_order(lines: Sequence[Line], blocks: Iterable[dict[str, Any]]) -> None:
    """In place; ``blocks`` are those of PyMuPDF's raw dictionary of the same page."""
    if not _run_leftwards(blocks):
        return
    for line in lines:
        line.words = [
            (*word[:4], _NUMBER.sub(lambda found: found.group()[::-1], word[4]), *word[5:])
            for word in line.words
        ]


def _run_leftwards(blocks: Iterable[dict[str, Any]]) -> bool:
    """Whether most digits that follow another one stand to its left."""
    balance = 0
    for block in blocks:
        for line in block.get("lines", ()):
            characters = [character for span in line["spans"] for character in span["chars"]]
            for before, after in pairwise(characters):
                if re.match(_DIGIT, before["c"]) and re.match(_DIGIT, after["c"]):
                    balance += 1 if after["bbox"][0] < before["bbox"][0] else -1
    return balance > 0
