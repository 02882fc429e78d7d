"""Brackets of pages that are read from the right."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexers.paged.brackets import turned_back
from indexers.paged.pdf import pymupdf
from indexers.reading import read

HEBREW = "הגשר הישן (שנבנה בשנת 1953) עומד בעיר [ליד הטחנה] ועל ידי (12) מהנדסים, כך (ראו שם)."
ARABIC = "الجسر القديم (بني في سنة 1953) يقف في المدينة [قرب الطاحونة]."
ENGLISH = "The bridge (built in 1953) stands [near the mill]."


def test_a_page_has_its_brackets_as_they_are_written(tmp_path: Path) -> None:
    document = pymupdf.open()
    markup = f'<p dir="rtl">{HEBREW}</p><p>{ENGLISH}</p>'
    document.new_page().insert_htmlbox((50, 50, 550, 300), markup)
    document.save(str(tmp_path / "a.pdf"))
    reading = read(tmp_path / "a.pdf")
    assert reading.text.split("\n\n") == [HEBREW, ENGLISH]
    assert all(reading.text[one.start : one.end].strip() for one in reading.pages[0].words)


@pytest.mark.parametrize(
    ("shown", "written"),
    [
        ("הגשר )שנבנה בשנת 1953( עומד", "הגשר (שנבנה בשנת 1953) עומד"),
        ("נמכרה ב-)1960(, כך ]שם[.", "נמכרה ב-(1960), כך [שם]."),
        ("א( הטחנה ב( הגשר", "א) הטחנה ב) הגשר"),
        ("הטחנה ) ראו שם ( וגם )כאן(", "הטחנה ( ראו שם ) וגם (כאן)"),
        ("הפונקציה f(x) של הגשר )ראו שם(", "הפונקציה f(x) של הגשר (ראו שם)"),
        ("כתב »הגשר« בעיר", "כתב «הגשר» בעיר"),
        (HEBREW, HEBREW),
        (ARABIC, ARABIC),
        (f"{ENGLISH} )גשר(", f"{ENGLISH} )גשר("),  # no line that is read from the right
        ("A smile :) and )odd( brackets", "A smile :) and )odd( brackets"),
    ],
)
def test_only_what_is_turned_round_is_turned_back(shown: str, written: str) -> None:
    assert turned_back(shown) == written
