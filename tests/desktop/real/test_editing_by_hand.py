"""An article edited and its outline shaped with a real mouse and real keys."""

from __future__ import annotations

import pytest
from bridge_article import weighs
from hand import WAIT_MS, Hand, focused
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot
from studied import a_writing_method, use

from desktop.house import House
from desktop.pages.write.page import WritePage
from warehouse.app import Engines
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library


@pytest.fixture
def written(
    write: WritePage, house: House, library: Library, hand: Hand, qtbot: QtBot
) -> WritePage:
    use(house, library, write_aware=a_writing_method)
    hand.key("ctrl+3")
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    assert house.warehouse is not None
    house.warehouse.engines = Engines(house.settings, ScriptedEngine(weighs("festival")))
    hand.wait_until(lambda: house.jobs.idle and write.outline.tree.rows.can_change)
    return write


def test_a_paragraph_is_opened_typed_in_and_kept(
    written: WritePage, house: House, hand: Hand
) -> None:
    text = written.article.text
    place = text.place_of(2)
    assert place is not None
    hand.double_click(text, place.center().toPoint())
    hand.wait_until(lambda: written.editing.pen.edit is not None)
    edit = written.editing.pen.edit
    assert edit is not None and focused() is edit.text
    hand.type(" A festival was held [1]. Pe")
    hand.key("ctrl+z", "ctrl+z", "ctrl+z")
    hand.wait_until(lambda: not edit.words().endswith("Pe"))
    hand.key("ctrl+End")
    hand.type(" It ended.")
    hand.wait_until(lambda: edit._wrong.isVisible() and house.jobs.idle)
    hand.key("ctrl+Return")
    hand.wait_until(lambda: written.editing.pen.edit is None)
    assert "It ended." in text.toPlainText()
    hand.wait_until(lambda: house.jobs.idle)
    hand.key("alt+v")
    hand.wait_until(written.editors.versions.isVisible)
    hand.key("Escape")
    hand.wait_until(text.isVisible)


def test_a_heading_is_dragged_renamed_and_moved_by_keys(
    written: WritePage, house: House, hand: Hand
) -> None:
    tree = written.outline.tree

    def titles() -> list[str]:
        return [one.title for one in tree.rows.rows]

    last = tree.visualRect(tree.rows.index_of((1,))).center()
    first = tree.visualRect(tree.rows.index_of((0,))).topLeft() + QPoint(40, 1)
    with hand.carry_apart(tree.viewport(), last, tree.viewport(), first):
        hand.wait_until(lambda: titles()[0] == "Costs")
    tree.setFocus()
    tree.put_at((0,))
    hand.key("F2")
    hand.type("The bill")
    hand.key("Return")
    hand.wait_until(lambda: titles()[0] == "The bill")
    hand.wait_until(lambda: focused() is tree)
    hand.key("alt+Down")
    hand.wait_until(lambda: titles()[-1] == "The bill")
    hand.key("ctrl+z", "ctrl+z", "ctrl+z")
    hand.wait_until(lambda: titles() == ["The night", "The dam", "Costs"])


def test_evidence_is_dragged_onto_a_heading(written: WritePage, hand: Hand) -> None:
    tree, heading = written.outline.tree, written.editors.heading

    def counts() -> list[int]:
        return [one.count for one in tree.rows.rows]

    tree.setFocus()
    tree.put_at((0,))
    hand.key("space")
    hand.wait_until(lambda: heading.isVisible() and len(heading.evidence.links) == 1)
    assert counts() == [1, 1, 0]
    link = heading.evidence.links[0]
    onto = tree.visualRect(tree.rows.index_of((1,))).center()
    with hand.carry_apart(link, link.rect().center(), tree.viewport(), onto):
        hand.wait_until(lambda: counts() == [0, 1, 1])
    hand.wait_until(lambda: not heading.evidence.links)
    hand.key("ctrl+z")
    hand.wait_until(lambda: counts() == [1, 1, 0])
    hand.click(heading.evidence.links[0])
    hand.wait_until(written.pane.isVisible)
