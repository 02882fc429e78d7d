"""Text that flows, cut into leaves of a few thousand letters. Of a mail box that takes a second: in
a worker.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from indexers.records import Code, Page, Section
from indexers.text.placenames import place_name

LEAF_LETTERS = 4000
_BLANK = re.compile(r"\n{2,}")

Kind = Literal["paragraph", "heading", "table", "code"]


class Block(Struct, frozen=True):
    start: int
    text: str
    kind: Kind = "paragraph"
    level: int = 0


class Leaf(Struct, frozen=True):
    """``name`` is that of a place which begins here ("Slide 3")."""

    start: int
    end: int
    page: int
    blocks: tuple[Block, ...]
    name: str = ""


def cut(
    text: str, pages: Sequence[Page], sections: Sequence[Section], code: Sequence[Code]
) -> list[Leaf]:
    """At least one; each within one place."""
    heads = {section.start: section.level for section in sections}
    leaves: list[Leaf] = []
    for page in pages:
        name = place_name(page.label) if len(pages) > 1 else ""
        name = name[:1].upper() + name[1:]
        waiting: list[Block] = []
        letters = 0
        for block in _blocks(text, code, page, heads):
            waiting.append(block)
            letters += len(block.text)
            if letters >= LEAF_LETTERS:
                leaves.append(_leaf(waiting, page.index, name))
                waiting, letters, name = [], 0, ""
        if waiting:
            leaves.append(_leaf(waiting, page.index, name))
    return leaves or [Leaf(0, 0, 0, (Block(0, ""),))]


def _leaf(blocks: list[Block], page: int, name: str) -> Leaf:
    last = blocks[-1]
    return Leaf(blocks[0].start, last.start + len(last.text), page, tuple(blocks), name)


def _blocks(text: str, code: Sequence[Code], page: Page, heads: dict[int, int]) -> Iterator[Block]:
    at = page.start
    while at < page.end:
        gap = _BLANK.search(text, at, page.end)
        foot = gap.start() if gap else page.end
        for start, end, is_code in _parted(code, at, foot):
            words = text[start:end].strip("\n")
            if words.strip():
                start += text[start:end].index(words)
                yield from _block(start, words, heads, is_code)
        at = gap.end() if gap else page.end


def _parted(code: Sequence[Code], at: int, foot: int) -> Iterator[tuple[int, int, bool]]:
    """``at`` to ``foot`` as ranges, each code or not."""
    for number in range(bisect_right(code, at, key=lambda one: one.end), len(code)):
        start, end = max(at, code[number].start), min(foot, code[number].end)
        if start >= end:
            break
        yield at, start, False
        yield start, end, True
        at = end
    yield at, foot, False


def _block(at: int, words: str, heads: dict[int, int], is_code: bool) -> Iterator[Block]:
    if at in heads and not is_code:
        yield Block(at, words, "heading", heads[at])
    elif "\t" in words and not is_code:
        yield Block(at, words, "table")
    else:
        for begin, part in _pieces(words):
            yield Block(at + begin, part, "code" if is_code else "paragraph")


def _pieces(words: str) -> Iterator[tuple[int, str]]:
    """Of one paragraph, which may be a whole book; broken at the end of a line where it can be."""
    begin = 0
    while begin < len(words):
        end = begin + 4 * LEAF_LETTERS
        if end < len(words):
            end = words.rfind("\n", begin, end) + 1 or end
        yield begin, words[begin:end].rstrip("\n")
        begin = end
