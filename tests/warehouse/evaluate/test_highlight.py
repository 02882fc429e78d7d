"""The measure of highlights: right where the light is right, wrong where it is moved."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from indexers.reading import read
from indexers.records import Reading, Word
from warehouse.evaluate.documents import highlight
from warehouse.evaluate.documents.readback import Paper, comparable, scanned, turned

WORDS = (
    "The first office was moved to the northern tower in the spring of that year. Nobody had count-"
    " ed the boxes before the carts arrived at the gate. When the inventory was made at last, many "
    "ledgers were missing from the second shelf. No ledger was ever found, and the shelf stayed "
    "empty until the fire took all of it. Visitors were shown the gap as if it were a painting. "
)


class Readers:
    """Reads at once, in this process; ``shift`` moves every word to the right, in points."""

    def __init__(self, shift: float = 0.0) -> None:
        self._shift = shift

    def read(self, path: Path) -> Reading:
        reading = read(path)
        if not self._shift:
            return reading
        from msgspec.structs import replace

        def moved(word: Word) -> Word:
            return replace(word, x0=word.x0 + self._shift, x1=word.x1 + self._shift)

        pages = tuple(replace(page, words=tuple(map(moved, page.words))) for page in reading.pages)
        return replace(reading, pages=pages)


@pytest.fixture
def columns(tmp_path: Path) -> Path:
    """Two columns of prose on two pages."""
    document = pymupdf.open()
    for _ in range(2):
        page = document.new_page()
        for left in (60, 310):
            box = pymupdf.Rect(left, 80, left + 220, 700)
            page.insert_textbox(box, WORDS * 3, fontsize=10)
    document.save(str(tmp_path / "columns.pdf"))
    document.close()
    return tmp_path / "columns.pdf"


def share(file: Path, readers: Readers) -> float:
    tally = highlight.Tally()
    highlight.measure(file, file, readers, tally)  # type: ignore[arg-type]
    assert tally.sentences >= 10
    return tally.lit / tally.sentences


def test_light_on_the_words_counts(columns: Path) -> None:
    assert share(columns, Readers()) == 1


def test_light_beside_the_words_does_not(columns: Path) -> None:
    assert share(columns, Readers(shift=12)) < 0.1


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_turned_pages_are_lit_too(columns: Path, tmp_path: Path, degrees: int) -> None:
    copy = tmp_path / "turned.pdf"
    assert turned(columns, copy, degrees)
    with pymupdf.open(str(copy)) as document:
        assert document[0].rotation == degrees
    assert share(copy, Readers()) == 1


def test_a_scan_has_no_letters_and_its_source_has(columns: Path, tmp_path: Path) -> None:
    source = scanned(columns, tmp_path / "scan.pdf", 1)
    assert source is not None
    whole = ((0.0, 0.0, 600.0, 900.0),)
    for file, there in ((tmp_path / "scan.pdf", False), (source, True)):
        paper = Paper(file)
        assert bool(paper.under(0, whole)) is there
        paper.close()


def test_what_is_spelled_anew_is_not_compared() -> None:
    assert comparable("The of\ufb01ce: re-\nport . . . . 7") == comparable("The office: report 7")
    assert comparable("f¨ur \x12l’´et´e¹\x10") == comparable("für „l’été1“")
    assert comparable("one") != comparable("won")
