"""Large initials: letters of the word beside them, and numerals that are none."""

from __future__ import annotations

from pathlib import Path

import made_pdfs
import pytest
from made_pdfs import PROSE, wrapped, write_lines

from indexers.reading import read
from indexers.text.places import rects


@pytest.mark.parametrize(
    ("initial", "rest", "x", "whole"),
    [("T", "he archive", 104, "The archive"), ("T", "HE archive", 104, "THE archive"),
     ("A", "storm and", 112, "A storm and"), ("A", "rchives", 104.5, "Archives")],
)  # fmt: skip
def test_a_large_initial_begins_its_word(
    tmp_path: Path, initial: str, rest: str, x: float, whole: str
) -> None:
    document = made_pdfs.new(1)
    page = document[0]
    lines = made_pdfs.filled(f"{rest} {PROSE[12:]}", 400, 11)
    page.insert_text((72, 174), initial, fontsize=48 if initial == "T" else 46)
    write_lines(page, lines[:3], x=x, y=146, size=11, pitch=14 / 11)
    last = made_pdfs.filled(" ".join(lines[3:]), 432, 11)
    write_lines(page, last, y=188, size=11, pitch=14 / 11)
    reading = read(made_pdfs.save(document, tmp_path / "initial.pdf"))
    assert reading.text == f"{whole} {PROSE[12:]}"
    (box, *_) = rects(reading.pages[0], 0, len(whole))
    assert box[0] < 76 and box[2] > x and box[3] - box[1] < 20


@pytest.mark.parametrize(
    ("numeral", "title"),
    [("V", ["Results of it"]), ("V", ["RESULTS"]), ("B2", ["RESULTS", "of the year"])],
)
def test_a_large_numeral_beside_a_title_is_no_initial(
    tmp_path: Path, numeral: str, title: list[str]
) -> None:
    document = made_pdfs.new(1)
    document[0].insert_text((72, 140), numeral, fontsize=40)
    write_lines(document[0], title, x=104 if numeral == "V" else 124, y=120, size=14)
    write_lines(document[0], wrapped(PROSE), y=200)
    text = read(made_pdfs.save(document, tmp_path / "numeral.pdf")).text
    assert f"{numeral}R" not in text and numeral in text.split()
