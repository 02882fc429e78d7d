"""A log of the catalog that was lost or damaged is told, and no original goes with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.documents.backup import checking, mending
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.counted import SUFFIX

LOG = "catalog.db-wal"


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse as a kill leaves it; its second document is in the log alone."""
    top = tmp_path_factory.mktemp("killed")
    for number, name in enumerate(("one", "two")):
        write_html(top / f"{name}.html", name, prose(number))
    with Library(top / "papers", SETTINGS, HashingEmbedder()) as library:
        library.add([top / "one.html"], Run())
    with Library(top / "papers", SETTINGS, HashingEmbedder()) as library:
        library.add([top / "two.html"], Run())
        shutil.copytree(top / "papers", top / "left")
    return top / "left"


def copied(killed: Path, tmp_path: Path) -> Path:
    return shutil.copytree(killed, tmp_path / "papers")


def lost(place: Path) -> int:
    catalog = Catalog(place / "catalog.db")
    try:
        return catalog.lost
    finally:
        catalog.close()


def test_a_whole_log_and_a_clean_end_lose_nothing(killed: Path, tmp_path: Path) -> None:
    place = copied(killed, tmp_path)
    assert [lost(place), lost(place)] == [0, 0]
    (place / f"catalog.db{SUFFIX}").write_text("damaged")
    assert lost(place) == 0


@pytest.mark.parametrize("at", [3, 40, -2000])
def test_a_changed_byte_of_the_log_is_told(killed: Path, tmp_path: Path, at: int) -> None:
    place = copied(killed, tmp_path)
    raw = bytearray((place / LOG).read_bytes())
    raw[at] ^= 1
    (place / LOG).write_bytes(raw)
    assert lost(place) > 0
    assert lost(place) > 0, "until it is accepted"


def test_documents_of_a_lost_log_are_taken_in_again(killed: Path, tmp_path: Path) -> None:
    place = copied(killed, tmp_path)
    (place / LOG).unlink()
    with Library(place, SETTINGS, HashingEmbedder()) as library:
        library.resume(Run())
        assert [row.title for row in library.catalog.documents()] == ["one"]
        said = [one.sentence for one in checking.check(library, Run()).findings]
        assert "lacks its last" in said[0] and "lost this document" in said[1]
        mending.mend(library, checking.check(library, Run()).findings, Run())
        assert {row.title for row in library.catalog.documents()} == {"one", "two"}
        [left] = checking.check(library, Run()).findings
        assert "lacks its last" in left.sentence
        mending.accept(library)
        assert checking.check(library, Run()).findings == ()
    assert lost(place) == 0
