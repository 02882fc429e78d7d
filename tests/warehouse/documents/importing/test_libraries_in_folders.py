"""Which of what is dropped are libraries of other programs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_pdf

from warehouse.documents.importing import taking_in
from warehouse.errors import Cancelled
from warehouse.ingest.foreign_libraries import is_library, parted
from warehouse.library import Library
from warehouse.run import Run

ENTRY = "@book{a, title = {The Tides}, file = {tides.pdf}}"


def test_a_library_in_a_folder_is_found_however_its_entries_are_laid_out(tmp_path: Path) -> None:
    (tmp_path / "lines.bib").write_text("@book{a,\n  title = {Tides},\n  file={tides.pdf}\n}")
    (tmp_path / "one.bib").write_text(ENTRY)
    (tmp_path / "titles.bib").write_text("@book{a, title = {A file = b}, note = {my profile={x}}}")
    (tmp_path / ".hidden.bib").write_text(ENTRY)
    libraries, others = parted([tmp_path])
    assert libraries == [tmp_path / "lines.bib", tmp_path / "one.bib"]
    assert others == [tmp_path]


def test_a_folder_is_none_for_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "papers.bib"
    folder.mkdir()
    assert not is_library(folder)
    (folder / "zotero.sqlite").touch()
    assert is_library(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.bib")
    assert parted([tmp_path]) == ([], [tmp_path])


def test_looking_can_be_stopped(tmp_path: Path) -> None:
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        parted([tmp_path], run.check)


def test_its_files_may_stay_where_they_are(tmp_path: Path) -> None:
    there = write_pdf(tmp_path / "tides.pdf", [prose(1)])
    (tmp_path / "a.bib").write_text(ENTRY)
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        bundle = taking_in.read(tmp_path / "a.bib")
        taken = taking_in.take_in(bundle, library, Run(), in_place=True)
        (row,) = library.catalog.documents()
        assert (taken.documents, row.title) == (1, "The Tides")
        assert library.objects.names() == {}
        assert library.original(row.id) == there


def test_what_the_folder_brought_meanwhile_came_in_too(tmp_path: Path) -> None:
    write_pdf(tmp_path / "tides.pdf", [prose(1)])
    other = write_pdf(tmp_path / "mill.pdf", [prose(2)])
    (tmp_path / "a.bib").write_text(ENTRY)
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        library.add([other], Run())
        before = library.catalog.documents()[0].added + 1e-6
        library.add([tmp_path], Run())
        bundle = taking_in.read(tmp_path / "a.bib")
        assert taking_in.take_in(bundle, library, Run(), since=before).documents == 1
