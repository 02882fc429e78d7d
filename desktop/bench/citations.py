"""``click_to_lit_ms``: from the click on a number to the cited words painted on their page."""

from __future__ import annotations

import statistics
import time
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from desktop.bench import studies
from desktop.bench.loop import load, pass_time, until
from desktop.bench.mouse import Mouse
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.shell.window import Window
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.marks import LINK
from desktop.widgets.prose import ProseView
from warehouse.errors import BadInput
from warehouse.evaluate.records import Row, row

QUESTION = "How are documents read, and what is kept of them?"
CLICKS = 40
ANSWER_S, LIT_S = 60.0, 5.0
BETWEEN_S = 0.12


class Lit(QObject):
    """When the pane has painted the words it was told to show last."""

    def __init__(self, pane: EvidencePane) -> None:
        super().__init__()
        self.painted_at = 0.0
        self._pane, self._is_told = pane, False
        view: QWidget = pane.view
        self._canvas = view.viewport() if isinstance(view, QAbstractScrollArea) else view
        self._canvas.installEventFilter(self)
        pane.shown.connect(self._told)

    def wait(self) -> None:
        self.painted_at, self._is_told = 0.0, False

    def _told(self) -> None:
        self._is_told = True
        self._canvas.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_awaited = self._is_told and not self.painted_at
        if event.type() == QEvent.Type.Paint and is_awaited and self._is_lit():
            QTimer.singleShot(0, self, self._painted)
        return False

    def _is_lit(self) -> bool:
        return not self._pane.view.area_of_light().isEmpty()

    def _painted(self) -> None:
        self.painted_at = self.painted_at or time.perf_counter()


def click_to_lit(window: Window, house: House, screen: str) -> Row:
    """The median of many clicks, each on another number than the one before; the first of each
    page is told apart. Raises BadInput where a click lit nothing.
    """
    page = _answered(window, house)
    mouse, lit = Mouse(), Lit(page.pane)
    seen: set[str] = set()
    first: list[float] = []
    again: list[float] = []
    for at in range(CLICKS):
        number, taken = _click(page, mouse, lit, at)
        (again if number in seen else first).append(taken)
        seen.add(number)
        pass_time(BETWEEN_S)
    taken_ms = first + again
    about = {"clicks": len(taken_ms), "slowest": f"{max(taken_ms):.0f} ms", "load": load()}
    about["first_time"] = f"{statistics.median(first):.0f} ms"
    return row(
        "click_to_lit_ms", statistics.median(taken_ms), "ms", "<= 150", screen=screen, **about
    )


def _click(page: AskPage, mouse: Mouse, lit: Lit, at: int) -> tuple[str, float]:
    """(the number, milliseconds): the ``at``-th click, each far from the one before. It is
    scrolled into sight first.
    """
    text, answer = page.answer.text, page.answer
    spots = _numbers(text)
    spot, number = spots[at * 7 % len(spots)]
    inner = answer.widget()
    assert inner is not None
    where = text.viewport().mapTo(inner, spot)
    answer.ensureVisible(where.x(), where.y(), 20, 60)
    pass_time(0.03)
    lit.wait()
    began = time.perf_counter()
    mouse.click(text.viewport(), spot)
    if not until(lambda: bool(lit.painted_at), LIT_S):
        raise BadInput("A click on a number lit no words.", "Click one by hand and look.")
    return number, (lit.painted_at - began) * 1000


def _answered(window: Window, house: House) -> AskPage:
    studies.use(house)
    page = studies.asked(window, QUESTION)
    until(partial(_is_laid_out, page.answer.text), ANSWER_S)
    pass_time(1.0)
    return page


def _is_laid_out(text: ProseView) -> bool:
    return bool(_numbers(text))


def _numbers(text: ProseView) -> list[tuple[QPoint, str]]:
    """The middle of every number in the text, and which it is."""
    numbers: list[tuple[QPoint, str]] = []
    block = text.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            link = LINK.fullmatch(piece.charFormat().anchorHref())
            if link is not None and link.group(2):
                numbers.append((_middle(text, piece.position()), link.group(2)))
            pieces += 1
        block = block.next()
    return numbers


def _middle(text: ProseView, at: int) -> QPoint:
    before, after = QTextCursor(text.document()), QTextCursor(text.document())
    before.setPosition(at)
    after.setPosition(at + 1)
    left, right = text.cursorRect(before), text.cursorRect(after)
    return QPoint((left.left() + right.left()) // 2, left.center().y())
