"""A warehouse where nothing can be written, and warehouses with odd paths."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.errors import ModelMissing, NotWritable, StorageError
from warehouse.ingest.embedders import of_index
from warehouse.ingest.reconcile import MadeBy
from warehouse.library import Library
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.search.embedding import Embedder
from warehouse.store import read_only
from warehouse.store.catalog import Catalog


def open_library(folder: Path) -> Library:
    return Library(folder, SETTINGS, HashingEmbedder())


@pytest.fixture
def sealed_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A warehouse with a document, of which the system says that it cannot be written."""
    folder = tmp_path / "medium"
    with open_library(folder) as library:
        library.add([write_html(tmp_path / "one.html", "One", prose(1))], Run())
    monkeypatch.setattr(read_only.os, "access", lambda place, mode: Path(place) != folder)
    return folder


def state_of(folder: Path) -> dict[str, tuple[int, int]]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


def test_it_is_searched_and_read_and_written_elsewhere(sealed_off: Path) -> None:
    before = state_of(sealed_off)
    with open_library(sealed_off) as library:
        assert library.is_read_only
        library.resume(Run())
        [row] = library.catalog.documents()
        assert library.retrieval.passages("mark1", 3)
        assert library.original(row.id).is_file() and "mark1" in library.catalog.text(row.id)
        library.catalog.set_fact("asked", "yes")
        with pytest.raises(NotWritable, match="can only be read"):
            library.add([library.original(row.id)], Run())
        with pytest.raises(NotWritable):
            library.remove(row.id)
    assert state_of(sealed_off) == before
    with open_library(sealed_off) as library:
        assert library.catalog.fact("asked") == "yes"


@pytest.mark.parametrize("analyzed", [analyzer.VERSION, "0"])
@pytest.mark.parametrize("dimension", [32, 64])
def test_one_of_another_embedder_or_analyzer_is_searched_with_its_own(
    sealed_off: Path, dimension: int, analyzed: str
) -> None:
    catalog = Catalog(sealed_off / "catalog.db")
    fact = catalog.fact("index")
    catalog.set_fact("index", fact.replace(f'"{analyzer.VERSION}"', f'"{analyzed}"'))
    catalog.close()
    before, old, new = state_of(sealed_off), HashingEmbedder(32), HashingEmbedder(dimension)
    for _ in range(2):
        with Library(sealed_off, SETTINGS, new, embedder_at=lambda made: old) as library:
            library.resume(Run())
            assert [one.state for one in library.catalog.documents()] == ["verified"]
            assert library.retrieval.passages("mark1", 3)
    assert state_of(sealed_off) == before


def test_without_its_own_embedder_words_are_found(sealed_off: Path, tmp_path: Path) -> None:
    before, nowhere = state_of(sealed_off), str(tmp_path / "no-model")

    def gone(made: MadeBy) -> Embedder:
        return of_index(msgspec.structs.replace(made, place=nowhere), tmp_path / "log")

    with Library(sealed_off, SETTINGS, HashingEmbedder(64), embedder_at=gone) as library:
        with pytest.raises(ModelMissing):
            library.retrieval.passages("mark1", 3)
        assert library.retrieval.search_words("mark1", 3)
        assert library.finder.find("mark1", 3).hits
    assert state_of(sealed_off) == before


@pytest.mark.parametrize("times", [1, 99])
def test_what_its_owner_writes_while_it_is_copied_is_copied_anew(
    sealed_off: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    copyfile, left = shutil.copyfile, [times]

    def written_to_meanwhile(source: str | Path, target: str | Path) -> None:
        copyfile(source, target)
        if Path(source).name == "catalog.db" and left[0]:
            left[0] -= 1
            with contextlib.closing(Catalog(sealed_off / "catalog.db")) as owner:
                owner.set_fact("written", f"{left[0]}" + 5000 * ".")

    monkeypatch.setattr(shutil, "copyfile", written_to_meanwhile)
    if times > 1:
        with pytest.raises(StorageError, match="is being written to"):
            open_library(sealed_off)
        return
    with open_library(sealed_off) as library:
        assert library.catalog.fact("written").startswith("0.")
        assert [one.name for one in library.folder.parent.iterdir()] == [library.folder.name]


@pytest.mark.skipif(os.name == "nt", reason="no such names")
@pytest.mark.parametrize("name", ["new\nline", "tab\tand ?#%é 'q\""])
def test_a_warehouse_may_have_any_name(tmp_path: Path, name: str) -> None:
    source = write_html(tmp_path / "one.html", "One", prose(1))
    with open_library(tmp_path / name) as library:
        [row] = library.add([source], Run())
        assert row.state == "verified"
    with open_library(tmp_path / name) as library:
        assert library.store.count("passages") == row.passages
