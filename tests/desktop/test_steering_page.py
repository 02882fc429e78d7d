"""Steering from the window: what is asked for, recorded, taken, taken back, and too late."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shelf import prose, reading
from studied import a_method, an_endless_method, answer, chain, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.roundtable.sources import Sources
from desktop.pages.studies import steer
from desktop.pages.studies.text import CHANGED
from desktop.shell.window import Window
from desktop.theme import Theme
from desktop.widgets.basics import IconButton
from desktop.widgets.lossview import LossView
from desktop.widgets.named_documents import Named, Titles
from desktop.widgets.steerintent import SteerIntent
from desktop.widgets.study_steering import SEVERAL, StudySteering
from indexers.records import Loss
from warehouse.context import Context
from warehouse.library import Library
from warehouse.results.records import Answer, Claim, Node, SubQuery
from warehouse.run import Run
from warehouse.steering import Act

WAIT_MS = 15_000


def until_banned(question: str, context: Context) -> Answer:
    """Works until the user bans something."""
    context.run.show(chain(context.library, "open"))
    while not context.steering.course.banned:
        context.run.step("searching", 0, 1)
        threading.Event().wait(0.01)
    return answer(context.library)


def ids(library: Library) -> str:
    return library.catalog.documents()[0].id


def words(parent: QWidget) -> str:
    return " ".join(one.text() for one in parent.findChildren(QLabel))


def offered(sought: str, *titles: str) -> Titles:
    """Their ids are their numbers."""
    return Titles(sought, [Named(str(at), title, title) for at, title in enumerate(titles)])


def button(parent: object, text: str) -> QPushButton:
    found = [one for one in parent.findChildren(QPushButton) if one.text() == text]  # type: ignore[attr-defined]
    assert len(found) == 1, text
    return found[0]


def test_a_running_study_takes_what_the_user_changes(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=until_banned)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: page.chain.wishes.isVisibleTo(page), timeout=WAIT_MS)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.pane.show_place(chain(library).evidence[0].place)
        page.pane.ban_wanted.emit(ids(library))
    page.turns.finish()
    [act] = page.chain.wishes.acts
    assert (act.kind, act.state) == ("ban", "taken")
    assert house.studies is not None
    [row] = house.studies.list()
    stored = house.studies.load(row.id)
    assert stored is not None and stored.research.acts == (act,)


def test_a_finished_study_is_taken_up_again_with_the_change(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.chain.steered.emit(Act("add", "The costs"))
    qtbot.waitUntil(lambda: "taken" in [one.state for one in page.chain.wishes.acts])
    assert house.studies is not None
    assert len(house.studies.list()) == 1
    qtbot.waitUntil(lambda: page.answer.changes.said != "", timeout=WAIT_MS)
    assert "Nothing changed" in page.answer.changes.said


def test_a_stopped_study_keeps_the_change_until_it_goes_on(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=an_endless_method)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    with qtbot.waitSignal(page.work.stopped, timeout=WAIT_MS):
        page.stop.click()
    page.chain.steered.emit(Act("ban", document=ids(library)))
    qtbot.waitUntil(lambda: len(page.chain.wishes.acts) == 1, timeout=WAIT_MS)
    assert page.chain.wishes.acts[0].state == "waiting"
    assert not page.work.busy
    use(house, library, ask_aware=until_banned)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.answer.halt.go_on.click()
    page.turns.finish()
    assert page.chain.wishes.acts[0].state == "taken"


def test_an_answer_stays_until_the_change_is_in_it(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    """Stopped, or opened again later: what was said before the change can be read, and waits."""
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    page.turns.finish()
    text = page.answer.text.toPlainText()
    use(house, library, ask_aware=an_endless_method)
    with qtbot.waitSignal(page.work.begun, timeout=WAIT_MS):
        page.pane.ban_wanted.emit(ids(library))
    with qtbot.waitSignal(page.work.stopped, timeout=WAIT_MS):
        page.stop.click()
    qtbot.waitUntil(lambda: page.answer.text.toPlainText() == text, timeout=WAIT_MS)
    assert house.studies is not None
    [row] = house.studies.list()
    assert row.state == "stopped"
    page._new()
    page.open_study(row)
    qtbot.waitUntil(lambda: page.answer.text.toPlainText() == text, timeout=WAIT_MS)
    page.turns.finish()
    qtbot.waitUntil(lambda: bool(page.chain.wishes.acts), timeout=WAIT_MS)
    assert page.answer.halt.isVisibleTo(page) and CHANGED in words(page.answer.halt)
    assert [act.kind for act in page.chain.wishes.acts] == ["ban"]
    assert not page.work.busy
    use(house, library, ask_aware=until_banned)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.answer.halt.go_on.click()
    page.turns.finish()
    assert not page.answer.halt.isVisibleTo(page)


def test_what_comes_too_late_is_said(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=until_banned)
    page.ask("What happened?")
    qtbot.waitUntil(lambda: len(page.chain.entries) == 2, timeout=WAIT_MS)
    page.chain.steered.emit(Act("stop", target="When the dam broke", node="1"))
    qtbot.waitUntil(
        lambda: [one.state for one in page.chain.wishes.acts] == ["late"], timeout=WAIT_MS
    )
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.chain.steered.emit(Act("ban", document=ids(library)))
    page.turns.finish()
    assert any("too late" in one.sentence for one in house.notices.recent)


def test_what_was_steered_counts_when_the_same_is_asked_otherwise(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    """A banned document is not read because the question was taken for another kind."""
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.chain.steered.emit(Act("ban", document=ids(library)))
    for again, taken_as in (
        (page._ask_anyway, ""),
        (lambda: page.answer.body.way.kind_wanted.emit("list"), "list"),
    ):
        with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
            again()
        assert house.studies is not None
        newest = house.studies.list()[0]
        assert (newest.method, newest.taken_as) == ("aware", taken_as)
        acts = house.studies.acts(newest)
        assert [(one.kind, one.document) for one in acts] == [("ban", ids(library))]


def test_what_makes_no_sense_is_a_notice(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    page.chain.steered.emit(Act("ban", document="nothing"))
    qtbot.waitUntil(lambda: bool(house.notices.recent), timeout=WAIT_MS)
    assert "not in the library" in house.notices.recent[-1].sentence
    assert not page.work.busy


def test_before_anything_is_asked_there_is_nothing_to_change(page: AskPage) -> None:
    page._show_question("What happened?", "aware")
    assert not page.chain.wishes.isVisibleTo(page)


def test_escape_takes_the_line_away_and_folds_nothing(
    page: AskPage, house: House, opened: Window, qtbot: QtBot
) -> None:
    opened.resize(1600, 800)
    page._show_question("What happened?", "aware")
    opened.activateWindow()
    house.show_side(True)
    page.chain.let_steer(("add",))
    page.chain.wishes.ask("add")
    line = page.chain.wishes.line
    qtbot.waitUntil(line.hasFocus, timeout=WAIT_MS)
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert line.isHidden() and page.pane.isVisible()


def test_titles_are_offered_while_one_is_written(
    page: AskPage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, ask_aware=a_method)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened?")
    title = library.catalog.documents()[0].title
    page.chain.wishes.ask("pin")
    qtbot.keyClicks(page.chain.wishes.line, title[:3])
    qtbot.waitUntil(lambda: page.chain.wishes.line.completer().model().rowCount() == 1)


def test_a_document_is_named_by_its_title(theme: Theme, qtbot: QtBot) -> None:
    wishes = StudySteering(theme)
    qtbot.addWidget(wishes)
    wishes.show()
    said: list[Act] = []
    wishes.steered.connect(said.append)
    wishes.ask("pin")
    wishes.offer(offered("Floods", "Floods of 1953", "Floods of 1916", "Mills"))
    wishes.line.setText("Floods")
    qtbot.keyClick(wishes.line, Qt.Key.Key_Return)
    assert said == [] and wishes._trouble.text() == SEVERAL
    wishes.line.setText("mills")
    qtbot.keyClick(wishes.line, Qt.Key.Key_Return)
    assert said == [Act("pin", document="2")]
    assert wishes.line.isHidden()
    wishes.tell([Act("pin", target="Mills", document="2", number=1, at=1e9)])


def test_what_was_pasted_is_sought_before_anything_is_said_of_it(
    theme: Theme, qtbot: QtBot
) -> None:
    wishes = StudySteering(theme)
    qtbot.addWidget(wishes)
    wishes.show()
    said: list[Act] = []
    sought: list[str] = []
    wishes.steered.connect(said.append)
    wishes.titles_wanted.connect(sought.append)
    wishes.ask("ban")
    for text, found in (("Weirs", ()), ("Mills", ("Mills", "Mills of Brielle"))):
        wishes.line.setText(text)
        qtbot.keyClick(wishes.line, Qt.Key.Key_Return)
        assert (sought[-1], said) == (text, [])
        wishes.offer(offered(text, *found))
        assert wishes._trouble.isVisible() is not bool(found)
    assert said == [Act("ban", document="0")]


def test_a_table_seeks_what_was_pasted_too(theme: Theme, qtbot: QtBot) -> None:
    sources = Sources(theme)
    qtbot.addWidget(sources)
    sources.show()
    said: list[tuple[str, str]] = []
    sources.way.connect(lambda *told: said.append(told))
    sources.ask()
    with qtbot.waitSignal(sources.titles_wanted):
        sources.line.setText("Mills")
        qtbot.keyClick(sources.line, Qt.Key.Key_Return)
    assert not sources._trouble.isVisible()
    sources.offer(offered("Mills", "Mills of Brielle"))
    assert said == [("0", "pin")] and sources.line.isHidden()


def test_the_very_title_comes_first_and_two_that_are_alike_are_told_apart(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steer, "SUGGESTED", 2)
    for number, title in enumerate(("Report", "report", "Report of 1999", "Report of 2000")):
        library.admit(reading(title, prose(number)), f"{number}.html", title.encode(), Run())
    found = steer.titles(library, "report ")
    assert [one.title for one in found.named] == ["report", "Report"]
    assert [line.rpartition(" · ")[2] for line in found.lines] == ["1.html", "0.html"]
    assert [one.id for one in found.meant(found.lines[1]) or ()] == [found.named[1].id]
    [other] = steer.titles(library, "report of 1999").named
    assert other.line == "Report of 1999"


def test_an_intent_is_changed_in_its_place(theme: Theme, qtbot: QtBot) -> None:
    steer = SteerIntent(theme)
    qtbot.addWidget(steer)
    said: list[Act] = []
    steer.steered.connect(said.append)
    searches = (SubQuery("mill race", 1), SubQuery("weir", 1))
    steer.tell(Node("2", "Where the mill stood", "open", sub_queries=searches))
    steer.button.click()
    assert steer.isVisible()
    button(steer, "Other words").click()
    assert steer.choices.line.text() == "Where the mill stood"
    steer.choices.line.setText("Who owned the mill")
    qtbot.keyClick(steer.choices.line, Qt.Key.Key_Return)
    button(steer, "One more search").click()
    steer.choices.line.setText("sluice")
    qtbot.keyClick(steer.choices.line, Qt.Key.Key_Return)
    button(steer, "Stop here").click()
    steer.choices._change("weir")
    qtbot.keyClick(steer.choices.line, Qt.Key.Key_Escape)
    name = "Leave out the search “weir”"
    next(one for one in steer.findChildren(IconButton) if one.accessibleName() == name).click()
    where = "Where the mill stood"
    assert said == [
        Act("edit", "Who owned the mill", where, node="2"),
        Act("search", "sluice", where, node="2"),
        Act("stop", target=where, node="2"),
        Act("reword", "", "weir"),
    ]
    steer.tell(Node("2", where, "resolved", sub_queries=searches))
    assert steer.choices.stop.isHidden()


def test_a_section_can_be_left_out_when_it_is_finished(theme: Theme, qtbot: QtBot) -> None:
    steer = SteerIntent(theme, is_section=True)
    qtbot.addWidget(steer)
    said: list[Act] = []
    steer.steered.connect(said.append)
    steer.tell(Node("3", "Floods: Costs", "resolved"))
    steer.rest()
    steer.button.click()
    assert not steer.choices.stop.isHidden()
    button(steer, "Leave it out").click()
    assert said == [Act("stop", target="Floods: Costs", node="3")]


def test_a_line_of_the_ledger_is_tried_again(theme: Theme, qtbot: QtBot) -> None:
    view = LossView(theme)
    qtbot.addWidget(view)
    view.show()
    said: list[Act] = []
    view.steered.connect(said.append)
    claim = Claim(0, 9, "Nobody slept [1].", (1,), "not found", "not in what it cites")
    fine = Claim(9, 12, "So.", (1,), "quoted", "copied")
    view.tell(
        [Loss("screening", "Mills", "2 %", "m"), Loss("x-ray", "T", "hid", "t")], [claim, fine]
    )
    assert [one.what for one in view.dropped] == ["Mills", "T", "Nobody slept [1]."]
    assert view.button.isHidden()
    view.choose(0)
    view.button.click()
    view.choose(1)
    assert view.button.isHidden()
    assert "Library" in view._words.text()
    view.choose(2)
    view.button.click()
    assert said == [Act("pin", target="Mills", document="m"), Act("recheck", "Nobody slept.")]
