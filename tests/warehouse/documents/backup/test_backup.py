"""Backup and restore: whole, verified, resumable from, and never believing an archive."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html, write_two

from warehouse.documents.backup import mirror
from warehouse.documents.backup.backup import MANIFEST, back_up, file_name, restore
from warehouse.errors import BadInput, Cancelled, StorageError
from warehouse.library import Library
from warehouse.run import Run


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "papers", SETTINGS, HashingEmbedder()) as library:
        library.add([write_two(tmp_path / "in")], Run())
        study = library.folder / "studies" / "20260101-000000-abcdef12"
        study.mkdir(parents=True)
        (study / "answer.json").write_text('{"kept": true}')
        yield library


def archive_of(library: Library, tmp_path: Path) -> Path:
    archive = tmp_path / "kept" / "papers.zip"
    back_up(library, archive, Run())
    return archive


def test_what_is_restored_is_what_was_backed_up(library: Library, tmp_path: Path) -> None:
    archive = archive_of(library, tmp_path)
    manifest = restore(archive, tmp_path / "again", Run())
    assert manifest.documents == 2
    embedder = HashingEmbedder()
    with Library(tmp_path / "again", SETTINGS, embedder) as again:
        again.resume(Run())
        assert {row.id: row.state for row in again.catalog.documents()} == {
            row.id: "verified" for row in library.catalog.documents()
        }
        for row in library.catalog.documents():
            assert again.original(row.id).read_bytes() == library.original(row.id).read_bytes()
        assert again.retrieval.passages("mark3", 3)[0].title == "Two"
    study = tmp_path / "again" / "studies" / "20260101-000000-abcdef12" / "answer.json"
    assert json.loads(study.read_text()) == {"kept": True}
    assert sorted(path.name for path in archive.parent.iterdir()) == ["papers.zip"]


def test_the_library_can_be_used_while_it_is_backed_up(library: Library, tmp_path: Path) -> None:
    class Removing(Run):
        removed = ""

        def step(self, stage: str, done: int, total: int, note: str = "") -> None:
            if stage == "backing up" and not self.removed:
                self.removed = library.catalog.documents()[0].id
                library.trash.forget([self.removed])

    run = Removing()
    manifest = back_up(library, tmp_path / "papers.zip", run)
    assert not any(run.removed in name for name in manifest.files)
    restore(tmp_path / "papers.zip", tmp_path / "again", Run())


def test_one_flipped_bit_is_noticed(library: Library, tmp_path: Path) -> None:
    archive = archive_of(library, tmp_path)
    raw = bytearray(archive.read_bytes())
    at = raw.index(b"%PDF") + 40
    raw[at] ^= 1
    archive.write_bytes(raw)
    with pytest.raises(BadInput, match=r"damaged: objects/.*\.pdf"):
        restore(archive, tmp_path / "again", Run())
    assert not (tmp_path / "again").exists()
    assert not list(tmp_path.glob("*.restoring"))


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_a_cut_archive_is_refused(library: Library, tmp_path: Path, size: int) -> None:
    archive = archive_of(library, tmp_path)
    os.truncate(archive, size)
    with pytest.raises(BadInput, match="no backup of Muniment"):
        restore(archive, tmp_path / "again", Run())


@pytest.mark.parametrize(
    ("at", "mark"), [(0, b"XXXX"), (6, b"\x01"), (8, b"\x63")], ids=["head", "locked", "packed"]
)
def test_a_member_that_cannot_be_opened_is_named(
    library: Library, tmp_path: Path, at: int, mark: bytes
) -> None:
    archive = archive_of(library, tmp_path)
    raw = bytearray(archive.read_bytes())
    listed = raw.index(b"PK\x01\x02") + 2  # its second head, at the end, is two bytes longer
    for start in (0, listed) if at else (0,):
        raw[start + at : start + at + len(mark)] = mark
    archive.write_bytes(raw)
    with pytest.raises(BadInput, match=r"damaged: catalog\.db"):
        restore(archive, tmp_path / "again", Run())


def packed_list(path: Path, method: int, listed: bytes) -> bytearray:
    with zipfile.ZipFile(path, "w", method) as packed:
        packed.writestr(MANIFEST, listed)
    return bytearray(path.read_bytes())


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_list_packed_in_another_way_is_no_backup(tmp_path: Path, method: int) -> None:
    archive = tmp_path / "odd.zip"
    raw = packed_list(archive, method, b'{"format": 1}' * 500)
    at = raw.index(MANIFEST.encode()) + len(MANIFEST) + 9
    raw[at : at + 30] = bytes(30)
    archive.write_bytes(raw)
    with pytest.raises(BadInput, match="no backup of Muniment"):
        restore(archive, tmp_path / "again", Run())


def test_an_archive_of_a_later_kind_is_no_backup(tmp_path: Path) -> None:
    archive = tmp_path / "odd.zip"
    raw = packed_list(archive, zipfile.ZIP_STORED, b"{}")
    raw[raw.index(b"PK\x01\x02") + 6] = 99
    archive.write_bytes(raw)
    with pytest.raises(BadInput, match="no backup of Muniment"):
        restore(archive, tmp_path / "again", Run())


def test_a_list_that_holds_more_than_it_says_is_not_unpacked_whole(tmp_path: Path) -> None:
    archive = tmp_path / "odd.zip"
    raw = packed_list(archive, zipfile.ZIP_DEFLATED, bytes(200_000_000))
    at = raw.index(b"PK\x01\x02") + 24
    raw[at : at + 4] = (50).to_bytes(4, "little")
    archive.write_bytes(raw)
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match="no backup of Muniment"):
            restore(archive, tmp_path / "again", Run())
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "name", ["../../evil", "objects/../x", "/etc/passwd", "studies/../../x", "lance/x", "a\\b"]
)
def test_a_name_from_outside_is_refused(library: Library, tmp_path: Path, name: str) -> None:
    archive = archive_of(library, tmp_path)
    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(changed, "w") as new:
        manifest = json.loads(old.read(MANIFEST))
        manifest["files"][name] = {"bytes": 0, "sha256": ""}
        for member in old.namelist():
            if member != MANIFEST:
                new.writestr(member, old.read(member))
        new.writestr(name, b"")
        new.writestr(MANIFEST, json.dumps(manifest))
    with pytest.raises(BadInput, match="other files than its list says"):
        restore(changed, tmp_path / "again", Run())


def test_nothing_is_overwritten(library: Library, tmp_path: Path) -> None:
    archive = archive_of(library, tmp_path)
    with pytest.raises(BadInput, match="there already"):
        back_up(library, archive, Run())
    with pytest.raises(BadInput, match="not empty"):
        restore(archive, library.folder, Run())


def test_a_stopped_backup_leaves_nothing(library: Library, tmp_path: Path) -> None:
    class Stopping(Run):
        def step(self, stage: str, done: int, total: int, note: str = "") -> None:
            if stage == "reading back":
                self.cancel()
            super().step(stage, done, total, note)

    target = tmp_path / "kept"
    with pytest.raises(Cancelled):
        back_up(library, target / "papers.zip", Stopping())
    assert list(target.iterdir()) == []


def test_no_room_is_said_before_anything_is_written(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warehouse.store.folder.MARGIN_BYTES", 2**60)
    with pytest.raises(StorageError, match="MB are needed"):
        back_up(library, tmp_path / "kept" / "papers.zip", Run())
    assert list((tmp_path / "kept").iterdir()) == []


def test_the_proposed_name_tells_which_and_when(tmp_path: Path) -> None:
    assert file_name(tmp_path / "papers").startswith("papers 2")
    assert file_name(tmp_path / "papers").endswith(".muniment.zip")


def test_what_is_not_in_it_or_not_whole_is_told(library: Library, tmp_path: Path) -> None:
    aside = write_html(tmp_path / "aside.html", "Aside", prose(9))
    library.add([aside], Run(), in_place=True)
    damaged = library.original(library.catalog.search("Two")[0])
    with damaged.open("ab") as file:
        file.write(b" ")
    manifest = back_up(library, tmp_path / "papers.zip", Run())
    assert manifest.outside == 1
    assert [Path(name).name for name in manifest.damaged] == [damaged.name]
    assert restore(tmp_path / "papers.zip", tmp_path / "again", Run()) == manifest


def test_a_backup_counts_the_documents_that_are_in_it(library: Library, tmp_path: Path) -> None:
    class Adding(Run):
        def step(self, stage: str, done: int, total: int, note: str = "") -> None:
            if stage == "backing up" and done == 0:
                page = write_html(tmp_path / "late.html", "Late", prose(8))
                library.add([page], Run())

    assert back_up(library, tmp_path / "papers.zip", Adding()).documents == 2


@pytest.mark.parametrize("kind", ["zip", "mirror"])
def test_the_journal_of_a_study_at_work_is_whole(
    library: Library, tmp_path: Path, kind: str
) -> None:
    folder = next((library.folder / "studies").iterdir())
    journal = sqlite3.connect(folder / "journal.db", isolation_level=None)
    journal.execute("pragma journal_mode=wal")
    journal.execute("create table calls (number integer)")
    journal.execute("insert into calls values (1)")

    class Working(Run):
        """Its log is taken into the database between the two files."""

        def step(self, stage: str, done: int, total: int, note: str = "") -> None:
            if stage == "backing up" and note.endswith("journal.db-wal"):
                journal.execute("insert into calls values (2)")
                journal.execute("pragma wal_checkpoint(truncate)")

    if kind == "zip":
        back_up(library, tmp_path / "papers.zip", Working())
        restore(tmp_path / "papers.zip", tmp_path / "again", Run())
    else:
        mirror.back_up_again(library, tmp_path / "stick", Working())
        mirror.restore(tmp_path / "stick", tmp_path / "again", Run())
    journal.close()
    kept = tmp_path / "again" / "studies" / folder.name
    with contextlib.closing(sqlite3.connect(kept / "journal.db")) as restored:
        assert restored.execute("select 1 from calls where number = 1").fetchall() == [(1,)]
    assert {path.name for path in kept.iterdir()} == {"answer.json", "journal.db"}
