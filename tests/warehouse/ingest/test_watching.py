"""Watched folders, and versions of what is in them."""

from __future__ import annotations

import errno
import os
import threading
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose

from warehouse.errors import BadInput, Cancelled
from warehouse.ingest import intake
from warehouse.ingest.watching import GONE, is_ignored, looks, next_pause_s
from warehouse.library import Library
from warehouse.records import Document, LeftOut
from warehouse.run import Run, Step
from warehouse.store.objects import Look


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as made:
        made.watching.settle_s = 0.01
        yield made


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "one.txt").write_text(prose(1))
    (folder / "deep" / "two.txt").write_text(prose(2))
    return folder


def titles(library: Library) -> list[str]:
    return sorted(one.title for one in library.watching.look(Run()))


def test_new_and_changed_files_come_in_once(library: Library, inbox: Path) -> None:
    library.watching.begin(inbox)
    assert titles(library) == ["one", "two"]
    assert titles(library) == []
    (inbox / "three.txt").write_text(prose(3))
    assert titles(library) == ["three"]
    (inbox / "one.txt").write_text(prose(11))
    assert titles(library) == ["one"]
    assert titles(library) == []
    assert len(library.catalog.documents()) == 4


def test_a_changed_file_is_a_new_version_of_the_same_source(library: Library, inbox: Path) -> None:
    library.watching.begin(inbox)
    library.watching.look(Run())
    path = inbox / "one.txt"
    (old,) = (one for one in library.catalog.documents() if one.title == "one")
    path.write_text(prose(11))
    (new,) = library.watching.look(Run())
    assert library.catalog.newer([old.id, new.id]) == {old.id: new.id}
    assert [one.document for one in library.catalog.versions(old.id)] == [old.id, new.id]
    assert library.catalog.text(old.id), "its text and proofs stay"
    path.write_text(prose(1))
    library.watching.look(Run())
    assert library.catalog.newer([old.id, new.id]) == {new.id: old.id}


def test_touched_is_not_changed(library: Library, inbox: Path) -> None:
    library.watching.begin(inbox)
    library.watching.look(Run())
    os.utime(inbox / "one.txt", (1, 1))
    library.watching.look(Run())
    assert len(library.catalog.documents()) == 2
    assert titles(library) == []


def test_a_file_that_is_still_written_waits(library: Library, inbox: Path) -> None:
    library.watching.begin(inbox)
    growing = inbox / "one.txt"

    real = looks(inbox, (), library.folder)
    assert set(real) == {str(growing), str(inbox / "deep" / "two.txt")}
    library.watching.settle_s = 0.3
    writer = threading.Timer(0.1, growing.write_text, [prose(5)])
    writer.start()
    came = [one.title for one in library.watching.look(Run())]
    writer.join()
    assert came == ["two"]
    assert titles(library) == ["one"]


def test_what_is_passed_over(library: Library, inbox: Path) -> None:
    (inbox / "~$one.docx").write_bytes(b"lock")
    (inbox / "draft.bak.txt").write_text(prose(4))
    library.watching.begin(inbox, ["deep", " *.bak.txt ", ""])
    assert titles(library) == ["one"]
    (watch,) = library.watching.watches()
    assert watch.ignored == ("deep", "*.bak.txt")
    library.watching.begin(inbox, ["*.bak.txt"])
    assert titles(library) == ["two"], "what was passed over comes in when it is wanted"
    assert is_ignored(Path("a/drafts/x.pdf"), ["drafts"])
    assert is_ignored(Path("drafts/x.pdf"), ["drafts/*"])
    assert not is_ignored(Path("x.pdf"), ["*.txt"])
    for spelling in ("drafts/", "./drafts", "/drafts", "drafts/**", "**/drafts/**", "drafts\\*"):
        assert is_ignored(Path("drafts/old/x.pdf"), [spelling]), spelling
    assert is_ignored(Path("a/b/x.bak"), ["**/*.bak"])
    assert not is_ignored(Path("x.pdf"), ["/", "./", "."])


def test_a_pattern_holds_however_the_disk_spells_its_accents() -> None:
    composed, taken_apart = (unicodedata.normalize(form, "Entwürfe") for form in ("NFC", "NFD"))
    for pattern in (composed, taken_apart):
        for name in (composed, taken_apart):
            assert is_ignored(Path(name, "x.pdf"), [pattern])
            assert is_ignored(Path("a", name, "x.pdf"), [f"*/{pattern}/*"])


