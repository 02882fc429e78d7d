"""Letters in private places are read; lines of signs are no text, and are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_type3 import bitmaps

from indexers.paged.spelling import clean, is_clean
from indexers.reading import read
from indexers.text.places import rects

LETTERS = {code: code for code in range(65, 123)} | {code: code for code in (32, 44, 46, 51, 52)}
NOTES = LETTERS | {1: 0xE1A3, 2: 0xE0A4, 3: 0xFFFD, 4: 0xF0B7}


@pytest.mark.parametrize(
    ("private", "plain"),
    [
        ("\uf643\uf644\uf64c", "019"),
        ("\uf731\uf739\uf738\uf734", "1984"),
        ("M\uf775\uf76e\uf769", "Muni"),
        ("\uf7e9t\uf7e9", "été"),
        ("1\uf6f2\uf6f3", "1st"),
        ("\uf761\uf77a\uf7ff", "azÿ"),
    ],
)
def test_private_letters_are_plain_ones(private: str, plain: str) -> None:
    assert not is_clean(private)
    assert clean(private) == plain
    assert len(private) == len(plain)


def test_old_style_digits_and_small_capitals_of_a_file(tmp_path: Path) -> None:
    means = LETTERS | {1: 0xF731, 2: 0xF644, 4: 0xF76E}
    path = bitmaps(tmp_path / "a.pdf", [b"In \x01\x02 the R\x04", b"wheel stood still."], means)
    reading = read(path)
    assert reading.text == "In 11 the Rn wheel stood still."
    at = reading.text.index("11")
    (box,) = rects(reading.pages[0], at, at + 2)
    assert box[2] - box[0] == pytest.approx(10, abs=1)


def test_lines_of_signs_are_left_out_and_told(tmp_path: Path) -> None:
    lines = [
        b"The song begins low.",
        b"\x01 \x02 \x01 \x01",
        b"\x03 \x03 \x03",
        b"And it ends there.",
    ]
    reading = read(bitmaps(tmp_path / "a.pdf", lines, NOTES))
    assert reading.text == "The song begins low.\n\nAnd it ends there."
    assert [(one.what, one.reason) for one in reading.losses] == [
        ("signs without letters on page 1", "left out: they are no text")
    ]


def test_bullets_and_signs_beside_words_stay(tmp_path: Path) -> None:
    lines = [b"\x04 The first of them.", b"\x04       The second of them.", b"A \x01 sign."]
    reading = read(bitmaps(tmp_path / "a.pdf", lines, NOTES))
    assert reading.text.count("\uf0b7") == 2
    assert "\ue1a3" in reading.text
    assert not reading.losses
