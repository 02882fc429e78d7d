"""At the smallest size of the window nothing is cut off, and what is shortened says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hands import words_in
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from shelf import prose, write_html
from studied import answer

from desktop import state
from desktop.app import page_makers
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.details.several import SeveralPart
from desktop.pages.library.details.similar_documents import TwinsSection
from desktop.pages.library.page import LibraryPage
from desktop.pages.library.rows.columns import AUTHOR, KIND, LANGUAGE, PAGES, STATE, TITLE, YEAR
from desktop.pages.studies.start import Shelf
from desktop.shell.frame import PAGE_PX
from desktop.shell.noticebar import NoticeBar
from desktop.shell.sidebar import LEAST_PX as LEAST_BAR_PX
from desktop.shell.sidebar import RAIL_PX
from desktop.shell.window import LEAST_PX, Window
from desktop.state import WindowState
from desktop.theme import Theme
from desktop.widgets.basics import Chip
from desktop.widgets.elided import ElidedButton
from desktop.widgets.flow import FlowLayout
from desktop.widgets.prooffoot import ProofFoot
from indexers.records import Page
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Evidence, Side
from warehouse.run import Run

WAIT_MS = 15_000
LONG = "What is said about the breaking of the dams and dikes of Brielle and Voorne " * 3


@pytest.fixture
def window(house: House, qtbot: QtBot) -> Iterator[Window]:
    """As small as it can be."""
    made = Window(house, page_makers(), WindowState(width=LEAST_PX[0], height=LEAST_PX[1]))
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def too_wide(page: QWidget) -> list[str]:
    """Scrolled columns, seen or not, that are wider than their room."""
    return [
        f"{type(area.parent()).__name__}: {area.widget().width()} in {area.viewport().width()}"
        for area in page.findChildren(QScrollArea)
        if area.isVisible() and area.widget().width() > area.viewport().width()
    ]


def test_the_details_of_a_document_fit_their_pane(
    opened: Window, library: Library, qtbot: QtBot
) -> None:
    page = opened.page("library")
    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT_MS)
    page.table.selectRow(0)
    qtbot.waitUntil(lambda: page.details._facts is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not too_wide(page.side), timeout=WAIT_MS)


def test_long_titles_tags_and_names_of_collections_fit_too(
    opened: Window, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    text, title = prose(1, 60), "Historical version of the constitution of the project "
    versions = [write_html(tmp_path / f"{n}.html", title * 2 + str(n), text) for n in range(2)]
    versions[1].write_text(versions[1].read_text().replace("1520", "1525"))
    documents = library.add(versions, Run())
    ids = [one.id for one in documents]
    library.shelves.tag(ids[:1], "W" * 40)
    library.shelves.make("W" * 80, ids)
    page = opened.page("library")
    assert isinstance(page, LibraryPage)
    page.show_document(ids[0])
    qtbot.waitUntil(lambda: page.details.findChild(TwinsSection) is not None, timeout=WAIT_MS)
    assert len({one.title for one in documents}) == 2
    qtbot.waitUntil(lambda: not too_wide(page.side), timeout=WAIT_MS)
    page.table.selectAll()
    qtbot.waitUntil(lambda: page.details.findChild(SeveralPart) is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not too_wide(page.side), timeout=WAIT_MS)


def test_long_words_and_a_text_without_spaces_widen_no_details(
    opened: Window, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    """Titles and summaries break inside a word, topics end in … ."""
    path, word = "https://example.org/" + "W" * 60, "水文學研究與河川治理之歷史資料彙編" * 3
    (one,) = library.add([write_html(tmp_path / "a.html", f"{path} {word}", prose(1, 60))], Run())
    page = opened.page("library")
    assert isinstance(page, LibraryPage)
    page.show_document(one.id)
    qtbot.waitUntil(lambda: page.details._one is not None, timeout=WAIT_MS)
    assert path in words_in(page.details)
    (scrolled,) = page.details.findChildren(QScrollArea)
    qtbot.waitUntil(lambda: scrolled.widget().height() > 400, timeout=WAIT_MS)
    assert not too_wide(page.side)
    title = next(one for one in page.details.findChildren(QLabel) if one.text().startswith(path))
    assert title.height() == title.heightForWidth(title.width()) > 3 * title.fontMetrics().height()


def test_the_models_fit_beside_their_pane(opened: Window, qtbot: QtBot) -> None:
    page = opened.page("models")
    qtbot.waitUntil(lambda: len(page.findChildren(QLabel)) > 20, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not too_wide(page), timeout=WAIT_MS)


def test_the_columns_of_the_list_fit(opened: Window, library: Library, qtbot: QtBot) -> None:
    page = opened.page("library")
    assert isinstance(page, LibraryPage)
    page.table.resize(440, 300)
    assert page.table.horizontalHeader().length() <= page.table.viewport().width()
    opened.resize(1280, 800)
    qtbot.waitUntil(lambda: page.table.viewport().width() > 690, timeout=WAIT_MS)
    shown = (TITLE, AUTHOR, KIND, PAGES, YEAR, LANGUAGE, STATE)
    qtbot.waitUntil(lambda: not any(map(page.table.isColumnHidden, shown)), timeout=WAIT_MS)


def test_filters_and_side_bar_keep_their_room_beside_a_search(
    opened: Window, shelf: LibraryPage, qtbot: QtBot
) -> None:
    """With all that can stand beside the chips, in the smallest window and in a wide one."""
    bar = shelf.filters
    shelf.title.search.setText("water")
    qtbot.waitUntil(bar.ask.isVisible, timeout=WAIT_MS)
    bar._counts = (12, 3)
    bar.needs.set("12 need you")
    bar.older.set("3 older readings")
    bar._show_chips()
    bar.offer_trash(3)
    for width in (LEAST_PX[0], 1440, LEAST_PX[0]):
        opened.resize(width, LEAST_PX[1])
        qtbot.waitUntil(lambda: not cut_in(bar), timeout=WAIT_MS)
        assert opened.sidebar.width() == WindowState().bar
    assert len({one.mapTo(bar, QPoint()).y() for one in (bar.needs, bar.ask)}) == 2


def cut_in(bar: QWidget) -> list[str]:
    """Buttons that are narrower than their words, or reach out of it."""
    room = bar.rect()
    return [
        one.text()
        for one in bar.findChildren(QAbstractButton)
        if one.isVisible()
        and not (
            room.contains(QRect(one.mapTo(bar, QPoint()), one.size()))
            and one.width() >= one.sizeHint().width()
        )
    ]


def test_the_side_bar_is_remembered_as_wide_as_the_user_made_it(
    opened: Window, library: Library, qtbot: QtBot
) -> None:
    """Not as wide as a page has left it."""
    opened.resize(1440, 900)
    opened._outer.moveSplitter(280, 1)
    opened._stack.setMinimumWidth(1440 - LEAST_BAR_PX - 1)
    qtbot.waitUntil(lambda: opened.sidebar.width() == LEAST_BAR_PX, timeout=WAIT_MS)
    opened.close()
    assert state.load().bar == 280


def test_an_empty_list_says_why(opened: Window, library: Library, qtbot: QtBot) -> None:
    page = opened.page("library")
    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT_MS)
    assert page.table._none.isHidden()
    page.title.search.setText("zeppelins")
    qtbot.waitUntil(lambda: not page.table._none.isHidden(), timeout=WAIT_MS)
    assert page.table._none.text().startswith("Nothing was found.")
    page.title.search.clear()
    qtbot.waitUntil(page.table._none.isHidden, timeout=WAIT_MS)


def test_a_long_question_widens_nothing(page: AskPage) -> None:
    page.start.tell_library(Shelf(1, (LONG,), True))
    (button,) = page.start.examples
    assert isinstance(button, ElidedButton)
    assert button.text() == button.accessibleName() == LONG
    assert button.toolTip().split() == LONG.split()
    assert page.start.minimumSizeHint().width() < LEAST_PX[0] // 2


def test_beside_the_page_the_title_needs_the_room_of_the_chips(
    page: AskPage, library: Library, qtbot: QtBot
) -> None:
    page.window().page("ask")  # type: ignore[attr-defined]
    page._show_question("What happened to the dam?", "aware")
    page._house.show_side(False, "ask")
    qtbot.waitUntil(page.method.isVisible, timeout=WAIT_MS)
    page._tell(answer(library))
    qtbot.waitUntil(lambda: not page.method.isVisible(), timeout=WAIT_MS)
    assert page.pane.width() <= page.width()


def test_evidence_takes_the_room_of_the_words_beside_it(
    page: AskPage, library: Library, opened: Window, qtbot: QtBot
) -> None:
    whole = opened.sidebar.width()
    page._show_question("What happened to the dam?", "aware")
    page._tell(answer(library))
    qtbot.waitUntil(lambda: opened.sidebar.width() == RAIL_PX, timeout=WAIT_MS)
    room = LEAST_PX[0] - RAIL_PX - PAGE_PX
    qtbot.waitUntil(lambda: room - 4 <= page.pane.width() <= room, timeout=WAIT_MS)
    unnamed = [
        button
        for button in opened.findChildren(QAbstractButton)
        if button.isVisible() and not (button.text() or button.toolTip())
    ]
    assert unnamed == []
    page.to_proof.fold()
    qtbot.waitUntil(lambda: opened.sidebar.width() == whole, timeout=WAIT_MS)
    page.to_proof.evidence(1)
    qtbot.waitUntil(lambda: opened.sidebar.width() == RAIL_PX, timeout=WAIT_MS)
    opened.resize(1440, 900)
    qtbot.waitUntil(lambda: opened.sidebar.width() == whole, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.pane.width() > room, timeout=WAIT_MS)


def test_a_side_bar_that_is_folded_leaves_a_way_back_in_sight(
    page: AskPage, library: Library, opened: Window, qtbot: QtBot
) -> None:
    opened.resize(1440, 900)
    whole = opened.sidebar.width()
    opened.toggle_bar()
    qtbot.waitUntil(lambda: opened.sidebar.width() == RAIL_PX, timeout=WAIT_MS)
    assert opened.sidebar._fold.isVisible()
    opened.visit("library")
    assert opened.sidebar.width() == RAIL_PX and opened.sidebar._places["library"].isChecked()
    qtbot.mouseClick(opened.sidebar._fold, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: opened.sidebar.width() == whole, timeout=WAIT_MS)


def test_a_side_bar_that_gave_its_room_can_be_unfolded(
    page: AskPage, library: Library, opened: Window, qtbot: QtBot
) -> None:
    whole = opened.sidebar.width()
    page._show_question("What happened to the dam?", "aware")
    page._tell(answer(library))
    qtbot.waitUntil(lambda: opened.sidebar.width() == RAIL_PX, timeout=WAIT_MS)
    opened.toggle_bar()
    qtbot.waitUntil(lambda: opened.sidebar.width() == whole, timeout=WAIT_MS)
    page.to_proof.fold()
    page.to_proof.evidence(1)
    qtbot.waitUntil(lambda: opened.sidebar.width() == RAIL_PX, timeout=WAIT_MS)


def test_a_pane_is_as_wide_as_it_was_left_where_there_is_room_again(
    opened: Window, library: Library, qtbot: QtBot
) -> None:
    opened.resize(1440, 900)
    page = opened.page("library")
    assert isinstance(page, LibraryPage)
    frame = opened._front()
    frame._splitter.setSizes([700, 500])
    frame._moved()
    opened.resize(*LEAST_PX)
    qtbot.waitUntil(lambda: page.side.width() < 400, timeout=WAIT_MS)
    opened.resize(1440, 900)
    qtbot.waitUntil(lambda: page.side.width() > 480, timeout=WAIT_MS)


def test_chips_in_a_line_stand_on_one_middle(theme: Theme, qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    flow = FlowLayout(whole)
    low, high = Chip("AWARE"), QWidget()
    high.setFixedSize(60, 40)
    flow.addWidget(low)
    flow.addWidget(high)
    flow.setGeometry(QRect(0, 0, 300, 40))
    assert abs(low.geometry().center().y() - high.geometry().center().y()) <= 1


def test_a_notice_is_as_high_as_its_words(house: House, window: Window) -> None:
    house.notices.error(ZeroDivisionError("division by zero"))
    bar: NoticeBar = window.notice_bar
    layout = bar.layout()
    assert layout is not None
    assert bar.height() <= layout.heightForWidth(bar.width()) + 1


def test_what_contradicts_it_is_shortened_and_not_cut(theme: Theme, qtbot: QtBot) -> None:
    foot = ProofFoot(theme)
    qtbot.addWidget(foot)
    item = Evidence(1, Place("a", 0, 0, 9), "It broke.", LONG, "1", "", "dam", 0.9)
    foot.tell(item, None, Side(3, "It held.", Place("b", 0, 0, 9), LONG, "7", "2003-06-02"))
    foot.resize(280, 160)
    foot.show()
    assert foot.against.geometry().right() <= foot.rect().right()
    assert "It held." in foot.against.toolTip()


def test_a_page_is_named_by_the_number_printed_on_it(theme: Theme, qtbot: QtBot) -> None:
    foot = ProofFoot(theme)
    qtbot.addWidget(foot)
    foot.tell_page(Page(1, "2", 0, 9, 595, 842), 5, True)
    assert foot.pages.text() == "Page 2 of 5"
    foot.tell_page(Page(1, "i", 0, 9, 595, 842), 5, True)
    assert foot.pages.text() == "2 of 5 pages"


def test_what_a_notice_offers_stands_under_its_words_where_there_is_little_room(
    house: House, opened: Window, qtbot: QtBot
) -> None:
    said = "3 articles were cut off when the program ended: “The dam”. What they had is kept."
    house.notices.offer(said, "Open the newest", lambda: None)
    bar: NoticeBar = opened.notice_bar
    for width, is_under in ((1200, False), (opened.minimumWidth(), True), (1200, False)):
        opened.resize(width, 700)
        qtbot.waitUntil(
            lambda under=is_under: (bar._action.y() > bar._sentence.geometry().bottom()) == under
        )
        assert bar._sentence.width() >= 0.7 * bar.width() - bar._action.width() * (not is_under)
        assert bar._action.isVisible() and bar.rect().contains(bar._action.geometry())
