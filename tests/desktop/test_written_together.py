"""One topic by two methods from the Write page: one after the other, then side by side."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import cast

import pytest
from drafted_outlines import outline_first
from msgspec import structs
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot
from studied import WAIT_MS, a_writing_method, chain, use

from desktop.house import House
from desktop.pages.write.page import WritePage
from desktop.pages.write.together import SIDE_BY_SIDE
from desktop.shell.window import Window
from desktop.unattended.interrupted import Interrupted
from desktop.widgets.basics import Button
from warehouse.app import NewStudy
from warehouse.context import Context
from warehouse.engine.protocol import Engine
from warehouse.errors import EngineError
from warehouse.library import Library
from warehouse.methods.registry import METHODS
from warehouse.records import StudyRow
from warehouse.results.records import Article
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies import together

WRITES = "writing, 1 of 3"
SHORT = Settings(article_words=300)
Until = Callable[[Callable[[], object]], None]


@pytest.fixture
def until(qtbot: QtBot) -> Until:
    """Also while there is work in hand."""
    return lambda is_so: qtbot.waitUntil(lambda: bool(is_so()), timeout=WAIT_MS)


class Gated:
    """Waits until it may finish; ``seen`` are the settings that it was given."""

    def __init__(self, method: str, trouble: str = "") -> None:
        self.method, self.trouble = method, trouble
        self.may_end = threading.Event()
        self.seen: list[Settings] = []

    def __call__(self, topic: str, context: Context, **_: object) -> Article:
        self.seen.append(context.settings)
        context.run.show(chain(context.library))
        context.run.step("writing", 1, 3, "The night")
        while not self.may_end.wait(0.01):
            context.run.check()
        if self.trouble:
            raise EngineError(self.trouble)
        return structs.replace(a_writing_method(topic, context), method=self.method)


class Two:
    """Both methods, and the rows of their articles, the first one first."""

    def __init__(self, write: WritePage, house: House, library: Library) -> None:
        self.write, self.house = write, house
        self.first, self.second = Gated("aware"), Gated("storm")
        use(house, library, write_aware=self.first, write_storm=self.second)

    def begin(self) -> None:
        topic = self.write.topic
        topic.length.setValue(300)
        topic.way.choose("aware")
        topic.other.choose("storm")
        topic.for_whom.setChecked(True)
        topic.wishes.lines["article_readers"].setText("engineers")
        topic.box.set_text("The dam")
        topic.box.button.click()

    @property
    def rows(self) -> list[StudyRow]:
        assert self.house.library is not None
        return sorted(self.house.library.catalog.studies(), key=lambda row: row.created)

    @property
    def states(self) -> list[str]:
        return [row.state for row in self.rows]

    @property
    def said(self) -> list[str]:
        """What the line over the article says of both."""
        return [link.text() for link in self.write.together.links]

    @property
    def offered(self) -> bool:
        """Is the comparison?"""
        recent = self.house.notices.recent
        return bool(recent) and recent[-1].action == SIDE_BY_SIDE

    def show_beside(self, until: Until) -> None:
        """By the line over the article."""
        until(lambda: self._beside)
        self._beside[0].click()

    @property
    def _beside(self) -> list[Button]:
        links = self.write.together.line.findChildren(Button)
        return [link for link in links if link.text() == SIDE_BY_SIDE and link.isVisible()]


@pytest.fixture
def two(write: WritePage, house: House, library: Library) -> Two:
    return Two(write, house, library)


def names() -> tuple[str, str]:
    return METHODS["aware"].title, METHODS["storm"].title


def test_both_are_written_and_offered_side_by_side(
    two: Two, write: WritePage, opened: Window, until: Until
) -> None:
    opened.visit("write")
    two.begin()
    first, second = names()
    until(lambda: two.said == [first, f"{second}: not begun yet"])
    assert write.together.line.isVisible() and two.states == ["running", "stopped"]
    two.first.may_end.set()
    proven = "3 of 5 sentences proven"
    until(lambda: two.said == [first, f"{second}: {WRITES}"])
    assert write._row is not None and write._row.id == two.rows[0].id, "nothing takes its place"
    two.second.may_end.set()
    until(lambda: two.offered)
    until(lambda: write._house.jobs.idle)
    assert write._middle.currentWidget() is write.article, "nor when both are written"
    assert two.states == ["done", "done"] and two.said == [first, f"{second}: {proven}"]
    assert opened.notice_bar.isVisible()
    two.show_beside(until)
    assert not opened.notice_bar.isVisible(), "it is offered once"
    until(lambda: write._middle.currentWidget() is write.compare.view)
    assert len(write.compare.view.texts) == 2 and not write.together.line.isVisible()
    given = [(one.article_words, one.article_readers) for one in two.first.seen + two.second.seen]
    assert given == [(300, "engineers")] * 2
    write.compare.view.back.click()
    link = write.together.links[1]
    assert isinstance(link, Button) and link.isVisible()
    link.click()
    until(lambda: write._row is not None and write._row.id == two.rows[1].id)
    until(lambda: not isinstance(write.together.links[1], Button))


def test_the_end_of_the_last_takes_no_keys(
    two: Two, write: WritePage, opened: Window, until: Until
) -> None:
    opened.visit("write")
    two.first.may_end.set()
    two.begin()
    until(lambda: len(two.second.seen) == 1)
    write._look_for_more()
    field = opened.focusWidget()
    two.second.may_end.set()
    until(lambda: two.states == ["done", "done"] and write._house.jobs.idle)
    assert isinstance(field, QLineEdit | QPlainTextEdit) and opened.focusWidget() is field


def test_who_is_elsewhere_by_then_is_offered_the_comparison(
    two: Two, write: WritePage, opened: Window, house: House, until: Until
) -> None:
    two.begin()
    two.first.may_end.set()
    until(lambda: two.states == ["done", "running"])
    opened.visit("ask")
    write._new()
    opened.visit("ask")
    two.second.may_end.set()
    until(lambda: opened.notice_bar.isVisible())
    assert opened.current == "ask"
    first, second = names()
    assert opened.notice_bar._sentence.text() == f"“The dam” is written by {first} and {second}."
    assert opened.notice_bar._action.text() == SIDE_BY_SIDE
    opened.notice_bar._action.click()
    assert opened.current == "write"
    until(write.compare.view.isVisible)
    assert len(write.compare.view.texts) == 2


def test_a_stop_holds_the_second_back_until_the_first_goes_on(
    two: Two, write: WritePage, opened: Window, qtbot: QtBot, until: Until
) -> None:
    opened.visit("write")
    two.begin()
    until(lambda: len(two.first.seen) == 1)
    with qtbot.waitSignal(write.work.stopped, timeout=WAIT_MS):
        write.stop.click()
    until(lambda: two.house.jobs.idle)
    assert two.states == ["stopped", "stopped"] and not two.second.seen
    two.first.may_end.set()
    two.second.may_end.set()
    write._go_on()
    until(lambda: two.offered)
    assert two.states == ["done", "done"]


def test_the_second_can_be_written_without_the_first(
    two: Two, write: WritePage, qtbot: QtBot, until: Until
) -> None:
    two.begin()
    until(lambda: len(two.first.seen) == 1)
    with qtbot.waitSignal(write.work.stopped, timeout=WAIT_MS):
        write.stop.click()
    write.open_study(two.rows[1])
    until(lambda: not write.article.halt.isHidden())
    assert "Not begun yet" in write.article.halt._words.text()
    two.second.may_end.set()
    write.article.halt.go_on.click()
    until(lambda: two.states == ["stopped", "done"])
    assert write._middle.currentWidget() is write.article


@pytest.mark.parametrize("failing", [0, 1])
def test_where_one_fails_the_other_stands(
    two: Two, write: WritePage, opened: Window, house: House, until: Until, failing: int
) -> None:
    opened.visit("write")
    both = (two.first, two.second)
    both[failing].trouble = "The model wrote nothing."
    for one in both:
        one.may_end.set()
    two.begin()
    until(lambda: sorted(two.states) == ["done", "failed"])
    until(lambda: house.jobs.idle)
    bad, good = names()[failing], names()[1 - failing]
    [notice] = house.notices.recent
    if failing == 0:
        assert notice.sentence == f"“The dam” is written by {good} alone."
        assert notice.next_step == f"{bad} failed: The model wrote nothing."
    else:
        assert notice.sentence == "The model wrote nothing.", "told once"
        assert two.said[1] == f"{bad}: The model wrote nothing."
    both[failing].trouble = ""
    write.open_study(two.rows[failing])
    until(lambda: not write.article.halt.isHidden())
    write._go_on()
    until(lambda: two.offered)


def test_what_is_done_again_later_offers_nothing(
    two: Two, write: WritePage, opened: Window, until: Until
) -> None:
    opened.visit("write")
    for one in (two.first, two.second):
        one.may_end.set()
    two.begin()
    until(lambda: two.offered)
    assert write._row is not None
    write._once_more("Doing again.", write.work.go_on)
    until(lambda: len(two.first.seen) == 2 and not write.work.busy)
    until(lambda: write._house.jobs.idle)
    assert len(write._house.notices.recent) == 1


def test_a_start_in_between_tells_of_both(
    two: Two, opened: Window, house: House, library: Library, until: Until
) -> None:
    """Whether the first was being written or was done, and the second not begun."""
    studies = house.studies
    assert studies is not None and house.warehouse is not None
    first = studies.start("write", "The dam")
    old = structs.replace(first, created=first.created - 20)
    library.catalog.save_study(old)
    second = together.start(studies, library.catalog, old, "storm", Settings(article_words=300))
    second = structs.replace(second, created=second.created - 10)
    library.catalog.save_study(second)
    looks = Interrupted(house, after_others_ms=0)
    house.opened.emit()
    until(lambda: bool(house.notices.recent))
    assert house.notices.recent[-1].sentence.startswith("1 article was cut off")
    two.first.may_end.set()
    two.second.may_end.set()
    opened.notice_bar._action.click()
    write = cast(WritePage, opened.page("write"))
    assert write._row is not None and write._row.id == first.id and not write.work.busy
    library.catalog.save_study(structs.replace(old, state="done"))
    house.opened.emit()
    until(lambda: len(house.notices.recent) == 2)
    assert house.notices.recent[-1].sentence == "1 article is not begun yet: “The dam”."
    opened.notice_bar._action.click()
    assert write._row.id == second.id
    until(lambda: "Not begun yet" in write.article.halt._words.text())
    write.article.halt.go_on.click()
    until(lambda: two.states == ["done", "done"])
    assert [one.article_words for one in two.second.seen] == [300]
    looks.setParent(None)


def test_an_outline_that_is_drafted_behind_another_article_is_offered(
    two: Two, write: WritePage, opened: Window, house: House, library: Library, until: Until
) -> None:
    use(house, library, write_aware=two.first, write_storm=outline_first)
    two.first.may_end.set()
    opened.visit("write")
    two.begin()
    until(lambda: two.states == ["done", "stopped"] and house.jobs.idle)
    [notice] = house.notices.recent
    assert notice.sentence == f"The outline of “The dam” by {names()[1]} is drafted."
    opened.notice_bar._action.click()
    assert write._row is not None and write._row.id == two.rows[1].id
    until(lambda: write._middle.currentWidget() is write.editors.heading)
    write.outline.write.click()
    until(lambda: two.offered)


def test_a_stop_behind_another_article_offers_nothing(two: Two, house: House, until: Until) -> None:
    two.first.may_end.set()
    two.begin()
    until(lambda: len(two.second.seen) == 1)
    [job] = house.jobs.running()
    job.cancel()
    until(lambda: two.states == ["done", "stopped"] and house.jobs.idle)
    assert not house.notices.recent


def test_one_that_waits_for_its_model_is_known(
    two: Two, write: WritePage, house: House, monkeypatch: pytest.MonkeyPatch, until: Until
) -> None:
    """Opened by then, it is at work."""
    waits = threading.Event()
    warehouse = house.warehouse
    assert warehouse is not None
    engine_of = warehouse._engine_of

    def slow(study: StudyRow, run: Run) -> Engine:
        while not waits.wait(0.01):
            run.check()
        return engine_of(study, run)

    monkeypatch.setattr(warehouse, "_engine_of", slow)
    two.first.may_end.set()
    two.begin()
    until(lambda: two.states == ["done", "stopped"] and house.jobs.running())
    until(lambda: house.jobs.studies() == {two.rows[1].id})
    write.open_study(two.rows[1])
    assert write.work.busy and write.article.halt.isHidden()
    waits.set()
    two.second.may_end.set()
    until(lambda: two.states == ["done", "done"])


def test_what_became_of_one_is_told_once_it_is_known(
    two: Two, write: WritePage, until: Until
) -> None:
    """And nothing else before that."""
    told: list[str] = []
    write._house.jobs.changed.connect(lambda: told.extend(two.said))
    two.begin()
    until(lambda: len(two.first.seen) == 1)
    write.open_study(two.rows[1])
    two.first.may_end.set()
    two.second.may_end.set()
    until(lambda: two.states == ["done", "done"] and write._house.jobs.idle)
    assert not [said for said in told if "not finished" in said]


def test_side_by_side_from_one_that_has_nothing_to_compare(
    two: Two, write: WritePage, opened: Window, house: House, library: Library, until: Until
) -> None:
    """The line leads to those that have."""
    opened.visit("write")
    use(house, library, write_aware=two.first, write_storm=two.second, write_retell=two.first)
    two.first.may_end.set()
    two.second.trouble = "The model wrote nothing."
    two.second.may_end.set()
    write.work.start(NewStudy("write", "The dam", "aware", also=("storm", "retell")), SHORT)
    until(lambda: two.states == ["done", "failed", "done"] and house.jobs.idle)
    write.open_study(two.rows[1])
    until(lambda: house.jobs.idle)
    two.show_beside(until)
    until(lambda: write._middle.currentWidget() is write.compare.view)
    assert write._row is not None and write._row.id == two.rows[0].id


def test_of_nothing_there_is_nothing_to_compare(
    two: Two, write: WritePage, house: House, library: Library, until: Until
) -> None:
    """Where the library tells of it in neither article."""

    def nothing(topic: str, context: Context, **_: object) -> Article:
        made = a_writing_method(topic, context)
        return structs.replace(made, lead=structs.replace(made.lead, claims=()), blocks=())

    use(house, library, write_aware=nothing, write_storm=nothing)
    two.begin()
    until(lambda: two.said == [names()[0], f"{names()[1]}: not in your library"])
    until(lambda: house.jobs.idle)
    assert not house.notices.recent and write._middle.currentWidget() is write.article
