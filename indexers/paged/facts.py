"""What the pages show of a document: its title in large words, its captions, its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping

from indexers.paged.asides import CAPTION
from indexers.paged.assembly import Assembled, Block
from indexers.paged.headings import body_size
from indexers.text import metadata as told

_TABLES, _FIGURES = ("tab", "cuadro"), ("fig", "abb", "scheme")


def title(metadata: Mapping[str, str], assembled: Assembled) -> str:
    """The file's own title where it is one, else the largest words of the first page."""
    return told.title(metadata) or _largest(assembled)


def _largest(assembled: Assembled) -> str:
    first = next((page.index for page in assembled.pages if page.words), -1)
    blocks = [
        block
        for block in assembled.blocks
        if block.page == first
        and block.kind not in ("code", "aside")
        and _is_title(assembled.text, block)
    ]
    if not blocks:
        return ""
    size = max(block.size for block in blocks)
    if size < 1.05 * body_size(assembled.blocks):
        return ""
    picked = [block for block in blocks if block.size > 0.95 * size]
    if len(picked) > 3:
        picked = picked[:1]
    words = " ".join(assembled.text[block.start : block.end] for block in picked)
    return re.sub(r"\s+", " ", words).strip()[:300]


def _is_title(text: str, block: Block) -> bool:
    words = text[block.start : block.end]
    return 3 <= len(words) <= 300 and sum(map(str.isalpha, words)) >= max(3, len(words) // 3)


def count_tables_and_figures(assembled: Assembled) -> tuple[int, int]:
    """Captions with different numbers; where none names a table, blocks of rows and cells."""
    tables: set[str] = set()
    figures: set[str] = set()
    rows = 0
    for block in assembled.blocks:
        if block.kind == "table" and block.lines >= 3:
            rows += 1
        found = CAPTION.match(assembled.text[block.start : block.start + 40])
        if found is not None:
            name = found.group(1).lower()
            if name.startswith(_TABLES):
                tables.add(found.group(2))
            elif name.startswith(_FIGURES):
                figures.add(found.group(2))
    return len(tables) or rows, len(figures)
