"""A document that flows has sections, slides or messages, and no pages."""

from __future__ import annotations

from pathlib import Path

import docx
import msgspec
import pytest
from shelf import prose, reading

from indexers.reading import read
from warehouse.errors import BadInput
from warehouse.extent import extent, printed_pages
from warehouse.ingest.headers_plain import header_text, plain_header
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run

PAPER = Document("0", "Weirs", "pdf", "weirs.pdf", 10, 0.0, "verified", pages=12)


def test_pages_are_those_that_are_printed() -> None:
    assert (extent(PAPER), printed_pages(PAPER)) == ("12 pages", 12)
    letter = msgspec.structs.replace(PAPER, kind="document")
    assert (extent(letter), printed_pages(letter)) == ("12 sections", 0)
    deck = msgspec.structs.replace(PAPER, kind="slides", pages=1)
    assert (extent(deck), printed_pages(deck)) == ("1 slide", 0)
    assert extent(msgspec.structs.replace(PAPER, pages=0)) == ""


def test_what_an_open_document_file_counts_is_known_before_it_is_read(
    library: Library, tmp_path: Path
) -> None:
    files = [tmp_path / name for name in ("a.odt", "b.ods", "c.otp", "d.docx")]
    for path in files:
        path.write_bytes(path.name.encode())
    ids = list(library.ingest._intake.queue(files, Run()))
    kinds = [library.catalog.document(id).kind for id in ids]
    assert kinds == ["document", "sheet", "slides", "document"]


def test_a_place_that_a_deck_does_not_have_is_told_in_its_slides(library: Library) -> None:
    deck = msgspec.structs.replace(reading("Deck", prose(1)), kind="slides")
    document = library.admit(deck, "deck.pptx", b"deck", Run())
    with pytest.raises(BadInput, match="It has 1 slide"):
        library.read_again(document.id, [1], Run())


def test_a_word_file_is_described_by_its_sections(tmp_path: Path) -> None:
    made = docx.Document()
    for name in ("Mills", "Weirs", "Bridges"):
        made.add_heading(name, 1)
        made.add_paragraph("The weir was built of stone in 1850.")
    made.save(str(tmp_path / "river.docx"))
    found = read(tmp_path / "river.docx")
    row = msgspec.structs.replace(PAPER, kind=found.kind, pages=len(found.pages))
    assert extent(row) == "3 sections"
    assert "3 sections, " in header_text(plain_header(row, found))
