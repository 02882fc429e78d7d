"""What Ask and Write share: how a study stops, goes on, and what it still needs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QPlainTextEdit, QTextBrowser
from pytestqt.qtbot import QtBot
from studied import a_method, a_writing_method, an_endless_method, answer, use

from desktop.house import House
from desktop.jobs import Job
from desktop.notices import Notice
from desktop.pages.ask.page import AskPage
from desktop.pages.ask.start import AskStart
from desktop.pages.studies import library_overview
from desktop.pages.studies.start import Shelf
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from desktop.theme import Theme
from desktop.widgets.scope_choice import Limit
from warehouse.library import Library
from warehouse.records import StudyRow

WAIT_MS = 15_000


def test_stop_ends_it_and_it_can_go_on(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    with qtbot.waitSignal(page.work.stopped, timeout=1000):
        page.stop.click()
    assert not page.work.busy
    use(house, library, ask_aware=a_method)
    qtbot.waitUntil(lambda: page.start.history.rows.rowCount() == 1, timeout=WAIT_MS)
    row = page.start.history.rows.at(page.start.history.rows.index(0))
    assert row.state == "stopped"
    assert page.answer.halt.go_on.isVisibleTo(page)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.answer.halt.go_on.click()
    assert "Nobody slept" in page.answer.text.toPlainText()
    assert not page.answer.halt.isVisibleTo(page)
    assert house.studies is not None
    assert len(house.studies.list()) == 1


def test_a_study_in_hand_is_come_back_to_and_goes_on(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    page.accept(Limit(query="dam"))
    qtbot.waitUntil(lambda: page.start.history.rows.rowCount() == 1, timeout=WAIT_MS)
    page.open_study(page.start.history.rows.at(page.start.history.rows.index(0)))
    assert page.work.busy and page.stop.isVisibleTo(page.window())
    assert page.title.text() == "What happened?" and len(page.chain.entries) == 2
    with qtbot.waitSignal(page.work.stopped, timeout=WAIT_MS):
        page.stop.click()


def test_a_new_question_does_not_stop_the_one_that_is_answered(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    """It goes on beside the new one, and is come back to as it stands by then."""
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    first = page._row
    assert first is not None
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("Who saw it?")
    assert len(house.jobs.running()) == 1
    began = page.work._beside[0].began
    page.open_study(first)
    assert page.work.busy and page.work.is_on(first)
    assert page.title.text() == "What happened?"
    assert page.answer.clock._began == began, "it has been at it since then"
    page.turns.finish()
    assert len(page.chain.entries) == 2
    with qtbot.waitSignal(page.work.stopped, timeout=WAIT_MS):
        page.stop.click()


def test_a_study_that_ends_beside_another_is_told_in_the_list(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    page._new()
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("Who saw it?")
    [left] = house.jobs.running()
    with qtbot.waitSignal(page.work.ended_beside, timeout=WAIT_MS):
        left.cancel()
    assert house.studies is not None
    states = {row.question: row.state for row in house.studies.list()}
    assert states == {"What happened?": "stopped", "Who saw it?": "done"}
    assert "Nobody slept" in page.answer.text.toPlainText()


def test_its_end_leaves_the_pane_of_another_page_as_it_is(
    page: AskPage, opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    page.ask("What happened?")
    house.show_side(False)
    opened.visit("library")
    house.show_side(False)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        pass
    page.turns.finish()
    of_library, of_ask = opened._frames["library"].side, opened._frames["ask"].side
    assert of_library is not None and of_library.isHidden()
    assert of_ask is not None and not of_ask.isHidden()


@pytest.mark.parametrize("by", ["button", "escape"])
def test_a_pane_that_was_put_away_stays_away_until_something_of_it_is_asked_for(
    page: AskPage, opened: Window, house: House, library: Library, qtbot: QtBot, by: str
) -> None:
    use(house, library, ask_aware=a_method)
    side = opened._frames["ask"].side
    assert side is not None

    def ask() -> bool:
        with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
            page.ask("What happened?")
        page.turns.finish()
        return not side.isHidden()

    assert ask(), "it opens by itself while nobody has put it away"
    if by == "button":
        opened.toggle_side()
    else:
        page.pane.left.emit()
    assert side.isHidden() and not ask()
    page._new()
    assert not ask() and opened._state.put_away == ["ask"]
    page.to_proof.evidence(1)
    assert not side.isHidden() and ask() and opened._state.put_away == []


@pytest.mark.parametrize("name", ["ask", "write", "thoughts"])
def test_a_flood_of_news_is_looked_at_once(
    opened: Window, house: House, library: Library, qtbot: QtBot, name: str
) -> None:
    opened.page(name)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    fetched: list[object] = []
    fetch = house.jobs.fetch

    def counted(read: Callable[[], object], then: Callable[[object], None]) -> Job:
        fetched.append(read)
        return fetch(read, then)

    house.jobs.fetch = counted  # type: ignore[method-assign]
    for _ in range(30):
        house.documents_changed.emit(tuple(library.catalog.documents()))
    qtbot.waitUntil(lambda: bool(fetched), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert len(fetched) <= 3


def test_without_a_model_it_says_where_to_get_one(
    page: AskPage, house: House, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(page.work.failed, timeout=WAIT_MS):
        page.ask("What happened?")
    assert "not installed" in page.answer.halt._words.text()
    assert page.answer.halt.models.isVisibleTo(page)
    assert not page.answer.halt.go_on.isVisibleTo(page)
    assert "muniment models" not in page.answer.halt._words.text()
    assert not page.answer.halt.library.isVisibleTo(page), "there is a document"
    page.answer.halt.is_empty = True
    page.answer.halt.tell_trouble(Notice("error", "The model is not installed."))
    assert "no documents yet either" in page.answer.halt._words.text()
    assert page.answer.halt.library.isVisibleTo(page)
    assert house.studies is not None
    assert house.studies.list() == ()


def test_what_is_missing_is_said_with_a_way_to_it(
    page: AskPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: page.start.need.isVisibleTo(page), timeout=WAIT_MS)
    assert "No model is installed" in page.start.need.said
    assert "no documents" not in page.start.need.said
    page.start.need.to_models.click()
    assert opened.current == "models"
    page.start.tell_library(Shelf(0, (), True))
    assert "There are no documents yet" in page.start.need.said
    page.start.tell_library(Shelf(3, (), True))
    assert not page.start.need.isVisibleTo(page)


def test_suggestions_stand_right_under_the_earlier_questions(qtbot: QtBot, theme: Theme) -> None:
    start = AskStart(theme)
    qtbot.addWidget(start)
    start.resize(1000, 900)
    start.show()
    start.tell_library(Shelf(3, ("Who built the dam?", "When?"), True))
    row = StudyRow("x", "ask", "What broke?", "aware", "done", 1, 1)
    start.tell_studies([row])
    qtbot.waitUntil(start.history.isVisible, timeout=WAIT_MS)
    qtbot.wait(50)
    foot = start.history.mapTo(start, start.history.rect().bottomLeft()).y()
    first = start.examples[0]
    assert 0 < first.mapTo(start, QPoint()).y() - foot < 80
    assert start._suggested.isVisible() and start._suggested.text() == "Your documents may answer"
    start.tell_studies([row] * 40)
    qtbot.wait(50)
    last = start.examples[-1]
    assert last.mapTo(start, last.rect().bottomLeft()).y() < start.height(), "a long list scrolls"
    assert start.history.height() > 200


def test_no_earlier_question_moves_under_the_pointer(qtbot: QtBot, theme: Theme) -> None:
    start = AskStart(theme)
    qtbot.addWidget(start)
    start.resize(1000, 700)
    start.show()
    start.tell_studies([StudyRow("x", "ask", "What broke?", "aware", "done", 1, 1)])
    assert not start.history.isVisible(), "it waits for what stands above it"
    heights = []
    for tell in (
        lambda: start.tell_library(Shelf(3, (), False)),
        lambda: start.tell_library(Shelf(3, ("Who built the dam?", "When?"), False)),
        start.need.wait,
        start.need.wait,
        lambda: start.tell_library(Shelf(3, ("Who built the dam?",), False)),
    ):
        tell()
        qtbot.wait(20)
        heights.append(start.history.mapTo(start, QPoint()).y())
    assert start.history.isVisible() and start.need.isVisible() and start.examples
    assert len(set(heights)) == 1
    start.tell_library(Shelf(3, (), True))
    qtbot.waitUntil(lambda: start.history.mapTo(start, QPoint()).y() < heights[0])


def test_every_control_has_a_name(page: AskPage, write: WritePage, library: Library) -> None:
    page._show_question("What happened?", "aware")
    page._tell(answer(library))
    kinds = (QAbstractButton, QPlainTextEdit, QTextBrowser, QAbstractItemView)
    nameless = [
        (type(one).__name__, one.parentWidget())
        for place in (page, page.pane, write, write.pane)
        for kind in kinds
        for one in place.findChildren(kind)
        if not one.accessibleName() and one.objectName() != "qt_tableview_cornerbutton"
    ]
    assert [pair for pair in nameless if pair[0] != "QTableCornerButton"] == []


def test_what_was_chosen_for_one_question_outlives_another_setting(
    page: AskPage, write: WritePage, house: House
) -> None:
    page.start.thoughts.setChecked(True)
    write.topic.thoughts.setChecked(True)
    house.change(seed=7)
    assert page.start.thoughts.isChecked() and write.topic.thoughts.isChecked()
    house.change(thoughts=True)
    house.change(thoughts=False)
    assert not page.start.thoughts.isChecked() and not write.topic.thoughts.isChecked()


def test_an_article_written_all_the_same_keeps_its_limit(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, write_aware=a_writing_method)
    write.start.within.limit(Limit(query="kind:pdf dam"))
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    write.start.within.choose("")
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS) as done:
        write.article.unwritten.wanted.emit()
    assert done.args[0].within == "kind:pdf dam"
    assert house.studies is not None
    assert house.studies.scope(done.args[0]).is_unsaved


def test_a_missing_model_is_still_said_beside_what_was_answered_before(page: AskPage) -> None:
    page.answer.halt.tell_trouble(Notice("error", "The model is not installed."))
    page.answer.tell_former(changed=True)
    assert page.answer.halt.tells_trouble
    assert not page.answer.halt.models.isHidden()


def test_a_study_is_brought_back_and_removed_in_that_order(
    page: AskPage,
    house: House,
    library: Library,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    assert page._row is not None and house.studies is not None
    restore = library_overview._restore_each

    def slowly(*told: Any) -> None:
        time.sleep(0.5)
        restore(*told)

    monkeypatch.setattr(library_overview, "_restore_each", slowly)
    page.shelf.remove(page._row)
    qtbot.waitUntil(house.undo.stack.canUndo, timeout=WAIT_MS)
    house.undo.undo()
    house.undo.redo()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert not house.studies.list()
