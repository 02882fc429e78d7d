from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from desktop.pages.library.rows.columns import STATE, needs_you, status
from desktop.pages.library.rows.model import DOCUMENT_ROLE, STATUS_ROLE, DocumentsModel, Filter
from desktop.pages.library.rows.table import DocumentsTable
from desktop.theme import Theme
from warehouse.records import Document


def document(number: int, **values: Any) -> Document:
    made = Document(
        id=f"{number:04}",
        title=f"Paper {number:04}",
        kind="pdf",
        source=f"paper-{number}.pdf",
        size_bytes=1,
        added=float(number),
        state="verified",
        pages=number,
        language="en",
        date="2024-05-01",
    )
    return structs.replace(made, **values)


@pytest.fixture
def model(qapp: QApplication, qtmodeltester: ModelTester) -> DocumentsModel:
    made = DocumentsModel()
    made.reset(document(number) for number in range(1, 6))
    qtmodeltester.check(made)
    return made


def titles(model: DocumentsModel) -> list[str]:
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_newest_come_first(model: DocumentsModel) -> None:
    assert titles(model) == [f"Paper {number:04}" for number in (5, 4, 3, 2, 1)]


def test_a_change_in_place_repaints_and_moves_nothing(model: DocumentsModel, qtbot: QtBot) -> None:
    changed = document(3, state="searchable", passages=10, embedded=4)
    with qtbot.waitSignal(model.dataChanged) as got, qtbot.assertNotEmitted(model.layoutChanged):
        model.change([changed])
    assert got.args is not None
    assert got.args[0].row() == 2
    assert model.index(2, STATE).data() == "Found by meaning: 40%"
    assert model.index(2, 0).data(DOCUMENT_ROLE) == changed


def test_new_ones_join_in_order(model: DocumentsModel) -> None:
    model.change([document(9), document(7)])
    assert titles(model)[:3] == ["Paper 0009", "Paper 0007", "Paper 0005"]


def test_selection_stays_with_its_document(model: DocumentsModel) -> None:
    held = QPersistentModelIndex(model.index(model.row_of("0002"), 0))
    model.change([document(9)])
    model.set_sort("title", False)
    assert model.document(held.row()).id == "0002"
    model.set_filter(Filter(text="0005"))
    assert not held.isValid()


def test_a_selection_holds_no_index_of_every_cell_while_rows_move(
    model: DocumentsModel, theme: Theme, qtbot: QtBot
) -> None:
    """Ten for each row would cost half a second with two thousand rows selected."""
    table = DocumentsTable(theme, model)
    qtbot.addWidget(table)
    table.choose([0, 2, 4])
    held: list[int] = []
    model.layoutAboutToBeChanged.connect(lambda: held.append(len(model.persistentIndexList())))
    model.hide(["0003"])
    assert held and held[0] < 3 * model.columnCount()
    kept = [model.document(index.row()).id for index in table.selectionModel().selectedRows()]
    assert kept == ["0005", "0001"]
    assert len(table.selectionModel().selectedIndexes()) == 2 * model.columnCount()


def test_filters(model: DocumentsModel) -> None:
    model.change(
        [
            document(6, kind="web", language="de", date="1953"),
            document(7, state="locked", title="minutes.pdf", date="", language=""),
        ]
    )
    assert model.rowCount() == 7
    model.set_filter(Filter(kind="web"))
    assert titles(model) == ["Paper 0006"]
    model.set_filter(Filter(language="de", year="1953"))
    assert titles(model) == ["Paper 0006"]
    model.set_filter(Filter(needs_you=True))
    assert titles(model) == ["minutes.pdf"]
    model.set_filter(Filter(text="MINUTES"))
    assert titles(model) == ["minutes.pdf"]
    model.set_filter(Filter(text="tide tables", found=frozenset({"0002"})))
    assert titles(model) == ["Paper 0002"]
    model.set_filter(Filter(text="paper 0001"))
    assert titles(model) == ["Paper 0001"]


def test_sorting(model: DocumentsModel) -> None:
    model.sort(0, Qt.SortOrder.AscendingOrder)
    assert titles(model)[0] == "Paper 0001"
    model.set_sort("pages", True)
    assert titles(model)[0] == "Paper 0005"


def test_hidden_rows_come_back(model: DocumentsModel) -> None:
    model.hide(["0003"])
    assert "Paper 0003" not in titles(model)
    assert "0003" not in {one.id for one in model.documents()}
    model.change([document(3, pages=99)])
    assert "Paper 0003" not in titles(model)
    model.unhide(["0003"])
    assert "Paper 0003" in titles(model)
    model.forget(["0003"])
    assert model.row_of("0003") == -1


def test_ten_thousand_rows(qapp: QApplication) -> None:
    model = DocumentsModel()
    model.reset(document(number) for number in range(10_000))
    assert model.rowCount() == 10_000
    model.set_sort("title", False)
    assert model.index(9_999, 0).data() == "Paper 9999"


@pytest.mark.parametrize(
    ("values", "words", "token"),
    [
        ({"state": "queued"}, "Waiting", ""),
        ({"state": "copied", "pages": 212, "pages_done": 118}, "Reading page 118 of 212", ""),
        (
            {"state": "copied", "kind": "document", "pages": 9, "pages_done": 4},
            "Reading section 4 of 9",
            "",
        ),
        ({"state": "searchable", "passages": 540}, "Searchable", ""),
        ({"state": "locked"}, "Needs a password", "missing"),
        ({"state": "failed", "problem": "Not readable: empty."}, "Not readable: empty.", "missing"),
        ({"blank_pages": 1}, "Ready · 1 page without text", "partly"),
        (
            {"kind": "slides", "blank_pages": 2},
            "Ready · 2 slides without text",
            "partly",
        ),
        ({"kept_out": 83}, "Ready · 83% kept out of answers", "partly"),
        ({"kept_out": 2}, "Ready", "quoted"),
        ({}, "Ready", "quoted"),
    ],
)
def test_state_in_words(values: dict[str, Any], words: str, token: str) -> None:
    shown = status(document(1, **values))
    assert (shown.words, shown.token) == (words, token)


def test_bar_never_goes_back(model: DocumentsModel) -> None:
    steps: list[dict[str, Any]] = [
        {"state": "queued"},
        {"state": "copied", "pages": 10, "pages_done": 5},
        {"state": "copied", "pages": 10, "pages_done": 10},
        {"state": "parsed"},
        {"state": "searchable", "passages": 10},
        {"state": "searchable", "passages": 10, "embedded": 10},
        {"state": "embedded"},
        {"state": "headed"},
    ]
    shares = [status(document(1, **step)).fraction for step in steps]
    assert shares == sorted(shares)
    assert shares[-1] < 1


def test_who_needs_the_user() -> None:
    assert needs_you(document(1, state="locked"))
    assert needs_you(document(1, state="failed"))
    assert not needs_you(document(1, state="parsed"))


def test_accessible_text_names_the_column(model: DocumentsModel) -> None:
    index = model.index(0, STATE)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "State: Ready"
    assert index.data(STATUS_ROLE).words == "Ready"
