"""What is kept encrypted beside the plain files in memory, after a kill or on a full disk."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from encrypted_library import Lines

from warehouse.disk import durable
from warehouse.errors import (
    DiskFull,
)
from warehouse.store.encryption import (
    memory_folder,
    mirror,
    walls,
)
from warehouse.studies import study_files

pytestmark = [
    pytest.mark.usefixtures("cheap_passphrases"),
    pytest.mark.skipif(
        not memory_folder.is_to_be_had(), reason="no file system in memory on this system"
    ),
]


@pytest.fixture
def mirrored(tmp_path: Path) -> Iterator[walls.Mirror]:
    top = tmp_path / "plain"
    top.mkdir()
    mirror = walls.Mirror(top, tmp_path / "encrypted", b"k" * 32)
    durable.follow(top, mirror.keep)
    yield mirror
    durable.follow_no_more(top)
    mirror.close()


def as_after_a_kill(mirror: walls.Mirror, tmp_path: Path, name: str) -> list[str]:
    """What another program finds that opens the encrypted files now."""
    top = tmp_path / name
    top.mkdir()
    other = walls.Mirror(top, tmp_path / "encrypted", b"k" * 32)
    other.open()
    with Lines(top / "lines.db") as lines:
        return lines.all()


def test_each_transaction_is_there_after_a_kill(mirrored: walls.Mirror, tmp_path: Path) -> None:
    said: list[str] = []
    with Lines(mirrored.top / "lines.db") as lines:
        for at in range(12):
            said.append(f"line {at}")
            lines.add(said[-1])
            if at in (3, 7):
                lines.work_in()
            if at in (5, 8):
                lines.fail("taken back")
            assert as_after_a_kill(mirrored, tmp_path, f"at{at}") == said
    mirrored.tidy()
    assert as_after_a_kill(mirrored, tmp_path, "closed") == said


def test_a_full_disk_spoils_no_later_transaction(
    mirrored: walls.Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(log: mirror._Log, source: object, end: int) -> None:
        log.out.write(b"half a chunk")
        log.out.flush()
        raise OSError(errno.ENOSPC, "No space left on device")

    with Lines(mirrored.top / "lines.db") as lines:
        for text in ("one", "two"):
            lines.add(text)
        with monkeypatch.context() as full:
            full.setattr(mirror, "_append", half)
            with pytest.raises(DiskFull):
                lines.add("not told to be kept")
        lines.add("three")
        assert as_after_a_kill(mirrored, tmp_path, "after") == lines.all()
        assert lines.all()[:2] == ["one", "two"] and lines.all()[-1] == "three"


def test_what_is_gone_is_gone_there_too(mirrored: walls.Mirror, tmp_path: Path) -> None:
    durable.write_whole(mirrored.top / "studies" / "a" / "answer.json", b"{}")
    durable.write_whole(mirrored.top / "logs" / "reader.log", b"not kept")
    assert mirrored.known("") == ["studies/a/answer.json"]
    (mirrored.top / "studies" / "a" / "answer.json").unlink()
    mirrored.tidy()
    assert mirrored.known("") == []
    assert not [path for path in (tmp_path / "encrypted").rglob("*") if path.is_file()]


def test_what_was_renamed_or_removed_is_not_back_after_a_kill(
    mirrored: walls.Mirror, tmp_path: Path
) -> None:
    folder = mirrored.top / "studies" / "a"
    for name in ("answer.json", "so-far.json"):
        study_files.keep_file(folder / name, b"{}")
    with Lines(folder / "lines.db") as lines:
        lines.add("one")
    study_files.set_aside(folder)
    durable.remove(folder / "so-far.json")
    for left in folder.glob("lines.db*"):
        durable.remove(left)
    names = ("before-answer.json", "hashes.txt")
    assert mirrored.known("") == [f"studies/a/{name}" for name in names]
    assert as_after_a_kill(mirrored, tmp_path, "after") == []
    assert {path.name for path in (tmp_path / "after" / "studies" / "a").iterdir()} == {*names}
