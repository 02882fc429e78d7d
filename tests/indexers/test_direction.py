from __future__ import annotations

from pathlib import Path

import pytest

from indexers.paged.direction import runs_leftwards
from indexers.paged.pdf import pymupdf
from indexers.reading import read

BRIDGE = "הגשר הישן בעיר נבנה בשנת 1953 על ידי 12 מהנדסים."
MILL = "הטחנה נשרפה ב-1960 ונמכרה ב-1972 לאן הולט."
ENGLISH = "The bridge was built in 1953 by Ann Holt and her firm in the town of the old mill."
COLUMNS = ["縦書きの文章はここに立っている、そして", "二行目の文章はその左に立つのだ。"]


def page(folder: Path, *boxes: tuple[tuple[int, int, int, int], str]) -> str:
    document = pymupdf.open()
    sheet = document.new_page()
    for box, markup in boxes:
        sheet.insert_htmlbox(box, markup)
    document.save(str(folder / "a.pdf"))
    return read(folder / "a.pdf").text


def leftwards(words: str) -> str:
    return f'<p dir="rtl">{words}</p>'


def test_numbers_do_not_part_a_line_that_is_read_from_the_right(tmp_path: Path) -> None:
    text = page(tmp_path, ((50, 50, 550, 300), leftwards(BRIDGE) + leftwards(MILL)))
    assert text.split("\n\n") == [BRIDGE, MILL]


def test_the_right_column_comes_first(tmp_path: Path) -> None:
    left, right = f"שני. {BRIDGE} " * 4, f"ראשון. {MILL} " * 5
    text = page(
        tmp_path, ((50, 50, 280, 800), leftwards(left)), ((310, 50, 550, 800), leftwards(right))
    )
    assert text == f"{right.strip()}\n\n{left.strip()}"


def test_english_on_a_page_that_is_read_from_the_right(tmp_path: Path) -> None:
    text = page(tmp_path, ((50, 50, 550, 300), f"{leftwards(BRIDGE * 4)}<p>{ENGLISH}</p>"))
    assert text.endswith(f"\n\n{ENGLISH}")


def test_a_row_read_from_the_right_on_an_english_page(tmp_path: Path) -> None:
    english = f"<p>{ENGLISH} {ENGLISH}</p>"
    text = page(tmp_path, ((50, 50, 550, 300), english + leftwards(BRIDGE[:-1]) + english))
    assert BRIDGE[:-1] in text


@pytest.mark.parametrize(
    ("text", "leftward"),
    [(ENGLISH, False), ("", False), ("1953", False), (BRIDGE, True), (f"{ENGLISH} {MILL}", False)],
)
def test_which_way_most_letters_run(text: str, leftward: bool) -> None:
    assert runs_leftwards(text) is leftward


def test_columns_of_letters_are_read_downwards_from_the_right(tmp_path: Path) -> None:
    document = pymupdf.open()
    sheet = document.new_page()
    for number, words in enumerate(COLUMNS):
        sheet.insert_text((500 - 20 * number, 100), words, fontname="japan", fontsize=12)
    for number in range(1, document.xref_length()):
        said = document.xref_object(number)
        if "-H" in said and "Encoding" in said:
            document.update_object(number, said.replace("-H", "-V"))
    document.save(str(tmp_path / "a.pdf"))
    reading = read(tmp_path / "a.pdf")
    assert reading.text == "".join(COLUMNS)
    boxes = reading.pages[0].words
    assert [(round(one.x0), one.end - one.start) for one in boxes] == [(494, 19), (474, 16)]
