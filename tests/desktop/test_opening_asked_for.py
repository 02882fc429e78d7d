"""An opening that failed and an end that is not there, asked for where they would stand."""

from __future__ import annotations

import pytest
from bridge_article import weighs
from edited_articles import Until, said, under
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from studied import WAIT_MS, article, use

from desktop.house import House
from desktop.pages.write.page import WritePage
from desktop.pages.write.suggestion import SuggestionCard
from desktop.widgets.basics import Button
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.results.records import Article, Block
from warehouse.writing.editing import rewriting
from warehouse.writing.editing.records import Spot

TOLD = "In the night the dam broke [1]."
END = {"title": "So it was", "text": TOLD}


def lacking(topic: str, context: Context, **_: object) -> Article:
    made = article(context.library)
    third = structs.replace(made.blocks[1], level=2, title="After it")
    failed = Block(1, "", "", (), failed="The model ended.")
    return structs.replace(made, lead=failed, blocks=(*made.blocks[:2], third))


@pytest.fixture(name="page")
def a_page(write: WritePage, house: House, library: Library, qtbot: QtBot) -> WritePage:
    use(house, library, write_aware=lacking)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    lines = [Line("lead", "", TOLD, repeat=True), Line("conclusion", "", END, repeat=True)]
    engine = ScriptedEngine([*lines, *weighs("festival")])
    assert house.warehouse is not None
    house.warehouse.engines = Engines(house.settings, engine)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    return write


def offered(page: WritePage) -> dict[str, Button]:
    found = (inset.findChild(Button) for inset in page.article.text.insets)
    return {button.text(): button for button in found if button is not None}


def test_an_opening_that_failed_is_written_and_taken_back(
    page: WritePage, house: House, until: Until
) -> None:
    assert "was not written: The model ended." in said(page)
    button = offered(page)["Write the opening again"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isEnabled() and [job.label for job in house.jobs.running()] == [
        "Writing the opening"
    ]
    until(lambda: page.editors.version.text() == "Version 2")
    assert "In the night the dam broke" in said(page)
    assert set(offered(page)) == {"Write an end"}
    house.undo.undo()
    until(lambda: "Write the opening again" in offered(page))
    assert offered(page)["Write the opening again"].isEnabled()
    assert "In the night the dam broke" not in said(page)


def test_an_end_is_asked_for_and_told_where_there_is_none(
    page: WritePage, house: House, until: Until
) -> None:
    told: list[str] = []
    house.notices.raised.connect(lambda notice: told.append(str(notice)))
    QTest.mouseClick(offered(page)["Write an end"], Qt.MouseButton.LeftButton)
    until(lambda: told)
    assert rewriting.NO_END in told[0]
    assert offered(page)["Write an end"].isEnabled()


def test_an_opening_is_suggested_where_there_is_none(
    page: WritePage, house: House, until: Until
) -> None:
    page.editing.here("rewrite", Spot(0, 0))
    until(lambda: under(page, SuggestionCard))
    [card] = under(page, SuggestionCard)
    card.accepted.emit(1, None)
    until(lambda: not under(page, SuggestionCard))
    assert "In the night the dam broke" in said(page)
    house.undo.undo()
    until(lambda: under(page, SuggestionCard))


def test_none_is_asked_for_while_the_outline_is_written(page: WritePage) -> None:
    page.editors.shaping.busy.emit(True)
    assert not any(button.isEnabled() for button in offered(page).values())
    page.editors.shaping.busy.emit(False)
    assert all(button.isEnabled() for button in offered(page).values())
