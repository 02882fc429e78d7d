"""What documents say of themselves: numbers, dates, front pages, tags of web pages, XMP."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from indexers.flowing.web import read_web
from indexers.paged import frontpage, xmp
from indexers.reading import read
from indexers.records import Told
from indexers.text import identifiers, metadata


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://doi.org/10.1000/XYZ.12-3.", "10.1000/xyz.12-3"),
        ("doi: 10.1016/S0140-6736(20)30183-5, see", "10.1016/s0140-6736(20)30183-5"),
        ("10.1000/a and 10.1000/b", ""),
        ("10.1000/a, cited as doi:10.1000/b", "10.1000/b"),
        ("version 10.2 of the manual", ""),
    ],
)
def test_dois(text: str, found: str) -> None:
    assert identifiers.doi(text) == found


def test_numbers_that_check() -> None:
    assert identifiers.arxiv("arXiv:2402.12317v2 [cs.CL] 19 Feb 2024") == "2402.12317"
    assert identifiers.arxiv("https://arxiv.org/abs/hep-th/9901001") == "hep-th/9901001"
    assert identifiers.isbn("ISBN 978-3-16-148410-0") == "9783161484100"
    assert identifiers.isbn("ISBN-10: 0-8044-2957-X") == "080442957X"
    assert identifiers.isbn("ISBN 978-3-16-148410-1") == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Version 4.2.2 (2022-11-10)", "2022-11-10"),
        ("3rd March 2019", "2019-03-03"),
        ("Dec 17, 2022", "2022-12-17"),
        ("Freiburg, im 4. März 1998", "1998-03-04"),
        ("June 2020", "2020-06"),
        ("page 2020", ""),
    ],
)
def test_printed_dates(text: str, found: str) -> None:
    assert identifiers.date(text) == found


def test_dates_of_fields() -> None:
    assert identifiers.iso("2019/3/12") == "2019-03-12"
    assert identifiers.iso("c. 1998") == "1998"
    assert identifiers.iso("2019-13-40") == "2019"
    assert identifiers.iso("soon") == ""
    assert identifiers.iso("20190312") == "2019"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1450", "1450"),
        ("950", "0950"),
        ("0950", "0950"),
        ("950-05", "0950-05"),
        ("1450-05-03T10:00Z", "1450-05-03"),
        ("3 May 950", "0950-05-03"),
        ("May 1066", "1066-05"),
        ("c. 1450", "1450"),
        ("[1450]", "1450"),
        ("1450--1455", "1450"),
        ("12.05.1450", "1450"),
        ("450 BC", ""),
        ("450-05 v. Chr.", ""),
        ("-0450", ""),
        ("0001-01-01T00:00:00", ""),
        ("1234567", ""),
        ("12 Main St, 1998", "1998"),
        ("ca. 950", "0950"),
        ("c1450", "1450"),
        ("1480–1520", "1480"),
        ("Vol. 123 (1998)", "1998"),
        ("Issue 345, 2019", "2019"),
        ("345/2019", "2019"),
        ("ISO 690:2010", "2010"),
        ("ISO 690", ""),
        ("Wed Mar 13 10:00:00 +0100 2019", "2019"),
        ("123-45-6789", ""),
        ("1998-2003", "1998"),
    ],
)
def test_a_field_takes_an_early_year(text: str, found: str) -> None:
    assert identifiers.iso(text) == found
    assert identifiers.year_of(identifiers.iso(text)) == found[:4].lstrip("0")


def test_an_early_year_in_prose_is_no_date() -> None:
    assert identifiers.date("On 3 May 1450 and in May 950, 0950-05-03") == ""
    assert identifiers.year("item 1450 of 950") == ""


def test_authors_stand_under_the_title() -> None:
    whole = "We use statistical computing here. the reference index lists data."
    lines = ["Reference Index", "W. N. Venables, D. M. Smith\nand the R Core Team", "Vienna"]
    assert frontpage.authors(lines, whole) == ("W. N. Venables", "D. M. Smith", "R Core Team")
    assert frontpage.authors(["Statistical Computing"], whole) == ()
    assert frontpage.authors(["University of Leiden"], whole) == ()
    assert frontpage.authors(["Abstract", "Anna Weber"], whole) == ()
    assert frontpage.authors(["Maintainer: Alex Ball∗"], "a ball, alex") == ("Alex Ball",)
    joined = ["Volker Kuhlmann Dept of Engineering Christchurch, New Zealand"]
    assert frontpage.authors(joined, whole) == ("Volker Kuhlmann",)
    noted = ["Shin-Ichiro Tomonaga1,∗) and Hideki Yukawa2,∗∗)", "1Tokyo Bunrika University, Japan"]
    assert frontpage.authors(noted, whole) == ("Shin-Ichiro Tomonaga", "Hideki Yukawa")
    marked = ["Anna Weber1,∗, Jan van der Berg2 & Émile Durand†\nanna@example.org"]
    assert frontpage.authors(marked, "") == ("Anna Weber", "Jan van der Berg", "Émile Durand")


def test_xmp_of_a_publisher() -> None:
    packet = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" prism:volume="12">
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">On Tides</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>Weber, Anna</rdf:li><rdf:li>Durand, É.</rdf:li></rdf:Seq>
      </dc:creator><prism:doi>10.1000/182</prism:doi><prism:startingPage>3</prism:startingPage>
      <prism:endingPage>14</prism:endingPage></rdf:Description></rdf:RDF></x:xmpmeta>"""
    told = {one.field: one.values for one in metadata.told(xmp.read(packet))}
    assert told == {
        "title": ("On Tides",),
        "authors": ("Weber, Anna", "Durand, É."),
        "doi": ("10.1000/182",),
        "volume": ("12",),
        "pages": ("3–14",),
    }
    assert xmp.read("<broken") == {}
    assert xmp.read('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') == {}


