"""``muniment check``: finds what was damaged behind our back, and only that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.documents.backup.checking import check, readers
from warehouse.library import Library
from warehouse.run import Run


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    sources = [
        write_html(tmp_path / f"{number}.html", f"Title {number}", prose(number))
        for number in (1, 2)
    ]
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        library.add(sources, Run())
        yield library


def test_a_whole_warehouse_has_no_findings(library: Library) -> None:
    report = check(library, Run())
    assert (report.documents, report.originals, report.findings) == (2, 2, ())


def test_a_changed_and_a_missing_original_are_found(library: Library) -> None:
    one, two = library.catalog.documents()
    with library.original(one.id).open("ab") as file:
        file.write(b" ")
    library.original(two.id).unlink()
    said = {finding.document: finding.sentence for finding in check(library, Run()).findings}
    assert "changed or damaged" in said[one.id]
    assert "missing" in said[two.id]


def test_lost_rows_are_found_and_a_rebuild_brings_them_back(library: Library) -> None:
    lost = library.catalog.documents()[0]
    library.store.delete_documents([lost.id])
    findings = check(library, Run()).findings
    assert [finding.document for finding in findings] == [lost.id]
    assert "lacks a part" in findings[0].sentence
    library.rebuild(Run())
    assert check(library, Run()).findings == ()


def test_it_says_what_holds_the_readers_and_what_does_not(library: Library) -> None:
    assert check(library, Run()).readers == readers(library.readers.sandbox)
    assert "memory" in library.readers.sandbox or "no limits" in library.readers.sandbox
    all_held = "no network, no programs; memory 9 MB; no writing; no other files"
    assert readers(all_held).endswith("no other files.")
    assert readers("memory 9 MB").endswith("from: network, programs, writing, other files.")


def test_the_same_file_again_mends_its_original(library: Library, tmp_path: Path) -> None:
    one, two = library.catalog.documents()
    with library.original(one.id).open("r+b") as file:
        file.write(b"?")
    library.original(two.id).unlink()
    library.resume(Run())
    assert len(check(library, Run()).findings) == 2 and library.catalog.losses(two.id)
    library.add([tmp_path / "1.html", tmp_path / "2.html"], Run())
    assert check(library, Run()).findings == ()
    assert library.catalog.losses(two.id) == []
