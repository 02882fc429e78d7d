"""Watched folders in the window: begun in Settings, looked at by themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from hands import DONE_MS, page_of, states, wait_until_quiet, words_in
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.settings.page import SettingsPage
from desktop.shell.window import Window
from desktop.unattended.watching import Watcher

MakePdf = Callable[..., Path]


def test_a_folder_is_watched_and_what_comes_is_taken_in(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf, tmp_path: Path
) -> None:
    folder = tmp_path / "inbox"
    folder.mkdir()
    make_pdf("inbox/one.pdf", "The first of them.")
    library = house.library
    assert library is not None
    library.watching.settle_s = 0.05
    page = page_of(opened)
    card = cast(SettingsPage, opened.page("settings")).watching
    card.begin(folder)
    qtbot.waitUntil(lambda: states(page) == {"one": "verified"}, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    qtbot.waitUntil(lambda: str(folder) in words_in(card), timeout=DONE_MS)

    watcher = Watcher(house, least_s=0.1)
    watcher._opened()
    make_pdf("inbox/two.pdf", "The second of them.")
    qtbot.waitUntil(lambda: states(page).get("two") == "verified", timeout=DONE_MS)
    watcher.stop()
    wait_until_quiet(house, qtbot)
    watcher.stop()

    (patterns,) = card.findChildren(QLineEdit)
    patterns.setText("drafts/*, *.bak")
    patterns.editingFinished.emit()
    qtbot.waitUntil(
        lambda: [one.ignored for one in library.watching.watches()] == [("drafts/*", "*.bak")],
        timeout=DONE_MS,
    )
    wait_until_quiet(house, qtbot)
    card.end(str(folder))
    qtbot.waitUntil(lambda: not library.watching.watches(), timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert len(library.catalog.documents()) == 2
