"""Sentences that go on past notes, figures, tables and margins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import made_pdfs
import pymupdf
import pytest
from lighting import assert_every_sentence_is_lit
from made_pdfs import PROSE, filled, write_lines

from indexers.reading import read

BODY = filled(PROSE, 440, 10)
NOTE = "1 A ledger in this sense is a bound book of accounts and nothing else."


def two_pages() -> Any:
    """The first page ends within a sentence, the second begins with the rest of it."""
    document = made_pdfs.new(2)
    write_lines(document[0], BODY[:3])
    return document


def test_a_note_at_the_foot_does_not_tear_the_sentence_above_it(tmp_path: Path) -> None:
    document = two_pages()
    write_lines(document[0], [NOTE], y=760, size=8)
    write_lines(document[1], BODY[3:])
    path = made_pdfs.save(document, tmp_path / "a.pdf")
    reading = read(path)
    assert reading.text == f"{NOTE}\n\n{PROSE}"
    assert reading.pages[0].end + 1 == reading.pages[1].start
    assert_every_sentence_is_lit(path, reading)


def test_a_note_under_a_whole_sentence_stays_at_the_foot(tmp_path: Path) -> None:
    document = made_pdfs.new(2)
    for page in document:
        write_lines(page, BODY)
    write_lines(document[0], [NOTE], y=760, size=8)
    reading = read(made_pdfs.save(document, tmp_path / "a.pdf"))
    assert reading.text == f"{PROSE}\n\n{NOTE}\n\n{PROSE}"


def test_each_note_is_a_paragraph(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    page = document[0]
    write_lines(page, BODY)
    for number in (1, 2):
        y = 740 + 10 * number
        page.insert_text((72, y - 3), str(number), fontsize=5)
        page.insert_text((75, y), "This is a note about the ledger that was lost.", fontsize=8)
    reading = read(made_pdfs.save(document, tmp_path / "a.pdf"))
    first, second = reading.text.split("\n\n")[-2:]
    assert first == "¹This is a note about the ledger that was lost."
    assert second == "²This is a note about the ledger that was lost."


def test_a_figure_over_the_rest_of_a_sentence_does_not_tear_it(tmp_path: Path) -> None:
    document = two_pages()
    caption = "Figure 1: The tower in the north, before the fire."
    write_lines(document[1], [caption], y=200, size=9)
    write_lines(document[1], BODY[3:], y=240)
    path = made_pdfs.save(document, tmp_path / "a.pdf")
    reading = read(path)
    assert reading.text == f"{PROSE}\n\n{caption}"
    assert_every_sentence_is_lit(path, reading)


def test_a_sentence_that_begins_like_a_caption_stays_in_its_place(tmp_path: Path) -> None:
    document = two_pages()
    document[1].insert_text((72, 90), "Figure 1 shows it.", fontsize=10)
    write_lines(document[1], BODY[3:], y=140)
    reading = read(made_pdfs.save(document, tmp_path / "a.pdf"))
    assert reading.text.index("Figure 1 shows it.") < reading.text.index(BODY[3])


def test_words_up_the_margin_do_not_tear_the_sentence(tmp_path: Path) -> None:
    document = two_pages()
    document[0].insert_text((30, 500), "preprint 0704.0001 of 2 April", fontsize=14, rotate=90)
    write_lines(document[1], BODY[3:])
    reading = read(made_pdfs.save(document, tmp_path / "a.pdf"))
    assert reading.text == f"preprint 0704.0001 of 2 April\n\n{PROSE}"


@pytest.mark.parametrize("first", [0, 1])
def test_words_up_the_margin_are_no_part_of_a_sentence(tmp_path: Path, first: int) -> None:
    """In the size of the text, on the page that ends or that begins within a sentence."""
    document = two_pages()
    document[first].insert_text((30, 500), "Manuscript of the institute", fontsize=10, rotate=90)
    write_lines(document[1], BODY[3:])
    text = read(made_pdfs.save(document, tmp_path / "a.pdf")).text
    margin = "Manuscript of the institute"
    assert text == (f"{PROSE}\n\n{margin}" if first else f"{margin}\n\n{PROSE}")


def test_words_off_the_page_tear_no_sentence(tmp_path: Path) -> None:
    """As printers' files have them, which are cut to the trim."""
    document = two_pages()
    write_lines(document[1], BODY[3:])
    for page in document:
        page.insert_text((80, 830), "book.indb, 3 May", fontsize=7)
        page.set_cropbox(pymupdf.Rect(40, 40, 560, 800))
    reading = read(made_pdfs.save(document, tmp_path / "a.pdf"))
    assert reading.text == f"book.indb, 3 May\n\n{PROSE}\n\nbook.indb, 3 May"
    assert [reading.text[one.start : one.end] for one in reading.suspects] == [
        "book.indb, 3 May"
    ] * 2


def test_words_off_the_page_tear_no_sentence_that_runs_over_columns(tmp_path: Path) -> None:
    document = made_pdfs.new(2)
    lines = filled(" ".join([PROSE.replace(".", ",")] * 4) + " so it was.", 220, 10)
    write_lines(document[0], lines[:20])
    write_lines(document[0], lines[20:40], x=310)
    document[0].insert_text((80, 830), "book.indb, 3 May", fontsize=7)
    document[0].set_cropbox(pymupdf.Rect(40, 40, 560, 800))
    write_lines(document[1], lines[40:])
    text = read(made_pdfs.save(document, tmp_path / "a.pdf")).text
    assert text == f"book.indb, 3 May\n\n{' '.join(lines)}"
