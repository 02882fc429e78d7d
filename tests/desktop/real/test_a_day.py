"""From the first start to the next day by mouse and keys: drop, ask, stop, go on, write, reopen."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from hand import WAIT_MS, Hand
from hands import claims_emptiness, page_of, states
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shelf import HashingEmbedder
from studied import DAM, a_method, an_endless_method, article, use

from desktop.app import page_makers
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.write.page import WritePage
from desktop.shell.running_jobs import JobLine
from desktop.shell.window import Window
from desktop.state import WindowState
from desktop.theme import Theme
from desktop.widgets.prose import ProseView
from warehouse.context import Context
from warehouse.library import Library
from warehouse.results.records import Article
from warehouse.settings import Settings

FILES = """
import sys
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QApplication, QLabel


class Files(QLabel):
    def mousePressEvent(self, event):
        drag, data = QDrag(self), QMimeData()
        data.setUrls([QUrl.fromLocalFile(path) for path in sys.argv[1:]])
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


app = QApplication([sys.argv[0]])
files = Files("files")
files.setWindowFlags(Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint)
files.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
files.setGeometry(0, 960, 160, 100)
files.show()
print("shown", flush=True)
app.exec()
"""
FILES_AT = QPoint(80, 1010)
SETTLED_MS = 300
LEGIBLE_PX = 10  # of a line
Day = Callable[[Window | None], Window]


@pytest.fixture(params=[("light", 1024, 680), ("dark", 1920, 1040)], ids=lambda given: given[0])
def day(request: pytest.FixtureRequest, theme: Theme, home: Path, qtbot: QtBot) -> Iterator[Day]:
    """A start of the program: a house and its window, after the one before is closed."""
    tone, width, height = request.param
    theme.choose(tone)
    houses: list[House] = []

    def begin(before: Window | None) -> Window:
        if before is not None:
            before.close()
            houses.pop().close()
        settings = Settings(theme=tone, readers=1, model_headers=False, passage_tokens=60)
        house = House(theme, settings, embedder=HashingEmbedder())
        houses.append(house)
        made = Window(house, page_makers(), WindowState(width=width, height=height))
        qtbot.addWidget(made)
        made.show()
        with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
            house.open()
        qtbot.waitUntil(made.isActiveWindow, timeout=WAIT_MS)
        return made

    yield begin
    for house in houses:
        house.close()


@pytest.fixture
def files(make_pdf: Callable[..., Path]) -> Iterator[None]:
    """Another program's window with a file to be dragged out of it."""
    paper = make_pdf("floods.pdf", f"Nothing was known before. {DAM}", pages=3)
    command = [sys.executable, "-c", FILES, str(paper)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stdout.readline().strip() == "shown"
        yield
        program.terminate()


def a_short_article(question: str, context: Context, **_: object) -> Article:
    made = article(context.library)
    context.run.show(made)
    return made


def click_at(text: ProseView, words: str, by: int, hand: Hand) -> None:
    """On the character that stands ``by`` after the beginning of ``words``."""
    cursor = QTextCursor(text.document())
    cursor.setPosition(text.toPlainText().index(words) + by)
    spot = text.cursorRect(cursor).center() + QPoint(2, 0)
    shown = text.visibleRegion().boundingRect()
    assert shown.contains(spot), "what is clicked is in sight"
    hand.click(text.viewport(), spot)


def lit(page: AskPage | WritePage) -> bool:
    """The words are in sight, and large enough to be read."""
    view = page.pane.view
    area = view.area_of_light()
    is_seen = page.pane.isVisible() and QRectF(view.viewport().rect()).contains(area)
    return is_seen and area.height() >= LEGIBLE_PX


def middle_of(window: QWidget) -> QPoint:
    return window.mapToGlobal(window.rect().center())


def test_from_the_first_drop_to_the_next_day(day: Day, files: None, qtbot: QtBot) -> None:
    hand = Hand(qtbot)
    window = day(None)
    shelf = page_of(window)
    hand.wait_until(shelf.empty.isVisible)
    ask, write = cast(AskPage, window.page("ask")), cast(WritePage, window.page("write"))
    for key, page in (("ctrl+3", write), ("ctrl+2", ask)):
        hand.key(key)
        hand.wait_until(partial(claims_emptiness, page))
    hand.key("ctrl+1")
    hand.carry(FILES_AT, middle_of(window))
    hand.wait_until(lambda: set(states(shelf).values()) == {"verified"})
    hand.click(shelf.table)  # the other program has the keys after a drag
    hand.wait_until(window.isActiveWindow)
    house, library = window.house, cast(Library, window.house.library)

    use(house, library, ask_aware=an_endless_method)
    hand.key("ctrl+3")
    assert not claims_emptiness(write), "nor for a moment"
    hand.key("ctrl+2")
    assert not claims_emptiness(ask)
    hand.type("What happened to the dam?")
    hand.key("Return")
    hand.wait_until(lambda: len(ask.chain.entries) == 2)
    hand.wait_until(lambda: any(one.isVisible() for one in window.sidebar.findChildren(JobLine)))
    hand.click(ask.stop)
    hand.wait_until(lambda: not ask.work.busy)
    use(house, library, ask_aware=a_method, write_aware=a_short_article)
    hand.wait_until(ask.study.halt.go_on.isVisible)
    hand.click(ask.study.halt.go_on)
    hand.wait_until(lambda: lit(ask))
    answer_by_hand(ask, hand, qtbot)

    hand.key("ctrl+3")
    hand.type("The night of the dam")
    hand.key("Return")
    hand.wait_until(lambda: lit(write))
    qtbot.wait(SETTLED_MS)
    hand.key("Escape")
    hand.wait_until(lambda: not write.pane.isVisible())
    qtbot.wait(SETTLED_MS)
    click_at(write.study.text, "broke1", 5, hand)
    hand.wait_until(lambda: lit(write))

    window = day(window)
    ask = cast(AskPage, window.page("ask"))
    hand.key("ctrl+2")
    rows = ask.start.history.rows
    hand.wait_until(lambda: rows.rowCount() == 1)
    history = ask.start.history
    hand.click(history.viewport(), history.visualRect(rows.index(0)).center())
    hand.wait_until(lambda: lit(ask))
    answer_by_hand(ask, hand, qtbot)
    window.close()


def answer_by_hand(ask: AskPage, hand: Hand, qtbot: QtBot) -> None:
    """Esc, a click on a number, a walk along the proof."""
    qtbot.wait(SETTLED_MS)
    text = ask.answer.text
    hand.key("Escape")
    hand.wait_until(lambda: not ask.pane.isVisible())
    qtbot.wait(SETTLED_MS)
    click_at(text, "broke1", 5, hand)
    hand.wait_until(lambda: lit(ask))
    hand.key("Right", "Right")
    hand.wait_until(lambda: text.current() == 2)
    hand.key("Left")
    hand.wait_until(lambda: text.current() == 1 and lit(ask))
