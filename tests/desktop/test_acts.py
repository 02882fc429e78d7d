"""Every act of the window: named once, done by its key, from the palette and from a menu."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from desktop import state
from desktop.house import House
from desktop.matching import fit, words_in
from desktop.pages.library.page import LibraryPage
from desktop.palette.keylist import grouped, halves
from desktop.palette.of_pages import every, where
from desktop.shell.sidebar import RAIL_PX
from desktop.shell.window import Window


def test_each_act_has_a_name_of_its_own_and_says_what_it_does() -> None:
    acts = every()
    assert [id for id, count in Counter(one.id for one in acts).items() if count > 1] == []
    named = Counter((one.page, one.name) for one in acts)
    assert [one for one, count in named.items() if count > 1] == []
    assert all(one.name and one.sentence.endswith(".") for one in acts)
    assert all(not QKeySequence(keys).isEmpty() for one in acts for keys in one.keys)


def test_no_key_means_two_things_in_one_place() -> None:
    for page in {one.page for one in every()}:
        here = [one for one in every() if one.page in ("", page) or one.from_anywhere]
        here = [one for one in here if not one.listens]
        keys = Counter(QKeySequence(keys).toString() for one in here for keys in one.keys)
        assert [one for one, count in keys.items() if count > 1] == []
        heard = {keys for one in every() if one.page == page and one.listens for keys in one.keys}
        everywhere = {keys for one in every() if not one.page for keys in one.keys} - {"Esc"}
        assert not page or not heard & everywhere


@pytest.mark.parametrize("page", ["ask", "write", "roundtable"])
def test_where_one_writes_no_letter_alone_is_a_key(page: str) -> None:
    keys = [keys for one in every() if one.page == page for keys in one.keys]
    assert keys and [one for one in keys if len(one) == 1] == []


def test_every_act_says_whether_it_can_be_done(window: Window, house: House) -> None:
    for page in window._makers:
        window.page(page)
    for act in house.acts.all:
        assert window.why_not(act) == window.why_not(act).strip()


@pytest.mark.parametrize(
    ("id", "page"),
    [("go-thoughts", "thoughts"), ("find-settings", "settings"), ("new-article", "write")],
)
def test_an_act_brings_its_page_to_the_front(
    window: Window, house: House, qtbot: QtBot, id: str, page: str
) -> None:
    house.acts.do(id)
    qtbot.waitUntil(lambda: page in window._frames, timeout=5000)
    assert window.current == page
    if id == "find-settings":
        window.activateWindow()
        qtbot.waitUntil(lambda: window.page("settings").words.hasFocus(), timeout=3000)  # type: ignore[attr-defined]


def test_what_cannot_be_done_now_is_said(window: Window, house: House) -> None:
    house.acts.do("stop")
    assert "nothing is running" in house.notices.recent[-1].sentence
    house.acts.do("remove-documents")
    assert "no document is selected" in house.notices.recent[-1].sentence


def test_keys_are_bound_from_the_acts(window: Window, house: House, qtbot: QtBot) -> None:
    qtbot.waitExposed(window)
    window.activateWindow()
    done: list[str] = []
    house.acts.wanted.connect(lambda act: done.append(act.id))
    for key, modifiers in (
        (Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier),
    ):
        qtbot.keyClick(window, key, modifiers)
    assert done == ["go-ask", "fold-bar", "go-write"]
    assert window.sidebar.width() == RAIL_PX


def test_files_are_added_from_every_page(
    window: Window, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    page = window.page("library")
    assert isinstance(page, LibraryPage)
    monkeypatch.setattr(page.adding, "choose_files", lambda: asked.append(True))
    window.page("settings")
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert asked and window.current == "library"


def test_a_menu_shows_the_key_of_an_act(window: Window) -> None:
    page = window.page("library")
    assert isinstance(page, LibraryPage)
    keys = [one.shortcut().toString() for one in page.title._menu.actions()]
    assert keys == ["Ctrl+O", "Ctrl+Shift+O", "", ""]


def test_the_list_of_keys_has_every_key(window: Window, house: House) -> None:
    shown = {keys for _, lines in grouped(house.acts.all) for keys, _ in lines}
    for act in house.acts.all:
        if act.keys:
            assert "   ".join(QKeySequence(one).toString() for one in act.keys) in shown
    left, right = halves(grouped(house.acts.all))
    assert [title for title, _ in (*left, *right)] == [t for t, _ in grouped(house.acts.all)]
    window.show_keys()
    assert window._keys.isVisible()
    window.show_keys()
    assert not window._keys.isVisible()


def test_letters_are_looked_for_at_the_beginnings_of_words() -> None:
    found = fit("fi ad", "Add files")
    assert found is not None and found.marks == ((0, 2), (4, 6))
    assert fit("adf", "Add files") is not None
    assert fit("gotl", "Go to Library") is not None
    assert fit("zz", "Add files") is None
    assert fit("resume", "Remove the selected documents") is None  # scattered over it
    assert fit("dd", "Add files") is not None and fit("dl", "Add files") is None
    assert fit("ueber", "Über uns") is None
    accented = fit("uber", "Über uns")
    assert accented is not None and accented.marks == ((0, 4),)
    start, inside = fit("set", "Settings"), fit("set", "Reset all")
    assert start is not None and inside is not None and start.score > inside.score
    assert words_in("mill", "The mill, a windmill and MILLS") == ((4, 8), (25, 29))


def test_what_was_done_lately_is_kept_for_the_next_start(window: Window, house: House) -> None:
    for id in ("theme-dark", "keys", "theme-dark"):
        house.acts.remember(id)
    assert house.acts.recent == ["theme-dark", "keys"]
    window.close()
    assert state.load().acts == ["theme-dark", "keys"]


def test_groups_are_called_as_their_pages() -> None:
    assert {where(one) for one in every()} == {
        "Everywhere",
        "Library",
        "Reader",
        "Ask",
        "Write",
        "Round table",
        "Thoughts",
        "Models",
        "Settings",
    }