def test_a_folder_that_is_gone_loses_nothing(library: Library, inbox: Path, tmp_path: Path) -> None:
    library.watching.begin(inbox)
    library.watching.look(Run())
    inbox.rename(tmp_path / "away")
    assert titles(library) == []
    assert [one.problem for one in library.watching.watches()] == [GONE]
    assert len(library.catalog.documents()) == 2
    (tmp_path / "away").rename(inbox)
    assert titles(library) == []
    assert [one.problem for one in library.watching.watches()] == [""]


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_folder_that_cannot_be_looked_at_stops_no_other(
    library: Library, inbox: Path, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    library.watching.begin(closed)
    library.watching.begin(inbox)
    closed.rmdir()
    closed.symlink_to("x" * 300)
    assert titles(library) == ["one", "two"]
    [problem, well] = [one.problem for one in library.watching.watches()]
    assert problem == "The folder cannot be looked at: File name too long."
    assert well == ""


def test_a_removed_document_does_not_come_back_by_itself(library: Library, inbox: Path) -> None:
    library.watching.begin(inbox)
    library.watching.look(Run())
    library.remove(library.catalog.documents()[0].id)
    assert titles(library) == []
    assert len(library.catalog.documents()) == 1


def test_a_removed_document_comes_back_only_when_its_file_has_changed(
    library: Library, inbox: Path
) -> None:
    library.watching.begin(inbox)
    library.watching.look(Run())
    one = next(row for row in library.catalog.documents() if row.title == "one")
    library.remove(one.id)
    os.utime(inbox / "one.txt", (1, 1))
    assert titles(library) == []
    library.watching.end(inbox)
    library.watching.begin(inbox)
    assert titles(library) == ["two"]
    assert library.catalog.document(one.id).state == "removed"
    (inbox / "one.txt").write_text(prose(11))
    assert titles(library) == ["one"]


def test_a_removed_document_does_not_come_back_under_another_name(
    library: Library, inbox: Path
) -> None:
    library.watching.begin(inbox)
    library.watching.look(Run())
    one = next(row for row in library.catalog.documents() if row.title == "one")
    library.remove(one.id)
    (inbox / "one.txt").rename(inbox / "deep" / "renamed.txt")
    assert titles(library) == []
    assert library.catalog.document(one.id).state == "removed"
    changed = (inbox / "deep" / "renamed.txt").read_bytes()[::-1]
    (inbox / "deep" / "renamed.txt").write_bytes(changed)
    assert titles(library) == ["renamed"], "of the same size, and another"


def test_files_of_a_share_that_went_away_come_in_when_it_is_back(
    library: Library, inbox: Path, tmp_path: Path
) -> None:
    library.watching.begin(inbox)
    away = tmp_path / "away"
    going = next(iter(looks(inbox, (), library.folder)))

    def leaves(shown: object) -> None:
        if isinstance(shown, Step) and shown.stage == "adding" and inbox.exists():
            inbox.rename(away)

    assert library.watching.look(Run(leaves)) == []
    assert library.catalog.drops() == []
    assert titles(library) == []
    away.rename(inbox)
    assert Path(going).exists()
    assert titles(library) == ["one", "two"]


def test_files_of_a_share_that_went_away_before_the_copy_come_in_when_it_is_back(
    library: Library, inbox: Path, tmp_path: Path
) -> None:
    library.watching.begin(inbox)
    away = tmp_path / "away"

    def leaves(row: Document) -> None:
        if inbox.exists():
            inbox.rename(away)

    library.ingest._on_change = leaves
    assert titles(library) == ["one", "two"]
    assert {one.state for one in library.catalog.documents()} == {"failed"}
    library.ingest._on_change = None
    away.rename(inbox)
    assert titles(library) == ["one", "two"]
    assert {one.state for one in library.catalog.documents()} == {"verified"}


def test_files_that_could_be_seen_and_not_read_come_in_later_and_are_told_once(
    library: Library, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> str:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    shown: list[object] = []
    library.watching.begin(inbox)
    with monkeypatch.context() as patch:
        patch.setattr(intake, "sha256_of", refused)
        for _ in range(3):
            assert library.watching.look(Run(shown.append)) == []
    assert len([one for one in shown if isinstance(one, LeftOut)]) == 2
    assert len(library.catalog.losses()) == 2
    assert titles(library) == ["one", "two"]
    assert library.catalog.losses() == []


def test_a_look_at_a_slow_folder_can_be_stopped(library: Library, inbox: Path) -> None:
    library.watching.begin(inbox)
    stopped = Run()
    stopped.cancel()
    with pytest.raises(Cancelled):
        library.watching.look(stopped)
    with pytest.raises(Cancelled):
        looks(inbox, (), library.folder, stopped.check)


def test_a_kill_after_remembering_repeats_the_look(library: Library, inbox: Path) -> None:
    library.watching.begin(inbox)
    library.ingest.remember([inbox / "one.txt"])
    assert titles(library) == ["one", "two"]
    assert library.catalog.drops() == []
    assert len(library.catalog.documents()) == 2


def test_watching_ends_and_the_documents_stay(library: Library, inbox: Path) -> None:
    library.watching.begin(inbox)
    library.watching.look(Run())
    library.watching.end(inbox)
    (inbox / "three.txt").write_text(prose(3))
    assert titles(library) == []
    assert len(library.catalog.documents()) == 2
    with pytest.raises(BadInput, match="not watched"):
        library.watching.end(inbox)


def test_no_folder_and_the_warehouse_itself_are_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is no folder"):
        library.watching.begin(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="warehouse itself"):
        library.watching.begin(library.folder / "objects")
    library.watching.begin(tmp_path)
    (tmp_path / "a.txt").write_text(prose(1))
    assert titles(library) == ["a"]
    assert titles(library) == [], "originals in the warehouse are not taken for new files"


def test_pauses_grow_while_nothing_comes() -> None:
    assert next_pause_s(10, 0.1, 0, 10, 300) == 20
    assert next_pause_s(200, 0.1, 0, 10, 300) == 300
    assert next_pause_s(300, 0.1, 2, 10, 300) == 10
    assert next_pause_s(10, 4.0, 1, 10, 300) == 80


def test_a_look_is_of_size_and_time(inbox: Path) -> None:
    about = (inbox / "one.txt").stat()
    found = looks(inbox, (), inbox.parent / "warehouse")
    assert found[str(inbox / "one.txt")] == Look(about.st_size, about.st_mtime_ns)
