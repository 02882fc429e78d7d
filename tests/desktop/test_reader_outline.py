"""The outline beside a document follows what is read."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.pages.reader.outline import OutlineList
from desktop.theme import Theme
from indexers.records import Section

SECTIONS = [Section(1, f"Chapter {at}", 100 * at, 100 * at + 99) for at in range(1, 60)]


def chosen(outline: OutlineList) -> list[str]:
    return [outline.rows.at(index).title for index in outline.selectionModel().selectedIndexes()]


def test_over_the_first_heading_none_is_chosen(theme: Theme, qtbot: QtBot) -> None:
    outline = OutlineList(theme)
    qtbot.addWidget(outline)
    outline.resize(240, 200)
    outline.show()
    outline.tell(SECTIONS)
    outline.follow(5050)
    assert chosen(outline) == ["Chapter 50"] and outline.verticalScrollBar().value() > 0
    outline.follow(20)
    assert chosen(outline) == [] and not outline.currentIndex().isValid()
    assert outline.verticalScrollBar().value() == 0
    outline.follow(150)
    assert chosen(outline) == ["Chapter 1"]
