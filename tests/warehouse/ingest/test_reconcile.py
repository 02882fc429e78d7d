"""What a start compares can be cut short at every step, and the next start goes on from there."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, reading

from warehouse.errors import Cancelled
from warehouse.ingest import index_files, reconcile
from warehouse.ingest.intake import Admission
from warehouse.ingest.reconcile import MISSING_ORIGINAL
from warehouse.library import Library
from warehouse.run import Run
from warehouse.search import preload
from warehouse.store.lance.store import Terms
from warehouse.store.objects import CHUNK_BYTES


class StoppedAt:
    """A check that raises at the call of that number."""

    def __init__(self, call: int) -> None:
        self.left = call

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Cancelled


def muddled(library: Library) -> list[str]:
    """Two documents, one without its rows; rows, a half copy and an original of none."""
    batch = [Admission(reading(f"T{n}", prose(n)), "corpus", prose(n).encode()) for n in (1, 2)]
    whole, torn = (one.id for one in library.admit_many(batch, Run()))
    library.store.delete_documents([torn])
    library.store.upsert("passages", [Terms("x", "0" * 64, "nobody")])
    library.objects.keep_bytes(b"nobody's", "1" * 64, ".txt")
    half = library.objects.path("2" * 64, ".txt").with_suffix(".part")
    half.parent.mkdir(parents=True)
    half.write_bytes(b"half" * (CHUNK_BYTES // 1024))
    return [whole, torn]


def test_it_stops_at_every_step_and_the_next_goes_on(tmp_path: Path) -> None:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        whole, torn = muddled(library)
        parts = library.catalog, library.store, library.objects
        for call in itertools.count(1):
            check = StoppedAt(call)
            try:
                reconcile.reconcile(*parts, check)
            except Cancelled:
                continue
            break
        assert call > 12  # steps: folders of originals, tables, documents, batches of rows
        assert set(library.store.rows_by_document("passages")) == {whole}
        assert set(library.objects.names()) == {whole, torn}
        assert not list(library.objects.folder.rglob("*.part"))
        library.resume(Run())
        assert {one.state for one in library.catalog.documents()} == {"verified"}


def test_an_original_that_was_put_back_is_missed_no_more(tmp_path: Path) -> None:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        batch = [Admission(reading("T", prose(1)), "corpus", prose(1).encode())]
        one = library.admit_many(batch, Run())[0].id
        place, away = library.original(one), tmp_path / "away"
        place.rename(away)
        library.resume(Run())
        assert [loss.reason for loss in library.catalog.losses(one)] == [MISSING_ORIGINAL]
        away.rename(place)
        library.resume(Run())
        assert library.catalog.losses(one) == []


def test_an_index_that_was_missing_is_not_taken_for_a_damaged_one(tmp_path: Path) -> None:
    folder, embedder = tmp_path / "w", HashingEmbedder()
    with Library(folder, SETTINGS, embedder) as library:
        library.admit_many([Admission(reading("T", prose(1)), "corpus", b"1")], Run())
    shutil.rmtree(folder / "lance")
    with Library(folder, SETTINGS, embedder) as library:
        library.resume(Run())
    with Library(folder, SETTINGS, embedder) as library:
        assert list(index_files.changed(library.catalog, library.store.folder)) == []
        assert library.store.count_vectors("passages") > 0


def test_a_start_that_is_stopped_reads_nothing(tmp_path: Path) -> None:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        batch = [Admission(reading("T", prose(1)), "corpus", b"1")]
        torn = library.admit_many(batch, Run())[0].id
        library.store.delete_documents([torn])
        run = Run()
        run.cancel()
        with pytest.raises(Cancelled):
            library.resume(run)
        assert library.catalog.document(torn).state == "verified"  # not looked at yet


def test_who_waits_for_lancedb_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preload, "LISTED_FIRST_S", 600.0)
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        with pytest.raises(Cancelled):
            library.warming.wait(StoppedAt(2))
        assert not library.store.ready
    assert not library.store.ready  # closed in the first moment, it is not imported at all
