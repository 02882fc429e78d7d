"""Settings that the window and a command change beside each other."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.settings.editors import Words
from desktop.pages.settings.page import SettingsPage
from desktop.shell.window import Window
from warehouse import cli
from warehouse import settings as settings_file

WAIT_MS = 15_000


def test_the_window_leaves_what_a_command_changed(opened: Window, house: House) -> None:
    house.preferences.stop()  # it does not even notice
    assert cli.main(["settings", "retrieve", "33"]) == 0
    house.change(seed=7)
    house.preferences.write()
    assert (settings_file.load().retrieve, settings_file.load().seed) == (33, 7)


def test_what_a_command_changes_is_in_force_in_the_window(
    opened: Window, house: House, qtbot: QtBot
) -> None:
    house.change(seed=1)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    page = cast(SettingsPage, opened.page("settings"))
    editor = cast(Words, page.lines["endpoint_model"].editor).text
    editor.setText("half a na")
    assert cli.main(["settings", "theme", "dark"]) == 0
    qtbot.waitUntil(lambda: house.settings.theme == "dark", timeout=WAIT_MS)
    assert house.theme.tokens.dark
    assert editor.text() == "half a na"
    assert "outside of this window: Colours." in house.notices.recent[-1].sentence
    house.change(seed=7)
    qtbot.waitUntil(lambda: settings_file.load().seed == 7, timeout=WAIT_MS)
    assert settings_file.load().theme == "dark"


def test_another_library_is_offered_not_opened(
    opened: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    assert house.library is not None
    before = house.library.folder
    assert cli.main(["settings", "warehouse", str(tmp_path / "other")]) == 0
    qtbot.waitUntil(lambda: bool(house.notices.recent), timeout=WAIT_MS)
    notice = house.notices.recent[-1]
    assert notice.action == "Open it"
    assert house.library.folder == before
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert notice.act is not None
    with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
        notice.act()
    assert house.library is not None
    assert house.library.folder == tmp_path / "other"


def test_a_file_spoilt_by_hand_is_said_and_kept(
    opened: Window, house: House, qtbot: QtBot, home: Path
) -> None:
    house.change(seed=7)
    qtbot.waitUntil(lambda: (home / "settings.json").exists(), timeout=WAIT_MS)
    (home / "settings.json").write_text('{"readers": "many"}')
    house.preferences._look()
    qtbot.waitUntil(
        lambda: any("cannot be used" in n.sentence for n in house.notices.recent), timeout=WAIT_MS
    )
    assert house.settings.seed == 7
    house.change(depth=2)
    qtbot.waitUntil(lambda: (home / settings_file.UNUSABLE).exists(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    kept = settings_file.load()
    assert (kept.seed, kept.depth) == (7, 2)
