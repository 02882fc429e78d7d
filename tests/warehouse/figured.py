"""A PDF with figures and tables, made by the test: what stands where is known to the point."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf

LEFT, RIGHT = 72.0, 523.0
DRAWN = (180.0, 180.0, 420.0, 330.0)
CAPTION = "Figure 1: The dam of Brielle and its sluices, seen from the river."
TABLE = "Table 1: Sluices of the dam, and the year in which each was built."
IN_A_COLUMN = "Figure 2: The night watch on the dike."
UNDRAWN = "Figure 3: A map that was never printed."
SENTENCE = "Figure 1 shows the dam as it stood before the storm, with all of its sluices closed."
ROWS = (("Sluice", "Year", "Width"), ("North", "1320", "12"), ("South", "1348", "15"))
PROSE = (
    "The town kept a book of all that was built at the river, and each spring the masters of the "
    "dike went out to look at the wood of the gates and to count the stones that the winter had "
    "taken away. What was missing was written down, and those who lived behind the dike paid for "
    "it by the length of their land. Nobody was let off, and the rich paid as the poor did. "
)


def save(path: Path, pages: Sequence[int] = (1, 2, 3, 4)) -> Path:
    """Pages: 1 a figure, 2 a table, 3 two columns with a figure in the left, 4 none."""
    document = pymupdf.open()
    makers = {1: _figure, 2: _table, 3: _columns, 4: _caption_alone}
    for one in pages:
        makers[one](document.new_page(width=595, height=842))
    document.save(path)
    document.close()
    return path


def _figure(page: pymupdf.Page) -> None:
    _set(page, (LEFT, 72, RIGHT, 170), PROSE)
    page.draw_rect(DRAWN, color=(0, 0, 0.6), fill=(0.7, 0.8, 1), width=2)
    page.draw_line((190, 300), (410, 200), color=(0.6, 0, 0), width=3)
    page.insert_text((260, 260), "sluice", fontsize=9)
    page.insert_text((130, 350), CAPTION, fontsize=9)
    _set(page, (LEFT, 380, RIGHT, 480), f"{SENTENCE} {PROSE}")
    _set(page, (LEFT, 500, RIGHT, 600), PROSE)


def _table(page: pymupdf.Page) -> None:
    _set(page, (LEFT, 72, RIGHT, 170), PROSE)
    page.insert_text((LEFT, 200), TABLE, fontsize=9)
    for at, row in enumerate(ROWS):
        for x, cell in zip((100, 250, 400), row, strict=True):
            page.insert_text((x, 230 + 18 * at), cell, fontsize=10)
        page.draw_line((90, 235 + 18 * at), (450, 235 + 18 * at), width=0.7)
    _set(page, (LEFT, 320, RIGHT, 420), PROSE)


def _columns(page: pymupdf.Page) -> None:
    _set(page, (60, 72, 285, 260), PROSE)
    page.draw_rect((80, 280, 260, 400), color=(0, 0.4, 0), fill=(0.8, 1, 0.8), width=2)
    page.insert_text((85, 420), IN_A_COLUMN, fontsize=9)
    _set(page, (60, 450, 285, 640), PROSE)
    _set(page, (310, 72, 535, 640), PROSE * 3)


def _caption_alone(page: pymupdf.Page) -> None:
    _set(page, (LEFT, 72, RIGHT, 170), PROSE)
    page.insert_text((LEFT, 190), UNDRAWN, fontsize=9)
    _set(page, (LEFT, 205, RIGHT, 420), PROSE * 2)


def _set(page: pymupdf.Page, box: tuple[float, float, float, float], text: str) -> None:
    left = page.insert_textbox(box, text, fontsize=11, fontname="tiro", align=3)
    assert left >= 0, "it does not fit"
