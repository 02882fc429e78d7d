"""What is written whole is on the disk before it gets its name, and leaves nothing behind."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from warehouse import settings as settings_file
from warehouse.disk.durable import write_whole
from warehouse.settings import Settings


def test_bytes_are_flushed_before_the_name_and_the_name_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def flushed(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "bytes")
        fsync(descriptor)

    def renamed(self: Path, target: Path) -> Path:
        done.append("name")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(Path, "replace", renamed)
    settings_file.save(Settings(seed=7), tmp_path / "settings.json")
    assert settings_file.load(tmp_path / "settings.json").seed == 7
    assert [step for step in done if step != "folder"] == ["bytes", "name"]
    assert os.name != "posix" or done == ["bytes", "name", "folder"]


def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "here" / "kept"
    write_whole(file, b"before")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, b"after")
    assert file.read_bytes() == b"before"
    assert list(file.parent.iterdir()) == [file]
