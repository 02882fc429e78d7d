"""Studies on the command line: listed, removed, and brought back."""

from __future__ import annotations

import time

import msgspec
import pytest
from msgspec import structs
from shelf import HashingEmbedder

from warehouse import cli
from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.settings import Settings
from warehouse.store.catalog.studies import REMOVED
from warehouse.store.catalog.trash import KEPT_S
from warehouse.studies.removed import Removed

ROW = StudyRow("20260101-000000-0123abcd", "ask", "Tides?", "aware", "done", 1.0, 1.0)


@pytest.fixture
def asked(home: object) -> None:
    with Library(Settings().warehouse_folder, Settings(), HashingEmbedder()) as library:
        (library.folder / "studies" / ROW.id).mkdir(parents=True)
        library.catalog.save_study(ROW)


def test_a_study_is_removed_and_brought_back(
    asked: None, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*words: str) -> str:
        assert cli.main(["studies", *words]) == 0
        return capsys.readouterr().out

    assert "Tides?" in said() and "Nothing that was removed" in said("removed")
    assert f"muniment studies restore {ROW.id}" in said("rm", "20260101")
    assert said() == "Nothing was asked yet.\n"
    assert "Tides?" in said("removed")
    assert "Back on the list: Tides?" in said("restore", "20260101")
    assert "Tides?" in said("ls")
    assert cli.main(["studies", "restore", "20260101"]) == 1
    assert "No removed study begins" in capsys.readouterr().err


def test_what_was_stopped_or_failed_is_named_by_resume(
    asked: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library(Settings().warehouse_folder, Settings(), HashingEmbedder()) as library:
        library.catalog.save_study(structs.replace(ROW, state="stopped"))
    assert cli.main(["resume"]) == 0
    said = capsys.readouterr().out
    assert "Stopped: Tides?" in said
    assert f"muniment steer {ROW.id} --go-on" in said


def test_what_lay_removed_for_long_enough_goes_with_any_command(
    asked: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["studies", "rm", ROW.id]) == 0
    folder = Settings().warehouse_folder / "studies" / ROW.id
    assert cli.main(["ls"]) == 0
    note = folder / REMOVED
    assert note.exists()
    long_ago = Removed(ROW, time.time() - KEPT_S - 1)
    note.write_bytes(msgspec.json.encode(long_ago))
    assert cli.main(["ls"]) == 0
    assert not folder.exists()
