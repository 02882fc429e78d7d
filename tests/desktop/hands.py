"""The hands and eyes of a user, for the tests of the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.collectionlist import CollectionList
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.ask.turn import TurnView
from desktop.pages.library.page import LibraryPage
from desktop.pages.studies.page import StudyPage
from desktop.shell.window import Window
from desktop.widgets.laid_out import parts_of
from warehouse.records import Document

MakePdf = Callable[..., Path]
DONE_MS = 40_000
NO_DOCUMENTS = "There are no documents yet"


def page_of(window: Window) -> LibraryPage:
    return cast(LibraryPage, window.page("library"))


def side_of(window: Window) -> CollectionList:
    return cast(CollectionList, window.sidebar.findChild(CollectionList))


def words_in(widget: QWidget) -> str:
    return "\n".join(one.text() for one in widget.findChildren(QLabel))


def turns_shown(page: AskPage) -> list[TurnView]:
    """Beside the one in front, the topmost first: as the layouts over and under it hold them."""
    view = page.answer
    placed = [*parts_of(view._before), *parts_of(view._after)]
    return [one for one in placed if isinstance(one, TurnView) and not one.isHidden()]


def states(page: LibraryPage) -> dict[str, str]:
    return {one.title: one.state for one in page.model.documents()}


def titles(page: LibraryPage) -> set[str]:
    """Those that the list shows."""
    return {page.model.document(row).title for row in range(page.model.rowCount())}


def claims_emptiness(page: StudyPage) -> bool:
    return page.start.need.isVisibleTo(page) and NO_DOCUMENTS in page.start.need.said


def wait_until_quiet(house: House, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not house.jobs.running(), timeout=DONE_MS)
    qtbot.wait(150)


def first_chosen(opened: Window, house: House, qtbot: QtBot, path: Path) -> LibraryPage:
    """The Library page with one document in it, whole and chosen, and its details asked for."""
    page = page_of(opened)
    page.add([path])
    qtbot.waitUntil(lambda: set(states(page).values()) == {"verified"}, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    page.table.selectRow(0)
    return page


def choose(page: LibraryPage, title: str) -> str:
    """Select the document; returns its id."""
    found = next(one.id for one in page.model.documents() if one.title == title)
    page._select(found)
    return found


def rows_of(page: LibraryPage, *ids: str) -> list[Document]:
    """As the list has them."""
    known = {one.id: one for one in page.model.documents()}
    return [known[id] for id in ids]


def press(where: QWidget, name: str, qtbot: QtBot) -> None:
    """The button of that name, which may be scrolled out of sight."""
    button = next(one for one in where.findChildren(QPushButton) if one.text() == name)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def trigger(menu: QMenu, *names: str) -> None:
    """The action under these names, one menu inside the other."""
    for name in names:
        action = next(one for one in menu.actions() if one.text() == name)
        if action.menu() is not None:
            menu = cast(QMenu, action.menu())
        else:
            action.trigger()


def search(page: LibraryPage, text: str, wanted: set[str], qtbot: QtBot) -> None:
    """Type it, and wait until the list shows these."""
    page.title.search.setText(text)
    qtbot.waitUntil(lambda: titles(page) == wanted, timeout=DONE_MS)


def named(house: House) -> list[tuple[str, int]]:
    """The collections in the side bar, with how many documents each has."""
    return [(one.name, one.documents) for one in house.order.collections]
