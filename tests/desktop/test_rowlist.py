"""Lists of rows: what is selected stays what it was, or is selected no more."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.collectionlist import Rows
from desktop.house import House
from warehouse.records import Collection

ALPHA, BETA, DELTA = Collection(1, "Alpha"), Collection(2, "Beta"), Collection(4, "Delta")


def test_what_is_selected_goes_where_its_row_goes(house: House, qtbot: QtBot) -> None:
    rows = Rows(house)
    qtbot.addWidget(rows)
    rows.rows.show([ALPHA, BETA, DELTA])
    rows.setCurrentIndex(rows.rows.index(0))
    renamed = Collection(1, "Zeta")
    rows.rows.show([BETA, DELTA, renamed])
    assert rows.rows.at(rows.currentIndex()) == renamed
    counted = Collection(1, "Zeta", documents=3)
    rows.rows.show([BETA, DELTA, counted])
    assert rows.rows.at(rows.currentIndex()) == counted


def test_what_came_in_its_place_is_not_selected(house: House, qtbot: QtBot) -> None:
    rows = Rows(house)
    qtbot.addWidget(rows)
    rows.rows.show([ALPHA, BETA])
    rows.setCurrentIndex(rows.rows.index(0))
    rows.rows.show([BETA, DELTA])
    assert not rows.currentIndex().isValid()
