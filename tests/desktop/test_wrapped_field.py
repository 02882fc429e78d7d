"""A title that is longer than its field is seen whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.wrapped_field import WrappedField

TITLE = "Making a backup of a Debian system by hand"


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[WrappedField]:
    window = QWidget()
    qtbot.addWidget(window)
    made = WrappedField("Title of the article", 70, "font-size: 15px;")
    column = QVBoxLayout(window)
    column.addWidget(made)
    column.addWidget(QWidget(), 1)
    window.resize(240, 300)
    window.show()
    qtbot.waitExposed(window)
    yield made


def test_a_long_title_wraps_and_nothing_of_it_is_cut(field: WrappedField) -> None:
    field.setText("Short")
    low = field.height()
    field.setText(TITLE)
    assert field.height() > low
    assert field.document().size().height() <= field.viewport().height()
    assert field.verticalScrollBar().maximum() == 0


def test_it_is_one_line_of_words(field: WrappedField, qtbot: QtBot) -> None:
    field.setText("The\nnight")
    pasted = QMimeData()
    pasted.setText("of\nthe dam ")
    field.insertFromMimeData(pasted)
    assert "\n" not in field.text()
    with qtbot.waitSignals([field.entered, field.finished]):
        QTest.keyClick(field, Qt.Key.Key_Return)
    field.setText("x" * 90)
    assert len(field.text()) == 70
