"""Model headers: from the document only, one by one, and on after an interruption."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from counting import CountingEngine
from msgspec import Struct
from shelf import HashingEmbedder

from indexers.records import Page, Reading, Section
from indexers.text import sentences
from warehouse.documents import headers
from warehouse.documents.headers import About, grounded, parts, write_headers
from warehouse.engine import estimates
from warehouse.engine.protocol import Request
from warehouse.errors import Cancelled, EngineDied
from warehouse.ingest.headers_plain import header_text
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run, Step, in_words
from warehouse.settings import Settings

PLAIN = "The tower of Lille stands by the river. It was built by Anna Kahn in 1902. "


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", Settings(), HashingEmbedder()) as library:
        yield library


def admit(library: Library, title: str, text: str, sections: int = 0) -> Document:
    length = len(text) // max(1, sections)
    reading = Reading(
        kind="web",
        title=title,
        text=text,
        pages=(Page(0, "1", 0, len(text), 0, 0),),
        sections=tuple(
            Section(1, f"Part {i}", i * length, (i + 1) * length) for i in range(sections)
        ),
        sentences=sentences.split(text),
        language="en",
    )
    return library.admit(reading, f"{title}.html", f"{title}{text}".encode(), Run())


def about(request: Request) -> str:
    assert request.schema is not None
    return json.dumps(
        {
            "summary": "The tower of Lille stands by the river. Zoltan Kiss built it in 1777.",
            "topics": ["towers", "Towers", "rivers", "Lille", "building", "history"],
            "entities": ["Anna Kahn", "Zoltan Kiss", "Lille"],
        }
    )


def background() -> Run:
    return Run(foreground=False)


def test_a_header_keeps_what_the_document_bears_out(library: Library, tmp_path: Path) -> None:
    document = admit(library, "Tower", PLAIN)
    was = library.catalog.header(document.id)
    engine = CountingEngine(tmp_path / "log", about)
    assert write_headers(library, engine, background()) == 1
    header = library.catalog.header(document.id)
    assert was is not None and header is not None
    assert header.made_by == "model"
    assert header.summary == "The tower of Lille stands by the river."
    assert header.entities == ("Anna Kahn", "Lille")
    assert header.topics[:5] == ("towers", "rivers", "Lille", "building", "history")
    assert {"built", "river", "anna kahn"} <= set(was.topics)
    assert "built" in header.topics
    assert not {"river", "anna kahn"} & set(header.topics)
    assert library.catalog.document(document.id).header == "model"
    assert library.retrieval.headers("building history", 1)[0].document == document.id
    assert write_headers(library, engine, background()) == 0


def test_a_sentence_that_the_limit_cut_off_is_left_out() -> None:
    cut = About("The tower stands by the river. It was built by the", ("towers",), ())
    assert grounded(cut, PLAIN).summary == "The tower stands by the river."
    whole = About("A tower by the river", ("towers",), ())
    assert grounded(whole, PLAIN).summary == "A tower by the river"
    ordered = About("The tower stands by the river. Tower.", ("towers",), ())
    assert grounded(ordered, PLAIN).summary == "The tower stands by the river."
    assert grounded(About("Tower.", (), ()), PLAIN).summary == "Tower."


def test_a_reply_of_no_use_leaves_the_plain_words(library: Library, tmp_path: Path) -> None:
    document = admit(library, "Tower", PLAIN)
    before = library.catalog.header(document.id)
    engine = CountingEngine(tmp_path / "log", lambda request: "{")
    assert write_headers(library, engine, background()) == 1
    after = library.catalog.header(document.id)
    assert before is not None
    assert after is not None
    assert (after.summary, after.topics) == (before.summary, before.topics)
    assert write_headers(library, engine, background()) == 0


def test_a_long_document_is_mapped_and_reduced(library: Library, tmp_path: Path) -> None:
    document = admit(library, "Book", PLAIN * 200, sections=5)
    engine = CountingEngine(tmp_path / "log", about)
    write_headers(library, engine, background())
    assert engine.started == 5 + 1
    header = library.catalog.header(document.id)
    assert header is not None
    assert len(header_text(header).split()) <= 270
    assert list((library.folder / "headers").iterdir()) == []


def test_an_interrupted_long_document_goes_on(library: Library, tmp_path: Path) -> None:
    admit(library, "Book", PLAIN * 200, sections=5)

    def dies(request: Request) -> str:
        if request.prompt == "header_whole":
            raise EngineDied("It ended.")
        return about(request)

    with pytest.raises(EngineDied):
        write_headers(library, CountingEngine(tmp_path / "log", dies), background())
    again = CountingEngine(tmp_path / "log", about)
    write_headers(library, again, background())
    assert again.started == 1


def test_what_is_removed_meanwhile_is_not_described(library: Library, tmp_path: Path) -> None:
    for name in ("First", "Second"):
        admit(library, name, PLAIN * 200, sections=5)
    books = {document.title: document for document in library.catalog.documents()}

    def removes(request: Request) -> str:
        for name, book in books.items():
            if name not in str(request.messages) and len(library.catalog.documents()) > 1:
                library.remove(book.id)
        return about(request)

    engine = CountingEngine(tmp_path / "log", removes)
    write_headers(library, engine, background())
    assert engine.started == 5 + 1
    assert [document.header for document in library.catalog.documents()] == ["model"]


def test_stopping_keeps_what_is_done(library: Library, tmp_path: Path) -> None:
    for i in range(2):
        admit(library, f"Book {i}", PLAIN * 200)

    def watch(snapshot: object) -> None:
        if isinstance(snapshot, Step) and snapshot.done == 1:
            run.cancel()

    run = Run(watch, foreground=False)
    with pytest.raises(Cancelled):
        write_headers(library, CountingEngine(tmp_path / "log", about), run)
    made = sorted(row.header for row in library.catalog.documents())
    assert made == ["model", "plain"]


def test_short_documents_go_together(library: Library, tmp_path: Path) -> None:
    for i in range(headers.GROUP + 1):
        admit(library, f"Note {i}", PLAIN)
    engine = CountingEngine(tmp_path / "log", about)
    assert write_headers(library, engine, background()) == headers.GROUP + 1
    assert engine.started == headers.GROUP + 1


def test_parts_cover_a_book_without_headings(library: Library) -> None:
    document = admit(library, "Plain book", PLAIN * 300)
    found = parts(library, document.id)
    assert len(found) == headers.MOST_PARTS
    assert found[0].start == 0
    assert found[-1].end == library.catalog.length(document.id)


def test_an_empty_reply_stays_empty() -> None:
    assert grounded(About("", (), ()), "text") == About("", (), ())


def test_the_time_ahead_is_counted_and_said(library: Library, tmp_path: Path) -> None:
    assert headers.ahead(library) == estimates.Work(0, 0)
    admit(library, "Tower", PLAIN)
    short = headers.ahead(library)
    admit(library, "Long", PLAIN * 200, sections=4)
    both = headers.ahead(library)
    assert 0 < short.read < both.read
    assert 0 < short.written < both.written
    steps: list[Struct] = []
    engine = CountingEngine(tmp_path / "log", about)
    write_headers(library, engine, Run(steps.append, foreground=False), 240.0)
    told = [step for step in steps if isinstance(step, Step)]
    assert in_words(told[0]).startswith("Writing headers 0 of 2: about 4 min · ")
    assert not in_words(told[-1]).endswith("min")
    assert headers.ahead(library) == estimates.Work(0, 0)
