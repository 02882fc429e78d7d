"""An encrypted warehouse: opened, worked in, closed, killed."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from encrypted_library import PASSPHRASE, SECRET, Lines, opened, plain_files
from shelf import prose, write_html

from warehouse.disk import durable
from warehouse.documents.backup.checking import check
from warehouse.errors import (
    BadInput,
    Damaged,
    InUse,
    KeyMissing,
    PassphraseNeeded,
    WrongPassphrase,
)
from warehouse.ingest import reconcile
from warehouse.run import Run
from warehouse.store.encryption import (
    KEY_FILE,
    memory_folder,
    originals,
    walls,
)
from warehouse.studies import study_files

pytestmark = [
    pytest.mark.usefixtures("cheap_passphrases"),
    pytest.mark.skipif(
        not memory_folder.is_to_be_had(), reason="no file system in memory on this system"
    ),
]


def places_in_memory() -> list[Path]:
    grounds = memory_folder.grounds()
    return [one for ground in grounds for one in ground.glob(f"{memory_folder.PREFIX}*")]


def test_it_is_worked_in_like_any_other_and_nothing_plain_is_on_the_disk(
    encrypted: Path, tmp_path: Path
) -> None:
    assert not plain_files(encrypted)
    with opened(encrypted) as warehouse:
        library = warehouse.library
        assert library.medium == encrypted and not library.folder.is_relative_to(tmp_path)
        [row] = library.catalog.documents()
        assert row.state == "verified"
        [hit] = library.retrieval.passages("mark1", 1)
        assert hit.document == row.id
        assert SECRET in library.original(row.id).read_bytes()
        warehouse.add([write_html(tmp_path / "two.html", "Two", prose(2))])
        assert not plain_files(encrypted) and not plain_files(encrypted, b"mark2")
        assert Path(tempfile.mkdtemp()).is_relative_to(library.folder.parent)
    assert not plain_files(encrypted) and not plain_files(encrypted, b"mark2")
    assert not library.folder.exists() and not durable.is_followed(library.folder)
    with opened(encrypted) as warehouse:
        assert len(warehouse.documents()) == 2
        assert warehouse.library.retrieval.passages("mark2", 1)


def test_without_the_passphrase_it_does_not_open(encrypted: Path) -> None:
    with pytest.raises(PassphraseNeeded):
        opened(encrypted, "")
    before = places_in_memory()
    with pytest.raises(WrongPassphrase):
        opened(encrypted, "eight ships at anchor")
    assert places_in_memory() == before
    with opened(encrypted) as warehouse:
        with pytest.raises(InUse):
            opened(encrypted)
        assert len(warehouse.documents()) == 1


def test_without_its_key_file_nothing_is_begun_in_its_place(encrypted: Path) -> None:
    key = (encrypted / KEY_FILE).read_bytes()
    (encrypted / KEY_FILE).unlink()
    with pytest.raises(KeyMissing):
        opened(encrypted, "")
    with pytest.raises(KeyMissing):
        walls.put_up(encrypted, PASSPHRASE)
    (encrypted / KEY_FILE).write_bytes(key)
    with opened(encrypted) as warehouse:
        assert len(warehouse.documents()) == 1


def test_the_passphrase_changes_and_the_rest_does_not(encrypted: Path) -> None:
    files = {path: path.read_bytes() for path in (encrypted / walls.ENCRYPTED).rglob("*/*")}
    with pytest.raises(WrongPassphrase):
        walls.change_passphrase(encrypted, "eight ships at anchor", "ten ships at anchor")
    walls.change_passphrase(encrypted, PASSPHRASE, "ten ships at anchor")
    assert {path: path.read_bytes() for path in files} == files
    with pytest.raises(WrongPassphrase):
        opened(encrypted)
    with opened(encrypted, "ten ships at anchor") as warehouse:
        assert len(warehouse.documents()) == 1


def files_of(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_copy_takes_the_place_of_no_other_library(encrypted: Path, tmp_path: Path) -> None:
    other, copy = tmp_path / "other", tmp_path / "stick.encrypted"
    walls.put_up(other, PASSPHRASE)
    with opened(other):
        pass
    with walls.Walls(encrypted, PASSPHRASE) as open_walls:
        assert open_walls.copy(copy) > 0
    before = files_of(copy)
    with (
        walls.Walls(other, PASSPHRASE) as open_walls,
        pytest.raises(BadInput, match="another encrypted library"),
    ):
        open_walls.copy(copy)
    assert files_of(copy) == before
    walls.change_passphrase(encrypted, PASSPHRASE, "ten ships at anchor")
    with walls.Walls(encrypted, "ten ships at anchor") as open_walls:
        assert open_walls.copy(copy) == 0
    with opened(copy, "ten ships at anchor") as warehouse:
        assert len(warehouse.documents()) == 1


def test_a_first_copy_that_was_cut_off_is_gone_on_with(encrypted: Path, tmp_path: Path) -> None:
    copy = tmp_path / "stick.encrypted"
    with walls.Walls(encrypted, PASSPHRASE) as open_walls:
        files = open_walls.copy(copy)
        (copy / KEY_FILE).unlink()
        next((copy / walls.ENCRYPTED).glob("??/*")).unlink()
        assert files > open_walls.copy(copy) == 1
    with opened(copy) as warehouse:
        assert len(warehouse.documents()) == 1


@pytest.mark.parametrize("is_last", [True, False])
def test_a_copy_is_made_while_work_goes_on(
    encrypted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_last: bool
) -> None:
    copy = tmp_path / "stick.encrypted"
    with (
        walls.Walls(encrypted, PASSPHRASE) as open_walls,
        Lines(open_walls.place / "l.db") as lines,
    ):
        lines.add("before it")
        mirror, sync, files = open_walls.mirror, durable.sync, open_walls.mirror.files
        log, next_log = (mirror._at(f"l.db-wal.{number}") for number in (1, 2))

        def written_meanwhile(draft: Path, is_read_next: bool = True) -> None:
            sync(draft, is_read_next)
            if log.exists():
                lines.work_in()
                lines.add("in another log")
            elif draft.name == f"{next_log.name}.part":
                lines.add("meanwhile")

        monkeypatch.setattr(durable, "sync", written_meanwhile)
        monkeypatch.setattr(
            mirror, "files", lambda: sorted(files(), key=lambda one: (one == log) is is_last)
        )
        assert open_walls.copy(copy) > 1
        assert lines.all()[2:] == ["meanwhile"]
    with walls.Walls(copy, PASSPHRASE) as copied, Lines(copied.place / "l.db") as lines:
        assert lines.all() == ["before it", "in another log"]


def test_a_copy_holds_what_its_databases_name(
    encrypted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, sync = tmp_path / "stick.encrypted", durable.sync
    with (
        walls.Walls(encrypted, PASSPHRASE) as open_walls,
        Lines(open_walls.place / "a.db") as lines,
    ):
        lines.add("before it")
        kept, mirror = open_walls.originals(), open_walls.mirror
        there = set(mirror.known(""))

        def written_meanwhile(draft: Path, is_read_next: bool = True) -> None:
            sync(draft, is_read_next)
            if draft.is_relative_to(copy) and set(mirror.known("")) == there:
                kept.keep_bytes(b"an original", hashlib.sha256(b"an original").hexdigest(), ".txt")
                lines.add("which names it")

        monkeypatch.setattr(durable, "sync", written_meanwhile)
        files, log = mirror.files, mirror._at("a.db-wal.1")
        monkeypatch.setattr(mirror, "files", lambda: sorted(files(), key=log.__eq__))
        open_walls.copy(copy)
    with walls.Walls(copy, PASSPHRASE) as copied, Lines(copied.place / "a.db") as lines:
        assert lines.all() == ["before it", "which names it"]
        assert len(copied.mirror.known("objects/")) == 2


def test_a_damaged_file_takes_the_place_of_no_whole_one(encrypted: Path, tmp_path: Path) -> None:
    copy, names = tmp_path / "stick.encrypted", ("head.json", "end.json")
    with walls.Walls(encrypted, PASSPHRASE) as open_walls:
        for name in names:
            study_files.keep_file(open_walls.place / "studies" / "a" / name, b"{}" * 60)
        assert open_walls.copy(copy) > 2
        [original] = open_walls.mirror.known("objects/")
        at = [open_walls.mirror._at(f"studies/a/{name}") for name in names]
        at.append(open_walls.mirror._at(original))
    before = files_of(copy)
    at[0].write_bytes(b"x" * at[0].stat().st_size)
    for path in at[1:]:
        os.truncate(path, path.stat().st_size - 9)
    with walls.Walls(encrypted, PASSPHRASE) as open_walls:
        assert open_walls.mirror.damaged == {*at[:2]}
        assert open_walls.copy(copy) == 0
    assert files_of(copy) == before


def test_a_file_that_was_changed_or_exchanged_is_told(encrypted: Path, tmp_path: Path) -> None:
    files = sorted((encrypted / walls.ENCRYPTED).rglob("*/*"))
    tries = [(files[0], files[1].read_bytes())]
    for path in files:
        raw = path.read_bytes()
        tries.append((path, raw[:-20] + bytes([raw[-20] ^ 1]) + raw[-19:]))
    for number, (path, wrong) in enumerate(tries):
        copy = tmp_path / f"copy{number}"
        shutil.copytree(encrypted, copy)
        (copy / path.relative_to(encrypted)).write_bytes(wrong)
        with contextlib.suppress(Damaged), opened(copy) as warehouse:  # the catalog's tells it so
            anew = warehouse.library.walls.mirror._at("lance/whole.json")
            assert path.name == anew.name or check(warehouse.library, Run()).findings


def test_a_bad_or_foreign_file_keeps_nobody_out(encrypted: Path, tmp_path: Path) -> None:
    with walls.Walls(encrypted, PASSPHRASE) as open_walls:
        [original] = open_walls.mirror.known("objects/")
        study_files.keep_file(open_walls.place / "studies" / "a" / "answer.json", b"{}" * 60)
        at = {name: open_walls.mirror._at(name) for name in open_walls.mirror.known("")}
    names = (original, "studies/a/answer.json", next(one for one in at if one.startswith("lance")))
    for name in names:
        with at[name].open("r+b") as file:
            file.truncate(len(at[name].read_bytes()) - 9 if name != original else 0)
    at[original].with_name(f"{at[original].name} (conflicted copy)").write_bytes(b"of another")
    (at[original].parent / ".directory").write_text("[Dolphin]")
    damaged = sorted(at[name].name for name in names)
    with opened(encrypted) as warehouse:
        said = " ".join(one.sentence for one in check(warehouse.library, Run()).findings)
        assert re.findall(r"encrypted file (\w+) is damaged", said) == damaged
        assert len(warehouse.documents()) == 1
    assert all(at[name].exists() for name in names)
    with pytest.raises(Damaged, match=r"The encrypted file \w+ is damaged"):
        walls.take_down(encrypted, PASSPHRASE)
    at["catalog.db"].write_bytes(b"")
    with pytest.raises(Damaged, match="holds the catalog"):
        opened(encrypted)


class BadSector(io.RawIOBase):
    """``raw`` that cannot be read from ``bad`` on, as from a disk that is worn."""

    def __init__(self, raw: bytes, bad: int) -> None:
        self._raw, self._bad, self._at = raw, bad, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._at >= self._bad:
            raise OSError(errno.EIO, "Input/output error")
        piece = self._raw[self._at : min(self._at + len(buffer), self._bad)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)


def test_a_bad_sector_keeps_nobody_out(
    encrypted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walls.Walls(encrypted, PASSPHRASE) as open_walls:
        for name in ("a", "b"):
            study_files.keep_file(open_walls.place / "studies" / name / "answer.json", b"{}" * 60)
        head, end = (open_walls.mirror._at(f"studies/{name}/answer.json") for name in ("a", "b"))
    sectors, opens = {head: 0, end: 150}, Path.open

    def opened_there(path: Path, mode: str = "r", *others: Any) -> Any:
        if path in sectors and mode == "rb":
            with opens(path, mode) as source:
                return io.BufferedReader(BadSector(source.read(), sectors[path]))
        return opens(path, mode, *others)

    monkeypatch.setattr(Path, "open", opened_there)
    with walls.Walls(encrypted, PASSPHRASE) as open_walls:
        assert open_walls.mirror.damaged == {head, end}
        assert {path.parent.name for path in open_walls.place.glob("studies/*/*.json")} == set()


KILLED = """
import sys
from pathlib import Path
sys.path[:0] = {paths!r}
from shelf import SETTINGS, HashingEmbedder, prose, write_html
from warehouse import app
from warehouse.engines import Engines
parts = app.Parts(Engines(SETTINGS), HashingEmbedder(), passphrase={passphrase!r})
warehouse = app.open({folder!r}, SETTINGS, parts=parts)
for number in range(2, 40):
    file = write_html(Path({beside!r}) / f"{{number}}.html", f"N{{number}}", prose(number))
    [row] = warehouse.add([file])
    print(row.id, row.state, flush=True)
