"""Encrypting the library from Settings; the closed window; closing by idleness."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NoReturn, cast

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop import state
from desktop.house import House
from desktop.kept_inside import LAST, KeptInside, last_backup
from desktop.locked import idleness
from desktop.locked.cover import WIDTH_PX
from desktop.pages.settings.encryption import NOT_ALIKE, EncryptionSettings, PassphraseDialog
from desktop.pages.settings.page import SettingsPage
from desktop.shell.window import Window
from desktop.state import WindowState
from warehouse import app, settings
from warehouse.errors import StorageError
from warehouse.library import Library
from warehouse.store.catalog import Catalog
from warehouse.store.encryption import is_encrypted, memory_folder, walls

WAIT_MS = 40_000
PASSPHRASE = "nine ships at anchor"

pytestmark = [
    pytest.mark.usefixtures("cheap_passphrases"),
    pytest.mark.skipif(
        not memory_folder.is_to_be_had(), reason="no file system in memory on this system"
    ),
]


@pytest.fixture
def card(opened: Window, library: Library) -> EncryptionSettings:
    return cast(SettingsPage, opened.page("settings")).encryption


def quiet(house: House, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)


def locked(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.locked.isVisible(), timeout=WAIT_MS)


def unlock(window: Window, house: House, qtbot: QtBot, passphrase: str = PASSPHRASE) -> None:
    QTest.keyClicks(window.locked.field, passphrase)
    QTest.keyClick(window.locked.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: house.library is not None, timeout=WAIT_MS)
    quiet(house, qtbot)


@pytest.fixture
def encrypted(
    card: EncryptionSettings, opened: Window, house: House, qtbot: QtBot
) -> EncryptionSettings:
    """Its library encrypted by the dialog, and opened again."""
    quiet(house, qtbot)
    dialog = cast(PassphraseDialog, card.ask_on())
    assert dialog.before.isHidden()
    QTest.keyClicks(dialog.after, PASSPHRASE)
    QTest.keyClicks(dialog.again, PASSPHRASE)
    QTest.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
    locked(opened, qtbot)
    unlock(opened, house, qtbot)
    return card


def test_it_is_encrypted_closed_and_opened(
    encrypted: EncryptionSettings, opened: Window, house: House, qtbot: QtBot, home: Path
) -> None:
    folder = home / "warehouse"
    assert is_encrypted(folder) and not (folder / "catalog.db").exists()
    assert house.library is not None and house.library.medium == folder
    assert [row.title for row in house.library.documents()] and not opened.locked.isVisible()
    house.lock()
    locked(opened, qtbot)
    assert house.library is None
    assert opened.focusWidget() is opened.locked.field
    assert opened.locked.card.width() == WIDTH_PX
    opened.resize(opened.width() + 100, opened.height())
    qtbot.waitUntil(lambda: opened.locked.rect() == opened.locked.parentWidget().rect())
    middle = opened.locked.card.geometry().center().x()
    assert abs(middle - opened.locked.rect().center().x()) <= 1
    QTest.keyClick(opened.locked.field, Qt.Key.Key_Escape)
    assert opened.locked.isVisible()
    QTest.keyClicks(opened.locked.field, "eight ships")
    QTest.mouseClick(opened.locked.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "does not open" in opened.locked.said.text(), timeout=WAIT_MS)
    assert opened.locked.field.text() == "" and opened.locked.field.isEnabled()
    unlock(opened, house, qtbot)
    assert not opened.locked.isVisible() and house.library is not None


def test_two_that_are_not_alike_or_too_short_are_not_taken(card: EncryptionSettings) -> None:
    dialog = cast(PassphraseDialog, card.ask_on())
    QTest.keyClicks(dialog.after, "short")
    dialog.accept()
    assert dialog.isVisible() and "8 characters" in dialog.said.text()
    QTest.keyClicks(dialog.after, " and more")
    QTest.keyClicks(dialog.again, "short and mor")
    dialog.accept()
    assert dialog.isVisible() and dialog.said.text() == NOT_ALIKE
    dialog.reject()


def test_another_passphrase_a_copy_and_plain_files_again(
    encrypted: EncryptionSettings,
    opened: Window,
    house: House,
    qtbot: QtBot,
    tmp_path: Path,
    home: Path,
) -> None:
    encrypted.copy(tmp_path)
    qtbot.waitUntil(lambda: is_encrypted(tmp_path / "warehouse.encrypted"), timeout=WAIT_MS)
    quiet(house, qtbot)
    encrypted.change(PASSPHRASE, "ten ships at anchor")
    locked(opened, qtbot)
    unlock(opened, house, qtbot, "ten ships at anchor")
    encrypted.turn_off("ten ships at anchor", "")
    qtbot.waitUntil(
        lambda: house.library is not None and house.library.walls is None, timeout=WAIT_MS
    )
    assert (home / "warehouse" / "catalog.db").exists()
    assert house.library is not None and len(house.library.documents()) == 1


def test_where_it_was_backed_up_is_kept_inside_it(
    encrypted: EncryptionSettings, opened: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    """And the folders that were chosen for it; also those of before it was encrypted."""
    keeping = cast(SettingsPage, opened.page("settings")).keeping
    (tmp_path / "stick").mkdir()
    library = house.library
    assert library is not None
    opened._state.backups[str(library.medium)] = ("1 Jan 2026, 10:00", str(tmp_path / "attic"))
    opened._state.folders |= {"export": str(tmp_path / "attic"), "models": str(tmp_path / "models")}
    house.lock()
    locked(opened, qtbot)
    unlock(opened, house, qtbot)
    assert "attic" in keeping.last.whole
    house.chosen.remember("backup", tmp_path / "stick")
    encrypted.copy(tmp_path / "stick")
    qtbot.waitUntil(lambda: "stick" in keeping.last.whole, timeout=WAIT_MS)
    quiet(house, qtbot)
    assert house.chosen.begin("backup") == str(tmp_path / "stick")
    house.lock()
    locked(opened, qtbot)
    unlock(opened, house, qtbot)
    assert "stick" in keeping.last.whole
    opened.close()
    kept = (settings.home() / "window.json").read_text()
    assert "stick" not in kept and "attic" not in kept and "models" in kept


def test_nothing_of_before_stays_in_the_open_where_nobody_visits_the_settings(
    encrypted: EncryptionSettings,
    opened: Window,
    house: House,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a catalog does not take stays noted until it does."""
    library = house.library
    assert library is not None
    folder, noted = str(library.medium), ("1 Jan 2026, 10:00", "/attic/backups")
    before = WindowState(backups={folder: noted}, folders={"export": "/attic", "models": "/models"})
    state.save(before)
    house.lock()
    locked(opened, qtbot)
    other = QObject()
    KeptInside(house, before, other)

    set_fact = Catalog.set_fact

    def refuse(catalog: Catalog, name: str, value: str) -> None:
        if name == LAST:
            raise StorageError("The disk is full.")
        set_fact(catalog, name, value)

    with monkeypatch.context() as full:
        full.setattr(Catalog, "set_fact", refuse)
        unlock(opened, house, qtbot)
        assert state.load().backups == {folder: noted}
        assert state.load().folders == {"models": "/models"}
    house.lock()
    locked(opened, qtbot)
    unlock(opened, house, qtbot)
    assert house.library is not None and last_backup(house.library) == noted
    assert "attic" not in (settings.home() / "window.json").read_text()


