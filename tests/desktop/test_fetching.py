"""A link dropped on the window: nothing is connected before the user agreed, twice."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.settings.page import SettingsPage
from desktop.window import Window
from warehouse import settings
from warehouse.documents.fetching import allowed_sites
from warehouse.engine import receipt

URL = "https://localhost/page"


def drop(window: Window, url: str) -> bool:
    mime = QMimeData()
    mime.setUrls([QUrl(url)])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    where, action = QPointF(500, 400), Qt.DropAction.CopyAction
    enter = QDragEnterEvent(where.toPoint(), action, mime, buttons, keys)
    enter.setAccepted(False)
    window.dragEnterEvent(enter)
    if enter.isAccepted():
        window.dropEvent(QDropEvent(where, action, mime, buttons, keys))
    return enter.isAccepted()


def next_notice(house: House, qtbot: QtBot, known: int) -> Notice:
    qtbot.waitUntil(lambda: len(house.notices.recent) > known, timeout=20_000)
    return house.notices.recent[known]


def test_each_step_is_asked_for(opened: Window, house: House, qtbot: QtBot, home: Path) -> None:
    assert drop(opened, URL)
    off = next_notice(house, qtbot, 0)
    assert (off.sentence, off.action) == ("Fetching web pages is off.", "Turn on")
    assert off.act is not None
    off.act()
    qtbot.waitUntil(lambda: settings.load().web_pages)
    site = next_notice(house, qtbot, 1)
    assert site.sentence.startswith("Connect to localhost?")
    assert (allowed_sites.hosts(), receipt.connections()) == ((), 0)
    assert site.act is not None
    site.act()
    refused = next_notice(house, qtbot, 2)
    assert "address of this machine" in refused.sentence
    assert (allowed_sites.hosts(), receipt.connections()) == (("localhost",), 0)


def test_a_site_can_be_taken_back(opened: Window, house: House, qtbot: QtBot) -> None:
    allowed_sites.allow("example.org")
    page = opened.page("settings")
    assert isinstance(page, SettingsPage)
    page.sites.look()
    (line,) = page.sites._lines
    (back,) = line.findChildren(QPushButton)
    assert back.accessibleName() == "Ask again before connecting to example.org"
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert allowed_sites.hosts() == ()


def test_what_is_no_page_is_not_taken(opened: Window) -> None:
    assert not drop(opened, "ftp://example.org/file")
    assert not drop(opened, "javascript:alert(1)")


def test_add_offers_a_page(opened: Window, house: House, qtbot: QtBot) -> None:
    page = opened.page("library")
    words = [action.text() for action in page.title._menu.actions()]
    assert "A web page …" in words
