"""What stands under Now tells the truth also while nothing moves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.jobs import Job
from desktop.pages.studies.work import StudyWork, in_a_sentence
from desktop.shell.running_jobs import JobLine, NowView
from desktop.widgets.intententry import doing
from desktop.widgets.time_left import Pace, in_words
from warehouse.records import StudyRow
from warehouse.run import Held, Run, Step, about

HEADERS = Step("Writing headers", 0, 4, "R-data", ahead_s=660.0)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def end() -> Iterator[threading.Event]:
    made = threading.Event()
    yield made
    made.set()


@pytest.fixture
def now(house: House, qtbot: QtBot) -> NowView:
    made = NowView(house)
    qtbot.addWidget(made)
    return made


def headers(house: House, end: threading.Event, *told: Step | Held) -> Job:
    """Work in the background that has told this, and then moves no more."""

    def work(run: Run) -> None:
        for one in told:
            run.show(one)
        end.wait(20)

    return house.jobs.start("Headers", work, foreground=False)


def note(now: NowView) -> str:
    return "\n".join(line._note.accessibleName() for line in now.findChildren(JobLine))


def test_work_that_stands_still_for_a_question_says_so(
    house: House, now: NowView, end: threading.Event, qtbot: QtBot
) -> None:
    headers(house, end, HEADERS)
    qtbot.waitUntil(lambda: "about 11 min left" in note(now), timeout=5000)
    asking = house.jobs.start("Asking: Who slept?", lambda run: end.wait(20))
    held = headers(house, end, HEADERS, Held(True))
    qtbot.waitUntil(lambda: "waits for your question" in note(now), timeout=5000)
    asking.label = "Shorter"
    qtbot.waitUntil(lambda: "waits for “Shorter”" in note(now), timeout=5000)
    assert held.stands_still
    assert asking.run.foreground
    end.set()


def test_a_short_moment_in_which_it_goes_on_does_not_flicker(
    house: House, end: threading.Event, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = headers(house, end, Held(True), HEADERS)
    with qtbot.waitSignal(job.held, timeout=5000):
        pass
    job.run.show(Held(False))
    job.deliver()
    assert job.stands_still
    monkeypatch.setattr("desktop.jobs.HELD_FOR_S", -1.0)
    for still in (True, False, False):
        job.run.show(Held(still))
        job.deliver()
    assert not job.stands_still


def test_an_estimate_runs_down_and_stands_while_the_work_does() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.hear(HEADERS)
    assert in_words(pace.left_s(HEADERS)) == "about 11 min"
    clock.now = 300
    pace.hear(Step("Writing headers", 0, 4, "R-intro"))
    assert in_words(pace.left_s(HEADERS)) == "about 6 min"
    pace.hold(True)
    clock.now = 900
    assert in_words(pace.left_s(HEADERS)) == "about 6 min"
    pace.hold(False)
    clock.now = 1200
    assert in_words(pace.left_s(HEADERS)) == "about 60 s"
    clock.now = 1300
    assert in_words(pace.left_s(HEADERS)) == "", "an estimate that has run out is none"


def test_a_pace_of_its_own_goes_before_the_estimate() -> None:
    clock = Clock()
    pace = Pace(clock)
    for done in range(3):
        clock.now = 10.0 * done
        pace.hear(Step("reading", done, 10, ahead_s=5000))
    assert pace.left_s(Step("reading", 2, 10)) == 80
    assert [about(s) for s in (0.2, 59, 600, 5500)] == [
        "about 1 s",
        "about 59 s",
        "about 10 min",
        "about 1.5 h",
    ]


def test_of_one_thing_no_part_is_told(
    house: House, now: NowView, end: threading.Event, qtbot: QtBot
) -> None:
    headers(house, end, Step("answering", 0, 1))
    qtbot.waitUntil(lambda: bool(now.findChildren(JobLine)), timeout=5000)
    [line] = now.findChildren(JobLine)
    qtbot.waitUntil(lambda: line.job.step is not None, timeout=5000)
    assert line._words.accessibleName() == "Headers"
    assert line._bar.isHidden()


def test_a_click_on_its_line_goes_to_the_study_it_works_on(
    house: House, now: NowView, end: threading.Event, qtbot: QtBot
) -> None:
    work = StudyWork(house, "ask", "Asking")
    row = StudyRow("20260101-120000-0123abcd", "ask", "Who slept?", "aware", "running", 1, 1)

    def asked(run: Run) -> tuple[StudyRow, None]:
        run.show(row)
        end.wait(20)
        return row, None

    work._begin(row.question, asked)
    qtbot.waitUntil(lambda: house.jobs.studies() == {row.id}, timeout=5000)
    now.resize(220, 80)
    now.show()
    [line] = now.findChildren(JobLine)
    with qtbot.waitSignal(house.visited) as visited:
        qtbot.mouseClick(line._words, Qt.MouseButton.LeftButton)
    assert visited.args == ["ask", row]
    with qtbot.waitSignal(house.visited):
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert [one.text() for one in line.menu().actions()][-2:] == ["Go there", "Stop this work"]
    end.set()
    qtbot.waitUntil(lambda: not house.jobs.studies(), timeout=5000)


def test_work_that_knows_a_way_leads_there_and_other_work_has_no_place(
    house: House, now: NowView, end: threading.Event, qtbot: QtBot
) -> None:
    headers(house, end, HEADERS)
    table = house.jobs.start("Round table: The tides", lambda run: end.wait(20))
    table.go = partial(house.visit, "roundtable", None)
    qtbot.waitUntil(lambda: len(now.findChildren(JobLine)) == 2, timeout=5000)
    visited: list[str] = []
    house.visited.connect(lambda page, wish: visited.append(page))
    for line in now.findChildren(JobLine):
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert visited == ["roundtable"]


def test_what_is_being_written_is_said_with_its_words() -> None:
    said = in_a_sentence(Step("writing", 1, 3, "339 words, now The night"))
    assert said == "Writing the sections, 1 of 3 told: 339 words, now The night."
    assert in_a_sentence(Step("writing", 0, 3)) == "Writing the sections."


def test_it_keeps_its_name_and_says_under_it_what_it_does(
    house: House, now: NowView, end: threading.Event, qtbot: QtBot
) -> None:
    def work(run: Run) -> None:
        run.step("Checking claims", 3, 11)
        end.wait(20)

    house.jobs.start("Asking: How does R treat vectors?", work)
    qtbot.waitUntil(lambda: "Checking claims 3 of 11" in note(now), timeout=5000)
    [line] = now.findChildren(JobLine)
    assert line._words.accessibleName() == "Asking: How does R treat vectors?"
    assert not line._bar.isHidden()


def test_a_full_count_is_not_shown_while_the_work_goes_on(
    house: House, now: NowView, end: threading.Event, qtbot: QtBot
) -> None:
    def work(run: Run) -> None:
        run.step("Checking claims", 2, 2)
        end.wait(20)

    house.jobs.start("Asking: Who slept?", work)
    qtbot.waitUntil(lambda: note(now) == "Checking claims", timeout=5000)
    [line] = now.findChildren(JobLine)
    assert line._bar.isHidden()
    clock = Clock()
    pace = Pace(clock)
    for done in range(3):
        clock.now = 10.0 * done
        pace.hear(Step("Checking claims", done, 2))
    assert pace.left_s(Step("Checking claims", 2, 2)) is None
    assert doing(Step("Checking claims", 2, 2)) == "Checking claims"


def test_in_a_narrow_bar_it_is_still_stopped_and_still_told(
    house: House, now: NowView, end: threading.Event, qtbot: QtBot
) -> None:
    now.setFixedWidth(34)
    now.show()
    job = headers(house, end, HEADERS)
    qtbot.waitUntil(lambda: bool(now.findChildren(JobLine)))
    now.be_narrow(True)
    [line] = now.findChildren(JobLine)
    qtbot.waitUntil(lambda: "11 min" in line.short.toolTip())
    assert "Headers" in line.short.toolTip()
    qtbot.waitUntil(lambda: line.rect().contains(line.short.geometry()))
    assert not line._words.isVisible() and not line._stop_button.isVisible()
    menu = line.menu()
    assert not job.run.cancelled, "the sign stops nothing"
    assert menu.actions()[0].text() == line.said[0]
    menu.actions()[-1].trigger()
    assert job.run.cancelled
    now.be_narrow(False)
    assert line._words.isVisible()
