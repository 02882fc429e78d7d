"""An article that is edited in its window: its fixtures, and what a hand does and sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest
from bridge_article import weighs
from hands import DONE_MS
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from studied import TEXT, WAIT_MS, a_writing_method, use

from desktop.house import House
from desktop.pages.write.comments import CommentCard
from desktop.pages.write.page import WritePage
from desktop.pages.write.paragraph_edit import ParagraphEdit
from warehouse.app import Engines
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.writing.editing.records import Spot

NIGHT = Spot(1, 0)
SHORT = "The dam of Brielle broke in the night [1]."
W = TypeVar("W", bound=QWidget)
Until = Callable[[Callable[[], object]], None]


def remove_all(library: Library, house: House) -> list[str]:
    """Every document goes into the trash, and the window hears of it."""
    gone = [one.id for one in library.documents()]
    for one in gone:
        library.remove(one)
        house.document_removed.emit(one)
    return gone


def finish(
    write: WritePage, house: House, library: Library, qtbot: QtBot, lines: Sequence[Line] = ()
) -> None:
    """An article is written, and in front; from then on the model says these ``lines``, if any."""
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    if lines:
        assert house.warehouse is not None
        house.warehouse.engines = Engines(house.settings, ScriptedEngine(lines))
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)


@pytest.fixture
def written(write: WritePage, house: House, library: Library, qtbot: QtBot) -> WritePage:
    """A finished article in front, and a model that calls a festival false."""
    lines = [Line("shorter", "", SHORT, repeat=True), *weighs("festival")]
    finish(write, house, library, qtbot, lines)
    return write


@pytest.fixture
def until(house: House, qtbot: QtBot) -> Until:
    """Waits until something is so and no job runs."""

    def wait(is_so: Callable[[], object]) -> None:
        qtbot.waitUntil(lambda: bool(is_so()) and house.jobs.idle, timeout=DONE_MS)

    return wait


def opened(page: WritePage) -> ParagraphEdit:
    page.editing.edit(NIGHT)
    assert page.editing.pen.edit is not None
    return page.editing.pen.edit


def under(page: WritePage, kind: type[W]) -> list[W]:
    return [one for one in page.article.text.insets if isinstance(one, kind)]


def said(page: WritePage) -> str:
    return page.article.text.toPlainText()


def commented(page: WritePage, until: Until) -> CommentCard:
    """The one comment, on the first words of the paragraph."""
    edit = opened(page)
    edit.commented.emit(edit.words(), "By whom?", 0, 12)
    until(lambda: under(page, CommentCard))
    [card] = under(page, CommentCard)
    return card


def open_again(page: WritePage, until: Until) -> None:
    row = page._row
    assert row is not None
    page._new()
    page.editing.close()
    until(lambda: True)
    page.open_study(row)


def split_in_two(page: WritePage, until: Until) -> None:
    """The paragraph of before is the second of its section."""
    opened(page).done.emit(f"First of two.\n\n{TEXT}")
    until(lambda: "First of two" in said(page) and page.editing.pen.edit is None)
