"""The Thoughts page over a real library: a list, one in full, its words on the page."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot
from studied import evidence

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.thoughts import page as thoughts_page
from desktop.pages.thoughts.page import NEWS_MS, NONE_FOUND, ThoughtsPage, _all
from desktop.pages.thoughts.rows import Shown
from desktop.shell.window import Window
from warehouse.documents.thoughts import Memory
from warehouse.library import Library
from warehouse.records import Root, StudyRow, Thought
from warehouse.studies.keeper import Studies

WAIT_MS = 15_000


@pytest.fixture
def thoughts(opened: Window, library: Library, qtbot: QtBot) -> ThoughtsPage:
    """Two thoughts, both resting on the dam."""
    one = evidence(library)
    root = Root(one.place, one.text, one.title, one.page_label, one.path)
    for number, text in enumerate(("A wall of water came at night.", "Nobody in town slept.")):
        made = Thought(f"t{number}", text, "What happened?", "s", number, 0.9, 2.0, (root,))
        assert Memory(library).keep(made) == ""
    opened.visit("thoughts")
    page = opened.page("thoughts")
    assert isinstance(page, ThoughtsPage)
    qtbot.waitUntil(lambda: page.list.rows.rowCount() == 2, timeout=WAIT_MS)
    return page


def choose(page: ThoughtsPage, number: int) -> None:
    page.list.setCurrentIndex(page.list.rows.index(number))


def test_the_newest_comes_first_and_its_words_are_lit(thoughts: ThoughtsPage, qtbot: QtBot) -> None:
    assert thoughts.list.rows.at(thoughts.list.rows.index(0)).thought.id == "t1"
    choose(thoughts, 0)
    assert thoughts.card.isVisibleTo(thoughts)
    assert thoughts.card.text.toPlainText() == "Nobody in town slept."
    qtbot.waitUntil(lambda: bool(thoughts.pane.view.lit), timeout=WAIT_MS)


def test_it_is_edited_pinned_and_forgotten(
    thoughts: ThoughtsPage, library: Library, qtbot: QtBot
) -> None:
    choose(thoughts, 1)
    assert not thoughts.card.save.isEnabled()
    thoughts.card.text.setPlainText("Water came over the wall by night.")
    thoughts.card.save.click()
    qtbot.waitUntil(lambda: Memory(library).find("t0").edited, timeout=WAIT_MS)
    thoughts.card.pin.click()
    qtbot.waitUntil(lambda: Memory(library).all()[0].id == "t0", timeout=WAIT_MS)
    qtbot.waitUntil(lambda: thoughts.card.pin.text() == "Unpin", timeout=WAIT_MS)
    thoughts.card.forget.click()
    qtbot.waitUntil(lambda: thoughts.list.rows.rowCount() == 1, timeout=WAIT_MS)
    assert not thoughts.card.isVisibleTo(thoughts)


def test_what_was_forgotten_can_be_taken_back(
    thoughts: ThoughtsPage, house: House, library: Library, opened: Window, qtbot: QtBot
) -> None:
    offered: list[Notice] = []
    house.notices.raised.connect(offered.append)
    choose(thoughts, 1)
    before = Memory(library).find("t0")
    thoughts.card.forget.click()
    qtbot.waitUntil(lambda: thoughts.list.rows.rowCount() == 1, timeout=WAIT_MS)
    side = opened._frames["thoughts"].side
    assert side is not None and side.isHidden(), "its words are not shown any more"
    [said] = offered
    assert said.sentence.startswith("Forgot “A wall of water") and said.act is not None
    said.act()
    qtbot.waitUntil(lambda: thoughts.list.rows.rowCount() == 2, timeout=WAIT_MS)
    assert Memory(library).find("t0") == before
    house.undo.redo()
    qtbot.waitUntil(lambda: thoughts.list.rows.rowCount() == 1, timeout=WAIT_MS)
    house.undo.undo()
    qtbot.waitUntil(lambda: thoughts.list.rows.rowCount() == 2, timeout=WAIT_MS)


def test_a_lost_document_makes_it_stale(
    thoughts: ThoughtsPage, library: Library, qtbot: QtBot
) -> None:
    library.remove(evidence(library).place.document)
    thoughts._look()
    choose(thoughts, 0)
    qtbot.waitUntil(lambda: "Not used" in thoughts.card._stale.text(), timeout=WAIT_MS)
    assert not thoughts.card.confirm.isVisibleTo(thoughts), "there is nothing left to cite"


def test_of_a_thought_whose_words_are_gone_no_page_is_shown(
    thoughts: ThoughtsPage, library: Library, qtbot: QtBot
) -> None:
    one = Memory(library).find("t0")
    gone = structs.replace(one.roots[0].place, document="gone")
    Memory(library).keep(structs.replace(one, roots=(structs.replace(one.roots[0], place=gone),)))
    thoughts._look()
    qtbot.waitUntil(lambda: not thoughts._found[1].standing, timeout=WAIT_MS)
    choose(thoughts, 0)
    qtbot.waitUntil(lambda: bool(thoughts.pane.view.lit), timeout=WAIT_MS)
    assert thoughts.pane.view.isVisibleTo(thoughts.pane)
    choose(thoughts, 1)
    assert "Not used" in thoughts.card._stale.text()
    assert not thoughts.pane.view.isVisibleTo(thoughts.pane), "these were words of another"


def test_a_changed_document_makes_it_stale_until_the_user_says_so(
    thoughts: ThoughtsPage, library: Library, qtbot: QtBot
) -> None:
    one = Memory(library).find("t1")
    [root] = one.roots
    other = structs.replace(root, text="Words that are not there any more.")
    changed = structs.replace(one, roots=(root, other))
    Memory(library).keep(changed)
    thoughts._look()
    choose(thoughts, 0)
    qtbot.waitUntil(lambda: thoughts.card.confirm.isVisibleTo(thoughts), timeout=WAIT_MS)
    thoughts.card.confirm.click()
    qtbot.waitUntil(lambda: not thoughts.card.confirm.isVisibleTo(thoughts), timeout=WAIT_MS)


def test_they_are_found_by_words_and_lead_to_what_they_were_made_with(
    thoughts: ThoughtsPage, library: Library, qtbot: QtBot
) -> None:
    memory = Memory(library)
    memory.keep(structs.replace(memory.find("t1"), used=("t0",)))
    thoughts.words.setText("nobody SLEPT")
    qtbot.waitUntil(lambda: thoughts.list.rows.rowCount() == 1, timeout=WAIT_MS)
    choose(thoughts, 0)
    qtbot.waitUntil(lambda: bool(thoughts.card._earlier.count()), timeout=WAIT_MS)
    assert not thoughts.card.answer.isVisibleTo(thoughts), "its answer is not there"
    thoughts.card.wanted.emit("t0")
    qtbot.waitUntil(lambda: thoughts._chosen == "t0", timeout=WAIT_MS)
    assert thoughts.words.text() == ""
    thoughts.words.setText("nothing of the kind")
    qtbot.waitUntil(lambda: thoughts._empty.text() == NONE_FOUND, timeout=WAIT_MS)
    assert thoughts.words.isVisibleTo(thoughts)


def test_a_slow_look_does_not_undo_the_next(
    thoughts: ThoughtsPage, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One at a time, however many are wished for."""
    may_end, asked = threading.Event(), list[str]()

    def slow(library: Library, words: str = "") -> list[Shown]:
        asked.append(words)
        if not words:
            may_end.wait(WAIT_MS / 1000)
        return _all(library, words)

    qtbot.waitUntil(lambda: not house.jobs._jobs, timeout=WAIT_MS)
    monkeypatch.setattr(thoughts_page, "_all", slow)
    for _ in range(5):
        thoughts._look()
    thoughts.words.setText("nobody")
    qtbot.wait(2 * NEWS_MS)
    assert asked == [""]
    may_end.set()
    qtbot.waitUntil(lambda: thoughts.list.rows.rowCount() == 1, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not house.jobs._jobs, timeout=WAIT_MS)
    assert thoughts.list.rows.rowCount() == 1 and asked == ["", "nobody"]


