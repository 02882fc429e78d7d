"""Which short, large paragraphs are headings."""

from __future__ import annotations

import pytest

from indexers.paged.assembly import Assembled, Block
from indexers.paged.headings import sections
from indexers.records import Page

BODY = "The river runs under the bridge, and the mill stands beside it. " * 4


@pytest.mark.parametrize(
    ("title", "is_heading"),
    [
        ("Rivers", True),
        ("Con\ufffdguration of rivers", True),  # a letter of a heading that cannot be read
        ("B\ufffdm⁷", False),  # a chord, in the font of its sheet of music
        ("\ue0a2 A", False),
        ("Go", True),
    ],
)
def test_signs_of_music_are_no_heading(title: str, is_heading: bool) -> None:
    text = f"{title}\n\n{BODY}"
    blocks = (
        Block(0, len(title), 0, "prose", 16.0, bold=True, lines=1),
        Block(len(title) + 2, len(text), 0, "prose", 10.0, bold=False, lines=4),
    )
    found = sections(Assembled(text, (Page(0, "1", 0, len(text), 600, 800),), blocks), ())
    assert [one.title for one in found] == ([title] if is_heading else [])
