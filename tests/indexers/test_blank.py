"""A page that is blank on purpose is none that could not be read."""

from __future__ import annotations

from pathlib import Path

import made_pdfs
import pymupdf
import pytest
from made_type3 import bitmaps

from indexers.paged import pdf
from indexers.reading import read
from indexers.records import BLANK, OcrPlan

OFF = OcrPlan("off")


def test_what_is_blank_and_what_only_has_no_text(tmp_path: Path) -> None:
    document = made_pdfs.new(5)
    made_pdfs.write_lines(document[0], made_pdfs.wrapped(made_pdfs.PROSE))
    document[2].draw_rect(document[2].rect, color=None, fill=(1, 1, 1))
    made_pdfs.picture_only(document[3])
    document[4].draw_bezier((90, 90), (200, 300), (300, 90), (400, 400))
    reading = read(made_pdfs.save(document, tmp_path / "book.pdf"), ocr=OFF)
    assert [page.problem for page in reading.pages] == ["", BLANK, BLANK, "no text", "no text"]
    assert [loss.what for loss in reading.losses] == ["page 4", "page 5", "2 pages"]


def test_a_page_with_nothing_but_head_and_foot_is_blank(tmp_path: Path) -> None:
    document = made_pdfs.new(6)
    for index, page in enumerate(document):
        made_pdfs.write_lines(page, ["Mills of the Lune"], y=50)
        made_pdfs.write_lines(page, [f"{index + 1}"], y=800)
        page.draw_line(pymupdf.Point(72, 56), pymupdf.Point(500, 56))
        if index != 3:
            made_pdfs.write_lines(page, made_pdfs.wrapped(made_pdfs.PROSE), y=120)
    reading = read(made_pdfs.save(document, tmp_path / "book.pdf"), ocr=OFF)
    assert [page.problem for page in reading.pages] == ["", "", "", BLANK, "", ""]
    assert reading.losses == ()


def test_a_file_of_blank_pages_is_told(tmp_path: Path) -> None:
    reading = read(made_pdfs.save(made_pdfs.new(2), tmp_path / "empty.pdf"), ocr=OFF)
    assert [page.problem for page in reading.pages] == ["no text", "no text"]


@pytest.mark.parametrize("head", [(), ("Mills of the Lune",)])
@pytest.mark.parametrize("rotation", [0, 90])
def test_letters_that_the_file_calls_spaces_are_seen(
    tmp_path: Path, head: tuple[str, ...], rotation: int
) -> None:
    """Its words are on the page, and none of them can be extracted."""
    means = dict.fromkeys(range(65, 123), 32)
    with pymupdf.open(bitmaps(tmp_path / "a.pdf", [b"The mill", b"burned"], means)) as printed:
        document = made_pdfs.new(6)
        document.insert_pdf(printed)
    for index, page in enumerate(document):
        made_pdfs.write_lines(page, head, y=50)
        made_pdfs.write_lines(page, [f"{index + 1}" for _ in head], y=800)
        if index not in (3, 6):
            made_pdfs.write_lines(page, made_pdfs.wrapped(made_pdfs.PROSE), y=120)
        page.set_rotation(rotation)
    document[3].insert_text((72, 120), " ", fontsize=10)
    reading = read(made_pdfs.save(document, tmp_path / "book.pdf"), ocr=OFF)
    *others, unread = reading.pages
    assert [page.problem for page in others] == ["", "", "", BLANK, "", ""]
    assert unread.problem == "no text"


def test_a_page_that_cannot_be_drawn_keeps_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(_: object) -> None:
        raise RuntimeError("cannot draw it")

    monkeypatch.setattr(pdf, "_photo", damaged)
    document = made_pdfs.new(2)
    made_pdfs.write_lines(document[0], ["To the miller of the Lune"])
    reading = read(made_pdfs.save(document, tmp_path / "book.pdf"), ocr=OFF)
    assert reading.text == "To the miller of the Lune"
    assert [page.problem for page in reading.pages] == ["", BLANK]
