from __future__ import annotations

import time

import msgspec
from shelf import prose, reading

from indexers.records import Page, Section
from warehouse.ingest.headers_plain import header_text, key_phrases, names, outline, plain_header
from warehouse.records import Document

TEXT = (
    "Contents 1 2 3. Water mills ground the grain of Zeeland for six centuries. In the winter of"
    " 1572 the engineer Jan Adriaanszoon Leeghwater drained the lake with forty water mills."
    " The tidal barrage was later built by Leeghwater. Another tidal barrage failed in Zeeland."
    " A tidal barrage needs a dyke, and water mills need a dyke too."
)
ROW = Document("d" * 64, "file name", "pdf", "/x", 1, 0.0, "copied")


def test_a_header_says_what_a_document_is_about() -> None:
    made = msgspec.structs.replace(reading("Of mills", TEXT), tables=2, date="1999-01-01")
    header = plain_header(ROW, made)
    assert (header.title, header.tables, header.pages, header.made_by) == (
        "Of mills",
        2,
        1,
        "plain",
    )
    assert header.summary.startswith("Water mills ground the grain")
    assert "tidal barrage" in header.topics and "water mills" in header.topics
    assert "Jan Adriaanszoon Leeghwater" in header.entities and "Zeeland" in header.entities
    assert "Leeghwater" not in header.entities
    assert not any(name.startswith(("The", "Another", "In ")) for name in header.entities)
    text = header_text(header)
    assert text.startswith("Of mills\n") and "1999-01-01" in text and "Topics: " in text


def test_a_header_without_anything_is_still_a_header() -> None:
    header = plain_header(ROW, reading("", ""))
    assert (header.title, header.summary, header.topics, header.words) == ("file name", "", (), 0)
    assert header_text(header).startswith("file name")


def test_outline_has_page_labels_and_stays_short() -> None:
    pages = [
        Page(at, "ivx"[at] if at < 3 else str(at), at * 10, at * 10 + 10, 0, 0) for at in range(9)
    ]
    sections = [Section(1, "One", 0, 40), Section(2, "Deep", 10, 20), Section(1, "Two", 40, 90)]
    found = outline(sections, pages)
    assert [(e.title, e.first, e.last) for e in found] == [
        ("One", "i", "3"),
        ("Deep", "v", "v"),
        ("Two", "4", "8"),
    ]
    many = [Section(1 + (at % 5 > 0), f"S{at}", at, at + 1) for at in range(90)]
    short = outline(many, pages)
    assert len(short) == 18 and {entry.level for entry in short} == {1}


def test_headings_weigh_more_than_words() -> None:
    text = " ".join(prose(number) for number in range(5))
    assert "customs union" in key_phrases(text, ["The customs union", "The customs union"])


def test_shouting_titles_are_not_names() -> None:
    assert names(["ANNUAL REPORT OF THE Board", "We met Ada Lovelace, in Turin."]) == (
        "Ada Lovelace",
        "Turin",
    )


def test_a_large_document_takes_linear_time() -> None:
    made = reading("Long " * 300, "水" * 200_000 + " word" * 200_000 + "x" * 200_000)
    sections = tuple(Section(1, "Heading " * 40, at, at + 1) for at in range(20))
    began = time.process_time()
    header = plain_header(ROW, msgspec.structs.replace(made, sections=sections))
    text = header_text(header)
    assert time.process_time() - began < 5
    assert len(text.split()) <= 261
