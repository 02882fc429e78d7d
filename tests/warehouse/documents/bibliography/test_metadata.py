"""What is known of a document: whose word counts, and that no reading overwrites the user's."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, reading

from indexers.records import Reading, Told
from warehouse.documents.backup.backup import back_up, restore
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.run import Run

TEXT = "The tide rises twice a day. It falls twice a day. The moon is the cause of both."
TOLD = (
    Told("title", ("Tides",), "file"),
    Told("authors", ("Weber, Anna", "R Core Team"), "page"),
    Told("date", ("2019-03-03",), "page"),
    Told("date", ("2020",), "made"),
    Told("doi", ("10.1000/tides",), "page"),
)


def admitted(library: Library, told: tuple[Told, ...] = TOLD, raw: bytes = b"tides") -> str:
    return library.admit(said(told), "tides.html", raw, Run()).id


def said(told: tuple[Told, ...]) -> Reading:
    return msgspec.structs.replace(reading("Tides", TEXT), told=told)


def test_what_counts_and_where_it_is_from(library: Library) -> None:
    with library:
        id = admitted(library)
        known = library.catalog.known(id)
        assert [(one.field, one.text, one.value.origin) for one in known.values()] == [
            ("title", "Tides", "file"),
            ("authors", "Anna Weber; R Core Team", "page"),
            ("date", "2019-03-03", "page"),
            ("doi", "10.1000/tides", "page"),
            ("language", "en", "file"),
        ]
        assert [other.origin for other in known["date"].others] == ["made"]
        row = library.catalog.document(id)
        assert (row.authors, row.date) == (("Anna Weber", "R Core Team"), "2019-03-03")
        header = library.catalog.header(id)
        assert header is not None and header.authors == row.authors


def test_the_users_word_counts_and_survives(library: Library, tmp_path: Path) -> None:
    with library:
        id = admitted(library)
        title, name = ("The Tides of the Sea",), ("Émile Durand",)
        row = library.edit(id, {"title": title, "authors": name, "language": ("de",)}, Run())
        assert (row.title, row.authors, row.language) == (*title, name, "de")
        assert row.state == "verified"
        header = library.catalog.header(id)
        assert header is not None and header.title == title[0]
        assert [hit.title for hit in library.retrieval.search_words("sea", 3)] == [title[0]]
        assert library.retrieval.search_words("Durand", 3) == []  # only the header has it
        assert [hit.document for hit in library.retrieval.headers("Durand", 3)] == [id]

        library.catalog.read_again(id, (Told("title", ("Something Else",), "file"),))
        library.rebuild(Run())
        assert library.catalog.document(id).title == title[0]
        back_up(library, tmp_path / "a.zip", Run())
    restore(tmp_path / "a.zip", tmp_path / "again", Run())
    with Library(tmp_path / "again", SETTINGS, HashingEmbedder()) as again:
        assert again.catalog.document(id).title == title[0]
        assert again.catalog.known(id)["title"].value.origin == "yours"

        again.edit(id, {"title": None}, Run())
        assert again.catalog.document(id).title == "Something Else"
        assert again.edit(id, {"authors": ()}, Run()).authors == ()


def test_the_name_of_the_file_comes_back(library: Library) -> None:
    with library:
        id = admitted(library, ())
        assert library.edit(id, {"title": ("Mine",)}, Run()).title == "Mine"
        assert library.edit(id, {"title": None}, Run()).title == "Tides"


def test_slips_of_the_pen_are_refused(library: Library) -> None:
    with library:
        id = admitted(library)
        for field, text in (
            ("doi", "11.1000/x"),
            ("isbn", "978-3-16-148410-1"),
            ("date", "soon"),
            ("language", "Deutsch"),
            ("type", "poem"),
            ("title", " "),
            ("colour", "red"),
        ):
            with pytest.raises(BadInput):
                library.edit(id, {field: (text,)}, Run())
        assert "yours" not in {one.value.origin for one in library.catalog.known(id).values()}
        assert library.catalog.known(id)["doi"].text == "10.1000/tides"
        library.edit(id, {"doi": ("https://doi.org/10.1000/Other",)}, Run())
        assert library.catalog.known(id)["doi"].text == "10.1000/other"


def test_what_is_said_before_the_file_comes_waits_for_it(library: Library) -> None:
    with library:
        id = hashlib.sha256(b"tides").hexdigest()
        library.catalog.tell(id, "zotero", {"title": ("Tides, Revisited",)})
        assert admitted(library) == id
        assert library.catalog.document(id).title == "Tides, Revisited"
        library.remove(id)
        library.trash.restore(id, Run())
        assert library.catalog.known(id)["title"].value.origin == "zotero"
        library.catalog.forget(id)
        assert library.catalog.rows("SELECT * FROM metadata") == []


def test_documents_share_a_number(library: Library) -> None:
    with library:
        one = admitted(library)
        other = admitted(library, TOLD, b"the second printing")
        assert set(library.catalog.with_value("doi", "10.1000/tides")) == {one, other}
        assert library.catalog.with_value("doi", "10.1000/nothing") == []