def test_what_is_done_with_one_is_seen_though_a_look_is_under_way(
    thoughts: ThoughtsPage, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, asked = threading.Event(), list[str]()

    def slow(library: Library, words: str = "") -> list[Shown]:
        found = _all(library, words)
        asked.append(words)
        if len(asked) == 1:
            may_end.wait(WAIT_MS / 1000)
        return found

    choose(thoughts, 1)
    qtbot.waitUntil(lambda: not house.jobs._jobs, timeout=WAIT_MS)
    monkeypatch.setattr(thoughts_page, "_all", slow)
    thoughts._look()
    qtbot.waitUntil(lambda: bool(asked), timeout=WAIT_MS)
    thoughts.card.forget.click()
    qtbot.wait(NEWS_MS)
    may_end.set()
    qtbot.waitUntil(lambda: not house.jobs._jobs, timeout=WAIT_MS)
    assert thoughts.list.rows.rowCount() == 1


@pytest.mark.parametrize(("kind", "shown_on"), [("ask", "ask"), ("table", "roundtable")])
def test_the_answer_that_it_was_made_of_is_opened(
    thoughts: ThoughtsPage, library: Library, house: House, qtbot: QtBot, kind: str, shown_on: str
) -> None:
    row = Studies(library).start(kind, "What happened?")
    Memory(library).keep(structs.replace(Memory(library).find("t1"), study=row.id))
    visits: list[tuple[str, object]] = []
    house.visited.connect(lambda page, wish: visits.append((page, wish)))
    thoughts._look()
    choose(thoughts, 0)
    qtbot.waitUntil(lambda: thoughts.card.answer.isVisibleTo(thoughts), timeout=WAIT_MS)
    thoughts.card.answer.click()
    qtbot.waitUntil(lambda: bool(visits), timeout=WAIT_MS)
    [(page, wish)] = visits
    assert page == shown_on and isinstance(wish, StudyRow) and wish.id == row.id


def test_words_that_are_typed_stay_while_documents_come_in(
    thoughts: ThoughtsPage, library: Library, qtbot: QtBot
) -> None:
    choose(thoughts, 1)
    thoughts.card.text.setPlainText("Water came over")
    thoughts._show(_all(library))
    assert thoughts.card.text.toPlainText() == "Water came over"
    assert thoughts.card.save.isEnabled()
    choose(thoughts, 0)
    assert thoughts.card.text.toPlainText() == "Nobody in town slept."
    assert not thoughts.card.save.isEnabled()


def test_words_that_are_typed_are_kept_when_another_is_chosen(
    thoughts: ThoughtsPage, house: House, library: Library, qtbot: QtBot
) -> None:
    choose(thoughts, 1)
    thoughts.card.text.setPlainText("Water came over the wall.")
    choose(thoughts, 0)
    qtbot.waitUntil(lambda: Memory(library).find("t0").edited, timeout=WAIT_MS)
    assert Memory(library).find("t0").text == "Water came over the wall."
    assert not Memory(library).find("t1").edited
    thoughts.card.text.setPlainText("Nobody slept, they say.")
    thoughts.card.forget.click()
    qtbot.waitUntil(lambda: thoughts.list.rows.rowCount() == 1, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert [one.id for one in Memory(library).all()] == ["t0"]
    assert [one.kind for one in house.notices.recent] == ["said"]


def test_words_that_are_typed_are_kept_once_when_the_thought_is_searched_away(
    thoughts: ThoughtsPage, house: House, library: Library, qtbot: QtBot
) -> None:
    saved: list[str] = []
    thoughts.card.edited.connect(saved.append)
    choose(thoughts, 1)
    thoughts.card.text.setPlainText("Water came over the wall.")
    thoughts.words.setText("nothing of the kind")
    qtbot.waitUntil(lambda: thoughts._empty.text() == NONE_FOUND, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert saved == ["Water came over the wall."] and not thoughts.card.save.isEnabled()
    assert Memory(library).find("t0").text == "Water came over the wall."


def test_changes_are_made_in_the_order_in_which_they_were_asked_for(
    thoughts: ThoughtsPage,
    house: House,
    library: Library,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    edit = Memory.edit

    def slowly(self: Memory, thought: Thought, text: str) -> object:
        time.sleep(0.5 if text == "First." else 0)
        return edit(self, thought, text)

    monkeypatch.setattr(Memory, "edit", slowly)
    choose(thoughts, 1)
    for text in ("First.", "Second."):
        thoughts.card.edited.emit(text)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert Memory(library).find("t0").text == "Second."


@pytest.mark.parametrize(("name", "begins"), [("all.md", "# Thoughts"), ("all.json", "[")])
def test_they_are_exported_with_the_words_they_rest_on(
    thoughts: ThoughtsPage, library: Library, tmp_path: Path, qtbot: QtBot, name: str, begins: str
) -> None:
    assert thoughts.export.isEnabled()
    file = tmp_path / name
    thoughts.export_to(str(file))
    qtbot.waitUntil(file.exists, timeout=WAIT_MS)
    text = file.read_text("utf-8")
    assert text.startswith(begins)
    assert "A wall of water came at night." in text
    assert evidence(library).place.document in text


def test_the_switch_is_the_setting(thoughts: ThoughtsPage, house: House) -> None:
    assert not thoughts.switch.isChecked()
    thoughts.switch.click()
    assert house.settings.thoughts
