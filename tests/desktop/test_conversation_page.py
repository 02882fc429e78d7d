"""Questions that follow one another on one page: asked, reworded, opened again, each proven."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from hands import turns_shown
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from studied import DAM, a_method, focus, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.ask.turn import TurnView
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.results.records import Answer

WAIT_MS = 15_000
FULL = "When did the dam of Brielle break?"


def another(question: str, context: Context, **_: object) -> Answer:
    return structs.replace(a_method(question, context), question=question)


@pytest.fixture
def talking(page: AskPage, house: House, library: Library, qtbot: QtBot) -> AskPage:
    """One question asked and answered; a model that writes out what follows it."""
    use(house, library, ask_aware=another)
    assert house.warehouse is not None
    line = Line("follow_up", "", FULL, repeat=True)
    house.warehouse.engines = Engines(house.settings, ScriptedEngine([line]))
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam of Brielle?")
    page.turns.finish()
    return page


def follow(page: AskPage, qtbot: QtBot, question: str = "When did it break?") -> TurnView:
    """Type it at the foot; returns what stands above it then."""
    page.answer.follow.edit.setPlainText(question)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        qtbot.keyClick(page.answer.follow.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(turns_shown(page)), timeout=WAIT_MS)
    page.turns.finish()
    return turns_shown(page)[0]


def test_a_question_that_stands_alone_has_no_heading(talking: AskPage) -> None:
    assert talking.answer.head.isHidden()
    assert not talking.answer.follow.isHidden()


def test_what_is_asked_on_stands_under_what_was_asked(talking: AskPage, qtbot: QtBot) -> None:
    above = follow(talking, qtbot)
    head = talking.answer.head
    assert head.said == f"Asked as: “{FULL}”"
    assert talking.title.text() == "What happened to the dam of Brielle?"
    assert above.body.text.toPlainText().startswith("The dam broke1.")
    assert talking.answer.text.toPlainText().startswith("The dam broke1.")
    assert not above.head.isHidden() and above.head.said == ""


def test_an_earlier_citation_lights_its_page(
    talking: AskPage, library: Library, qtbot: QtBot
) -> None:
    above = follow(talking, qtbot)
    with qtbot.waitSignal(talking.pane.shown, timeout=WAIT_MS):
        above.body.text.cited.emit(0, 1)
    assert talking.pane.view.lit
    talking.to_proof.walk(1)
    assert above.body.text.current() == 0, "the arrows walk in the answer last looked at"
    talking.answer.text.chosen.emit(0)
    assert above.body.text.current() == -1


def test_a_rewriting_is_refused_in_one_click_and_changed_in_a_line(
    talking: AskPage, house: House, qtbot: QtBot
) -> None:
    follow(talking, qtbot)
    head = talking.answer.head
    with qtbot.waitSignal(talking.work.finished, timeout=WAIT_MS):
        head.refuse.click()
    assert head.said == "Asked as you wrote it." and head.refuse.isHidden()
    head.change.click()
    head.line.setText("When did the storm break it?")
    with qtbot.waitSignal(talking.work.finished, timeout=WAIT_MS):
        qtbot.keyClick(head.line, Qt.Key.Key_Return)
    assert head.said == "Asked as: “When did the storm break it?”"
    assert house.studies is not None
    assert len(house.studies.list()) == 2, "it is still the same question"


def test_a_question_reworded_beside_the_one_in_front_has_its_new_answer(
    talking: AskPage, house: House, qtbot: QtBot
) -> None:
    released = threading.Event()

    def slow(question: str, context: Context, **_: object) -> Answer:
        while not released.wait(0.01):
            context.run.check()
        return structs.replace(another(question, context), text="At dawn.", claims=())

    def second() -> TurnView:
        qtbot.waitUntil(lambda: len(turns_shown(talking)) == 1, timeout=WAIT_MS)
        return turns_shown(talking)[0]

    first = follow(talking, qtbot).row
    assert house.warehouse is not None
    house.warehouse.studies.works = {("ask", "aware"): slow}
    talking.answer.head.reworded.emit("What broke it?")
    qtbot.waitUntil(lambda: bool(house.warehouse.studies.running), timeout=WAIT_MS)
    talking.open_study(first)
    assert second().head.said == "Asked as: “What broke it?”"
    assert second().answer is None
    with qtbot.waitSignal(talking.work.ended_beside, timeout=WAIT_MS):
        released.set()
    qtbot.waitUntil(lambda: (now := second().answer) and now.text == "At dawn.", timeout=WAIT_MS)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    shown = second()
    talking.talk.look_again()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert second() is shown, "what stands already stays as it is"


def test_the_conversation_is_one_row_and_opens_whole(talking: AskPage, qtbot: QtBot) -> None:
    follow(talking, qtbot)
    rows = talking.start.history.rows
    qtbot.waitUntil(
        lambda: rows.rowCount() == 1 and rows.at(rows.index(0)).turns == 2, timeout=WAIT_MS
    )
    talking._new()
    talking.talk.begin()
    talking.open_study(rows.at(rows.index(0)))
    qtbot.waitUntil(lambda: len(turns_shown(talking)) == 1, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "Nobody slept" in talking.answer.text.toPlainText(), timeout=WAIT_MS)
    assert talking.title.text() == "What happened to the dam of Brielle?"
    assert talking.answer.head.said == f"Asked as: “{FULL}”"


def test_an_earlier_question_comes_to_the_front_and_nothing_is_lost(
    talking: AskPage, qtbot: QtBot
) -> None:
    above = follow(talking, qtbot)
    assert above.contentsMargins().bottom() and not above.contentsMargins().top()
    talking.open_study(above.row)
    qtbot.waitUntil(lambda: len(turns_shown(talking)) == 1, timeout=WAIT_MS)
    below = turns_shown(talking)[0]
    assert below.contentsMargins().top(), "air between it and what stands above it"
    assert below.row.question == "When did it break?"
    assert below.body.answer is not None


def test_the_acts_are_at_the_answer_and_on_keys(
    talking: AskPage, house: House, qtbot: QtBot
) -> None:
    focus(talking, qtbot)
    qtbot.keyClick(talking.answer.text, Qt.Key.Key_Y, Qt.KeyboardModifier.AltModifier)
    copied = QGuiApplication.clipboard().text()
    assert "It broke twice [1]. (only partly proven)" in copied
    assert f"[1] floods, p. 1: “{DAM}”" in copied
    qtbot.keyClick(talking.answer.text, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(talking.answer.follow.edit.hasFocus, timeout=WAIT_MS)
    qtbot.keyClick(talking.answer.follow.edit, Qt.Key.Key_Y)
    assert talking.answer.follow.edit.toPlainText() == "y", "letters are letters where one writes"
    visited: list[object] = []
    house.visited.connect(lambda where, wish: visited.append(where))
    focus(talking, qtbot)
    qtbot.keyClick(talking.answer.text, Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
    assert visited == ["write"]


def test_asked_thoroughly_the_quick_answer_stays(talking: AskPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(talking.work.finished, timeout=WAIT_MS):
        talking.answer.body.acts.buttons["thorough"].click()
    qtbot.waitUntil(lambda: len(turns_shown(talking)) == 1, timeout=WAIT_MS)
    assert talking._row is not None and talking._row.effort == "thorough"


def test_the_whole_conversation_is_exported(talking: AskPage, tmp_path: Path, qtbot: QtBot) -> None:
    follow(talking, qtbot)
    export = talking.answer.body.acts.export
    with qtbot.waitSignal(export.saved, timeout=WAIT_MS) as heard:
        export.export("whole-markdown", tmp_path / "out")
    text = Path(heard.args[0]).read_text("utf-8")
    assert "## What happened to the dam of Brielle?" in text
    assert f"## When did it break? (asked as: {FULL})" in text


def test_the_time_is_said_while_it_works(talking: AskPage) -> None:
    assert talking.answer.clock.isHidden()
