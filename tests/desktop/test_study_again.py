"""A study that is run again says what changed, and says it again when it is opened later."""

from __future__ import annotations

from msgspec import structs
from pytestqt.qtbot import QtBot
from studied import a_method, answer, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from warehouse.context import Context
from warehouse.library import Library
from warehouse.results.records import Answer

WAIT_MS = 15_000


def without_the_last(question: str, context: Context) -> Answer:
    """The same answer, its unproven sentence left out."""
    made = answer(context.library)
    last = made.claims[-1]
    return structs.replace(made, text=made.text[: last.start].rstrip(), claims=made.claims[:-1])


def test_what_changed_stands_under_the_answer(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    assert not page.repeat.button.isVisibleTo(page.window())
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam?")
    changes = page.study.changes
    assert not changes.said
    use(house, library, ask_aware=without_the_last)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.repeat.button.click()
    qtbot.waitUntil(lambda: bool(changes.said), timeout=WAIT_MS)
    assert changes.said.startswith("1 gone; 2 as before.")
    assert house.studies is not None
    newest, oldest = house.studies.list()
    assert newest.again == oldest.id
    page.open_study(oldest)
    assert not changes.said
    page.open_study(newest)
    qtbot.waitUntil(lambda: bool(changes.said), timeout=WAIT_MS)
