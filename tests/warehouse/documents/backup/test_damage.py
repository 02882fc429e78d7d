"""What stands otherwise than it was written is found, named, and made again where it can be."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.disk import hashed_files
from warehouse.documents.backup import checking, light_look, mending
from warehouse.errors import BadInput, Damaged
from warehouse.ingest.reconcile import BEGUN_ANEW
from warehouse.library import Library
from warehouse.opening import told
from warehouse.records import Place
from warehouse.run import Run
from warehouse.studies.report.cited_places import standing


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    source = write_html(tmp_path / "one.html", "One", prose(1))
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        library.add([source], Run())
        yield library


def behind_its_back(library: Library, sql: str) -> None:
    """As a disk changes a row: no trigger hears of it."""
    with closing(sqlite3.connect(library.folder / "catalog.db", isolation_level=None)) as there:
        triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        kept = there.execute(triggers).fetchall()
        for name, _ in kept:
            there.execute(f"DROP TRIGGER {name}")
        there.execute(sql)
        for _, made in kept:
            there.execute(made)


def found(library: Library) -> list[str]:
    return [one.sentence for one in checking.damaged(library, Run())]


def mended(library: Library) -> list[str]:
    mending.mend(library, checking.check(library, Run()).findings, Run())
    return found(library)


@pytest.mark.parametrize(
    ("sql", "word"),
    [
        ("UPDATE texts SET body = x'00'", "text"),
        ("UPDATE pages SET label = 'x'", "pages"),
        ("UPDATE passages SET first = first + 1 WHERE number = 0", "passages"),
        ("UPDATE headers SET body = 'x'", "header"),
        ("UPDATE documents SET authors = 'x', title = 'y'", "row in the list"),
        ("DELETE FROM passage_names", "names"),
        ("UPDATE sketches SET smallest = x'00'", "alike"),
    ],
)
def test_what_was_read_is_made_again_from_the_original(
    library: Library, sql: str, word: str
) -> None:
    [before] = library.catalog.documents()
    text = library.catalog.text(before.id)
    behind_its_back(library, sql)
    said = found(library)
    assert word in said[0]
    assert mended(library) == []
    [after] = library.catalog.documents()
    assert (after.title, after.state, after.source) == ("One", "verified", before.source)
    assert library.catalog.text(after.id) == text


def test_what_the_user_made_stays_named_until_it_is_accepted(library: Library) -> None:
    library.shelves.make("Floods", [row.id for row in library.catalog.documents()])
    behind_its_back(library, "UPDATE collections SET name = 'Bloods'")
    [said] = mended(library)
    assert "collections" in said and "backup" in said
    assert mending.accept(library) == 1
    assert found(library) == []


def test_an_original_is_not_lost_with_its_row(library: Library) -> None:
    [row] = library.catalog.documents()
    behind_its_back(library, "UPDATE documents SET id = 'damaged'")
    library.resume(Run())
    assert library.objects.is_whole(row.id, ".html")
    assert mended(library) == []
    assert [one.id for one in library.catalog.documents()] == [row.id]


def test_originals_beside_a_new_catalog_stay_and_are_taken_in_again(tmp_path: Path) -> None:
    place = tmp_path / "warehouse"
    sources = [write_html(tmp_path / f"{n}.html", f"N{n}", prose(n)) for n in (1, 2)]
    with Library(place, SETTINGS, HashingEmbedder()) as library:
        ids = {row.id for row in library.add(sources, Run())}
    for file in place.glob("catalog.db*"):
        file.unlink()
    with Library(place, SETTINGS, HashingEmbedder()) as library:
        library.add([write_html(tmp_path / "3.html", "N3", prose(3))], Run())
    for _ in range(2):
        with Library(place, SETTINGS, HashingEmbedder()) as library:
            library.resume(Run())
            assert ids < library.objects.names().keys()
            assert BEGUN_ANEW in told(library, is_new=False)
    with Library(place, SETTINGS, HashingEmbedder()) as library:
        assert found(library)[0] == BEGUN_ANEW and len(found(library)) == 3
        mending.accept(library)
        library.resume(Run())
        assert ids < library.objects.names().keys(), "whole ones are not given up"
        assert mended(library) == []
        assert ids < {row.id for row in library.catalog.documents() if row.state == "verified"}
        assert library.retrieval.passages("mark1", 1)
        library.objects.keep_bytes(b"of no document", "1" * 64, ".txt")
        library.resume(Run())
        assert "1" * 64 not in library.objects.names()
    with Library(place, SETTINGS, HashingEmbedder()) as library:
        assert "catalog" not in told(library, is_new=False)


def test_what_is_left_of_originals_can_be_given_up(tmp_path: Path) -> None:
    place = tmp_path / "warehouse"
    with Library(place, SETTINGS, HashingEmbedder()) as library:
        library.objects.keep_bytes(b"other bytes than of its name", "1" * 64, ".txt")
        library.catalog.set_fact("originals", "of before")
        assert mended(library)
        assert mending.accept(library) == 1
        assert found(library) == []


@pytest.mark.parametrize("part", ["data/*", "_indices/*/*"])
def test_a_changed_file_of_the_index_is_found_and_made_again(library: Library, part: str) -> None:
    for file in library.store.folder.glob(f"passages.lance/{part}"):
        raw = bytearray(file.read_bytes())
        raw[len(raw) // 3] ^= 1
        file.write_bytes(raw)
    assert "search index is damaged" in found(library)[0]
    library.store.close()
    assert mended(library) == []


def test_an_original_comes_back_from_where_it_was(library: Library) -> None:
    [row] = library.catalog.documents()
    library.original(row.id).write_bytes(b"?")
    assert "damaged" in found(library)[0]
    assert mended(library) == []


def test_files_of_a_study_know_themselves(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    hashed_files.write_whole(file, b"{}")
    hashed_files.write_whole(tmp_path / "scope.json", b"[1]")
    (tmp_path / "older.json").write_bytes(b"3")
    hashed_files.learn(tmp_path)
    assert hashed_files.changed(tmp_path) == []
    file.write_bytes(b"[]")
    (tmp_path / "older.json").unlink()
    assert sorted(hashed_files.changed(tmp_path)) == ["answer.json", "older.json"]
    hashed_files.forget(file)
    assert hashed_files.changed(tmp_path) == ["older.json"]
    (tmp_path / hashed_files.HASHES).write_bytes(b"?")
    assert hashed_files.changed(tmp_path) == [hashed_files.HASHES]


@pytest.mark.parametrize("change", [b"\0" * 4096, b"SQLite format 4\0"])
def test_damage_says_so_and_not_that_there_is_no_space(tmp_path: Path, change: bytes) -> None:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()):
        pass
    with (tmp_path / "warehouse" / "catalog.db").open("r+b") as file:
        file.write(change)
    with pytest.raises(Damaged, match="damaged") as caught:
        Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder())
    assert "space" not in caught.value.next_step


def test_a_light_look_goes_on_where_the_last_one_ended(library: Library, tmp_path: Path) -> None:
    library.add([write_html(tmp_path / "two.html", "Two", prose(2))], Run())
    assert light_look.is_due(library)
    assert light_look.look(library, Run()) == []
    assert not light_look.is_due(library)
    first, second = sorted(library.objects.names())
    library.original(second).write_bytes(b"?")
    assert light_look.look(library, Run(), seconds=0) == []
    [finding] = light_look.look(library, Run(), seconds=0)
    assert finding.document == second
    behind_its_back(library, f"UPDATE pages SET label = 'x' WHERE document = '{first}'")
    assert first in [one.document for one in light_look.look(library, Run(), seconds=0)]


def test_a_citation_is_shown_only_where_its_text_is_what_was_written(library: Library) -> None:
    [row] = library.catalog.documents()
    words = library.catalog.text(row.id, 0, 20)
    place = Place(row.id, 0, 0, 20)
    assert standing(library.catalog, place, words).page.index == 0
    text = zlib.compress(b"X" + library.catalog.text(row.id).encode()[1:])
    behind_its_back(library, f"UPDATE texts SET body = x'{text.hex()}'")
    with pytest.raises(BadInput, match="cannot be verified"):
        standing(library.catalog, place, words)


def test_a_catalog_of_before_is_sealed_when_it_is_looked_at(tmp_path: Path) -> None:
    source = write_html(tmp_path / "one.html", "One", prose(1))
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        library.add([source], Run())
        with closing(sqlite3.connect(library.folder / "catalog.db")) as there:
            triggers = "SELECT name FROM sqlite_master WHERE name GLOB 'seal_*'"
            for (name,) in there.execute(triggers).fetchall():
                there.execute(f"DROP TRIGGER {name}")
            there.executescript("DROP TABLE seals; DROP TABLE unsealed;")
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        library.edit(library.catalog.documents()[0].id, {"title": ("Two",)}, Run())
        assert found(library) == []
        assert library.catalog.seal_waiting(lambda: None) > 0
        assert found(library) == []
        behind_its_back(library, "UPDATE texts SET body = x'00'")
        assert found(library)
