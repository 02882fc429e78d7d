"""The palette and the one search over a real library: typed, walked by keys, gone to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import MakePdf
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from studied import DAM, evidence

from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.pages.settings.page import SettingsPage
from desktop.pages.thoughts.page import ThoughtsPage
from desktop.palette.everything import marked, shown
from desktop.palette.over_window import FieldOverWindow
from desktop.palette.palette import LATELY
from desktop.palette.rows import Found, said
from desktop.palette.search import SearchEverything
from desktop.shell.window import Window
from warehouse.documents.thoughts import Memory
from warehouse.library import Library
from warehouse.records import Root, StudyRow, Thought
from warehouse.run import Run
from warehouse.studies.keeper import Studies

WAIT_MS = 20_000


def rows(over: FieldOverWindow) -> list[Found]:
    model = over.list.rows
    return [model.at(model.index(row)) for row in range(model.rowCount())]


def kinds(over: FieldOverWindow) -> set[str]:
    return {one.kind for one in rows(over)}


def press(over: FieldOverWindow, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(over.field, key)


def test_an_act_is_found_and_done_by_keys_alone(window: Window, house: House, qtbot: QtBot) -> None:
    window.find_an_act()
    palette = window._palette
    qtbot.keyClicks(palette.field, "dark col")
    first = palette.list.current
    assert first is not None and first.title == "Dark colours" and first.marks == ((0, 4), (5, 8))
    press(palette, qtbot, Qt.Key.Key_Return)
    assert house.theme.tokens.dark and not palette.isVisible()
    house.change(theme="light")
    window.find_an_act()
    assert rows(palette)[0].kind == LATELY and rows(palette)[0].title == "Dark colours"


def test_what_is_typed_offers_no_act_that_only_has_its_letters(
    window: Window, qtbot: QtBot
) -> None:
    """And what removes is found by the beginning of a word alone."""
    window.find_an_act()
    for typed, is_offered in (("resume", False), ("move", False), ("remo doc", True)):
        window._palette.field.setText(typed)
        offered = {one.title for one in rows(window._palette)}
        assert ("Remove the selected documents" in offered) == is_offered


def test_up_and_down_walk_round_and_escape_leaves(window: Window, qtbot: QtBot) -> None:
    window.find_an_act()
    palette = window._palette
    last = palette.list.rows.rowCount() - 1
    press(palette, qtbot, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == last
    press(palette, qtbot, Qt.Key.Key_Down, Qt.Key.Key_PageDown)
    assert palette.list.currentIndex().row() == 6
    press(palette, qtbot, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_what_cannot_be_done_stands_last_and_says_why(window: Window, qtbot: QtBot) -> None:
    window.find_an_act()
    palette = window._palette
    found = rows(palette)
    cannot = [one for one in found if one.why_not]
    assert cannot and found[-len(cannot) :] == cannot
    assert "not now" in said(cannot[0])
    palette.choose(cannot[0])
    assert palette.isVisible()


def test_one_of_them_at_a_time_and_the_focus_goes_back(window: Window, qtbot: QtBot) -> None:
    window.activateWindow()
    library = window.page("library")
    assert isinstance(library, LibraryPage)
    library.title.search.setFocus()
    qtbot.waitUntil(library.title.search.hasFocus, timeout=3000)
    window.find_an_act()
    qtbot.waitUntil(window._palette.field.hasFocus, timeout=3000)
    window.search_everything()
    assert window._search.isVisible() and not window._palette.isVisible()
    press(window._search, qtbot, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is library.title.search


@pytest.fixture
def full(library: Library, opened: Window) -> Window:
    """A document, a question and a thought about the dam."""
    Studies(library).start("ask", "When did the dam of Brielle break?")
    one = evidence(library)
    root = Root(one.place, one.text, one.title, one.page_label, one.path)
    text = "A wall of water came over the dam."
    made = Thought("t0", text, "What came?", "s", 1, 0.9, 2.0, (root,))
    assert Memory(library).keep(made) == ""
    return opened


def search(window: Window, text: str, qtbot: QtBot) -> SearchEverything:
    window.search_everything()
    over = window._search
    over.field.setText(text)
    qtbot.waitUntil(lambda: not over._waits, timeout=WAIT_MS)
    return over


def test_a_page_that_is_made_behind_it_does_not_take_the_keys(window: Window, qtbot: QtBot) -> None:
    window.visit("settings")
    window.search_everything()
    field = window._search.field
    assert QApplication.focusWidget() is field and "settings" not in window._frames
    qtbot.waitUntil(lambda: "settings" in window._frames, timeout=WAIT_MS)
    assert QApplication.focusWidget() is field
    press(window._search, qtbot, Qt.Key.Key_Escape)
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    assert QApplication.focusWidget() is page.focus_place()


def test_everything_is_found_with_its_kind(full: Window, qtbot: QtBot) -> None:
    over = search(full, "dam", qtbot)
    assert {"Passages", "Asked, written", "Thoughts", "Ask"} <= kinds(over)
    passage = next(one for one in rows(over) if one.kind == "Passages")
    start, end = passage.about_marks[0]
    assert passage.about[start:end] == "dam"
    over.close_over()
    over = search(full, "colours", qtbot)
    assert {"Settings", "Acts"} <= kinds(over)


def go(over: FieldOverWindow, kind: str, title: str = "") -> None:
    over.choose(next(one for one in rows(over) if one.kind == kind and title in one.title))


def test_each_leads_to_its_place(
    full: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    page = full.page("library")
    assert isinstance(page, LibraryPage)
    go(search(full, "floods", qtbot), "Documents")
    qtbot.waitUntil(
        lambda: page.selected_ids() == [evidence(library).place.document], timeout=WAIT_MS
    )
    go(search(full, "dam storm", qtbot), "Passages", "floods")
    reader = full.page("reader")
    assert isinstance(reader, ReaderPage)
    qtbot.waitUntil(lambda: reader.view.content is not None, timeout=WAIT_MS)
    assert reader.view.content is not None and reader.view.content.lit is not None
    go(search(full, "dam water", qtbot), "Thoughts")
    thoughts = full.page("thoughts")
    assert isinstance(thoughts, ThoughtsPage)
    qtbot.waitUntil(lambda: thoughts._chosen == "t0", timeout=WAIT_MS)
    go(search(full, "graphics", qtbot), "Settings")
    settings = full.page("settings")
    assert isinstance(settings, SettingsPage)
    line = settings.lines["gpu_layers"]
    qtbot.waitUntil(lambda: line.property("lit") is True, timeout=WAIT_MS)
    assert line.isVisible()


def test_a_study_is_opened(full: Window, house: House, qtbot: QtBot) -> None:
    visits: list[tuple[str, object]] = []
    over = search(full, "Brielle", qtbot)
    house.visited.disconnect(full.visit)
    house.visited.connect(lambda page, wish: visits.append((page, wish)))
    go(over, "Asked, written")
    [(page, wish)] = visits
    assert page == "ask" and isinstance(wish, StudyRow)


@pytest.mark.parametrize(
    ("typed", "title"), [("dark colours", "Dark colours"), ("keys", "Show all keys")]
)
def test_what_is_called_so_stands_before_passages_that_have_the_words(
    full: Window, library: Library, make_pdf: MakePdf, qtbot: QtBot, typed: str, title: str
) -> None:
    text = "The keys of a palette are dark. Other colours of it are light, and have no keys."
    library.add([make_pdf("graphics.pdf", text)], Run())
    over = search(full, typed, qtbot)
    found = rows(over)
    assert found[0].title == title
    assert "Passages" in kinds(over)
    assert len({one.key for one in found}) == len(found)


def test_a_document_that_is_called_so_stands_before_an_act(
    full: Window, library: Library, make_pdf: MakePdf, qtbot: QtBot
) -> None:
    library.add([make_pdf("Dark colours.pdf", "Of pigments.")], Run())
    found = rows(search(full, "dark colours", qtbot))
    assert [one.kind for one in found[:2]] == ["Documents", "Acts"]


def test_a_quick_hand_gets_what_is_found_not_what_stood_there(
    full: Window, library: Library, qtbot: QtBot
) -> None:
    full.search_everything()
    over = full._search
    qtbot.keyClicks(over.field, "floods")
    press(over, qtbot, Qt.Key.Key_Return)
    page = full.page("library")
    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(
        lambda: page.selected_ids() == [evidence(library).place.document], timeout=WAIT_MS
    )


def test_the_newest_words_win(
    full: Window, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[Callable[[], object]] = []
    told: list[object] = []
    newest = full._search._catalog
    monkeypatch.setattr(newest, "_begin", lambda read, then: reads.append(read))
    newest.ask(lambda: 1, told.append)
    newest._running = True
    newest.ask(lambda: 2, told.append)
    newest.ask(lambda: 3, told.append)
    newest._came(1, told.append, 1)
    assert told == []
    newest._ended()
    assert [read() for read in reads] == [1, 3]


def test_before_the_library_is_open_it_says_so(window: Window) -> None:
    window.search_everything()
    assert "being opened" in window._search._none.text()
    window._search.field.setText("dark")
    assert "Acts" in kinds(window._search)


def test_words_are_marked_with_their_endings_and_kept_in_sight() -> None:
    text = "The bridges were built. A bridge stands."
    assert [text[a:b] for a, b in marked(text, "bridge", "en")] == ["bridges", "bridge"]
    long = "word " * 40 + DAM
    about, marks = shown(long, marked(long, "dam", "en"))
    assert about.startswith("… ") and about[slice(*marks[0])] == "dam"
