"""Words whose font says something strange of its height: none is lost, all can be lit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import made_pdfs
import pytest

from indexers.paged import pdf
from indexers.paged.sheets import Sheet
from indexers.reading import read
from indexers.text.places import rects

CONTENT = b"BT /F0 12 Tf 72 700 Td (The river) Tj /F1 12 Tf ( rose) Tj /F0 12 Tf ( again.) Tj ET"


def with_a_font(path: Path, ascent: str, descent: str, content: bytes) -> Path:
    """``/F1`` claims this height, in thousandths of its size; ``/F0`` is Helvetica."""
    document = made_pdfs.new(1)
    page = document[0]
    plain, font, about = (document.get_new_xref() for _ in range(3))
    document.update_object(plain, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    widths = " ".join(["500"] * 91)
    document.update_object(
        font,
        "<</Type/Font/Subtype/TrueType/BaseFont/Odd/Encoding/WinAnsiEncoding"
        f"/FirstChar 32/LastChar 122/Widths[{widths}]/FontDescriptor {about} 0 R>>",
    )
    document.update_object(
        about,
        "<</Type/FontDescriptor/FontName/Odd/Flags 32/FontBBox[0 0 0 0]/ItalicAngle 0"
        f"/CapHeight 0/StemV 80/Ascent {ascent}/Descent {descent}>>",
    )
    fonts = f"<</Font<</F0 {plain} 0 R/F1 {font} 0 R>>>>"
    document.xref_set_key(page.xref, "Resources", fonts)
    stream = document.get_new_xref()
    document.update_object(stream, "<<>>")
    document.update_stream(stream, content, new=True)
    document.xref_set_key(page.xref, "Contents", f"{stream} 0 R")
    return made_pdfs.save(document, path)


def only_sheet(path: Path) -> Sheet:
    (sheet,) = pdf.sheets(pdf.open_pdf(path), lambda done, total: None)
    return sheet


def words(sheet: Sheet) -> list[Any]:
    return [word for line in sheet.lines for word in line.words]


@pytest.mark.parametrize(("ascent", "descent"), [("0", "0"), ("100", "-5"), ("1", "1")])
def test_a_word_of_a_flat_font_is_as_high_as_its_line(
    tmp_path: Path, ascent: str, descent: str
) -> None:
    path = with_a_font(tmp_path / "a.pdf", ascent, descent, CONTENT)
    reading = read(path)
    at = reading.text.index("rose")
    (box,) = rects(reading.pages[0], at, at + len("rose"))
    assert box[3] - box[1] > 8


def test_words_of_a_font_without_any_height_are_read(tmp_path: Path) -> None:
    content = b"BT /F1 12 Tf 72 700 Td (The river) Tj 0 -20 Td (rose again.) Tj ET"
    sheet = only_sheet(with_a_font(tmp_path / "a.pdf", "0.0001", "0", content))
    assert sheet.problem == ""
    assert [word[4] for word in words(sheet)] == ["The", "river", "rose", "again."]


def test_a_line_at_the_very_edge_of_what_is_looked_at_costs_no_page(tmp_path: Path) -> None:
    content = b"BT /F1 12 Tf 72 700 Td (The river) Tj ET"
    content += b" BT /F1 300 Tf 1 0 0 1 -1990 -2005 Tm (far) Tj ET"
    sheet = only_sheet(with_a_font(tmp_path / "a.pdf", "0.5", "-5", content))
    assert sheet.problem == ""
    assert [word[4] for word in words(sheet)][:2] == ["The", "river"]


def test_letters_printed_twice_to_look_bold_are_read_once(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    words = ((72, "or"), (90, "word"), (120, "by"), (140, "word,"), (180, "word,"))
    for shift in (0, 0.3):
        made_pdfs.write_lines(document[0], ["All of it is bold,"], x=72 + shift)
    for x, word in words:
        for shift in (0, 0.3):
            made_pdfs.write_lines(document[0], [word], x=x + shift, y=103)
    reading = read(made_pdfs.save(document, tmp_path / "bold.pdf"))
    assert " ".join(reading.text.split()) == "All of it is bold, or word by word, word,"
