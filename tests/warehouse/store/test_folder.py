"""A warehouse whose disk is not there is not begun anew, empty, in its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.errors import StorageError
from warehouse.library import Library


def open_and_close(folder: Path) -> None:
    Library(folder, SETTINGS, HashingEmbedder()).close()


def test_a_disk_that_is_not_there_is_missed(home: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    open_and_close(disk / "papers")
    disk.rename(tmp_path / "away")
    with pytest.raises(StorageError, match="is not there"):
        open_and_close(disk / "papers")
    assert not disk.exists()
    (tmp_path / "away").rename(disk)
    open_and_close(disk / "papers")


def test_a_folder_that_was_made_for_it_begins_a_new_one(home: Path, tmp_path: Path) -> None:
    open_and_close(tmp_path / "papers")
    (tmp_path / "papers").rename(tmp_path / "old")
    (tmp_path / "papers").mkdir()
    open_and_close(tmp_path / "papers")
    open_and_close(tmp_path / "another")
