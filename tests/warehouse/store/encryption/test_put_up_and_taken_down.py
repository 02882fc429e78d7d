"""A plain library is encrypted and made plain again, whole whatever cuts it off."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from encrypted_library import PASSPHRASE, SECRET, opened, plain_files
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse import app
from warehouse.disk import durable
from warehouse.engines import Engines
from warehouse.errors import (
    BadInput,
    Damaged,
    StorageError,
)
from warehouse.run import Run
from warehouse.store.encryption import (
    KEY_FILE,
    is_encrypted,
    memory_folder,
    walls,
)

pytestmark = [
    pytest.mark.usefixtures("cheap_passphrases"),
    pytest.mark.skipif(
        not memory_folder.is_to_be_had(), reason="no file system in memory on this system"
    ),
]


def test_a_plain_one_is_encrypted_and_taken_down_again(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    with opened(folder, "") as warehouse:
        warehouse.add([write_html(tmp_path / "one.html", "One", prose(1))])
        [row] = warehouse.documents()
        whole = warehouse.library.catalog.text(row.id)
    (folder / "notes of mine.txt").write_text("left alone")
    assert plain_files(folder)
    walls.put_up(folder, PASSPHRASE)
    assert not plain_files(folder)
    assert (folder / "notes of mine.txt").read_text() == "left alone"
    with pytest.raises(BadInput, match="encrypted already"):
        walls.put_up(folder, PASSPHRASE)
    with opened(folder) as warehouse:
        assert warehouse.library.catalog.text(row.id) == whole
        assert warehouse.library.retrieval.passages("mark1", 1)
    walls.take_down(folder, PASSPHRASE)
    assert not is_encrypted(folder) and not (folder / walls.ENCRYPTED).exists()
    with opened(folder, "") as warehouse:
        assert warehouse.library.catalog.text(row.id) == whole
        assert SECRET in warehouse.library.original(row.id).read_bytes()
        assert warehouse.library.retrieval.passages("mark1", 1)
    with pytest.raises(BadInput, match="not encrypted"):
        walls.take_down(folder, PASSPHRASE)


def with_another_index(tmp_path: Path) -> Path:
    """A plain one, closed, whose embedder was changed."""
    folder = tmp_path / "papers"
    with opened(folder, "") as warehouse:
        warehouse.add([write_html(tmp_path / "one.html", "One", prose(1))])
        warehouse.library.change.to(HashingEmbedder(64), "")
        warehouse.library.change.finish(Run())
    assert (folder / "lance-2").exists()
    return folder


def test_what_a_link_leads_to_is_not_left_in_the_open(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "matter", tmp_path / "disk"
    parts = app.Parts(Engines(SETTINGS), HashingEmbedder())
    with app.open(folder, SETTINGS, begin=True, parts=parts) as warehouse:
        warehouse.add([write_html(tmp_path / "one.html", "One", prose(1))])
    (folder / "objects").rename(elsewhere)
    (folder / "objects").symlink_to(elsewhere)
    with pytest.raises(BadInput, match=r"objects is a link to .*disk"):
        walls.put_up(folder, PASSPHRASE)
    assert not is_encrypted(folder) and (folder / "objects").is_symlink()
    with app.open(folder, SETTINGS, parts=parts) as warehouse:
        assert [one.title for one in warehouse.documents()] == ["One"]


def test_a_damaged_database_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    with opened(folder, ""):
        pass
    journal = folder / "studies" / "a" / "journal.db"
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"no database " * 400)
    with pytest.raises(Damaged, match=r"journal\.db is damaged"):
        walls.put_up(folder, PASSPHRASE)
    assert not is_encrypted(folder) and journal.exists()


def test_no_index_stays_plain_and_the_way_back_is_open(tmp_path: Path) -> None:
    folder = with_another_index(tmp_path)
    walls.put_up(folder, PASSPHRASE)
    assert {path.name for path in folder.iterdir()} == {
        *(KEY_FILE, walls.ENCRYPTED, "handed", "warehouse.lock")
    }
    with opened(folder) as warehouse:
        assert warehouse.library.retrieval.passages("mark1", 1)
    walls.take_down(folder, PASSPHRASE)
    assert not (folder / walls.DRAFT).exists()
    with opened(folder, "") as warehouse:
        assert warehouse.library.retrieval.passages("mark1", 1)


def test_an_index_that_an_earlier_version_left_plain_goes(encrypted: Path) -> None:
    for left in (encrypted / "lance-2", encrypted / walls.DRAFT):
        left.mkdir()
        (left / "passages").write_bytes(SECRET)
    (encrypted / "catalogue.txt").write_text("of books, the user's own")
    with opened(encrypted):
        pass
    assert not plain_files(encrypted)
    (encrypted / "lance-2").mkdir()
    (encrypted / "lance-2" / "passages").write_bytes(SECRET)
    walls.take_down(encrypted, PASSPHRASE)
    assert (encrypted / "catalogue.txt").exists()
    with opened(encrypted, "") as warehouse:
        assert len(warehouse.documents()) == 1


@pytest.mark.parametrize("step", ["open_one", "_remove_plain", "_remove", "sync_folder"])
def test_a_way_back_that_is_cut_off_leaves_nothing_plain(
    encrypted: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    owner = {"open_one": walls.Mirror, "sync_folder": durable}.get(step, walls)
    real, calls = getattr(owner, step), []

    def cut(*given: object) -> object:
        calls.append(given)
        if len(calls) == 1:
            raise OSError(errno.EIO, "Input/output error")
        return real(*given)

    with monkeypatch.context() as cutting:
        cutting.setattr(owner, step, cut)
        with pytest.raises(OSError, match="Input/output"):
            walls.take_down(encrypted, PASSPHRASE)
    assert is_encrypted(encrypted) and not plain_files(encrypted)
    walls.take_down(encrypted, PASSPHRASE)
    with opened(encrypted, "") as warehouse:
        assert len(warehouse.documents()) == 1


@pytest.mark.parametrize("step", ["keep", "prove", "put_in_place", "_remove_plain"])
def test_whatever_cuts_the_work_off_the_one_or_the_other_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    folder = tmp_path / "papers"
    with opened(folder, "") as warehouse:
        warehouse.add([write_html(tmp_path / "one.html", "One", prose(1))])

    def cut(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    owner = {"put_in_place": durable, "_remove_plain": walls}.get(step, walls.Mirror)
    with monkeypatch.context() as cutting:
        cutting.setattr(owner, step, cut)
        with pytest.raises(KeyboardInterrupt):
            walls.put_up(folder, PASSPHRASE)
    with opened(folder, PASSPHRASE if is_encrypted(folder) else "") as warehouse:
        assert len(warehouse.documents()) == 1
        assert warehouse.library.retrieval.passages("mark1", 1)
    if is_encrypted(folder):
        assert not plain_files(folder)
    else:
        walls.put_up(folder, PASSPHRASE)
        with opened(folder) as warehouse:
            assert len(warehouse.documents()) == 1


def test_nothing_is_encrypted_that_could_not_be_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "papers"
    with opened(folder, "") as warehouse:
        warehouse.add([write_html(tmp_path / "one.html", "One", prose(1))])
    monkeypatch.setattr(memory_folder.sys, "platform", "darwin")
    with pytest.raises(StorageError, match="no folder in memory"):
        walls.put_up(folder, PASSPHRASE)
    with opened(folder, "") as warehouse:
        assert len(warehouse.documents()) == 1
