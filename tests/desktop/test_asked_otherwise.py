"""A question asked in other words: limited as before, and on the page of nothing else."""

from __future__ import annotations

from pytestqt.qtbot import QtBot
from studied import a_method, an_endless_method, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.widgets.scope_choice import Limit
from warehouse.library import Library

WAIT_MS = 15_000


def test_what_is_asked_otherwise_is_limited_as_it_was(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    """By a query by that, whatever has its name by now; a collection that is gone is said so."""
    use(house, library, ask_aware=a_method)
    page.start.within.limit(Limit(query="dam"))
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    page.start.within.choose("")
    held = library.shelves.make("dam")
    page.start.within.offer(["dam"])
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS) as done:
        page._ask_anyway()
    assert house.studies is not None
    scope = house.studies.scope(done.args[0])
    assert scope is not None and scope.is_unsaved and scope.name == "dam" and scope.documents
    page.start.within.choose("dam")
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    library.shelves.delete(held)
    with qtbot.waitSignal(page.work.failed, timeout=WAIT_MS) as failed:
        page._ask_as("list")
    assert failed.args[0].sentence == "There is no collection or saved search named “dam”."


def test_a_question_that_runs_ends_before_it_is_asked_in_other_words(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    row = page._row
    assert row is not None and house.warehouse is not None
    house.warehouse.studies.works = {("ask", "aware"): a_method}
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page._reword(row, "What happened to the dam?")
    assert "Nobody slept" in page.answer.text.toPlainText()
    assert [one.asked_as for one in house.warehouse.studies.list()] == ["What happened to the dam?"]


def test_what_is_asked_in_other_words_leaves_the_page_to_what_was_opened_since(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    other = page._row
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened then?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    row = page._row
    assert row is not None and other is not None and house.warehouse is not None
    house.warehouse.studies.works = {("ask", "aware"): a_method}
    page._reword(row, "What happened to the dam?")
    page.open_study(other)
    with qtbot.waitSignal(page.work.ended_beside, timeout=WAIT_MS):
        pass
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert page._id == other.id and not page.work.busy
    newest = house.warehouse.studies.list()[0]
    assert (newest.id, newest.state) == (row.id, "done")
    assert newest.asked_as == "What happened to the dam?"


def test_what_is_asked_in_other_words_comes_back_to_who_opens_it_before_it_begins(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    """And it begins once, with the words that came last."""
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    other = page._row
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened then?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    row = page._row
    assert row is not None and other is not None and house.warehouse is not None
    house.warehouse.studies.works = {("ask", "aware"): a_method}
    page._reword(row, "What happened to the wall?")
    page._reword(row, "What happened to the dam?")
    page.open_study(other)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.open_study(row)
        assert page.study.halt.isHidden()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert page._id == row.id and "Nobody slept" in page.answer.text.toPlainText()
    newest = house.warehouse.studies.list()[0]
    assert (newest.id, newest.state) == (row.id, "done")
    assert newest.asked_as == "What happened to the dam?"
