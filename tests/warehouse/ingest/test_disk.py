"""A disk that is full or cannot be written: a sentence, nothing lost, and on from there.

A real small disk (tmpfs) where the system lets us mount one, else these tests are skipped; a
writer that fails at each of its writes stands in for it everywhere.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html, write_pdf

from warehouse.errors import NotWritable, StorageError
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.objects import Objects, sentences_for_disk, sha256_of

Mount = Callable[[str], None]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[tuple[Path, Mount]]:
    """A small disk of its own, and how to mount it again with other options."""
    place = tmp_path / "disk"
    place.mkdir()

    def mount(options: str) -> bool:
        asked = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0

    if os.name != "posix" or shutil.which("mount") is None or not mount("size=6m"):
        pytest.skip("no disk can be mounted here")

    def remount(options: str) -> None:
        assert mount(f"remount,{options}")

    yield place, remount
    subprocess.run(["umount", "-l", str(place)], check=True)


def inbox(folder: Path) -> list[Path]:
    made = [write_html(folder / f"{n}.html", f"Title {n}", prose(n, 300)) for n in range(60)]
    return [*made, write_pdf(folder / "paper.pdf", [prose(70), prose(71)])]


def assert_all_there(library: Library, paths: list[Path]) -> None:
    documents = {one.id: one.state for one in library.catalog.documents()}
    assert documents == {sha256_of(path): "verified" for path in paths}
    passages = {id: len(library.catalog.passages(id)) for id in documents}
    assert library.store.tally("passages", documents) == {id: (n, n) for id, n in passages.items()}
    assert set(library.objects.names()) == set(documents)


def test_a_full_disk_is_a_sentence_and_loses_nothing(
    disk: tuple[Path, Mount], tmp_path: Path
) -> None:
    place, remount = disk
    paths = inbox(tmp_path)
    with Library(place / "w", SETTINGS, HashingEmbedder()) as library:
        with pytest.raises(StorageError, match="full"):
            library.add(paths, Run())
        assert not any(one.state == "failed" for one in library.catalog.documents())
    remount("size=200m")
    with Library(place / "w", SETTINGS, HashingEmbedder()) as library:
        library.resume(Run())
        library.add(paths, Run())
        assert_all_there(library, paths)


def test_a_read_only_disk_is_a_sentence_and_loses_nothing(
    disk: tuple[Path, Mount], tmp_path: Path
) -> None:
    place, remount = disk
    remount("size=200m")
    paths = inbox(tmp_path)[:3]
    with Library(place / "w", SETTINGS, HashingEmbedder()) as library:
        library.add(paths[:1], Run())
    remount("ro")
    with Library(place / "w", SETTINGS, HashingEmbedder()) as library:
        assert_all_there(library, paths[:1])
        with pytest.raises(NotWritable):
            library.add(paths, Run())
    remount("rw")
    embedder = HashingEmbedder()
    with Library(place / "w", SETTINGS, embedder) as library:
        library.resume(Run())
        assert embedder.embedded == []
        library.add(paths, Run())
        assert_all_there(library, paths)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_writer_that_fails(code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second original cannot be written; the document waits for a better day."""
    paths = [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in range(3)]
    real = Objects._write
    writes = 0

    def fails(self: Objects, part: IO[bytes], chunk: bytes) -> None:
        nonlocal writes
        writes += 1
        if writes == 2:
            chunk = chunk[: len(chunk) // 2]
            real(self, part, chunk)
            with sentences_for_disk(self.folder):
                raise OSError(code, os.strerror(code))
        real(self, part, chunk)

    monkeypatch.setattr(Objects, "_write", fails)
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        with pytest.raises(StorageError):
            library.add(paths, Run())
        library.resume(Run())
        assert_all_there(library, paths)
        assert list(library.objects.folder.rglob("*.part")) == []


def test_a_clock_that_was_moved_back_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in range(4)]
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        library.add(paths[:2], Run())
        library.remove(sha256_of(paths[0]))
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - 20 * 365 * 86_400)
    embedder = HashingEmbedder()
    with Library(tmp_path / "w", SETTINGS, embedder) as library:
        library.resume(Run())
        assert embedder.embedded == []
        assert len(library.trash.list()) == 1
        library.add(paths[2:], Run())
        paths[3].write_text(paths[3].read_text().replace("Title 3", "Title 33"))
        before = [one for one in library.catalog.documents() if one.title == "Title 3"]
        (newer,) = library.add(paths[3:], Run())
        assert library.catalog.newer([one.id for one in before]) == {before[0].id: newer.id}
    monkeypatch.undo()
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        library.resume(Run())
        assert len(library.trash.list()) == 1
        assert {one.state for one in library.catalog.documents()} == {"verified"}
        assert len(library.catalog.documents()) == 4
