"""A section of an article for the window: its heading, why it was not written, and its words."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.render import line, prose
from warehouse.results.records import Block
from warehouse.writing.editing.records import Part

Key = tuple[Part, int, frozenset[int]]
"""A paragraph, the number of its first claim, and the citations that exist."""


def html_of(wanted: Sequence[Key]) -> dict[Key, str]:
    """Of paragraphs; in any thread."""
    return {key: prose(key[0].text, key[0].claims, key[2], first=key[1]) for key in wanted}


def block_html(block: Block, first: int, numbers: frozenset[int]) -> str:
    """One section for the window, heading and all."""
    head = heading_html(block) + lost_html(block)
    return head + prose(block.text, block.claims, numbers, first=first)


def heading_html(block: Block) -> str:
    level = 2 if block.level <= 2 else 3
    return f"<h{level}>{line(block.title)}</h{level}>" if block.title else ""


def lost_html(block: Block) -> str:
    if not block.failed:
        return ""
    return f'<p class="quiet">This section was not written: {line(block.failed)}</p>'
