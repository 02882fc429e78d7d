"""Columns of one's choice, kept for the next start; the order of rows, also by the best match."""

from __future__ import annotations

from typing import Any

import pytest
from hands import DONE_MS, page_of, search, trigger
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import page_makers
from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.pages.library.rows.columns import AUTHOR, COLUMNS, KIND, SIZE, STATE, TITLE, YEAR
from desktop.pages.library.rows.model import RELEVANCE, DocumentsModel, Filter
from desktop.pages.library.rows.table import FOUND_ROW_PX, ROW_PX, DocumentsTable
from desktop.shell.window import Window
from desktop.state import WindowState
from desktop.theme import Theme
from warehouse.records import Document
from warehouse.search.collections.found_words import Seen


def document(number: int, **values: Any) -> Document:
    made = Document(f"{number:04}", f"Paper {number}", "pdf", "", 1000, float(number), "verified")
    return structs.replace(made, **values)


@pytest.fixture
def table(theme: Theme, qtbot: QtBot) -> DocumentsTable:
    model = DocumentsModel()
    model.reset(document(number) for number in range(1, 60))
    made = DocumentsTable(theme, model)
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    made._kept = model  # type: ignore[attr-defined]
    return made


def shown(table: DocumentsTable) -> list[str]:
    columns = table.columns
    order = [columns.logicalIndex(at) for at in range(len(COLUMNS))]
    return [COLUMNS[at].key for at in order if not columns.isSectionHidden(at)]


def test_what_has_no_room_is_left_out_and_comes_back(table: DocumentsTable) -> None:
    assert shown(table) == ["title", "author", "kind", "pages", "year", "lang", "state"]
    table.resize(480, 400)
    QApplication.processEvents()
    assert shown(table) == ["title", "author", "state"]
    assert sum(map(table.columns.sectionSize, range(10))) == table.viewport().width()
    table.resize(900, 400)
    QApplication.processEvents()
    assert "lang" in shown(table)


def test_columns_are_chosen_moved_and_put_back(table: DocumentsTable) -> None:
    trigger(table.columns.menu(), "Size")
    trigger(table.columns.menu(), "Kind")
    assert "size" in shown(table) and "kind" not in shown(table)
    trigger(table.columns.menu(), "Move to the left", "Year")
    assert shown(table).index("year") < shown(table).index("pages")
    kept = table.columns.arrangement()
    trigger(table.columns.menu(), "Columns as they were first")
    assert shown(table) == ["title", "author", "kind", "pages", "year", "lang", "state"]
    table.columns.restore(kept)
    assert table.columns.arrangement() == kept
    assert "size" in shown(table) and shown(table).index("year") < shown(table).index("pages")


def test_a_border_that_is_dragged_takes_from_the_title(table: DocumentsTable) -> None:
    before = table.columns.sectionSize(TITLE)
    table.columns.resizeSection(AUTHOR, 166)
    QApplication.processEvents()
    widths = {one.key: one.width_px for one in table.columns.arrangement()}
    assert widths["author"] == 166
    state = table.columns.sectionSize(STATE)
    total = sum(map(table.columns.sectionSize, range(10)))
    assert total == table.viewport().width()
    assert table.columns.sectionSize(TITLE) <= before and state >= 150
    table.model().sort(TITLE)  # rows that move change no width
    assert {one.key: one.width_px for one in table.columns.arrangement()} == widths


def test_what_nobody_has_seen_of_columns_changes_nothing(table: DocumentsTable) -> None:
    from desktop.state import ColumnState

    table.columns.restore([ColumnState("no such column", 10, True), ColumnState("year", 99, True)])
    assert shown(table)[0] == "year"
    assert table.columns.sectionSize(YEAR) == 99
    assert not table.columns.isSectionHidden(KIND) and table.columns.isSectionHidden(SIZE)


def test_columns_and_order_are_kept_for_the_next_start(
    house: House, qtbot: QtBot, window: Window
) -> None:
    page = page_of(window)
    trigger(page.table.columns.menu(), "Added")
    page.filters.order.choose_column(AUTHOR)
    assert page.filters.order.text() == "Author"
    window.close()
    state = window._state
    assert state.sorted_by == "author" and not state.descending
    again = Window(house, page_makers(), state)
    qtbot.addWidget(again)
    assert not page_of(again).table.columns.isSectionHidden(6)
    assert page_of(again).model.sort_key == "author"
    again.close()
    assert isinstance(state, WindowState)


def test_authors_go_by_family_name_and_those_without_come_last() -> None:
    model = DocumentsModel()
    model.reset(
        [
            document(1, authors=("R Core Team",)),
            document(2, authors=("Zoe Adams",)),
            document(3, authors=("W. N. Venables", "D. M. Smith", "R Core Team")),
            document(4),
        ]
    )
    for descending, wanted in ((False, "Adams"), (True, "Venables et al.")):
        model.set_sort("author", descending)
        said = [model.index(row, AUTHOR).data() for row in range(4)]
        assert (said[0], said[1], said[3]) == (wanted, "R Core Team", "—")


def test_the_best_match_comes_first_and_the_rest_as_they_came() -> None:
    model = DocumentsModel()
    model.reset(document(number) for number in range(1, 5))
    model.set_filter(Filter(text="x", found=frozenset({"0001", "0003", "0004"}), order=("0003",)))
    model.set_sort(RELEVANCE, True)
    assert [model.document(row).id for row in range(3)] == ["0003", "0004", "0001"]
    model.mark({"0003": Seen(((0, 5),), "The words it found", ((4, 9),))})
    said = model.index(0, TITLE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Title: Paper 3. Found: The words it found"
    model.set_filter(Filter(text="y", found=frozenset({"0003"})))
    assert model.seen("0003") is None


def test_a_search_goes_by_its_best_match_and_shows_the_words(
    shelf: LibraryPage, qtbot: QtBot
) -> None:
    shelf.filters.order.choose_column(TITLE)
    search(shelf, "mill stone", {"ships"}, qtbot)
    assert shelf.filters.order.text() == "Best match"
    ships = shelf.model.document(0).id
    qtbot.waitUntil(lambda: shelf.model.seen(ships) is not None, timeout=DONE_MS)
    seen = shelf.model.seen(ships)
    assert seen is not None and seen.place is not None
    assert [seen.text[a:b] for a, b in seen.marks] == ["mill", "stone"]
    assert shelf.table.rowHeight(0) == FOUND_ROW_PX
    search(shelf, "mill", {"ships", "mills"}, qtbot)
    assert shelf.model.document(0).title == "mills"  # the title says it
    shelf.filters.order.choose_column(TITLE)
    assert shelf.filters.order.text() == "Title"
    search(shelf, "", {"ships", "mills", "floods"}, qtbot)
    assert shelf.filters.order.kept == ("title", False)
    assert shelf.table.rowHeight(0) == ROW_PX
    assert "Best match" not in [
        one.text() for one in shelf.filters.order.menu_of_orders().actions()
    ]


def test_ten_thousand_rows_are_not_asked_for_at_once(theme: Theme, qtbot: QtBot) -> None:
    model = DocumentsModel()
    model.reset(document(number) for number in range(10_000))
    table = DocumentsTable(theme, model)
    qtbot.addWidget(table)
    table.resize(900, 600)
    table.show()
    asked: list[str] = []
    table.in_sight.connect(asked.extend)
    with qtbot.waitSignal(table.in_sight, timeout=DONE_MS):
        table.tell_found(True)
    assert 5 <= len(asked) <= 20
    with qtbot.waitSignal(table.in_sight, timeout=DONE_MS):
        table.scrollToBottom()
    assert asked[-1] == "0000"
