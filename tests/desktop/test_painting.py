"""What is painted stays painted while what stands beside it changes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPaintEvent, QRegion
from PySide6.QtWidgets import QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.pages.library.rows.table import ROW_PX
from desktop.receipt import Receipt
from desktop.shell.window import Window
from desktop.theme import Theme
from warehouse.engine.protocol import EngineInfo


def colours(image: QImage, y: int) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(2, image.width() - 2)}


def test_the_line_under_a_row_stays_when_the_row_below_changes(
    shelf: LibraryPage, theme: Theme, qtbot: QtBot
) -> None:
    """Painted as Qt does it: the row that changed alone, over what stands there."""
    table = shelf.table
    table.clearSelection()
    table.setCurrentIndex(table.model().index(-1, 0))
    shelf.title.search.setFocus()
    whole = table.viewport().grab().toImage()
    line = QColor(theme.tokens.line).name()
    at = table.rowViewportPosition(1)
    row = QRect(0, at, table.viewport().width(), ROW_PX)
    assert line in colours(whole, at - 1), "the line belongs to the row above"
    assert line not in colours(whole, at), "nothing of it lies where the row below is painted"
    assert table.viewport().grab(row).toImage().height() == ROW_PX


class Painted(QObject):
    """What of a widget is painted anew."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return False


def test_the_ring_leaves_the_row_that_is_not_current_any_more(
    shelf: LibraryPage, qtbot: QtBot
) -> None:
    table = shelf.table
    table.clearSelection()
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.wait(50)
    painted = Painted(table.viewport())
    chosen = table.selectionModel()
    chosen.setCurrentIndex(table.model().index(2, 0), chosen.SelectionFlag.NoUpdate)
    rows = QRect(0, 0, table.viewport().width(), 3 * ROW_PX)
    qtbot.waitUntil(lambda: QRegion(rows).subtracted(painted.region).isEmpty())


@pytest.mark.parametrize("tone", ["light", "dark"])
def test_the_frame_of_a_list_of_choices_is_whole(
    opened: Window, house: House, tone: str, qtbot: QtBot
) -> None:
    house.theme.choose(tone)
    page = opened.page("settings")
    opened.visit("settings")
    chooser = page.findChildren(QComboBox)[0]
    chooser.showPopup()
    image = chooser.view().window().grab().toImage()
    chooser.hidePopup()
    right, foot = image.width() - 1, image.height() - 1
    edge = [(x, y) for x in range(right + 1) for y in (0, foot)]
    edge += [(x, y) for y in range(foot + 1) for x in (0, right)]
    line = QColor(house.theme.tokens.line).name()
    assert {image.pixelColor(x, y).name() for x, y in edge} == {line}


def test_a_notice_lies_over_the_page_and_not_over_the_evidence(
    page: AskPage, opened: Window, house: House, qtbot: QtBot
) -> None:
    opened.resize(1024, 700)
    opened.visit("ask")
    page._show_question("What happened?", "aware")
    house.show_side(True, "ask")
    house.notices.say("Something happened.", "And this is what to do about it, in many words.")
    qtbot.waitUntil(opened.notice_bar.isVisible)
    ground = opened.notice_bar.parentWidget()
    assert ground is not None

    def place_of(widget: QWidget) -> QRect:
        return QRect(widget.mapTo(ground, QPoint(0, 0)), widget.size())

    def lies_over_the_page() -> bool:
        bar = opened.notice_bar.geometry()
        over = place_of(page).left() <= bar.left() and bar.right() <= place_of(page).right()
        return over and not (page.pane.isVisible() and bar.intersects(place_of(page.pane)))

    qtbot.waitUntil(lambda: page.width() < ground.width() / 2)
    qtbot.waitUntil(lies_over_the_page)
    house.show_side(False, "ask")
    qtbot.waitUntil(lambda: page.width() > ground.width() / 2)
    qtbot.waitUntil(lies_over_the_page)


def test_another_theme_says_nothing_new_of_the_model(house: House, qtbot: QtBot) -> None:
    receipt = Receipt(house)
    qtbot.addWidget(receipt)
    house.engine_changed.emit(EngineInfo("Qwen3-4B", "", 4096, 36, 33, 4, 31.0))

    def said() -> str:
        return "\n".join(one.text() for one in receipt.findChildren(QLabel))

    assert "words a second" in said()
    house.change(theme="dark")
    assert "words a second" in said()
    house.change(model="qwen3-8b")
    assert "qwen3-8b" in said()
    assert "words a second" not in said()
