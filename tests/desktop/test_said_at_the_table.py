"""What the user writes at a round table is answered, or stays where it was written."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from studied import WAIT_MS
from table_talk import TOPIC, laid, listen, rest

from desktop.house import House
from desktop.pages.roundtable.page import RoundTablePage
from desktop.shell.window import Window
from warehouse.engine.around import EngineAround
from warehouse.engine.protocol import Completion, Request
from warehouse.engines import Engines
from warehouse.errors import BadInput, Cancelled
from warehouse.roundtable.session import RoundTable
from warehouse.run import Run

QUESTION = "Who cast the arches?"


@pytest.fixture
def table(opened: Window, house: House, make_pdf: Callable[..., Path]) -> RoundTablePage:
    return laid(opened, house, make_pdf)


class Slow(EngineAround):
    """Its first call ends when the test lets it."""

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        self.began, self.may_end = threading.Event(), threading.Event()

    def complete(self, requests: Sequence[Request], run: Run, *given: Any) -> list[Completion]:
        self.began.set()
        self.may_end.wait(WAIT_MS / 1000)
        if run.cancelled:  # as EngineProcess does within a call
            raise Cancelled
        return super().complete(requests, run, *given)


@pytest.fixture
def slow(table: RoundTablePage, qtbot: QtBot) -> Iterator[Slow]:
    """Of a table at which two have spoken and the third is in the middle of a model call."""
    listen(table, 2, qtbot)
    held = table.work.table
    assert isinstance(held, RoundTable)
    engine = Slow(held._engines.both())
    held._engines = Engines(held.settings, engine)
    table.work.next()
    qtbot.waitUntil(engine.began.is_set, timeout=WAIT_MS)
    yield engine
    engine.may_end.set()


def enter(page: RoundTablePage, text: str, qtbot: QtBot) -> None:
    page.talk.box.edit.setPlainText(text)
    qtbot.keyClick(page.talk.box.edit, Qt.Key.Key_Return)


def said_and_answered(page: RoundTablePage, before: int, slow: Slow, qtbot: QtBot) -> bool:
    """What was said last, once the call may end."""
    qtbot.waitUntil(lambda: page.now is not None and len(page.now.turns) > before, timeout=WAIT_MS)
    slow.may_end.set()
    rest(page, qtbot)
    assert page.now is not None
    return [turn.role for turn in page.now.turns[before:]] == ["user", "expert"]


def test_what_is_said_within_a_model_call_is_answered(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    enter(table, QUESTION, qtbot)
    assert said_and_answered(table, before, slow, qtbot)


def test_what_is_said_while_another_is_answered_is_answered_too(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    for number, text in enumerate((QUESTION, "When did the works close?"), start=before + 1):
        enter(table, text, qtbot)
        qtbot.waitUntil(lambda number=number: len(table.talk.turns) == number, timeout=WAIT_MS)
    slow.may_end.set()
    rest(table, qtbot)
    assert table.now is not None and not table.work.plays
    said = table.now.turns[before:]
    assert [turn.role for turn in said] == ["user", "user", "expert", "expert"]
    assert [turn.question for turn in said[2:]] == [turn.text for turn in said[:2]]


def test_an_older_question_that_was_left_is_answered_with_the_new_one(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    enter(table, QUESTION, qtbot)
    qtbot.waitUntil(lambda: len(table.talk.turns) > before, timeout=WAIT_MS)
    table.work.stop()
    slow.may_end.set()
    rest(table, qtbot)
    enter(table, "When did the works close?", qtbot)
    qtbot.waitUntil(lambda: len(table.talk.turns) == before + 4, timeout=WAIT_MS)
    rest(table, qtbot)
    assert table.now is not None and table.now.open_question is None


def test_what_is_said_while_a_stopped_turn_comes_to_its_end_is_answered(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    table.work.stop()
    enter(table, QUESTION, qtbot)
    assert said_and_answered(table, before, slow, qtbot)


def test_a_stop_after_what_was_said_leaves_it_unanswered(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    enter(table, QUESTION, qtbot)
    qtbot.waitUntil(lambda: len(table.talk.turns) > before, timeout=WAIT_MS)
    table.work.stop()
    assert not said_and_answered(table, before, slow, qtbot)


def test_an_answer_that_is_cancelled_from_outside_is_not_begun_again(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    enter(table, QUESTION, qtbot)
    qtbot.waitUntil(lambda: len(table.talk.turns) > before, timeout=WAIT_MS)
    assert table.work._job is not None
    table.work._job.cancel()
    assert not said_and_answered(table, before, slow, qtbot)


def test_what_is_said_while_a_turn_cancelled_from_outside_comes_to_its_end_is_answered(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    assert table.work._job is not None
    table.work._job.cancel()
    enter(table, QUESTION, qtbot)
    assert said_and_answered(table, before, slow, qtbot)


def test_a_table_that_plays_rests_where_its_turn_is_cancelled_from_outside(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    table.work.play()
    assert table.work.plays and table.work._job is not None
    table.work._job.cancel()
    slow.may_end.set()
    rest(table, qtbot)
    assert not table.work.plays and not table.work._rest.isActive()
    assert len(table.talk.turns) == before


def test_a_table_that_is_paused_while_an_answer_is_read_still_answers_the_next_question(
    table: RoundTablePage, slow: Slow, qtbot: QtBot
) -> None:
    before = len(table.talk.turns)
    table.work.play()
    table.work.set_pace("slow")
    for number, text in enumerate((QUESTION, "When did the works close?"), start=before + 1):
        enter(table, text, qtbot)
        qtbot.waitUntil(lambda number=number: len(table.talk.turns) == number, timeout=WAIT_MS)
    slow.may_end.set()
    qtbot.waitUntil(table.work._rest.isActive, timeout=WAIT_MS)
    assert len(table.talk.turns) == before + 3
    table.work.pause()
    rest(table, qtbot)
    assert table.now is not None and not table.work.plays
    assert len(table.now.turns) == before + 4 and table.now.open_question is None


def test_what_is_too_long_to_be_said_stands_in_the_box_again(
    table: RoundTablePage, house: House, qtbot: QtBot
) -> None:
    listen(table, 1, qtbot)
    before = table.now
    text = "Why did it cost so much? " * 100
    enter(table, text, qtbot)
    table.talk.box.edit.insertPlainText("And when?")
    rest(table, qtbot)
    assert house.notices.recent and table.now == before
    assert table.talk.box.text() == f"{text.strip()}\nAnd when?"
    enter(table, QUESTION, qtbot)
    assert table.talk.box.text() == ""
    rest(table, qtbot)


def test_what_is_said_before_the_table_is_laid_stays_in_the_box(
    table: RoundTablePage, house: House, qtbot: QtBot
) -> None:
    table.begin(TOPIC)
    assert table.is_at_table and table.now is None
    enter(table, QUESTION, qtbot)
    assert table.talk.box.text() == QUESTION
    assert "not laid yet" in house.notices.recent[-1].sentence
    qtbot.waitUntil(lambda: table.now is not None, timeout=WAIT_MS)
    table.work.pause()
    rest(table, qtbot)
    assert table.talk.box.text() == QUESTION


def test_what_is_said_at_a_table_that_could_not_be_opened_stays_in_the_box(
    table: RoundTablePage, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> None:
        raise BadInput("That is no topic.")

    assert house.warehouse is not None
    monkeypatch.setattr(house.warehouse.tables, "begin", refuse)
    with qtbot.waitSignal(table.work.failed, timeout=WAIT_MS):
        table.begin(TOPIC)
    enter(table, QUESTION, qtbot)
    assert table.talk.box.text() == QUESTION and house.notices.recent


def test_an_expert_who_cannot_be_seated_stays_in_the_form(
    table: RoundTablePage, house: House, qtbot: QtBot
) -> None:
    listen(table, 2, qtbot)
    table.show_seats(True)
    assert table.now is not None
    seats, form = table.seats, table.seats.form
    taken = table.now.experts[0].name
    seats.ask()
    form.name.setText(taken)
    form.about.setText("the tolls of every bridge")
    form.save.click()
    rest(table, qtbot)
    assert taken in house.notices.recent[-1].sentence
    assert not form.isHidden() and seats.add.isHidden()
    assert (form.name.text(), form.about.text()) == (taken, "the tolls of every bridge")
    form.name.setText("Toll keeper")
    form.save.click()
    rest(table, qtbot)
    assert form.isHidden() and table.now.experts[-1].name == "Toll keeper"
