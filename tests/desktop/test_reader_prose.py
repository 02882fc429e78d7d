"""Text that flows, of many leaves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop.house import House
from desktop.reader.content import Content
from desktop.reader.leaves import Block, Leaf
from desktop.reader.prose import ProseSheets
from indexers.records import Page
from warehouse.records import Document


class Unseen(tuple[Block, ...]):
    """Of blocks none of which may be looked at."""

    def __iter__(self) -> Iterator[Block]:
        raise AssertionError


@pytest.fixture
def sheets(house: House) -> ProseSheets:
    """Three messages of one block of 1,000 letters each, 2 letters apart."""
    starts = (0, 1002, 2004)
    blocks = [Unseen([Block(start, "x" * 1000)]) for start in starts]
    leaves = [
        Leaf(start, start + 1000, at, blocks[at], f"Message {at}")
        for at, start in enumerate(starts)
    ]
    pages = tuple(
        Page(at, f"message {at}", start, start + 1000, 0, 0) for at, start in enumerate(starts)
    )
    document = Document("a", "Box", "mail", "/in/a.mbox", 10, 1.0, "verified")
    text = "\n\n".join(["x" * 1000] * 3)
    return ProseSheets(house, Content(document, pages, (), text, leaves=tuple(leaves)))


def test_a_long_box_is_laid_out_without_a_look_at_its_words(sheets: ProseSheets) -> None:
    sheets.lay_out(900, 1.0)
    wide = sheets.stack.total
    sheets.lay_out(300, 1.0)
    assert sheets.stack.total > wide > 3 * 17


def test_which_leaf_a_letter_stands_on(sheets: ProseSheets) -> None:
    offsets = (0, 1, 1001, 1002, 2003, 2004, 9999)
    assert [sheets.sheet_of(one) for one in offsets] == [0, 0, 0, 1, 1, 2, 2]
