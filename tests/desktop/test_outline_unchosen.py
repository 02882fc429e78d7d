"""What can be done to an outline of which no heading is chosen."""

from __future__ import annotations

from drafted_outlines import stop_at_the_outline, titles
from edited_articles import Until
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.write.page import WritePage
from warehouse.library import Library


def test_a_button_chooses_a_heading_where_none_is(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    stop_at_the_outline(write, house, library, qtbot, until)
    outline, tree = write.outline, write.outline.tree
    buttons = {one.accessibleName(): one for one in outline.findChildren(QAbstractButton)}
    tree.setCurrentIndex(QModelIndex())
    buttons["More for this heading"].click()
    popup = QApplication.activePopupWidget()
    assert popup is not None and tree.current() == (0,)
    popup.close()
    tree.setCurrentIndex(QModelIndex())
    buttons["Split it in two (Ctrl+J)"].click()
    assert tree.current() == (0,) and titles(write) == ["The night", "The dam"]


def test_a_change_is_taken_back_where_no_heading_is_chosen(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    stop_at_the_outline(write, house, library, qtbot, until)
    outline, tree = write.outline, write.outline.tree
    outline.do("down", (0,))
    until(lambda: titles(write) == ["The dam", "The night"])
    tree.setCurrentIndex(QModelIndex())
    assert outline.why_not and not outline.whole_not
    outline.do("undo")
    until(lambda: titles(write) == ["The night", "The dam"])