def test_a_disk_that_fails_is_told_in_words(
    encrypted: EncryptionSettings,
    opened: Window,
    house: House,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a passphrase or without; it can be given again."""

    def fail(*_: object) -> NoReturn:
        raise OSError(errno.EIO, "Input/output error", "catalog.db")

    house.lock()
    locked(opened, qtbot)
    with monkeypatch.context() as broken:
        broken.setattr(app, "open", fail)
        QTest.keyClicks(opened.locked.field, PASSPHRASE)
        QTest.keyClick(opened.locked.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(opened.locked.said.text()), timeout=WAIT_MS)
        assert opened.locked.said.text() == "Input/output error: catalog.db."
        assert opened.locked.field.isEnabled()
        house.open()
        quiet(house, qtbot)
        assert opened.locked.said.text() == "", "the notice says it"
        assert house.notices.recent[-1].sentence == "Input/output error: catalog.db."
    unlock(opened, house, qtbot)


def test_another_library_is_no_way_past_the_passphrase(
    encrypted: EncryptionSettings, opened: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    """The pages of who unlocks it are as he left them; nobody else comes to see them."""
    ask = opened.page("ask")
    house.lock()
    locked(opened, qtbot)
    unlock(opened, house, qtbot)
    assert opened.page("ask") is ask
    house.lock()
    locked(opened, qtbot)
    house.use_instead(tmp_path / "another")
    qtbot.waitUntil(lambda: house.library is not None, timeout=WAIT_MS)
    assert not opened.locked.isVisible() and opened.page("ask") is not ask
    quiet(house, qtbot)


def test_nor_is_another_folder_in_its_place(
    encrypted: EncryptionSettings, opened: Window, house: House, qtbot: QtBot, home: Path
) -> None:
    folder, ask = home / "warehouse", opened.page("ask")
    house.lock()
    locked(opened, qtbot)
    folder.rename(home / "aside")
    folder.mkdir()
    walls.put_up(folder, "another passphrase")
    unlock(opened, house, qtbot, "another passphrase")
    assert house.library is not None and not house.library.documents()
    assert opened.page("ask") is not ask


def test_a_folder_that_cannot_be_opened_leaves_the_library_that_waits(
    encrypted: EncryptionSettings, opened: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    before = house.settings.warehouse_folder
    (tmp_path / "no folder").touch()
    house.lock()
    locked(opened, qtbot)
    opened.locked._use(str(tmp_path / "no folder"))
    assert not opened.locked.field.isEnabled()
    qtbot.waitUntil(opened.locked.field.isEnabled, timeout=WAIT_MS)
    quiet(house, qtbot)
    assert house.notices.recent[-1].kind == "error"
    seen = opened.centralWidget().childAt(opened.notice_bar.geometry().center())
    assert seen is opened.notice_bar or opened.notice_bar.isAncestorOf(seen)
    told = len(house.notices.recent)
    opened.notice_bar._act()  # "Try again"
    qtbot.waitUntil(lambda: len(house.notices.recent) > told, timeout=WAIT_MS)
    assert opened.locked.field.isEnabled() and opened.locked._folder.text() == str(before)
    assert house.settings.warehouse_folder == before == settings.load().warehouse_folder
    unlock(opened, house, qtbot)
    assert house.library is not None and house.library.medium == before


def test_another_one_is_used_from_now_on_once_it_is_opened(
    encrypted: EncryptionSettings, opened: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    before, other = house.settings.warehouse_folder, tmp_path / "other"
    walls.put_up(other, "another passphrase")
    house.lock()
    locked(opened, qtbot)
    opened.locked._use(str(other))
    qtbot.waitUntil(lambda: opened.locked._folder.text() == str(other), timeout=WAIT_MS)
    assert house.settings.warehouse_folder == before
    unlock(opened, house, qtbot, "another passphrase")
    assert house.library is not None and house.library.medium == other
    assert house.settings.warehouse_folder == other == settings.load().warehouse_folder


def test_nobody_touches_it_for_a_while(
    encrypted: EncryptionSettings,
    opened: Window,
    house: House,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = idleness.time.monotonic()
    monkeypatch.setattr(idleness.time, "monotonic", lambda: now + 14 * 60)
    opened.locked.idleness.look()
    assert house.library is not None
    monkeypatch.setattr(idleness.time, "monotonic", lambda: now + 16 * 60)
    QTest.keyClick(opened.windowHandle(), Qt.Key.Key_Shift)
    opened.locked.idleness.look()
    assert house.library is not None, "a key was touched a moment ago"
    monkeypatch.setattr(idleness.time, "monotonic", lambda: now + 32 * 60)
    opened.locked.idleness.look()
    locked(opened, qtbot)
    unlock(opened, house, qtbot)


def test_a_passphrase_begins_no_library_where_the_folder_is_gone(
    encrypted: EncryptionSettings, opened: Window, house: House, qtbot: QtBot, home: Path
) -> None:
    """A disk that is not there: also an empty folder in its place is no library to begin."""
    folder, aside = house.settings.warehouse_folder, home / "aside"
    house.lock()
    locked(opened, qtbot)
    folder.rename(aside)
    for _ in range(2):
        QTest.keyClicks(opened.locked.field, PASSPHRASE)
        QTest.keyClick(opened.locked.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "no warehouse" in opened.locked.said.text(), timeout=WAIT_MS)
        assert opened.locked.isVisible() and opened.locked.field.isEnabled()
        assert house.library is None and not list(folder.glob("*"))
        opened.locked.said.clear()
        folder.mkdir(exist_ok=True)
    folder.rmdir()
    (home / "no folder").touch()
    opened.locked._use(str(home / "no folder"))
    qtbot.waitUntil(opened.locked.field.isEnabled, timeout=WAIT_MS)
    quiet(house, qtbot)
    aside.rename(folder)
    unlock(opened, house, qtbot)
    assert house.library is not None and len(house.library.documents()) == 1