def test_one_name_or_many() -> None:
    def authors(text: str) -> tuple[str, ...]:
        return metadata.authors({"author": text})

    assert authors("Weber, Anna") == authors("Weber, Anna\n") == ("Weber, Anna",)
    assert authors("Anna Weber, Émile Durand") == ("Anna Weber", "Émile Durand")
    assert authors("Weber, A. B.; Durand, É.") == ("Weber, A. B.", "Durand, É.")
    assert authors("admin") == authors("someone@example.org") == ()
    assert authors("Cameron Gray <c.gray@example.org>") == ("Cameron Gray",)


def test_a_creation_date_is_no_date_of_publication() -> None:
    told = metadata.told({"creationDate": "D:20200102", "title": "Tides"})
    assert told == (
        Told("title", ("Tides",), "file"),
        Told("date", ("2020-01-02",), "made"),
    )


def test_a_paper_prints_its_journal(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        place = (72, 72)
        page.insert_text(place, "Annals of the Northern Sea, Vol. 12, No. 3, pp. 41-58", fontsize=9)
        page.insert_text((72, 120), "The Tides of the Northern Sea", fontsize=20)
        page.insert_text((72, 150), "Anna Weber and Émile Durand", fontsize=12)
        page.insert_text((72, 170), "Published 3 March 2019. doi:10.1000/tides.7", fontsize=9)
        words = "The tide rises twice a day and falls twice a day along the coast. " * 20
        page.insert_textbox((72, 220, 520, 700), words, fontsize=10)
        document.save(tmp_path / "tides.pdf")
    found = read(tmp_path / "tides.pdf")
    printed = {one.field: one.values for one in found.told if one.origin == "page"}
    assert printed == {
        "title": ("The Tides of the Northern Sea",),
        "authors": ("Anna Weber", "Émile Durand"),
        "date": ("2019-03-03",),
        "doi": ("10.1000/tides.7",),
        "container": ("Annals of the Northern Sea",),
        "volume": ("12",),
        "issue": ("3",),
        "pages": ("41–58",),
    }
    assert Told("language", ("en",), "text") in found.told


def test_running_lines_print_no_date_or_title(tmp_path: Path) -> None:
    head = "Archive of Tides, Vol. 12, 2016/03/12"
    foot = "Downloaded from 192.0.2.7 on Sat, 12 Mar 2016. doi:10.1000/tides.7"
    words = "The tide rises twice a day and falls twice a day along the coast. " * 20
    with pymupdf.open() as document:
        for number in range(4):
            page = document.new_page()
            page.insert_text((72, 40), head, fontsize=11.5)
            page.insert_textbox((72, 120, 520, 600), f"{words} {number}", fontsize=10)
            page.insert_text((72, 800), foot, fontsize=9)
        document.save(tmp_path / "tides.pdf")
    found = read(tmp_path / "tides.pdf")
    printed = {one.field: one.values for one in found.told if one.origin == "page"}
    assert printed == {"doi": ("10.1000/tides.7",)}
    assert foot in found.text and "Archive" not in found.title


PAGE = b"""<!doctype html><html lang="de"><head><title>x</title>
<meta name="citation_title" content="Deiche im Norden"><meta name="citation_author"
content="Weber, Anna"><meta name="citation_author" content="Durand, Emile">
<meta name="citation_doi" content="10.1000/deich"><meta name="citation_date" content="2018/5/2">
<meta name="citation_journal_title" content="Wasserbau">
<script type="application/ld+json">{"@graph": [{"@type": "ScholarlyArticle",
"headline": "Anders", "publisher": {"name": "Verlag am Deich"}}]}</script></head>
<body><article><h1>Deiche</h1><p>Die Deiche schirmen das Land vor dem Meer seit alter Zeit ab und
werden jedes Jahr von den Gemeinden begangen und wo es not tut erneuert.</p></article></body>"""


def test_tags_of_a_web_page() -> None:
    told = read_web(PAGE, ".html").told
    found = {one.field: one.values for one in told if one.origin == "file"}
    assert found["title"] == ("Deiche im Norden",)
    assert found["authors"] == ("Weber, Anna", "Durand, Emile")
    assert found["date"] == ("2018-05-02",)
    assert found["container"] == ("Wasserbau",)
    assert found["doi"] == ("10.1000/deich",)
    assert found["publisher"] == ("Verlag am Deich",)


def test_linked_data_that_is_none_is_passed_over() -> None:
    broken = PAGE.replace(b'{"@graph"', b"{" * 5000 + b'{"@graph"')
    assert "publisher" not in {one.field for one in read_web(broken, ".html").told}


def test_a_role_others_and_broken_strings_are_no_authors() -> None:
    told = "With contributions by Khaled Hosny, Philipp Gesang and others."
    assert metadata.authors({"author": told}) == ("Khaled Hosny", "Philipp Gesang")
    assert metadata.authors({"author": "Peter Wilson, maintained by Lars Madsen"}) == (
        "Peter Wilson",
        "Lars Madsen",
    )
    assert metadata.authors({"author": "` `%%%`#`, 12_`__~~~"}) == ()
    assert metadata.authors({"author": "R Core Team"}) == ("R Core Team",)
    body = "Centers for Disease Control and Prevention"
    assert metadata.authors({"author": body}) == (body,)
