"""A page as blocks with their lines, and the usual shape of the pages of a document.

Prose is told by its lines: most are as wide as a column, and most of their words are words. What
is neither prose nor heading nor caption may be a label inside a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Literal

from msgspec import Struct, structs

from indexers.records import Page
from indexers.text.places import Box, rects
from warehouse.documents.figures import captions
from warehouse.documents.figures.captions import Caption, around

Kind = Literal["prose", "heading", "cells", "caption", "label"]
WIDE = 0.55  # of a column, from which a line may be one of prose
FEWEST_WORDS, FEWEST_LINES = 6, 2
SPOKEN = 0.7  # of the pieces between blanks that are words
EDGE_POINTS = 4.0
_BLOCK = re.compile(r"(?:[^\n]|\n(?!\n))+")
_WORD = re.compile(r"[(“\"'‘]*[^\W\d_][^\W\d_’'-]*(?:[’'-][^\W\d_]+)*[.,:;!?)”\"'’]*")
_ENDED = (".", ":", "?", "!", ";", ",")


class Block(Struct, frozen=True):
    kind: Kind
    start: int
    end: int
    lines: tuple[Box, ...]

    @property
    def box(self) -> Box:
        return around(list(self.lines))


class Shape(Struct, frozen=True):
    """The usual page, in points: height of a line, width of one, and the edges of what is set."""

    size: float
    measure: float
    left: float
    top: float
    right: float
    bottom: float


class Laid(Struct, frozen=True):
    """A page with its blocks in reading order and its captions."""

    page: Page
    blocks: tuple[Block, ...]
    captions: tuple[Caption, ...]


def pieces(text: str, start: int) -> Iterator[tuple[int, str]]:
    """The blocks of ``text``, which stands at ``start``, between blank lines."""
    for match in _BLOCK.finditer(text):
        words = match.group().strip("\n")
        if words.strip():
            at = match.start() + len(match.group()) - len(match.group().lstrip("\n"))
            yield start + at, words


def shape(pages: Sequence[tuple[Page, str]]) -> Shape | None:
    """Of some pages with their texts; None where they have no words."""
    sizes = [word.y1 - word.y0 for page, _ in pages for word in page.words if word.end > word.start]
    if not sizes:
        return None
    widths: list[float] = []
    for page, text in pages:
        for start, words in pieces(text, page.start):
            lines = rects(page, start, start + len(words)) if "\t" not in words else ()
            if len(lines) >= 3 and _is_spoken(words):
                widths += [line[2] - line[0] for line in lines[:-1]]
    spans = [
        around([(w.x0, w.y0, w.x1, w.y1) for w in page.words]) for page, _ in pages if page.words
    ]
    return Shape(
        size=median(sizes),
        measure=median(widths) if widths else median(span[2] - span[0] for span in spans),
        left=_share(sorted(span[0] for span in spans), 0.2),
        top=_share(sorted(span[1] for span in spans), 0.4),
        right=_share(sorted(span[2] for span in spans), 0.8),
        bottom=_share(sorted(span[3] for span in spans), 0.7),
    )


def _share(ordered: Sequence[float], share: float) -> float:
    return ordered[round(share * (len(ordered) - 1))]


def laid(page: Page, text: str, usual: Shape, headings: Iterable[int], goes_on: bool) -> Laid:
    """``text`` is the page's, ``headings`` where headings begin; ``goes_on`` says that its first
    block goes on with a sentence of the page before.
    """
    known = frozenset(headings)
    blocks: list[Block] = []
    all_captions: list[Caption] = []
    for start, words in pieces(text, page.start):
        is_rest = goes_on and not blocks
        begun = [] if is_rest else list(captions.in_block(words, start, page, usual.size))
        all_captions += begun
        blocks += [
            Block("caption", caption.start, caption.end, (caption.box,)) for caption in begun
        ]
        at = max((caption.end for caption in begun), default=start)
        if start in known and not begun:
            blocks.append(Block("heading", start, start + len(words), _lines(page, start, words)))
        else:
            blocks += _parts(page, at, words[at - start :], usual)
    return Laid(page, tuple(_with_true_headings(blocks)), tuple(all_captions))


def _with_true_headings(blocks: Sequence[Block]) -> Iterator[Block]:
    """Large letters in a figure are taken for a heading, but stand at no edge of prose."""
    prose = [block.box for block in blocks if block.kind == "prose"]
    for block in blocks:
        if block.lines and block.kind == "heading" and prose and not _is_in_line(block.box, prose):
            yield structs.replace(block, kind="label")
        elif block.lines:
            yield block


def _is_in_line(box: Box, prose: Sequence[Box]) -> bool:
    """At the left edge of prose, or in its middle."""
    return any(
        abs(box[0] - other[0]) <= EDGE_POINTS
        or abs(box[0] + box[2] - other[0] - other[2]) <= 2 * EDGE_POINTS
        for other in prose
    )


def _lines(page: Page, start: int, words: str) -> tuple[Box, ...]:
    return rects(page, start, start + len(words))


def _parts(page: Page, start: int, words: str, usual: Shape) -> Iterator[Block]:
    """One block, or two where prose runs on into what stands in a figure below it."""
    lines, end = _lines(page, start, words), start + len(words)
    if not lines:
        return
    if "\t" in words:
        yield Block("cells", start, end, lines)
    elif _is_prose(words, lines, usual):
        yield Block("prose", start, end, lines)
    else:
        count = 0
        while count < len(lines) and _is_line_of_prose(page, start, words, lines[count], usual):
            count += 1
        count = count if count >= FEWEST_LINES else 0
        if count:
            yield Block("prose", start, end, lines[:count])
        if count < len(lines):
            yield Block("label", start, end, lines[count:])


def _is_line_of_prose(page: Page, start: int, words: str, line: Box, usual: Shape) -> bool:
    said = [
        words[word.start - start : word.end - start]
        for word in page.words
        if start <= word.start < start + len(words)
        and line[0] - 1 <= word.x0
        and word.x1 <= line[2] + 1
        and line[1] <= (word.y0 + word.y1) / 2 <= line[3]
    ]
    return line[2] - line[0] >= WIDE * usual.measure and _is_spoken(" ".join(said))


def _is_prose(words: str, lines: Sequence[Box], usual: Shape) -> bool:
    if not _is_spoken(words):
        return False
    at_the_edge = abs(lines[0][0] - usual.left) <= EDGE_POINTS
    is_ended = words.rstrip().endswith(_ENDED)
    off_centre = abs((lines[0][0] + lines[0][2]) / 2 - (usual.left + usual.right) / 2)
    if len(lines) == 1 and not at_the_edge and (off_centre <= EDGE_POINTS or not is_ended):
        return False
    wide = sum(line[2] - line[0] >= WIDE * usual.measure for line in lines)
    if len(words.split()) >= FEWEST_WORDS and wide >= max(1, (len(lines) - 1) / 2):
        return True
    return at_the_edge and len(words.split()) >= 3 and is_ended


def _is_spoken(words: str) -> bool:
    parts = words.split()
    return sum(_WORD.fullmatch(part) is not None for part in parts) >= SPOKEN * max(1, len(parts))
