"""Where the parts of a conversation stand, in whatever window."""

from __future__ import annotations

from itertools import pairwise

from hands import turns_shown, words_in
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from studied import a_method, use

from desktop.house import House
from desktop.pages.ask.body import AnswerBody
from desktop.pages.ask.page import AskPage
from desktop.shell.window import Window
from desktop.widgets.prose import MARGIN_PX
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.results.records import Answer

WAIT_MS = 15_000
MORE = " Water stood in the lower town for a week, and nobody could say how it had come to that."


def long_method(question: str, context: Context, **_: object) -> Answer:
    made = a_method(question, context)
    return structs.replace(made, question=question, text=made.text + 4 * MORE)


def converse(page: AskPage, house: House, library: Library, qtbot: QtBot) -> None:
    use(house, library, ask_aware=long_method)
    assert house.warehouse is not None
    line = Line("follow_up", "", "When did it?", repeat=True)
    house.warehouse.engines = Engines(house.settings, ScriptedEngine([line]))
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam of Brielle, and what came of it in the end?")
    page.answer.follow.edit.setPlainText("When did it break?")
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        qtbot.keyClick(page.answer.follow.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(turns_shown(page)), timeout=WAIT_MS)


def cut(body: QWidget) -> list[str]:
    """Parts that lie over one another, or are lower than they need."""
    found = []
    parts = [one for one in body.findChildren(QWidget) if one.parent() is body]
    parts = sorted((one for one in parts if one.isVisible()), key=lambda one: one.y())
    for above, below in pairwise(parts):
        if above.geometry().bottom() >= below.y():
            found.append(f"{above} over {below}")
    for one in parts:
        need = one.heightForWidth(one.width()) if one.hasHeightForWidth() else one.minimumHeight()
        if one.height() < need:
            found.append(f"{one}: {one.height()} of {need}")
    return found


def test_no_answer_of_a_conversation_lies_over_its_buttons_in_a_narrower_window(
    page: AskPage, house: House, library: Library, opened: Window, qtbot: QtBot
) -> None:
    house.visit("ask")
    converse(page, house, library, qtbot)
    for width, height in ((1440, 900), (1100, 700), (1024, 680), (1440, 900), (900, 680)):
        opened.resize(width, height)
        qtbot.wait(300)
        for body in page.findChildren(AnswerBody):
            text = body.text
            assert text.height() >= text.document().size().height() - 1
            assert not cut(body), f"{width} px"


def test_at_the_usual_size_the_answer_has_the_room_of_a_book(
    page: AskPage, house: House, library: Library, opened: Window, qtbot: QtBot
) -> None:
    """And the question is read whole above it."""
    use(house, library, ask_aware=long_method)
    house.visit("ask")
    opened.resize(1432, 860)
    question = "How does R treat vectors of different length in arithmetic?"
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask(question)
    qtbot.waitUntil(page.pane.isVisible, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.answer.text.width() - 2 * MARGIN_PX >= 400, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.pane.width() >= 420, timeout=WAIT_MS)
    assert page.chain.isVisible()
    assert page.title.width() >= page.title.wanted_px
    opened.resize(1024, 680)
    qtbot.waitUntil(lambda: page.answer.text.width() - 2 * MARGIN_PX >= 340, timeout=WAIT_MS)


def test_a_question_too_long_for_the_title_stands_over_its_answer(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=long_method)
    house.visit("ask")
    question = "What happened to the dam of Brielle, " + "and what came of it in the end, " * 4
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask(question.strip())
    assert page.answer.head.isVisible()
    assert question.strip() in words_in(page.answer.head)
