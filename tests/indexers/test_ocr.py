"""Pages that are pictures: words, boxes that are where the words are, and how sure it is."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import made_pdfs
import pymupdf
import pytest

from indexers.paged.scans import is_garbage
from indexers.paged.sheets import Line, Sheet
from indexers.readers import ReaderPool
from indexers.reading import read
from indexers.records import BLANK
from indexers.text.places import rects

LINES = [
    "The archive was moved to the northern",
    "tower in the spring of that year.",
    "Forty ledgers were missing.",
]


@pytest.fixture(scope="module")
def seer() -> Iterator[ReaderPool]:
    """OCR takes more memory than the other tests allow a reader."""
    made = ReaderPool(1, memory_mb=3072, patience_s=120)
    yield made
    made.close()


def drawn() -> tuple[Any, Any]:
    """A page of text, and its picture."""
    document = made_pdfs.new(1, width=300, height=200)
    made_pdfs.write_lines(document[0], LINES, x=20, y=60, size=14)
    return document, document[0].get_pixmap(dpi=150)


def scanned(path: Path) -> Path:
    """A scan of the page, a page with text of its own, an empty page."""
    document, picture = drawn()
    document.close()
    made = made_pdfs.new(3, width=300, height=200)
    made[0].insert_image(made[0].rect, pixmap=picture)
    made_pdfs.write_lines(made[1], ["These words are the file's own."])
    return made_pdfs.save(made, path)


def test_only_pages_without_text_are_recognised(seer: ReaderPool, tmp_path: Path) -> None:
    reading = seer.read(scanned(tmp_path / "scan.pdf"))
    first, second, third = reading.pages
    assert reading.text[first.start : first.end].split() == " ".join(LINES).split()
    assert 0.8 < first.ocr <= 1
    assert (second.ocr, second.problem) == (0, "")
    assert (third.ocr, third.problem) == (0, BLANK)
    told = [(loss.what, loss.reason) for loss in reading.losses]
    assert told == [("1 page", f"read by OCR, {first.ocr:.0%} sure")]


def test_lines_that_cannot_be_made_out_are_counted(seer: ReaderPool, tmp_path: Path) -> None:
    document = made_pdfs.new(1, width=300, height=200)
    page = document[0]
    made_pdfs.write_lines(page, ["Name:", "Address:", "Reason:"], x=20, y=40, size=12, pitch=4)
    dice = random.Random(1)
    for y in (40, 88, 136):
        points = [(x + dice.random() * 9, y - dice.random() * 14) for x in range(110, 280, 3)]
        page.draw_polyline(points, width=1.2)
    picture = page.get_pixmap(dpi=150)
    document.close()
    made = made_pdfs.new(1, width=300, height=200)
    made[0].insert_image(made[0].rect, pixmap=picture)
    reading = seer.read(made_pdfs.save(made, tmp_path / "form.pdf"))
    left = [loss for loss in reading.losses if "left out" in loss.reason]
    assert [(loss.what, loss.reason) for loss in left] == [
        ("page 1", "2 lines left out: OCR is less than 50% sure")
    ]


def test_boxes_are_where_the_words_are(seer: ReaderPool, tmp_path: Path) -> None:
    document, _ = drawn()
    truth = [word[:4] for word in document[0].get_text("words")]
    page = seer.read(scanned(tmp_path / "scan.pdf")).pages[0]
    for word, (x0, y0, x1, y1) in zip(page.words, truth, strict=True):
        (box,) = rects(page, word.start, word.end)
        assert x0 - 4 < (box[0] + box[2]) / 2 < x1 + 4
        assert y0 - 4 < (box[1] + box[3]) / 2 < y1 + 4


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".tiff", ".bin"])
def test_a_picture_is_a_page_and_can_be_drawn(
    seer: ReaderPool, tmp_path: Path, suffix: str
) -> None:
    document, picture = drawn()
    document.close()
    path = tmp_path / f"page{suffix}"
    if suffix == ".tiff":
        pytest.importorskip("PIL.Image").frombytes(
            "RGB", (picture.width, picture.height), picture.samples
        ).save(path)
    else:
        path.write_bytes(picture.tobytes("jpg" if suffix == ".jpg" else "png"))
    reading = seer.read(path)
    assert reading.kind == "image"
    assert reading.text.split() == " ".join(LINES).split()
    (page,) = reading.pages
    assert page.width > 0 and page.ocr > 0.8
    shown = seer.render(path, 0, 300 / page.width)
    assert shown.width == 300


def test_letters_of_no_alphabet_are_garbage() -> None:
    def sheet(text: str) -> Sheet:
        return Sheet(0, "1", 300, 200, [Line([(0, 0, 9, 9, text, 0, 0, 0)])])

    assert is_garbage(sheet("\ue001\ue002\ue003\ufffd" * 10))
    assert not is_garbage(sheet("Forty ledgers were missing from the shelf"))
    assert not is_garbage(sheet("北の塔の帳簿はすべて失われてしまったのである"))
    assert not is_garbage(sheet("\ue001"))
    notes = "\ue001 \ue002\ufffd \ufffd " * 9
    assert not is_garbage(sheet(f"{notes} Wer nur den lieben Gott"))
    assert is_garbage(sheet("\ue001\ue002\ufffd\ue001\ue005 \ufffd\ue002 " * 9))


def test_a_picture_that_is_none(tmp_path: Path) -> None:
    from indexers.errors import NotReadable

    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    with pytest.raises(NotReadable, match="damaged"):
        read(path)
    path.write_bytes(b"not at all")
    with pytest.raises(NotReadable, match="not a picture"):
        read(path)


def test_nothing_is_loaded_for_pages_with_text(tmp_path: Path) -> None:
    made_pdfs.simple(tmp_path / "a.pdf")
    read(tmp_path / "a.pdf")
    assert "rapidocr" not in sys.modules
    assert pymupdf.VersionBind
