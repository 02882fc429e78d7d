"""Hyphens at line ends: those of hyphenation go, others stay."""

from __future__ import annotations

from pathlib import Path

import made_pdfs
import pytest
from test_pdf_fonts import with_a_font

from indexers.reading import read


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("the missing led-", "gers of the tower", "the missing ledgers of the tower"),
        ("die Vor-", "und Nachteile", "die Vor- und Nachteile"),
        ("the pre-", "and post-war years", "the pre- and post-war years"),
        ("les deux, avant-", "et après-guerre", "les deux, avant- et après-guerre"),
        ("een stad, voor-", "en nadelen", "een stad, voor- en nadelen"),
        ("all that comes there-", "of in town", "all that comes thereof in town"),
        ("a market, and the mark-", "et again", "a market, and the market again"),
        ("or it was a fact-", "or so it is", "or it was a factor so it is"),
        ("a pre-war year, pre-", "or post-war", "a pre-war year, pre- or post-war"),
        ("by Holt et al., a mark-", "et is there", "by Holt et al., a market is there"),
        ("all that was gold-", "en in it", "all that was golden in it"),
        ("by the t-", "test of Gosset", "by the t-test of Gosset"),
        ("of an (x-", "ray) picture", "of an (x-ray) picture"),
        ("an email and an e-", "mail again", "an email and an email again"),
        ("https://example.org/a-", "very-long/name", "https://example.org/a-very-long/name"),
        ("in /usr/share/well-", "known/names", "in /usr/share/well-known/names"),
        ("at www.example.org/well-", "known it is", "at www.example.org/well-known it is"),
        ("the user/ser-", "vice pairs", "the user/service pairs"),
    ],
)
def test_hyphens_at_line_ends(tmp_path: Path, first: str, second: str, whole: str) -> None:
    start = "The whole of the story is told in another place, and for those who ask "
    document = made_pdfs.new(1)
    made_pdfs.write_lines(document[0], [start + first, second])
    assert read(made_pdfs.save(document, tmp_path / "a.pdf")).text == start + whole


@pytest.mark.parametrize("said", ["()", "<>", "<FEFF>", "<FEFF00AD>"])
def test_hyphens_that_are_said_to_be_nothing(tmp_path: Path, said: str) -> None:
    first = "The whole of the story is told in another place, and for those who ask the led"
    content = f"({first}) Tj /Span <</ActualText {said}>> BDC (-) Tj EMC 0 -14 Td (gers) Tj"
    path = with_a_font(
        tmp_path / "a.pdf", "7", "-2", f"BT /F0 10 Tf 72 700 Td {content} ET".encode()
    )
    assert read(path).text == f"{first}gers"


def test_what_is_said_stays_beside_hyphens_that_are_said_to_be_nothing(tmp_path: Path) -> None:
    content = "/Span <</ActualText (led)>> BDC (xyz) Tj EMC /Span <</ActualText ()>> BDC (-) Tj EMC"
    content = f"BT /F0 10 Tf 72 700 Td {content} 0 -14 Td (gers) Tj ET"
    path = with_a_font(tmp_path / "a.pdf", "7", "-2", content.encode())
    assert "xyz" not in read(path).text
