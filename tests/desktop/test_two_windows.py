"""A second window, and files that a command hands to the first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hands import DONE_MS, page_of, states, wait_until_quiet
from pytestqt.qtbot import QtBot

from desktop.handover import Handed, Second
from desktop.house import House
from desktop.shell.window import Window
from desktop.theme import Theme
from warehouse.library import Library
from warehouse.store.handover import hand, waiting


def test_files_handed_over_come_in_by_themselves(
    opened: Window, house: House, qtbot: QtBot, make_pdf: Callable[..., Path]
) -> None:
    assert house.library is not None
    handed = Handed(house)
    handed._watch()
    page = page_of(opened)
    hand(house.library.folder, [make_pdf("given.pdf", "It was given over the fence.")])
    qtbot.waitUntil(lambda: list(states(page).values()) == ["verified"], timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert waiting(house.library.folder) == []
    handed.stop()


def test_a_library_handed_over_is_imported_by_the_window(
    opened: Window, house: House, qtbot: QtBot, make_pdf: Callable[..., Path]
) -> None:
    assert house.library is not None
    handed = Handed(house)
    handed._watch()
    page = page_of(opened)
    paper = make_pdf("given.pdf", "It was given over the fence.")
    entry = "@book{one, title = {Given by another}, file = {given.pdf}}"
    (paper.parent / "all.bib").write_text(entry)
    hand(house.library.folder, [paper.parent / "all.bib"])
    qtbot.waitUntil(lambda: states(page) == {"Given by another": "verified"}, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    said = {notice.sentence for notice in house.notices.recent}
    assert "all.bib: 1 entry, 1 of them new, 1 document came in." in said
    assert waiting(house.library.folder) == []
    handed.stop()


def test_a_second_window_wakes_the_first_and_ends(
    opened: Window, house: House, theme: Theme, qtbot: QtBot
) -> None:
    assert house.library is not None
    handed = Handed(house)
    handed._watch()
    other = House(theme, house.settings)
    second = Second(other)
    with qtbot.waitSignals([handed.shown, second.heard], timeout=DONE_MS):
        other.open()
    assert waiting(house.library.folder) == []
    wait_until_quiet(house, qtbot)
    second.stop()
    handed.stop()
    other.close()


def test_a_window_opens_the_warehouse_when_a_command_has_ended(
    house: House, theme: Theme, qtbot: QtBot
) -> None:
    command = Library(house.settings.warehouse_folder, house.settings)
    second = Second(house)
    said: list[str] = []
    house.notices.raised.connect(lambda notice: said.append(notice.sentence))
    house.open()
    qtbot.waitUntil(lambda: bool(said), timeout=DONE_MS)
    assert said == ["The warehouse is in use by a command."]
    assert waiting(command.folder) == [], "the wish is taken back"
    with qtbot.waitSignal(house.opened, timeout=DONE_MS):
        command.close()
    second.stop()


def test_a_slip_in_the_folder_begins_no_library_unless_that_is_wished(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    place = tmp_path / "papres"
    with qtbot.waitSignal(house.notices.raised, timeout=DONE_MS):
        house.open(place, begin=False)
    notice = house.notices.recent[-1]
    assert notice.sentence == f"There is no warehouse at {place}."
    assert house.library is None
    assert not place.exists()
    assert notice.act is not None
    with qtbot.waitSignal(house.opened, timeout=DONE_MS):
        notice.act()
    assert (place / "catalog.db").exists()
    assert house.settings.warehouse == ""