"""


def test_a_kill_loses_nothing_that_was_told(encrypted: Path, tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    beside.mkdir()
    program = KILLED.format(
        paths=sys.path, passphrase=PASSPHRASE, folder=str(encrypted), beside=str(beside)
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline().split() for _ in range(4)]
        os.kill(child.pid, signal.SIGKILL)
    assert [state for _, state in told] == ["verified"] * 4
    assert not plain_files(encrypted)
    for left in places_in_memory():
        os.utime(left, (0, 0))
    with opened(encrypted) as warehouse:
        ids = {row.id for row in warehouse.documents() if row.state == "verified"}
        assert {id for id, _ in told} <= ids
        warehouse.library.resume(Run())
        assert warehouse.library.retrieval.passages("mark3", 1)
        assert places_in_memory() == [warehouse.library.folder.parent]


def test_originals_leave_the_memory_again_and_a_forgotten_one_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(originals, "MOST_BYTES", 1000)
    monkeypatch.setattr(originals, "IN_USE_S", -1.0)
    monkeypatch.setattr(originals, "LOOK_EVERY", 1)
    folder = tmp_path / "matter"
    walls.put_up(folder, PASSPHRASE)
    files = [write_html(tmp_path / f"{n}.html", f"N{n}", prose(n)) for n in range(1, 7)]
    with opened(folder) as warehouse:
        rows = warehouse.add(files)
        library = warehouse.library
        for row in rows:
            assert library.original(row.id).is_file()
        there = list((library.folder / "objects").rglob("*.html"))
        assert len(there) < len(rows) and len(library.objects.names()) == len(rows)
        library.remove(rows[0].id)
        library.trash.empty([rows[0].id])
        assert rows[0].id not in library.objects.names()
    with opened(folder) as warehouse:
        assert rows[0].id not in warehouse.library.objects.names()
        assert len(warehouse.library.objects.names()) == len(rows) - 1


def test_a_look_at_the_originals_lays_none_in_memory(encrypted: Path) -> None:
    with opened(encrypted) as warehouse:
        library = warehouse.library
        [(document, path)] = library.objects.names().items()
        assert library.objects.is_whole(document, path.suffix)
        assert not path.exists()
        assert not library.objects.is_whole("0" * 64, path.suffix)


def test_no_original_of_a_forgotten_document_stays(encrypted: Path) -> None:
    raw = b"other words " * 50
    document = hashlib.sha256(raw).hexdigest()
    with opened(encrypted) as warehouse:
        library = warehouse.library
        [row] = warehouse.documents()
        library.objects.keep_bytes(library.original(row.id).read_bytes(), row.id, ".txt")
        library.trash.forget([row.id])
        library.objects.keep_bytes(raw, document, ".txt")  # of a forgetting that was cut off
        assert library.walls is not None
        assert [Path(one).stem for one in library.walls.mirror.known("objects/")] == [document]
        reconcile.reconcile(library.catalog, library.store, library.objects)
        assert library.walls.mirror.known("objects/") == []
