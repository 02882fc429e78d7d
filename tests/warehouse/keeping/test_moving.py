"""Moving a warehouse: copied, checked, switched; the old one goes at the next start."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse import cli
from warehouse import settings as settings_file
from warehouse.errors import BadInput, Cancelled, StorageError
from warehouse.keeping import moving
from warehouse.keeping.moving import clear_moved, move
from warehouse.library import Library
from warehouse.run import Run

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = write_html(tmp_path / "one.html", "One", prose(1))
    with Library(tmp_path / "old", SETTINGS, HashingEmbedder()) as library:
        library.add([source], Run())
    return tmp_path / "old"


def test_the_new_one_works_and_embeds_nothing(folder: Path, tmp_path: Path) -> None:
    move(folder, tmp_path / "new" / "place", Run())
    embedder = HashingEmbedder()
    with Library(tmp_path / "new" / "place", SETTINGS, embedder) as library:
        library.resume(Run())
        assert [row.state for row in library.catalog.documents()] == ["verified"]
        assert library.retrieval.passages("mark1", 3)
    assert not [text for text in embedder.embedded if "In year" in text]


def test_the_old_one_stays_until_the_new_one_was_opened(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "new"
    move(folder, target, Run())
    assert clear_moved(tmp_path / "elsewhere") is None
    assert (folder / "catalog.db").exists()
    assert clear_moved(target) == folder
    assert not folder.exists()
    assert clear_moved(target) is None


def test_an_old_one_that_was_used_again_is_never_cleared(folder: Path, tmp_path: Path) -> None:
    move(folder, tmp_path / "new", Run())
    later = write_html(tmp_path / "two.html", "Two", prose(2))
    with Library(folder, SETTINGS, HashingEmbedder()) as library:
        library.add([later], Run())
    assert clear_moved(tmp_path / "new") is None
    with Library(folder, SETTINGS, HashingEmbedder()) as library:
        assert {row.title for row in library.catalog.documents()} == {"One", "Two"}
    assert clear_moved(tmp_path / "new") is None


def test_what_a_killed_program_left_in_the_log_counts_as_new(folder: Path, tmp_path: Path) -> None:
    move(folder, tmp_path / "new", Run())
    (folder / "catalog.db-wal").write_bytes(b"not yet taken in")
    assert clear_moved(tmp_path / "new") is None
    assert (folder / "catalog.db").exists()


def test_an_old_one_in_use_is_left_for_another_start(folder: Path, tmp_path: Path) -> None:
    move(folder, tmp_path / "new", Run())
    with Library(folder, SETTINGS, HashingEmbedder()):
        assert clear_moved(tmp_path / "new") is None
    assert (folder / "catalog.db").exists()


def test_files_that_are_not_ours_stay(folder: Path, tmp_path: Path) -> None:
    (folder / "my notes.txt").write_text("mine")
    move(folder, tmp_path / "new", Run())
    clear_moved(tmp_path / "new")
    assert [path.name for path in folder.iterdir()] == ["my notes.txt"]


def test_nothing_is_cleared_when_the_new_one_is_gone(folder: Path, tmp_path: Path) -> None:
    move(folder, tmp_path / "new", Run())
    shutil.rmtree(tmp_path / "new")
    assert clear_moved(tmp_path / "new") is None
    assert (folder / "catalog.db").exists()


def test_an_open_warehouse_is_not_moved(folder: Path, tmp_path: Path) -> None:
    with (
        Library(folder, SETTINGS, HashingEmbedder()),
        pytest.raises(StorageError, match="open in another window"),
    ):
        move(folder, tmp_path / "new", Run())


def test_a_copy_that_differs_is_no_move(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bad_copy(source: Path, copy: Path) -> None:
        copy.write_bytes(b"not that")

    monkeypatch.setattr(moving.shutil, "copy2", bad_copy)
    with pytest.raises(StorageError, match="not copied faithfully"):
        move(folder, tmp_path / "new", Run())
    assert not (tmp_path / "new").exists()
    assert not list(tmp_path.glob("*.moving"))


def test_a_stopped_move_leaves_all_as_it_was(folder: Path, tmp_path: Path) -> None:
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        move(folder, tmp_path / "new", run)
    assert not (tmp_path / "new").exists()
    assert not list(tmp_path.glob("*.moving"))


@pytest.mark.parametrize("name", ["old", "old/inside", "."])
def test_a_target_in_or_around_it_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="outside"):
        move(folder, tmp_path / name, Run())


def test_the_command_switches_the_settings(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.move(folder, settings_file.home() / "warehouse")
    assert cli.main(["move", str(tmp_path / "new")]) == 0
    assert settings_file.load().warehouse == str(tmp_path / "new")
    assert (settings_file.home() / "warehouse" / "catalog.db").exists()
    capsys.readouterr()
    assert cli.main(["ls"]) == 0
    assert "One" in capsys.readouterr().out
    assert not (settings_file.home() / "warehouse").exists()
