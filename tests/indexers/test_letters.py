"""Accents painted over letters, letters without names, numbers above the line."""

from __future__ import annotations

from pathlib import Path

import made_pdfs
import pymupdf
import pytest
from made_type3 import bitmaps
from test_pdf_fonts import with_a_font

from indexers.reading import read
from indexers.text.places import rects
from indexers.text.raised import raised, set_off


def painted(path: Path, content: str) -> str:
    """The text of a page with these operators, in Helvetica and its own encoding."""
    return read(with_a_font(path, "700", "-200", content.encode("latin-1"))).text


def test_accents_painted_over_their_letters_are_part_of_them(tmp_path: Path) -> None:
    shown = (
        "[(f\310) 333 (ur die Geb\310) 333 (aude, d\302) 333 (e\301) 333 (a l'\302) 333 (et\302) "
        "333 (e, Fran\313) 333 (cais, na\303) 305 (\365f) ( dise\304) 333 (no)] TJ"
    )
    text = painted(tmp_path / "a.pdf", f"BT /F0 12 Tf 72 700 Td {shown} ET")
    assert text == "für die Gebäude, déà l’été, Français, naîf diseño"


def test_a_word_with_an_accent_is_lit_where_it_stands(tmp_path: Path) -> None:
    content = b"BT /F0 12 Tf 72 700 Td [(The river f\310) 333 (ur us.)] TJ ET"
    reading = read(with_a_font(tmp_path / "a.pdf", "700", "-200", content))
    at = reading.text.index("für")
    (box,) = rects(reading.pages[0], at, at + 3)
    assert 115 < box[0] < 130 and 10 < box[2] - box[0] < 18


@pytest.mark.parametrize("shown", ["(\301a\301 and \301e\301 stay)", "(l\302eau stays, too)"])
def test_accents_that_stand_beside_a_letter_are_left_alone(tmp_path: Path, shown: str) -> None:
    text = painted(tmp_path / "a.pdf", f"BT /F0 12 Tf 72 700 Td {shown} Tj ET")
    wanted = shown.strip("()").replace("\301", "`").replace("\302", "´")
    assert text == wanted


def test_ligatures_drawn_in_dots_are_letters(tmp_path: Path) -> None:
    path = bitmaps(tmp_path / "a.pdf", [b"the di\x0berent o\x0ece", b"\x0crst \x0dows, stra\x19e"])
    assert read(path).text == "the different office first flows, straße"


def test_quotation_marks_and_ligatures_of_the_other_encoding(tmp_path: Path) -> None:
    lines = [b"\x12water\x10 \x13 et \x14 o\x1ece", b"di\x1berent \x1crst \x15 and"]
    path = bitmaps(tmp_path / "a.pdf", lines)
    assert read(path).text == "„water“ « et » office different first – and"


@pytest.mark.parametrize("named", [True, False])
def test_ticks_and_bullets_are_no_letters(tmp_path: Path, named: bool) -> None:
    """Their font has codes of its own; without an encoding MuPDF gives the numbers of its names."""
    document = made_pdfs.new(1)
    page = document[0]
    for at, (sign, words) in enumerate((("n", "Smoking is not"), ("4", "Married"), ("8", "Alone"))):
        page.insert_text((72, 100 + 30 * at), sign, fontname="zadb")
        page.insert_text((90, 100 + 30 * at), words)
    if not named:
        (font,) = (one[0] for one in document.get_page_fonts(0) if one[3] == "ZapfDingbats")
        document.xref_set_key(font, "Encoding", "null")
    text = read(made_pdfs.save(document, tmp_path / "a.pdf")).text
    assert " ".join(text.split()) == "■ Smoking is not ✔ Married ✘ Alone"


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        ("(low-cost pages 10-20 and -5 percent) Tj", "low-cost pages 10-20 and -5 percent"),
        ("(pre- and post-war, x - y) Tj", "pre- and post-war, x - y"),
        ("[(the ar-) 333 (chive)] TJ", "the archive"),
        ("[(f\\310) 333 (ur pre-war)] TJ", "für pre-war"),
        ("(whole ar-) Tj 0 -14 Td (chive) Tj", "whole archive"),
        ("(pages 10-) Tj 0 -14 Td (20 of it) Tj", "pages 10-20 of it"),
    ],
)
def test_hyphens_that_are_seen_are_told(tmp_path: Path, shown: str, wanted: str) -> None:
    """A file may name them soft ones, which are not seen but at the end of a line."""
    content = f"BT /F0 12 Tf 72 700 Td {shown} ET".encode()
    document = pymupdf.open(with_a_font(tmp_path / "a.pdf", "700", "-200", content))
    (font,) = (one[0] for one in document.get_page_fonts(0) if one[3] == "Helvetica")
    table = document.get_new_xref()
    document.update_object(table, "<<>>")
    cmap = b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <2d> <00ad> endbfchar"
    document.update_stream(table, b"begincmap " + cmap + b" endcmap", new=True)
    document.xref_set_key(font, "ToUnicode", f"{table} 0 R")
    assert read(made_pdfs.save(document, tmp_path / "b.pdf")).text == wanted


def test_numbers_above_the_line_are_told_from_those_on_it(tmp_path: Path) -> None:
    up, down = "4 Ts /F0 7 Tf", "0 Ts /F0 11 Tf"
    content = (
        f"BT /F0 11 Tf 72 700 Td (Read 4) Tj {up} (2) Tj {down} ( times the water.) Tj "
        f"{up} (12) Tj {down} ( The 3) Tj {up} (rd) Tj {down} ( is cold, x) Tj {up} (n+1) Tj "
        f"{down} ( not 42 or H) Tj -2 Ts /F0 7 Tf (2) Tj {down} (O.) Tj ET"
    )
    text = painted(tmp_path / "a.pdf", content)
    assert text == "Read 4² times the water.¹² The 3rd is cold, xⁿ⁺¹ not 42 or H2O."


def test_small_numbers_on_the_line_stay_what_they_are(tmp_path: Path) -> None:
    content = "BT /F0 6 Tf 72 700 Td (12 ) Tj /F0 10 Tf (lines of the river) Tj ET"
    assert painted(tmp_path / "a.pdf", content) == "12 lines of the river"


def test_the_mark_that_a_note_begins_with(tmp_path: Path) -> None:
    content = "BT 3 Ts /F0 6 Tf 72 700 Td (1) Tj 0 Ts /F0 9 Tf (See the river.) Tj ET"
    assert painted(tmp_path / "a.pdf", content) == "¹See the river."


@pytest.mark.parametrize(
    ("plain", "wanted"),
    [
        ("2", "²"),
        ("1,2", "¹,²"),
        ("n", "ⁿ"),
        ("th", "th"),
        ("(3)", "⁽³⁾"),
        ("−1", "⁻¹"),
        ("2a", "2a"),
    ],
)
def test_only_numbers_are_raised(plain: str, wanted: str) -> None:
    assert raised(plain) == wanted


@pytest.mark.parametrize(("plain", "wanted"), [("2", "₂"), ("n+1", "ₙ₊₁"), ("max", "max")])
def test_only_numbers_are_lowered(plain: str, wanted: str) -> None:
    assert set_off(plain, "below") == wanted
    assert set_off(plain, "") == plain
