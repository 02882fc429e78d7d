"""Originals that stay where they are: watched, never touched, copied in when that is wished."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from shelf import prose, write_pdf

from indexers.readers import ReaderPool
from warehouse.documents.backup.checking import check
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.store.objects import sha256_of


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return write_pdf(tmp_path / "paper.pdf", [prose(1), prose(2)])


@pytest.fixture
def document(library: Library, paper: Path) -> Document:
    (made,) = library.add([paper], Run(), in_place=True)
    return made


def test_nothing_is_copied_and_everything_works(
    library: Library, document: Document, paper: Path
) -> None:
    assert document.state == "verified"
    assert library.objects.names() == {}
    assert library.original(document.id) == paper
    assert library.readers.render(paper, 1, 1.0).width > 0
    assert library.retrieval.search_words("mark2", 1)[0].document == document.id
    library.resume(Run())
    assert library.catalog.losses(document.id) == []
    assert check(library, Run()).findings == ()


def test_a_changed_original_says_so_and_its_text_is_kept(
    library: Library, document: Document, paper: Path
) -> None:
    kept = paper.read_bytes()
    text = library.catalog.text(document.id)
    write_pdf(paper, [prose(9)])
    with pytest.raises(BadInput, match="was changed since"):
        library.original(document.id)
    assert library.catalog.text(document.id) == text
    assert library.retrieval.search_words("mark1", 1)[0].document == document.id
    with pytest.raises(BadInput, match="was changed since"):
        library.copy_in(document.id)
    assert len(check(library, Run()).findings) == 1
    paper.write_bytes(kept)
    assert library.original(document.id) == paper
    assert check(library, Run()).findings == ()


def test_a_change_that_stat_does_not_show_is_found_by_check(
    library: Library, document: Document, paper: Path
) -> None:
    about = paper.stat()
    raw = bytearray(paper.read_bytes())
    raw[len(raw) // 2] ^= 1
    paper.write_bytes(raw)
    os.utime(paper, ns=(about.st_atime_ns, about.st_mtime_ns))
    (finding,) = check(library, Run()).findings
    assert "was changed since" in finding.sentence


def test_a_touched_original_is_hashed_once(
    library: Library, document: Document, paper: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[Path] = []

    def counted(path: Path) -> str:
        hashed.append(path)
        return sha256_of(path)

    monkeypatch.setattr("warehouse.ingest.in_place.sha256_of", counted)
    os.utime(paper, (1, 1))
    assert library.original(document.id) == library.original(document.id) == paper
    assert hashed == [paper]


def test_a_start_finds_what_is_gone(library: Library, document: Document, paper: Path) -> None:
    paper.unlink()
    library.resume(Run())
    there = library.catalog.referenced(document.id)
    assert there is not None
    assert "no longer at" in there.problem
    assert library.catalog.document(document.id).state == "verified"


def test_copied_in_later(library: Library, document: Document, paper: Path) -> None:
    library.copy_in(document.id)
    assert library.catalog.referenced(document.id) is None
    assert library.original(document.id).read_bytes() == paper.read_bytes()
    paper.unlink()
    assert library.readers.render(library.original(document.id), 0, 1.0).width > 0


def test_added_without_the_wish_it_is_copied(
    library: Library, document: Document, paper: Path, tmp_path: Path
) -> None:
    twin = tmp_path / "twin.pdf"
    shutil.copy(paper, twin)
    paper.unlink()
    library.add([twin], Run())
    assert library.catalog.referenced(document.id) is None
    assert library.original(document.id).exists()


def test_forgetting_never_touches_the_file(
    library: Library, document: Document, paper: Path
) -> None:
    library.remove(document.id)
    library.trash.forget([document.id])
    assert paper.exists()
    assert library.catalog.all_referenced() == []


def test_a_copy_that_is_there_stays_the_original(library: Library, paper: Path) -> None:
    (copied,) = library.add([paper], Run())
    library.add([paper], Run(), in_place=True)
    assert library.catalog.referenced(copied.id) is None


def test_changed_while_it_is_read(
    library: Library, paper: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ReaderPool.read

    def read_and_change(self: ReaderPool, path: Path, *args: object, **values: object) -> object:
        found = real(self, path, *args, **values)  # type: ignore[arg-type]
        write_pdf(paper, [prose(9)])
        return found

    monkeypatch.setattr(ReaderPool, "read", read_and_change)
    (document,) = library.add([paper], Run(), in_place=True)
    assert (document.state, document.problem) == (
        "failed",
        "The file was changed while it was being read.",
    )


def test_a_drop_that_was_killed_stays_in_place(library: Library, paper: Path) -> None:
    library.ingest.remember([paper], in_place=True)
    library.resume(Run())
    (document,) = library.catalog.documents()
    assert (document.state, library.original(document.id)) == ("verified", paper)
