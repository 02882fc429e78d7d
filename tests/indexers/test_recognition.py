"""What OCR found before is used again, what it may not do is told; no model is loaded here."""

from __future__ import annotations

import sys
from pathlib import Path

import made_pdfs
import pymupdf
import pytest

from indexers.paged.quality import odd_share, scored
from indexers.reading import read
from indexers.records import OcrPage, OcrPlan, OcrWord, Page

SEEN = OcrPage(
    0,
    0.9,
    10.0,
    (
        (OcrWord(72, 80, 120, 92, "Letters"), OcrWord(124, 80, 160, 92, "found")),
        (OcrWord(72, 94, 110, 106, "by"), OcrWord(114, 94, 150, 106, "looking.")),
    ),
)


OFF = (
    "without text of its own, or a picture with a few words, and OCR is turned off in the settings"
)


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """A page that is a picture, and one with text."""
    document = made_pdfs.new(2)
    made_pdfs.picture_only(document[0])
    made_pdfs.write_lines(document[1], made_pdfs.wrapped(made_pdfs.PROSE))
    return made_pdfs.save(document, tmp_path / "scan.pdf")


def test_known_pages_are_not_recognised_again(scan: Path) -> None:
    fresh: list[OcrPage] = []
    reading = read(scan, ocr=OcrPlan(known=(SEEN,)), on_ocr=fresh.append)
    first, second = reading.pages
    assert reading.text[first.start : first.end] == "Letters found by looking."
    assert (first.ocr, second.ocr) == (0.9, 0)
    assert first.words[0].x1 == 120
    assert fresh == []
    assert "rapidocr" not in sys.modules


def test_with_ocr_off_it_says_what_it_left(scan: Path) -> None:
    reading = read(scan, ocr=OcrPlan("off", known=(SEEN,)))
    assert reading.pages[0].problem == "no text"
    told = [(loss.what, loss.reason) for loss in reading.losses]
    assert ("1 page", OFF) in told


def test_a_page_can_be_wished_for_though_it_has_text(scan: Path) -> None:
    seen = OcrPage(1, 0.8, 10.0, SEEN.lines)
    reading = read(scan, ocr=OcrPlan("off", again=(1,), known=(seen,)))
    page = reading.pages[1]
    assert reading.text[page.start : page.end] == "Letters found by looking."
    assert page.ocr == 0.8
    nothing = OcrPage(1, 0.0, 0.0, ())
    kept = read(scan, ocr=OcrPlan("off", again=(1,), known=(nothing,)))
    assert "forty ledgers were missing" in kept.text
    assert any("OCR found nothing on it" in loss.reason for loss in kept.losses)


def stamped(path: Path, strips: int = 1) -> Path:
    """A page that is a picture, in strips as scanners write them, and a line stamped on it."""
    document = made_pdfs.new(1)
    page = document[0]
    grey = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 50, 50), False)
    grey.clear_with(220)
    for strip in range(strips):
        height = page.rect.height / strips
        strip_box = (0, strip * height, 595, (strip + 1) * height)
        page.insert_image(strip_box, pixmap=grey, keep_proportion=False)
    page.insert_text((72, 30), "Case 1:20-cv-00123 Exhibit B")
    return made_pdfs.save(document, path)


@pytest.mark.parametrize("strips", [1, 8])
def test_a_scan_that_was_stamped_is_read_by_ocr(tmp_path: Path, strips: int) -> None:
    stamp = tuple(
        OcrWord(x, 20, x + 40, 32, word)
        for x, word in ((72, "Case"), (105, "l:2O-cv-OO123"), (170, "Exhiblt"))
    )
    path = stamped(tmp_path / "stamped.pdf", strips)
    reading = read(path, ocr=OcrPlan(known=(OcrPage(0, 0.9, 10.0, (stamp, *SEEN.lines)),)))
    assert reading.text == "Case 1:20-cv-00123 Exhibit B Letters found by looking."
    assert reading.pages[0].ocr == 0.9
    off = read(path, ocr=OcrPlan("off"))
    assert ("1 page", OFF) in [(loss.what, loss.reason) for loss in off.losses]


def test_a_picture_without_words_under_its_own_keeps_them(tmp_path: Path) -> None:
    nothing = OcrPage(0, 0.0, 0.0, ())
    reading = read(stamped(tmp_path / "stamped.pdf"), ocr=OcrPlan(known=(nothing,)))
    assert reading.text == "Case 1:20-cv-00123 Exhibit B"
    assert (reading.pages[0].ocr, reading.pages[0].problem, reading.losses) == (0, "", ())


def page_of(text: str, at: int = 0, ocr: float = 0.0) -> Page:
    return Page(0, "1", at, at + len(text), 100, 100, ocr=ocr)


def test_quality_names_what_is_worst() -> None:
    good = " ".join(f"the word{number % 40} stands" for number in range(1500))
    broken = " ".join(f"xq{chr(97 + n % 26)}{chr(97 + n // 26)}zv" for n in range(200))
    odd = "\ue001\ue002\ue003 plain words"
    text = f"{good}\n\n{broken}\n\n{odd}"
    pages = (
        page_of(good),
        page_of(broken, len(good) + 2),
        page_of(odd, len(good) + len(broken) + 4),
        page_of("the word1 stands", 0, ocr=0.5),
        page_of(""),
    )
    first, second, third, fourth, fifth = scored(text, pages, {0: 0.4})
    assert (first.quality, first.flaw) == (0.8, "")
    assert second.quality < 0.1
    assert second.flaw == "words that occur nowhere else in the document"
    assert (third.quality, third.flaw) == (0.0, "letters of no alphabet")
    assert (fourth.quality, fourth.flaw) == (0.5, "OCR is not sure of it")
    assert fifth.quality == -1
    assert odd_share("häufig und oft") == 0
