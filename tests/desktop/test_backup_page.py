"""Back up, check, move and restore from the Settings page, with a real library."""

from __future__ import annotations

import time
from pathlib import Path
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from desktop import state
from desktop.house import House
from desktop.pages.settings.backup import BackupSettings, _restore
from desktop.pages.settings.page import SettingsPage
from desktop.shell.window import Window
from warehouse import settings
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.run import Run

WAIT_MS = 40_000


@pytest.fixture
def keeping(opened: Window, library: Library) -> BackupSettings:
    return cast(SettingsPage, opened.page("settings")).keeping


def said(house: House, qtbot: QtBot, words: str) -> None:
    def is_said() -> bool:
        return any(words in notice.sentence for notice in house.notices.recent)

    qtbot.waitUntil(is_said, timeout=WAIT_MS)


def quiet(house: House, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)


def test_a_backup_is_restored_beside_and_used(
    keeping: BackupSettings, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "stick").mkdir()
    keeping.back_up(tmp_path / "stick")
    said(house, qtbot, "1 document, ")
    [archive] = (tmp_path / "stick").iterdir()
    keeping.restore(archive, tmp_path / "again")
    said(house, qtbot, "are in")
    quiet(house, qtbot)
    act = house.notices.recent[-1].act
    assert act is not None
    act()
    qtbot.waitUntil(lambda: _folder(house) == tmp_path / "again", timeout=WAIT_MS)
    quiet(house, qtbot)
    assert settings.load().warehouse == str(tmp_path / "again")


def test_the_last_backup_is_told(
    keeping: BackupSettings, house: House, opened: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    assert keeping.last.whole == "Last backup: none was made from this window."
    keeping.back_up(tmp_path)
    said(house, qtbot, "1 document, ")
    told = keeping.last.whole
    assert time.strftime("%b %Y") in told and told.endswith(f", into {tmp_path}.")
    opened.close()
    again = BackupSettings(house)
    qtbot.addWidget(again)
    again.remember(state.load())
    assert again.last.whole == told


def test_a_backup_is_checked_without_unpacking_it(
    keeping: BackupSettings, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    keeping.back_up_again(tmp_path / "stick")
    said(house, qtbot, "of it new")
    (day,) = (tmp_path / "stick").rglob("manifest.json")
    keeping.check_backup(str(day))
    said(house, qtbot, "1 document: whole.")
    catalog = day.with_name("catalog.db")
    catalog.write_bytes(catalog.read_bytes()[:-1])
    keeping.check_backup(str(day))
    said(house, qtbot, "damaged: catalog.db")


def test_a_list_of_something_else_is_no_backup(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no backup"):
        _restore(Path("/manifest.json"), tmp_path / "again", Run())


def test_a_check_says_that_all_is_well_or_what_is_not(
    keeping: BackupSettings, house: House, library: Library, qtbot: QtBot
) -> None:
    keeping.check()
    said(house, qtbot, "all is well")
    library.original(library.catalog.documents()[0].id).unlink()
    keeping.check()
    said(house, qtbot, "original is missing")


def test_a_move_changes_over_and_keeps_the_old_folder(
    keeping: BackupSettings, house: House, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    before = library.folder
    quiet(house, qtbot)
    keeping.move_to(tmp_path / "new")
    qtbot.waitUntil(lambda: _folder(house) == tmp_path / "new", timeout=WAIT_MS)
    quiet(house, qtbot)
    assert (before / "catalog.db").exists()
    assert house.library is not None
    assert len(house.library.catalog.documents()) == 1


def test_a_move_that_fails_leaves_the_library_open(
    keeping: BackupSettings, house: House, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    before = library.folder
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "something").write_text("here")
    quiet(house, qtbot)
    keeping.move_to(tmp_path / "full")
    said(house, qtbot, "is not empty")
    qtbot.waitUntil(lambda: _folder(house) == before, timeout=WAIT_MS)
    quiet(house, qtbot)


def _folder(house: House) -> Path | None:
    return house.library.folder if house.library is not None else None
