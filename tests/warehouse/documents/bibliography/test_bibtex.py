"""BibTeX and CSL-JSON: nothing a document says acts in them, keys are unique and stay."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from shelf import SETTINGS, HashingEmbedder, reading

from indexers.records import Told
from warehouse.documents.bibliography.bibtex import bibtex, escaped
from warehouse.documents.bibliography.csl import csl
from warehouse.documents.bibliography.entry import Entry, entries, wanted_key
from warehouse.documents.bibliography.reference import reference
from warehouse.documents.bibliography.saving import save
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.catalog.people import Name

HOSTILE = "100 % \\input{/etc/passwd} } @article{x, a={ $a_b$ ~^#&\n\x1b[2J\u202e"


def entry(**values: object) -> Entry:
    made = {"document": "a" * 64, "key": "k", "kind": "article-journal", "title": "Tides"}
    return Entry(**(made | values))  # type: ignore[arg-type]


def balanced(text: str) -> bool:
    depth = 0
    for mark in text:
        depth += (mark == "{") - (mark == "}")
        if depth < 0:
            return False
    return depth == 0


def test_nothing_acts_in_latex() -> None:
    text = escaped(HOSTILE)
    assert balanced(text)
    bare = text
    for command in ("textbackslash", "textbraceleft", "textbraceright", "textasciitilde"):
        bare = bare.replace(f"\\{command}{{}}", "")
    bare = bare.replace("\\textasciicircum{}", "")
    for mark in "%$&#_":
        bare = bare.replace(f"\\{mark}", "")
    assert not set(bare) & set("\\{}%$&#_~^\n\x1b\u202e")


def test_words_keep_what_joins_their_letters() -> None:
    text = bibtex([entry(title="Brücken\u00adbau, می\u200cخواهم", doi="10.1000/\u00ad182")])
    assert "{{Brückenbau, می\u200cخواهم}}" in text and "{10.1000/182}" in text


def test_a_hostile_document_makes_one_entry() -> None:
    text = bibtex(
        [
            entry(
                title=HOSTILE,
                authors=(Name(HOSTILE, HOSTILE),),
                doi="10.1/}x{",
                url="https://e.org/a b}",
                container=HOSTILE,
            )
        ]
    )
    assert balanced(text)
    assert text.count("\n@") + text.startswith("@") == 1
    assert all(line.startswith(("@", "  ", "}")) for line in text.splitlines())
    assert "doi = {10.1/%7Dx%7B}" in text
    assert "url = {https://e.org/a%20b%7D}" in text


def test_fields_of_an_article() -> None:
    text = bibtex(
        [
            entry(
                authors=(Name("van der Berg", "Jan"), Name("R Core Team"), Name("A and B", "C")),
                date="2019-03-02",
                container="Annals",
                pages="3–14",
                arxiv="2402.12317",
            )
        ]
    )
    assert "author = {van der Berg, Jan and {R Core Team} and {A and B}, C}," in text
    assert "title = {{Tides}}," in text
    assert "journal = {Annals}," in text
    assert "year = {2019}," in text
    assert "month = mar," in text
    assert "pages = {3--14}," in text
    assert "eprint = {2402.12317}," in text


def test_csl() -> None:
    (item,) = json.loads(
        csl([entry(authors=(Name("Weber", "Anna"), Name("Team")), date="2019-03")])
    )
    assert item["author"] == [{"family": "Weber", "given": "Anna"}, {"literal": "Team"}]
    assert item["issued"] == {"date-parts": [[2019, 3]]}
    assert item["custom"] == {"sha256": "a" * 64}


def test_an_early_year_is_told_in_every_form() -> None:
    early = entry(date="0950-05", authors=(Name("Weber", "Anna"),))
    text = bibtex([early])
    assert "year = {950}" in text and "month = may" in text
    assert json.loads(csl([early]))[0]["issued"] == {"date-parts": [[950, 5]]}
    assert reference(early) == "Weber, A. (950). Tides."


def test_keys_are_plain_letters() -> None:
    assert wanted_key(entry(authors=(Name("Müller", "A."),), date="1998")) == "muller1998tides"
    assert wanted_key(entry(title="The 2 of us at sea")) == "sea"
    assert wanted_key(entry(authors=(Name("Bede"),), date="0731-05")) == "bede731tides"
    assert wanted_key(entry(title="潮汐")) == "documentaaaaaaaa"


def test_keys_are_unique_and_stay(tmp_path: Path) -> None:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        told = (Told("authors", ("Weber, Anna",), "file"), Told("date", ("2019",), "file"))
        ids = []
        for number in range(3):
            made = msgspec.structs.replace(reading("Tides", f"Tide number {number}."), told=told)
            ids.append(library.admit(made, "x.html", f"{number}".encode(), Run()).id)
        keys = [one.key for one in entries(library.catalog, ids)]
        assert keys == ["weber2019tides", "weber2019tidesa", "weber2019tidesb"]
        library.edit(ids[0], {"title": ("Ebb and Flood",), "date": ("2020",)}, Run())
        assert [one.key for one in entries(library.catalog, reversed(ids))] == keys[::-1]
        path = save(entries(library.catalog, ids), "bibtex", tmp_path / "out" / "a.bib")
        assert path.read_text("utf-8").count("@misc{") == 3
