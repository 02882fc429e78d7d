"""Which short, large paragraphs are headings."""

from __future__ import annotations

from pathlib import Path

import made_pdfs
import pytest

from indexers.paged.assembly import Assembled, Block
from indexers.paged.headings import sections
from indexers.reading import read
from indexers.records import Page

BODY = "The river runs under the bridge, and the mill stands beside it. " * 4


def test_an_outline_that_is_not_in_the_order_of_the_pages(tmp_path: Path) -> None:
    document = made_pdfs.new(3)
    for page, title in zip(document, ["1 Rivers", "2 Bridges", "Index"], strict=True):
        made_pdfs.write_lines(page, [title])
        made_pdfs.write_lines(page, made_pdfs.wrapped(f"{title} {BODY}"), y=160)
    document.set_toc([[1, "Index", 3], [1, "Rivers", 1], [2, "Bridges", 2]])
    reading = read(made_pdfs.save(document, tmp_path / "outline.pdf"))
    found = [(section.level, section.title) for section in reading.sections]
    assert found == [(1, "Rivers"), (2, "Bridges"), (1, "Index")]
    starts = [reading.text[section.start :].split("\n")[0] for section in reading.sections]
    assert starts == ["1 Rivers", "2 Bridges", "Index"]


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
