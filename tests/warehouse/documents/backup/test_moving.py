"""Moving a warehouse: copied, checked, switched; the old one goes at the next start."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse import cli
from warehouse import settings as settings_file
from warehouse.documents.backup import moving
from warehouse.documents.backup.checking import check
from warehouse.documents.backup.moving import clear_moved, move
from warehouse.errors import BadInput, Cancelled, StorageError
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.contents import is_part

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


def test_what_was_begun_goes_with_the_rest(folder: Path, tmp_path: Path) -> None:
    for name in ("headers", "lance-2"):
        (folder / name).mkdir()
        (folder / name / "begun.db").write_text("half of it")
    move(folder, tmp_path / "new", Run())
    assert clear_moved(tmp_path / "new") == folder
    assert not folder.exists()
    assert (tmp_path / "new" / "headers" / "begun.db").exists()


def test_a_clearing_that_was_cut_off_is_gone_on_with(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    move(folder, tmp_path / "new", Run())
    listed = sorted(folder.iterdir())
    parts = [path for path in listed if is_part(path.name)]
    gone: list[Path] = []
    rmtree, unlink = shutil.rmtree, Path.unlink

    def until_killed(remove: Callable[..., None]) -> Callable[..., None]:
        def removed(path: Path, *given: object, **named: object) -> None:
            if len(gone) == len(parts) - 1:
                raise Killed
            gone.append(path)
            remove(path, *given, **named)

        return removed

    with monkeypatch.context() as killing:
        killing.setattr(moving.shutil, "rmtree", until_killed(rmtree))
        killing.setattr(moving.Path, "unlink", until_killed(unlink))
        killing.setattr(moving.Path, "iterdir", lambda folder: iter(listed))
        with pytest.raises(Killed):
            clear_moved(tmp_path / "new")
    assert (folder / "catalog.db").exists()
    assert clear_moved(tmp_path / "new") == folder
    assert not folder.exists()


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


@pytest.mark.parametrize("part", ["objects", "objects/ab"])
def test_a_part_that_lies_elsewhere_is_not_left_behind(
    folder: Path, tmp_path: Path, part: str
) -> None:
    (tmp_path / "disk").mkdir()
    if (folder / part).exists():
        shutil.rmtree(folder / part)
    (folder / part).symlink_to(tmp_path / "disk")
    with pytest.raises(BadInput, match=rf"{part} is a link to .*disk"):
        move(folder, tmp_path / "new", Run())
    assert not (tmp_path / "new").exists()


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


class Killed(BaseException):
    """The program ends here; nothing is tidied up."""


def killed(folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    """A move that ends as by a kill: at a copy, or with the copy in place and nothing noted."""
    done = []

    def copy2(source: Path, copy: Path) -> None:
        if at == "copy" and len(done) == 3:
            copy.write_bytes(source.read_bytes()[:1])
            raise Killed
        done.append(shutil.copyfile(source, copy))

    def write(path: Path, content: bytes) -> None:
        if path.name == "moved.json":
            raise Killed
        path.write_bytes(content)

    with monkeypatch.context() as patched:
        patched.setattr(moving.shutil, "copy2", copy2)
        patched.setattr(moving.shutil, "rmtree", lambda *given, **named: None)
        patched.setattr(moving.Path, "unlink", lambda *given, **named: None)
        patched.setattr(moving, "write_whole", write)
        with pytest.raises(Killed):
            move(folder, target, Run())


def test_a_move_killed_at_its_end_is_gone_on_with(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed(folder, tmp_path / "new", monkeypatch, at="end")
    assert (tmp_path / "new" / "catalog.db").exists()
    assert clear_moved(tmp_path / "new") is None
    assert move(folder, tmp_path / "new", Run()) > 3
    assert clear_moved(tmp_path / "new") == folder


def test_a_move_killed_while_it_copies_does_not_copy_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed(folder, tmp_path / "new", monkeypatch, at="copy")
    part = tmp_path / "new.moving"
    (part / "of before.txt").write_text("no longer there")
    with Library(folder, SETTINGS, HashingEmbedder()) as library:
        [said] = [one.sentence for one in check(library, Run()).findings if "move" in one.sentence]
        assert str(part) in said
    copied: list[str] = []

    def copy2(source: Path, copy: Path) -> None:
        copied.append(str(shutil.copyfile(source, copy)))

    monkeypatch.setattr(moving.shutil, "copy2", copy2)
    files = move(folder, tmp_path / "new", Run())
    assert 0 < len(copied) < files  # the catalog was opened meanwhile
    assert not part.exists()
    assert not (tmp_path / "new" / "of before.txt").exists()
    assert moving.half_moved() is None
    with Library(tmp_path / "new", SETTINGS, HashingEmbedder()) as library:
        assert not check(library, Run()).findings


def test_a_half_copy_is_cleared_by_a_move_to_another_place(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed(folder, tmp_path / "new", monkeypatch, at="copy")
    assert (tmp_path / "new.moving").exists()
    move(folder, tmp_path / "other", Run())
    assert not (tmp_path / "new.moving").exists()


def test_another_library_in_the_target_is_left_alone(folder: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "new", SETTINGS, HashingEmbedder()):
        pass
    before = (tmp_path / "new" / "catalog.db").read_bytes()
    with pytest.raises(BadInput, match="is another one"):
        move(folder, tmp_path / "new", Run())
    assert (tmp_path / "new" / "catalog.db").read_bytes() == before


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
