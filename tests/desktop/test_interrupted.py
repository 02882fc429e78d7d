"""What an end of the program cut off is said when the library is opened again."""

from __future__ import annotations

from typing import cast

from msgspec import structs
from pytestqt.qtbot import QtBot
from studied import WAIT_MS, an_endless_method, use
from test_background import model as model

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from desktop.unattended.background import Background
from desktop.unattended.interrupted import Interrupted, words
from warehouse.library import Library
from warehouse.records import StudyRow

ROW = StudyRow("20260101-120000-0123abcd", "write", "The dam", "aware", "running", 1, 1)


def test_what_was_cut_off_is_named_and_led_to_one_after_the_other(
    library: Library, opened: Window, house: House, qtbot: QtBot
) -> None:
    studies = house.studies
    assert studies is not None
    article, question = studies.start("write", "The dam"), studies.start("ask", "What broke?")
    for kind in ("stopped", "failed", "done"):
        other = studies.start("ask", f"One that was {kind}")
        library.catalog.save_study(structs.replace(other, state=kind))
    for age, row in enumerate((question, article)):
        library.catalog.save_study(structs.replace(row, created=row.created - 10 - age))
    Interrupted(house, after_others_ms=0)
    house.opened.emit()
    bar = opened.notice_bar
    qtbot.waitUntil(bar.isVisible, timeout=WAIT_MS)
    said = "2 pieces of work were cut off when the program ended: “What broke?” and “The dam”."
    assert bar._sentence.text().startswith(said) and bar._action.text() == "Open the newest"
    bar._action.click()
    ask = cast(AskPage, opened.page("ask"))
    assert ask._row is not None and ask._row.id == question.id and not ask.work.busy
    assert "Cut off when the program ended." in ask.answer.halt._words.text()
    assert "1 article was cut off when the program ended: “The dam”." in bar._sentence.text()
    bar._action.click()
    write = cast(WritePage, opened.page("write"))
    assert write._row is not None and write._row.id == article.id and not bar.isVisible()
    house.opened.emit()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    qtbot.wait(50)
    assert not bar.isVisible(), "once is enough"


def test_what_is_at_work_was_not_cut_off(
    library: Library, opened: Window, house: House, qtbot: QtBot
) -> None:
    studies = house.studies
    assert studies is not None
    row = studies.start("ask", "What broke?")
    library.catalog.save_study(structs.replace(row, created=row.created - 10))
    studies.running.add(row.id)
    Interrupted(house, after_others_ms=0)
    house.opened.emit()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    qtbot.wait(50)
    assert not house.notices.recent
    studies.running.clear()


def test_many_are_counted_and_the_first_of_them_named() -> None:
    rows = [structs.replace(ROW, question=f"Dam {at}") for at in range(5)]
    assert words(rows) == (
        "5 articles were cut off when the program ended: “Dam 0”, “Dam 1”, “Dam 2” and 2 more. "
        "What they had is kept."
    )


def test_what_is_not_begun_was_not_cut_off() -> None:
    waits = structs.replace(ROW, state="stopped", beside="first", question="Tides")
    assert words([waits]) == "1 article is not begun yet: “Tides”."
    assert words([ROW, waits]) == (
        "1 article was cut off when the program ended: “The dam”. What it had is kept. "
        "1 article is not begun yet: “Tides”."
    )


def test_what_was_to_follow_one_that_was_removed_is_not_told(
    library: Library, opened: Window, house: House, qtbot: QtBot
) -> None:
    waits = structs.replace(ROW, state="stopped", beside="first")
    library.catalog.save_study(waits)
    Interrupted(house, after_others_ms=0)
    house.opened.emit()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    qtbot.wait(50)
    assert not house.notices.recent


def test_those_of_one_name_are_named_once() -> None:
    titles = ("The dam", "Tides", "The dam", "The dam", "Mills", "Ships")
    rows = [structs.replace(ROW, question=title) for title in titles]
    assert words(rows) == (
        "6 articles were cut off when the program ended: “The dam” (3 times), “Tides”, “Mills” "
        "and 1 more. What they had is kept."
    )


def test_summaries_that_were_cut_off_go_on_by_themselves(
    house: House, library: Library, model: object, qtbot: QtBot
) -> None:
    """The next time the library is opened."""
    assert [one.header for one in library.catalog.documents()] == ["plain"]
    background = Background(house, quiet_ms=50)
    house.opened.emit()
    qtbot.waitUntil(
        lambda: [one.header for one in library.catalog.documents()] == ["model"], timeout=WAIT_MS
    )
    qtbot.waitUntil(lambda: not house.jobs.running(), timeout=WAIT_MS)
    background.stop()


def test_a_question_that_the_window_was_closed_over_is_offered_at_the_next_start(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    studies = house.studies
    assert studies is not None
    house.jobs.close()
    assert [row.question for row in studies.unfinished()] == ["What happened?"]
