"""A study that was stopped: looked at without work, gone on with when asked, and followed."""

from __future__ import annotations

from hands import turns_shown
from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from studied import a_method, an_endless_method, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.write.page import WritePage
from desktop.palette.everything import in_catalog
from warehouse.library import Library
from warehouse.records import StudyRow

WAIT_MS = 15_000


def stop_one(page: AskPage, house: House, library: Library, qtbot: QtBot) -> StudyRow:
    """Ask, stop, and go back to the first sight; returns the earlier question."""
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    with qtbot.waitSignal(page.work.stopped, timeout=WAIT_MS):
        page.stop.click()
    rows = page.start.history.rows
    qtbot.waitUntil(lambda: rows.rowCount() == 1, timeout=WAIT_MS)
    return rows.at(rows.index(0))


def test_opening_a_stopped_question_starts_no_work(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    row = stop_one(page, house, library, qtbot)
    page._new()
    page.open_study(row)
    assert not page.work.busy
    assert page.answer.halt.go_on.isVisibleTo(page)
    assert not page.stop.isVisibleTo(page.window())
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.answer.halt.go_on.click()
    assert "Nobody slept" in page.answer.text.toPlainText()


def test_a_stopped_question_can_be_asked_on(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    stop_one(page, house, library, qtbot)
    follow = page.answer.follow
    assert follow.isVisibleTo(page)
    use(house, library, ask_aware=a_method)
    follow.edit.setPlainText("When did the dam break?")
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        qtbot.keyClick(follow.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(turns_shown(page)) == 1, timeout=WAIT_MS)
    assert "Nobody slept" in page.answer.text.toPlainText()


def test_opening_another_study_tells_no_end_of_the_one_in_hand(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What broke?")
    done = page._row
    assert done is not None
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: page._row is not None and page._row.id != done.id, timeout=WAIT_MS)
    page.open_study(done)
    qtbot.waitUntil(lambda: "Nobody slept" in page.answer.text.toPlainText(), timeout=WAIT_MS)
    for left in house.jobs.running():
        left.cancel()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert page.answer.halt.isHidden()


def test_one_in_hand_is_told_as_being_answered_wherever_it_is_listed(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    page._new()
    page.shelf.look_at_studies()
    rows = page.start.history.rows
    qtbot.waitUntil(lambda: rows.rowCount() == 1, timeout=WAIT_MS)
    heard = rows.data(rows.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert "being answered" in str(heard)
    for text in ("", "happened"):
        found = in_catalog(library, house.visit, text, house.jobs.studies())
        [study] = [one for one in found if one.key.startswith("study ")]
        assert "being answered" in study.about
    page.work.stop()
    qtbot.waitUntil(lambda: not house.jobs.studies(), timeout=WAIT_MS)


def test_one_that_waits_for_another_is_not_told_as_stopped(house: House, library: Library) -> None:
    row = StudyRow("20260101-120000-0123abcd", "write", "The dam", "storm", "stopped", 1, 1)
    library.catalog.save_study(structs.replace(row, beside="first"))
    [study] = [one for one in in_catalog(library, house.visit, "dam") if one.key.endswith(row.id)]
    assert "not begun yet" in study.about


def test_an_article_that_failed_says_so_and_waits(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    row = StudyRow("20260101-120000-0123abcd", "write", "The dam", "aware", "failed", 1, 1)
    write.open_study(structs.replace(row, problem="The disk is full."))
    assert not write.work.busy
    assert write.article.halt._trouble.text() == "The disk is full."
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
