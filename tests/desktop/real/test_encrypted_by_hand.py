"""An encrypted library: its passphrase is typed, and no key or click reaches what lies behind."""

from __future__ import annotations

import pytest
from hand import Hand, focused

from desktop.house import House
from desktop.shell.window import Window
from warehouse.library import Library
from warehouse.store.encryption import memory_folder, walls

PASSPHRASE = "nine ships at anchor"

pytestmark = [
    pytest.mark.usefixtures("cheap_passphrases"),
    pytest.mark.skipif(
        not memory_folder.is_to_be_had(), reason="no file system in memory on this system"
    ),
]


def test_it_is_opened_by_hand(
    library: Library,
    opened: Window,
    house: House,
    hand: Hand,
) -> None:
    opened.page("ask")
    house.visit("library")
    hand.wait_until(lambda: house.jobs.idle)
    folder = library.medium
    house.shut_for("Encrypting", lambda run: walls.put_up(folder, PASSPHRASE))
    hand.wait_until(lambda: focused() is opened.locked.field)
    hand.key("ctrl+2", "Tab", "Tab", "Tab")
    assert focused() in (opened.locked.field, opened.locked.button, opened.locked.other)
    hand.click(opened.locked.field)
    hand.type("nine ships")
    hand.key("Return")
    hand.wait_until(lambda: bool(opened.locked.said.text()))
    hand.wait_until(lambda: focused() is opened.locked.field)
    hand.type(PASSPHRASE)
    hand.click(opened.locked.button)
    hand.wait_until(lambda: house.library is not None and not opened.locked.isVisible())
    assert house.library is not None and house.library.walls is not None
    assert len(house.library.documents()) == 1
