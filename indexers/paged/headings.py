"""Sections: from the file's own outline where it has one, else from how headings look.

A heading is a short paragraph that is larger or bolder than the body, or numbered like one. Its
level is the depth of its number, or the rank of its size among the sizes of headings.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence

from indexers.paged.assembly import Assembled, Block
from indexers.paged.pdf import Bookmark
from indexers.paged.quality import odd_letters
from indexers.records import Section
from indexers.text.sections import Mark, governed

_LONGEST_CHARS = 140
_NUMBERED = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+[^\W\d_]")
_NAMED = re.compile(
    r"^(?:abstract|acknowledge?ments?|appendix(?: [a-z])?|bibliography|conclusions?|contents|"
    r"discussion|glossary|index|introduction|preface|references|results|summary|"
    r"(?:chapter|part|kapitel|chapitre) [\divxlc]+)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3}")
_ALIKE = re.compile(r"[\W_]+")


def sections(assembled: Assembled, bookmarks: Sequence[Bookmark]) -> tuple[Section, ...]:
    outlined = len(bookmarks) >= 2
    marks = _from_outline(assembled, bookmarks) if outlined else _from_looks(assembled)
    return governed(marks, len(assembled.text))


def body_size(blocks: Sequence[Block]) -> float:
    """The size that most of the text is set in."""
    weights: Counter[float] = Counter()
    for block in blocks:
        if block.kind == "prose":
            weights[round(block.size, 1)] += block.end - block.start
    return weights.most_common(1)[0][0] if weights else 0.0


def _alike(text: str) -> str:
    return _ALIKE.sub("", text).casefold()


def _from_outline(assembled: Assembled, bookmarks: Sequence[Bookmark]) -> list[Mark]:
    by_page: dict[int, list[Block]] = defaultdict(list)
    for block in assembled.blocks:
        by_page[block.page].append(block)
    marks: list[Mark] = []
    position = 0
    for bookmark in sorted(bookmarks, key=lambda one: one.page):  # a user's own may stand first
        start = _place(assembled, by_page, bookmark, position)
        if start is None:
            start = max(position, assembled.pages[bookmark.page].start)
        position = start
        title = re.sub(r"\s+", " ", bookmark.title).strip()
        marks.append((start, bookmark.level, title[:300]))
    return marks


def _place(
    assembled: Assembled, by_page: dict[int, list[Block]], bookmark: Bookmark, position: int
) -> int | None:
    """Where the title stands on its page (or the next), not before ``position``."""
    wanted = _alike(bookmark.title)
    for page in (bookmark.page, bookmark.page + 1):
        for block in by_page.get(page, ()):
            if block.start < position or not wanted:
                continue
            head = _alike(assembled.text[block.start : block.start + len(bookmark.title) + 30])
            at = head.find(wanted)
            if at == 0 or (0 < at <= 12 and block.lines <= 3):
                return block.start
    return None


def _from_looks(assembled: Assembled) -> list[Mark]:
    body = body_size(assembled.blocks)
    headings = [
        block for block in assembled.blocks if _looks_like_heading(assembled.text, block, body)
    ]
    sizes = sorted({round(block.size) for block in headings}, reverse=True)
    marks = []
    for block in headings:
        title = assembled.text[block.start : block.end]
        numbered = _NUMBERED.match(title)
        rank = bisect_left([-size for size in sizes], -round(block.size)) + 1
        level = numbered.group(1).count(".") + 1 if numbered else min(rank, 6)
        marks.append((block.start, level, title))
    return marks


def _looks_like_heading(text: str, block: Block, body: float) -> bool:
    length = block.end - block.start
    if block.kind != "prose" or not 2 <= length <= _LONGEST_CHARS or block.lines > 3:
        return False
    title = text[block.start : block.end]
    if not any(letter.isalpha() for letter in title) or (title[-1] in ".,;:" and length > 60):
        return False
    if odd_letters(title) and _WORD.search(title) is None:
        return False  # signs of music or of a figure, from a font of their own
    if title[0].islower() or sum(map(str.isalpha, title)) < 0.5 * length:
        return False
    larger = block.size > 1.12 * body
    named = _NAMED.match(title) is not None or _NUMBERED.match(title) is not None
    return larger or (block.bold and title[-1] not in ".,;") or (named and block.size > 1.04 * body)
