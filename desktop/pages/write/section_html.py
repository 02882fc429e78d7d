"""A section of an article for the window: its heading, why it was not written, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from warehouse.render import line, prose
from warehouse.results.records import Article, Block
from warehouse.studies.report import ledger
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


class SectionsHtml:
    """Of all sections, heading and all; what is known of one is not made again."""

    def __init__(self) -> None:
        self._known: dict[Block, tuple[int, frozenset[int], str]] = {}

    def forget(self) -> None:
        self._known = {}

    def of(self, article: Article) -> str:
        numbers = frozenset(item.number for item in article.research.evidence)
        parts, first = [], 0
        for block in ledger.blocks(article):
            parts.append(self._of_one(block, first, numbers))
            first += len(block.claims)
        return "".join(parts)

    def _of_one(self, block: Block, first: int, numbers: frozenset[int]) -> str:
        if (known := self._known.get(block)) is None or known[:2] != (first, numbers):
            known = (first, numbers, block_html(block, first, numbers))
            self._known[block] = known
        return known[2]


def with_draft(block: Block, drafts: Mapping[str, str]) -> Block:
    """Of a section of which some is written the draft goes on after that."""
    draft = drafts.get(block.title, "")
    goes_on = bool(draft) and not block.failed and draft.startswith(block.text)
    return structs.replace(block, text=draft) if goes_on else block


def heading_html(block: Block) -> str:
    level = min(max(block.level, 2), 4)
    return f"<h{level}>{line(block.title)}</h{level}>" if block.title else ""


def lost_html(block: Block) -> str:
    if not block.failed:
        return ""
    return f'<p class="quiet">This section was not written: {line(block.failed)}</p>'
