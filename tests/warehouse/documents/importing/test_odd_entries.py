"""Entries that say what no program should have written: each costs itself at most."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.documents.importing import taking_in, unfinished_imports
from warehouse.library import Library
from warehouse.run import Run

sys.path.insert(0, str(Path(__file__).parents[1] / "bibliography"))
from made_zotero import MadeZotero

ODD = {
    "month.bib": "@book{a, title = {T}, year = {2019}, month = {²}}",
    "name.bib": "@book{a, title = {T}, file = {~$draft.pdf}}",
    "half.json": r'[{"id": "a", "title": "T", "note": "\ud800", "file": "\ud800.pdf"}]',
    "endless.json": '[{"id": "a", "title": "T", "volume": 1e999}]',
}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("old.bib", "@book{a, title = {T}, year = {950}, month = may}"),
        ("old.json", '[{"id": "a", "title": "T", "issued": {"date-parts": [[950, 5]]}}]'),
    ],
)
def test_an_early_year_is_taken_along(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    [found] = taking_in.read(path).entries
    assert found.fields["date"] == ("0950-05",)


@pytest.mark.parametrize(
    ("said", "kept", "told"),
    [
        ("n.d.", "", "Date “n.d.” is none and was left out."),
        ("Spring 2019", "2019", "Of the date “Spring 2019” only the year 2019 was taken."),
        ("13/45/2019", "2019", "Of the date “13/45/2019” only the year 2019 was taken."),
        ("2019-13", "2019", "Of the date “2019-13” only the year 2019 was taken."),
        ("c. 1850", "1850", ""),
        ("2019-00-00", "2019", ""),
        ("1999/2000", "1999", ""),
        ("March 2019", "2019-03", ""),
        ("2019-03-02", "2019-03-02", ""),
        ("", "", ""),
    ],
)
def test_a_date_that_is_none_is_told_and_its_year_kept(
    tmp_path: Path, said: str, kept: str, told: str
) -> None:
    bib, csl, zotero = tmp_path / "a.bib", tmp_path / "a.json", MadeZotero(tmp_path / "Zotero")
    bib.write_text(f"@book{{a, title = {{T}}, date = {{{said}}}}}", encoding="utf-8")
    csl.write_text(f'[{{"id": "a", "title": "T", "issued": {{"raw": "{said}"}}}}]', "utf-8")
    zotero.item(
        "book", "BOOK2345", title="T", date=f"{kept or '0000'}-00-00 {said}" if told else said
    )
    zotero.close()
    for source in (bib, csl, tmp_path / "Zotero"):
        [found] = taking_in.read(source).entries
        assert found.fields.get("date", ("",)) == (kept,)
        assert found.left_out == ((told,) if told else ())


def test_year_and_month_of_bibtex_are_one_date(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    entries = (
        "year = {2019}, month = {1 July}",
        "year = {2019}, month = {Spring}",
        "year = {n.d.}",
        "month = jul",
    )
    path.write_text("".join(f"@book{{k{at}, {said}}}\n" for at, said in enumerate(entries)))
    found = taking_in.read(path).entries
    assert [one.fields.get("date") for one in found] == [("2019-07-01",), ("2019",), None, None]
    assert [len(one.left_out) for one in found] == [0, 1, 1, 1]
    assert found[3].left_out == ("Date “jul” is none and was left out.",)


def test_values_that_could_not_be_taken_are_told_apart_from_parts_that_were_not_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.bib"
    path.write_text("@book{a, title = {T}, date = {n.d.}, isbn = {978-3-16-148410-9}}")
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        taken = taking_in.take_in(taking_in.read(path), library, Run())
        reasons = [one.reason for one in taken.altered if one.title == "T"]
        assert taken.unread == ()
        assert reasons == [
            "Date “n.d.” is none and was left out.",
            "ISBN “978-3-16-148410-9” is none and was left out.",
        ]
        assert set(reasons) <= {one.reason for one in library.catalog.losses()}
    assert unfinished_imports.told((path, taken)) == (
        "a.bib: 1 entry, 1 of them new, 0 documents came in; 1 of its parts could not be taken"
        " and 2 values could not be taken as given, see the loss ledger."
    )


@pytest.mark.parametrize("name", ODD)
def test_an_odd_value_does_not_cost_the_library(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(ODD[name], encoding="utf-8")
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        taken = taking_in.take_in(taking_in.read(path), library, Run())
        assert (taken.entries, [one.title for one in taken.without]) == (1, ["T"])


@pytest.mark.parametrize("title", ["50% of {Über}tides & more", r"50\% of Übertides \& more"])
def test_a_percent_sign_begins_no_comment(tmp_path: Path, title: str) -> None:
    path = tmp_path / "a.bib"
    path.write_text(f"@book{{a, title = {{{title}}}}}", encoding="utf-8")
    [found] = taking_in.read(path).entries
    assert found.title == "50% of Übertides & more"


@pytest.mark.parametrize("code", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_bibliography_is_read_in_the_code_it_was_written_in(tmp_path: Path, code: str) -> None:
    path = tmp_path / "a.bib"
    lines = ("@book{a, title = {Über die", "Größe}, author = {Müller, Jürgen}}", "@book{a,}", "")
    path.write_bytes("\r\n".join(lines).encode(code))
    bundle = taking_in.read(path)
    assert bundle.entries[0].title == "Über die Größe"
    assert bundle.entries[0].fields["authors"] == ("Müller, Jürgen",)
    assert bundle.entries[0].whole["fields"]["title"] == "Über die\nGröße"
    assert [one.what for one in bundle.unread] == ["a, line 3"]


def test_only_who_made_a_work_is_its_author(tmp_path: Path) -> None:
    zotero = MadeZotero(tmp_path / "Zotero")
    item = zotero.item("book", "BOOK2345", title="T")
    for role in ("translator", "author", "seriesEditor", "presenter", "editor", "recipient"):
        zotero.creator(item, "Anna", role.capitalize(), role)
    zotero.close()
    [found] = taking_in.read(tmp_path / "Zotero").entries
    assert found.fields["authors"] == ("Author, Anna", "Presenter, Anna")
    assert found.fields["editors"] == ("Editor, Anna",)


def test_who_contributed_is_the_author_where_nobody_else_is_named(tmp_path: Path) -> None:
    works = (("A", "contributor"), ("B", "composer"), ("C", "editor"), ("D", "author"))
    zotero = MadeZotero(tmp_path / "Zotero")
    for key, role in works:
        item = zotero.item("book", f"BOOK234{key}", title=key)
        for one in dict.fromkeys((role, "contributor", "recipient")):
            zotero.creator(item, key, one.capitalize(), one)
    zotero.close()
    authors = {
        one.title: one.fields.get("authors") for one in taking_in.read(tmp_path / "Zotero").entries
    }
    assert authors == {
        "A": ("Contributor, A",),
        "B": ("Composer, B", "Contributor, B"),
        "C": None,
        "D": ("Author, D",),
    }
