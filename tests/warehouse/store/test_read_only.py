"""A warehouse where nothing can be written, and warehouses with odd paths."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.errors import NotWritable
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store import read_only


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


@pytest.mark.skipif(os.name == "nt", reason="no such names")
@pytest.mark.parametrize("name", ["new\nline", "tab\tand ?#%é 'q\""])
def test_a_warehouse_may_have_any_name(tmp_path: Path, name: str) -> None:
    source = write_html(tmp_path / "one.html", "One", prose(1))
    with open_library(tmp_path / name) as library:
        [row] = library.add([source], Run())
        assert row.state == "verified"
    with open_library(tmp_path / name) as library:
        assert library.store.count("passages") == row.passages
