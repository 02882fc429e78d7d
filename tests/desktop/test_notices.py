from __future__ import annotations

import errno
import os

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop.app import bugs_said
from desktop.house import House
from desktop.notices import KEPT, words
from desktop.shell.window import Window
from warehouse.errors import Cancelled, ModelMissing


def test_known_error_is_its_sentence() -> None:
    notice = words(ModelMissing("No model is installed."))
    assert (notice.kind, notice.sentence) == ("error", "No model is installed.")
    assert notice.next_step == ModelMissing.next_step
    assert notice.report == ""


def test_system_error_is_in_the_systems_words() -> None:
    notice = words(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/there"))
    assert notice.kind == "error"
    assert notice.sentence == "No space left on device: /there."


def test_anything_else_is_a_bug_with_a_report(house: House) -> None:
    house.notices.error(ZeroDivisionError("division by zero"))
    (notice,) = house.notices.recent
    assert notice.kind == "bug"
    assert "ZeroDivisionError" in notice.report
    assert "ZeroDivisionError" not in notice.sentence


def test_what_a_slot_raises_is_said_too(house: House, qtbot: QtBot) -> None:
    def raises() -> None:
        raise ZeroDivisionError("in a slot")

    with qtbot.captureExceptions() as caught, bugs_said(house.notices):
        QTimer.singleShot(0, raises)
        qtbot.waitUntil(lambda: bool(house.notices.recent))
    (notice,) = house.notices.recent
    assert notice.kind == "bug" and "in a slot" in notice.report
    assert len(caught) == 1


def test_stop_is_no_notice(house: House) -> None:
    house.notices.error(Cancelled())
    assert house.notices.recent == []


def test_only_the_last_are_kept(house: House) -> None:
    for number in range(KEPT + 7):
        house.notices.say(str(number))
    assert len(house.notices.recent) == KEPT
    assert house.notices.recent[-1].sentence == str(KEPT + 6)


def test_bar_shows_and_copies_the_report(house: House, window: Window, qtbot: QtBot) -> None:
    house.notices.error(ZeroDivisionError("division by zero"))
    bar = window.notice_bar
    assert bar.isVisible()
    assert "went wrong" in bar.accessibleName()
    qtbot.mouseClick(bar._action, Qt.MouseButton.LeftButton)
    assert "ZeroDivisionError" in QGuiApplication.clipboard().text()
    assert not bar.isVisible()


def test_escape_closes_what_stays_until_it_is_closed(
    house: House, window: Window, qtbot: QtBot
) -> None:
    house.notices.error(ModelMissing("No model is installed."))
    qtbot.keyClick(window.page("library"), Qt.Key.Key_Escape)
    assert not window.notice_bar.isVisible()


def test_what_leads_on_stays_until_it_is_closed(house: House, window: Window, qtbot: QtBot) -> None:
    bar = window.notice_bar
    house.notices.offer("Left out: broken.zip, and 1 more.", "Show all", lambda: None)
    assert bar.isVisible() and not bar._timer.isActive()
    qtbot.mouseClick(bar._close, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
    house.undo.did("Moved 2 documents", lambda: None, lambda: None)
    assert bar._timer.isActive(), "what was done is kept when the time to undo it is over"


def test_offer_is_taken_or_lapses_once(house: House, window: Window, qtbot: QtBot) -> None:
    calls: list[str] = []
    house.notices.offer("One.", "Undo", lambda: calls.append("a"), lambda: calls.append("b"))
    qtbot.mouseClick(window.notice_bar._action, Qt.MouseButton.LeftButton)
    assert calls == ["a"]
    house.notices.offer("Two.", "Undo", lambda: calls.append("c"), lambda: calls.append("d"))
    house.notices.say("Three.")
    assert calls == ["a", "d"]
    window.notice_bar.dismiss()
    assert calls == ["a", "d"]


def test_an_offer_to_undo_goes_when_another_deed_follows_it_in_silence(
    house: House, window: Window
) -> None:
    """Its button would take the other back."""
    calls: list[str] = []
    bar, nothing = window.notice_bar, lambda: None
    house.undo.did("Removed a document", nothing, nothing, lambda: calls.append("to the trash"))
    assert bar.isVisible()
    house.undo.did("Changed a note", nothing, nothing, note=None)
    assert not bar.isVisible() and calls == ["to the trash"]
    house.notices.say("Three.")
    house.undo.did("Changed a note", nothing, nothing, note=None)
    assert bar.isVisible(), "what was said by others stays"
    assert calls == ["to the trash"]
