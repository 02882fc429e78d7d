"""Lines that are stretched to the full width, word by word: they are lines, and no columns."""

from __future__ import annotations

from pathlib import Path

import made_pdfs
import pymupdf
from made_pdfs import write_lines

from indexers.reading import read

STRETCHED = "If you are missing any of them the complete books can be found at"
AFTER = "the reading room of the town library, which is open on every weekday."
SHORT = ["The town library", "Floods and dykes", "A reader", "by the keepers", "of the archive"]


def spread(page: pymupdf.Page, words: list[str], y: float, gap_pt: float) -> None:
    x = 72.0
    for word in words:
        page.insert_text((x, y), word, fontsize=11)
        x += pymupdf.get_text_length(word, fontsize=11) + gap_pt


def test_a_stretched_line_beside_short_ones_is_read_through(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    page = document[0]
    write_lines(page, SHORT, y=100, pitch=3)
    for at, mark in enumerate("stuvwx"):
        page.insert_text((500, 100 + 33 * at), f"({mark})", fontsize=11)
    spread(page, STRETCHED.split(), 340, 11)
    write_lines(page, [AFTER], y=354)
    text = read(made_pdfs.save(document, tmp_path / "stretched.pdf")).text
    assert f"{STRETCHED} {AFTER}" in text


def test_cells_of_a_table_stay_apart(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    for at in range(6):
        spread(document[0], [f"{at}.1", f"{at}.22", f"{at}.3", f"{at}.44"], 100 + 16 * at, 40)
    text = read(made_pdfs.save(document, tmp_path / "table.pdf")).text
    assert "3.1\t3.22\t3.3\t3.44" in text
