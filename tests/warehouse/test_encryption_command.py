"""``muniment encryption`` and what else a command does with an encrypted warehouse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shelf import prose, write_html

from warehouse.cli import main
from warehouse.cli.passphrases import VARIABLE
from warehouse.store.encryption import memory_folder
from warehouse.store.encryption.walls import Walls

pytestmark = [
    pytest.mark.usefixtures("cheap_passphrases"),
    pytest.mark.skipif(
        not memory_folder.is_to_be_had(), reason="no file system in memory on this system"
    ),
]


@pytest.fixture
def secret(tmp_path: Path) -> str:
    file = tmp_path / "passphrase"
    file.write_text("nine ships at anchor\nand a note\n")
    return str(file)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr()
    return told.out + told.err


def new_files(told: str) -> int:
    found = re.search(r"(\d+) files were new", told)
    assert found
    return int(found[1])


def test_a_day_with_an_encrypted_warehouse(
    tmp_path: Path, secret: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path / "matter")
    there = ["--warehouse", folder]
    given = [*there, "--passphrase-file", secret]
    assert main([*there, "encryption"]) == 1
    assert "There is no warehouse at" in said(capsys)
    assert main([*given, "encryption", "on"]) == 0
    first = said(capsys)
    assert "A new, empty warehouse was begun in" in first
    assert "write it down" in first
    assert main([*there, "encryption"]) == 0 and "is encrypted" in said(capsys)
    file = write_html(tmp_path / "one.html", "One", prose(1))
    assert main([*given, "add", str(file)]) in (0, 1)  # 1: no embedder here, found by words
    said(capsys)
    assert main([*there, "ls"]) == 1
    assert "--passphrase-file" in said(capsys)
    monkeypatch.setenv(VARIABLE, "eight ships at anchor")
    assert main([*there, "ls"]) == 1 and "does not open" in said(capsys)
    monkeypatch.setenv(VARIABLE, "nine ships at anchor")
    assert main([*there, "ls"]) == 0 and "One" in said(capsys)
    assert main([*given, "check"]) == 0 and "all is well" in said(capsys)
    away = tmp_path / "away"
    away.mkdir()
    assert main([*given, "backup", str(away)]) == 0
    copy = away / "matter.encrypted"
    first = said(capsys)
    assert str(copy) in first
    assert main([*given, "backup", str(away)]) == 0
    assert new_files(said(capsys)) < new_files(first) / 2
    assert main(["--warehouse", str(copy), "--passphrase-file", secret, "ls"]) == 0
    assert "One" in said(capsys)
    new = tmp_path / "new"
    new.write_text("ten ships at anchor")
    assert main([*given, "encryption", "passphrase", "--new-file", str(new)]) == 0
    assert main([*given, "encryption", "off"]) == 1 and "does not open" in said(capsys)
    assert main([*there, "--passphrase-file", str(new), "encryption", "off"]) == 0
    assert main([*there, "ls"]) == 0 and "One" in said(capsys)
    assert main([*there, "encryption"]) == 0 and "is not encrypted" in said(capsys)


def test_a_backup_goes_into_no_other_librarys_copy(
    tmp_path: Path, secret: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = str(tmp_path / "stick.encrypted")
    for name, status in (("one", 0), ("two", 1)):
        given = ["--warehouse", str(tmp_path / name), "--passphrase-file", secret]
        assert main([*given, "encryption", "on"]) == 0
        said(capsys)
        assert main([*given, "backup", copy]) == status
    told = said(capsys)
    assert "stick.encrypted holds another encrypted library" in told
    assert "Choose another folder" in told


def test_nothing_plain_is_begun_beside_one_that_is_in_use(
    tmp_path: Path, secret: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "matter"
    given = ["--warehouse", str(folder), "--passphrase-file", secret]
    assert main([*given, "encryption", "on"]) == 0
    file = write_html(tmp_path / "one.html", "One", prose(1))
    with Walls(folder, "nine ships at anchor"):
        said(capsys)
        assert main([*given, "steer", "2026", "--add", "The costs"]) == 1
        assert "is open in another window" in said(capsys)
        assert main(["--warehouse", str(folder), "add", str(file)]) == 0
        assert "was handed to it" in said(capsys)
        assert not list(folder.glob("catalog*"))
    assert main([*given, "resume"]) in (0, 1)
    said(capsys)
    assert main([*given, "ls"]) == 0 and "One" in said(capsys)


def test_a_passphrase_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty"
    empty.write_text("")
    there = ["--warehouse", str(tmp_path / "matter"), "--passphrase-file"]
    assert main([*there, str(empty), "encryption", "on"]) == 1
    assert "is empty" in said(capsys)
    assert main([*there, str(tmp_path / "none"), "encryption", "on"]) == 1
    assert not (tmp_path / "matter").exists()
