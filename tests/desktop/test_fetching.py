"""A link dropped on the window: nothing is connected before the user agreed, twice."""

from __future__ import annotations

from pathlib import Path

from hands import DONE_MS, MakePdf, page_of, states
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.settings.page import SettingsPage
from desktop.shell.window import Window
from warehouse import settings
from warehouse.documents.fetching import allowed_sites
from warehouse.engine import receipt

URL = "https://localhost/page"


def drop(window: Window, *urls: str) -> bool:
    mime = QMimeData()
    mime.setUrls([QUrl(url) for url in urls])
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
    opened.notice_bar._act()
    qtbot.waitUntil(lambda: settings.load().web_pages)
    site = next_notice(house, qtbot, 1)
    assert site.sentence.startswith("Connect to localhost?")
    assert (allowed_sites.hosts(), receipt.kept().count) == ((), 0)
    opened.notice_bar._act()
    refused = next_notice(house, qtbot, 2)
    assert "address of this machine" in refused.sentence
    assert (allowed_sites.hosts(), receipt.kept().count) == (("localhost",), 0)


def test_several_come_one_after_another_and_files_beside_them(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    """Where one site is not agreed to, the others come all the same."""
    paper = QUrl.fromLocalFile(str(make_pdf("paper.pdf", "A paper."))).toString()
    assert drop(opened, paper, URL, "https://example.invalid/", f"{URL}/2")
    for known, (sentence, is_agreed) in enumerate(
        (
            ("Fetching web pages is off", True),
            ("Connect to localhost?", True),
            ("Connect to example.invalid?", False),
            ("2 of 2 pages did not come.", None),
        )
    ):
        said = next_notice(house, qtbot, known)
        assert sentence in said.sentence
        if is_agreed:
            opened.notice_bar._act()
        elif is_agreed is not None:
            opened.notice_bar.dismiss()
    assert "address of this machine" in said.sentence
    assert allowed_sites.hosts() == ("localhost",)
    qtbot.waitUntil(lambda: set(states(page_of(opened)).values()) == {"verified"}, timeout=DONE_MS)
    opened._overlay.hover([], opened.rect(), ["a.org", "b.org"])
    assert opened._overlay._card.head.text() == "Drop to fetch 2 pages"
    opened._overlay.leave()


def test_what_is_dropped_meanwhile_waits_behind_what_is_asked(
    opened: Window, house: House, qtbot: QtBot
) -> None:
    house.change(web_pages=True)
    for url in (URL, "https://example.invalid/"):
        assert drop(opened, url)
        qtbot.waitUntil(lambda: not house.jobs.running(), timeout=20_000)
        assert "Connect to localhost?" in next_notice(house, qtbot, 0).sentence
    assert len(house.notices.recent) == 1
    opened.notice_bar._act()
    assert "Connect to example.invalid?" in next_notice(house, qtbot, 1).sentence
    opened.notice_bar.dismiss()
    assert "address of this machine" in next_notice(house, qtbot, 2).sentence
    assert drop(opened, "https://example.invalid/again")
    assert "Connect to example.invalid?" in next_notice(house, qtbot, 3).sentence


def test_what_is_stopped_leaves_the_way_to_the_next(
    opened: Window, house: House, qtbot: QtBot
) -> None:
    house.change(web_pages=True)
    assert drop(opened, URL, f"{URL}/2")
    opened.stop_what_runs()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=20_000)
    qtbot.wait(50)
    assert house.jobs.idle and not house.notices.recent
    assert drop(opened, "https://example.invalid/")
    assert "Connect to example.invalid?" in next_notice(house, qtbot, 0).sentence


def test_a_library_that_is_closed_fetches_nothing_more(
    opened: Window, house: House, qtbot: QtBot
) -> None:
    house.change(web_pages=True)
    assert drop(opened, URL, "https://example.invalid/")
    assert "Connect to localhost?" in next_notice(house, qtbot, 0).sentence
    with qtbot.waitSignal(house.opened, timeout=20_000):
        house.shut_for("Closing the library")
        assert len(house.jobs.running()) == 1, "nothing but that it is closed"
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=20_000)
    assert len(house.notices.recent) == 1


def test_a_window_that_is_closed_fetches_nothing_more(
    opened: Window, house: House, qtbot: QtBot
) -> None:
    house.change(web_pages=True)
    assert drop(opened, URL, "https://example.invalid/")
    assert "Connect to localhost?" in next_notice(house, qtbot, 0).sentence
    opened.closing.connect(house.closing)
    opened.close()
    assert not house.jobs.running()
    qtbot.wait(50)
    assert not house.jobs.running() and len(house.notices.recent) == 1


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
