"""A document that flows has sections, slides or messages, and no pages."""

from __future__ import annotations

from pathlib import Path

import docx
import msgspec

from indexers.reading import read
from warehouse.extent import extent, printed_pages
from warehouse.ingest.headers_plain import header_text, plain_header
from warehouse.records import Document

PAPER = Document("0", "Weirs", "pdf", "weirs.pdf", 10, 0.0, "verified", pages=12)


def test_pages_are_those_that_are_printed() -> None:
    assert (extent(PAPER), printed_pages(PAPER)) == ("12 pages", 12)
    letter = msgspec.structs.replace(PAPER, kind="document")
    assert (extent(letter), printed_pages(letter)) == ("12 sections", 0)
    deck = msgspec.structs.replace(PAPER, kind="slides", pages=1)
    assert (extent(deck), printed_pages(deck)) == ("1 slide", 0)
    assert extent(msgspec.structs.replace(PAPER, pages=0)) == ""


def test_a_word_file_is_described_by_its_sections(tmp_path: Path) -> None:
    made = docx.Document()
    for name in ("Mills", "Weirs", "Bridges"):
        made.add_heading(name, 1)
        made.add_paragraph("The weir was built of stone in 1850.")
    made.save(str(tmp_path / "river.docx"))
    reading = read(tmp_path / "river.docx")
    row = msgspec.structs.replace(PAPER, kind=reading.kind, pages=len(reading.pages))
    assert extent(row) == "3 sections"
    assert "3 sections, " in header_text(plain_header(row, reading))
