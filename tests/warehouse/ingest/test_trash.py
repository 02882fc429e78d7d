"""Removed documents: found by nothing, brought back whole, forgotten when their time is over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.store.catalog.trash import DAY_S, KEPT_S, LONGEST_GAP_S


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as made:
        paths = [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2)]
        made.add(paths, Run())
        yield made


def titled(library: Library, title: str) -> Document:
    return next(one for one in library.catalog.documents() if one.title == title)


def embedder(library: Library) -> HashingEmbedder:
    assert isinstance(library.embedder, HashingEmbedder)
    return library.embedder


def test_removed_is_found_by_nothing_and_its_text_is_kept(library: Library) -> None:
    gone = titled(library, "Title 1")
    text = library.catalog.text(gone.id)
    library.remove(gone.id)
    assert [one.title for one in library.catalog.documents()] == ["Title 2"]
    assert library.catalog.counts().documents == 1
    assert not library.catalog.knows(gone.id)
    assert library.catalog.some_documents([gone.id]) == {}
    assert library.retrieval.search_words("mark1", 5) == []
    assert gone.id not in {hit.document for hit in library.retrieval.passages("mark1", 9)}
    assert library.catalog.passage_hits(gone.id) == []
    assert library.catalog.document(gone.id).state == "removed"
    assert library.catalog.text(gone.id) == text
    assert library.original(gone.id).exists()
    (one,) = library.trash.list()
    assert (one.document.title, one.days_left) == ("Title 1", 30)


def test_one_that_is_forgotten_while_the_list_is_made_is_left_out(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    for title in ("Title 1", "Title 2"):
        library.remove(titled(library, title).id)
    catalog, rows = library.catalog, library.catalog.rows
    (first, second) = [one.document for one in library.trash.list()]

    def slowly(sql: str, *values: object) -> list[tuple[object, ...]]:
        found = rows(sql, *values)
        if "FROM trash ORDER" in sql:
            monkeypatch.undo()
            library.trash.forget([first.id])
        return found

    monkeypatch.setattr(catalog, "rows", slowly)
    assert [one.document.id for one in library.trash.list()] == [second.id]


def test_brought_back_as_it_was_and_no_passage_is_embedded_again(library: Library) -> None:
    before = titled(library, "Title 1")
    passages = library.catalog.passages(before.id)
    header = library.catalog.header(before.id)
    vectors = library.store.vectors("passages", library.catalog.passage_ids(before.id))
    library.remove(before.id)
    embedder(library).embedded.clear()
    after = library.trash.restore(before.id, Run())
    assert after == before
    assert library.catalog.passages(before.id) == passages
    assert library.catalog.header(before.id) == header
    again = library.store.vectors("passages", list(vectors))
    assert all((again[id] == vectors[id]).all() for id in vectors)
    assert len(embedder(library).embedded) == 1, "the header alone"
    assert library.retrieval.search_words("mark1", 5)[0].document == before.id
    assert library.trash.list() == []
    with pytest.raises(BadInput, match="not in the trash"):
        library.trash.restore(before.id, Run())


def test_it_survives_a_start_and_a_rebuild(library: Library, tmp_path: Path) -> None:
    gone = titled(library, "Title 1")
    library.remove(gone.id)
    library.close()
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as again:
        again.resume(Run())
        again.rebuild(Run())
        assert again.original(gone.id).exists()
        assert set(again.store.rows_by_document("passages")) == {titled(again, "Title 2").id}
        assert again.trash.restore(gone.id, Run()).state == "verified"


def test_a_kill_before_the_index_knew_is_mended(library: Library) -> None:
    gone = titled(library, "Title 1")
    library.catalog.put_in_trash(gone.id, "", b"")
    assert library.retrieval.search_words("mark1", 5) == []
    library.resume(Run())
    assert set(library.store.rows_by_document("passages")) == {titled(library, "Title 2").id}
    assert library.trash.restore(gone.id, Run()).state == "verified"


def test_the_same_file_again_brings_it_back(library: Library, tmp_path: Path) -> None:
    gone = titled(library, "Title 1")
    library.remove(gone.id)
    (back,) = library.add([tmp_path / "1.html"], Run())
    assert (back.id, back.state) == (gone.id, "verified")
    assert library.trash.list() == []


def test_its_time_is_counted_whatever_the_clock_says(library: Library) -> None:
    now = time.time()
    library.remove(titled(library, "Title 1").id)
    assert library.trash.age(now - 400 * DAY_S) == 0
    assert library.trash.list()[0].left_s == KEPT_S, "moved back: nothing is counted"
    assert library.trash.age(now - 399 * DAY_S) == 0
    assert library.trash.list()[0].left_s == pytest.approx(KEPT_S - DAY_S), "and it goes on"
    assert library.trash.age(now + 4000 * DAY_S) == 0, "moved on by years: a week at most"
    assert library.trash.list()[0].left_s == pytest.approx(KEPT_S - DAY_S - LONGEST_GAP_S)
    gone = library.trash.list()[0].document
    days = [now + (4000 + day) * DAY_S for day in range(1, 24)]
    assert [library.trash.age(day) for day in days] == [0] * 21 + [1, 0]
    assert library.trash.list() == []
    assert not library.catalog.ids() & {gone.id}
    assert set(library.objects.names()) == {titled(library, "Title 2").id}


def test_what_was_removed_later_has_its_own_time(library: Library) -> None:
    library.remove(titled(library, "Title 1").id)
    library.trash.age(time.time() + 6 * DAY_S)
    library.remove(titled(library, "Title 2").id)
    assert sorted(one.days_left for one in library.trash.list()) == [24, 30]


def test_forgotten_for_good(library: Library, tmp_path: Path) -> None:
    gone = titled(library, "Title 1")
    original = library.original(gone.id)
    library.remove(gone.id)
    library.trash.forget([gone.id])
    assert not original.exists()
    assert gone.id not in library.catalog.ids()
    assert library.catalog.rows("SELECT count(*) FROM trash") == [(0,)]
    assert library.catalog.text(gone.id) == ""
    (back,) = library.add([tmp_path / "1.html"], Run())
    assert back.state == "verified"


def test_no_copy_of_the_catalog_keeps_what_was_forgotten(library: Library) -> None:
    copy = library.folder / "catalog-before-people.db"
    library.catalog.copy(copy)
    gone = titled(library, "Title 1")
    library.remove(gone.id)
    assert library.trash.empty([]) == 0
    assert copy.exists()
    library.trash.empty([gone.id])
    assert not copy.exists()


def test_a_copy_that_cannot_be_removed_is_told_and_keeps_no_original(library: Library) -> None:
    gone = titled(library, "Title 1")
    original = library.original(gone.id)
    (library.folder / "catalog-before-people.db").mkdir()  # no file: it cannot be unlinked
    with pytest.raises(OSError):
        library.trash.forget([gone.id])
    assert not original.exists() and not library.catalog.has(gone.id)


def test_no_summary_that_was_cut_off_keeps_what_was_forgotten(library: Library) -> None:
    kept = titled(library, "Title 2")
    gone = titled(library, "Title 1")
    folder = library.folder / "headers"
    folder.mkdir()
    for id in (gone.id, kept.id):
        for left in (".db", ".db-wal"):
            (folder / f"{id}{left}").write_text("its words")
    library.trash.forget([gone.id])
    assert {path.stem for path in folder.iterdir()} == {kept.id}


def test_a_failed_document_comes_back_failed(library: Library, tmp_path: Path) -> None:
    junk = tmp_path / "junk.pdf"
    junk.write_bytes(b"no PDF")
    (failed,) = library.add([junk], Run())
    library.remove(failed.id)
    assert library.trash.restore(failed.id, Run()) == failed
