"""The Round table page: listened to, steered, left and taken up again, with a scripted model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from studied import WAIT_MS
from table_talk import TOPIC, laid, listen, rest

from desktop.house import House
from desktop.pages.roundtable import concepts
from desktop.pages.roundtable.concept import NONE
from desktop.pages.roundtable.page import SEATS, RoundTablePage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from desktop.structure.in_words import node_words
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.results.roundtable import ROOT, all_evidence
from warehouse.roundtable.session import NewTable
from warehouse.run import Run


@pytest.fixture
def table(opened: Window, house: House, make_pdf: Callable[..., Path]) -> RoundTablePage:
    return laid(opened, house, make_pdf)


def choose(page: RoundTablePage, id: str, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: id in page.map.view.canvas.scene.places(), timeout=WAIT_MS)
    page.map.view.choose(id)


def test_it_speaks_by_itself_and_a_number_leads_to_the_page(
    table: RoundTablePage, house: House, qtbot: QtBot
) -> None:
    listen(table, 9, qtbot)
    first = table.talk.turns[0]
    last = next(one for one in reversed(table.talk.turns) if one.turn and one.turn.because)
    assert "cast" in first.text.toPlainText() or "iron" in first.text.toPlainText()
    assert table.title.counts.text().startswith(f"{len(table.talk.turns)} turns · 2 sources")
    first.text.cited.emit(0, 1)
    assert not table.pane.isHidden()
    qtbot.waitUntil(lambda: table.pane.view.content is not None, timeout=WAIT_MS)
    content = table.pane.view.content
    assert content is not None and content.lit is not None
    assert table.escape() and table.pane.isHidden()
    assert last.turn is not None and last.turn.role == "moderator"
    table.toggle_why()
    assert [link.text().partition(" ")[0] for link in last.behind.links] == [
        str(number) for number in last.turn.because
    ]


def test_what_the_user_says_is_answered_also_at_rest(table: RoundTablePage, qtbot: QtBot) -> None:
    listen(table, 2, qtbot)
    before = len(table.talk.turns)
    table.talk.box.edit.setPlainText("Who cast the arches?")
    qtbot.keyClick(table.talk.box.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(table.talk.turns) == before + 2, timeout=WAIT_MS)
    rest(table, qtbot)
    said, answer = (view.turn for view in table.talk.turns[before:])
    assert said is not None and (said.role, said.text) == ("user", "Who cast the arches?")
    assert answer is not None and answer.role == "expert" and not table.work.plays


def test_the_map_is_steered_and_its_turns_are_lit(table: RoundTablePage, qtbot: QtBot) -> None:
    listen(table, 4, qtbot)
    table.map.choose_topic()
    choose(table, ROOT, qtbot)
    table.map.card.press("add")
    table.map.card.line.setText("Who built it")
    qtbot.keyClick(table.map.card.line, Qt.Key.Key_Return)
    rest(table, qtbot)
    now = table.now
    assert now is not None
    [own] = [node for node in now.root.children if node.title == "Who built it"]
    spoken = [view for view in table.talk.turns if view.accessibleDescription()]
    assert spoken and all(view.turn is not None and view.turn.cites for view in spoken)
    choose(table, own.id, qtbot)
    assert not any(view.accessibleDescription() for view in table.talk.turns)
    table.map.card.press("rename")
    table.map.card.line.setText("Builders")
    qtbot.keyClick(table.map.card.line, Qt.Key.Key_Return)
    rest(table, qtbot)
    table.map.card.press("pin")
    table.map.card.press("deeper")
    rest(table, qtbot)
    now = table.now
    assert now is not None and now.deeper == own.id and own.id not in now.pinned
    table.map.card.press("merge")
    table.map.card.line.setText(TOPIC)
    qtbot.keyClick(table.map.card.line, Qt.Key.Key_Return)
    rest(table, qtbot)
    now = table.now
    assert now is not None and now.map.find(own.id) is None
    assert sorted(all_evidence(now.root)) == sorted(one.number for one in now.evidence)


def test_why_a_name_is_refused_is_seen(table: RoundTablePage, opened: Window, qtbot: QtBot) -> None:
    listen(table, 2, qtbot)
    for name in ("Iron", "Years"):
        table.work.act(lambda one, name=name: one.add_concept(ROOT, name))  # type: ignore[misc]
    rest(table, qtbot)
    assert table.now is not None
    [iron] = [node.id for node in table.now.map.walk() if node.title == "Iron"]
    opened.resize(opened.minimumSize())
    choose(table, iron, qtbot)
    card, seen = table.map.card, table.map.view.details.viewport()

    def is_seen(part: QWidget) -> bool:
        return part.isVisible() and seen.rect().contains(
            QRect(part.mapTo(seen, QPoint(0, 0)), part.size())
        )

    card.press("move")
    qtbot.waitUntil(lambda: is_seen(card.line), timeout=WAIT_MS)
    card.line.setText("No such concept")
    qtbot.keyClick(card.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: is_seen(card._trouble), timeout=WAIT_MS)
    assert card._trouble.text() == NONE and card.line.isVisible()


def test_a_concept_that_is_gone_by_now_is_said_so(
    table: RoundTablePage, house: House, qtbot: QtBot
) -> None:
    listen(table, 1, qtbot)
    table.work.act(lambda one: one.add_concept(ROOT, "Iron"))
    rest(table, qtbot)
    assert table.now is not None and table.work.table is not None
    [iron] = [node.id for node in table.now.map.walk() if node.title == "Iron"]
    choose(table, iron, qtbot)
    table.work.table.delete(iron)  # the window is not told yet
    table.map.card.wished.emit("pin", "")
    rest(table, qtbot)
    assert "no concept" in house.notices.recent[-1].sentence


def test_a_sentence_and_a_concept_are_put_elsewhere(table: RoundTablePage, qtbot: QtBot) -> None:
    listen(table, 2, qtbot)
    for name in ("Iron", "Years"):
        table.work.act(lambda one, name=name: one.add_concept(ROOT, name))  # type: ignore[misc]
    rest(table, qtbot)
    now = table.now
    assert now is not None
    ids = {node.title: node.id for node in now.map.walk()}
    choose(table, ROOT, qtbot)
    last = now.root.evidence[-1]
    table.pane.show_evidence(last)
    table.map.card.press("piece")
    table.map.card.line.setText("Iron")
    qtbot.keyClick(table.map.card.line, Qt.Key.Key_Return)
    rest(table, qtbot)
    now = table.now
    assert now is not None and last not in now.root.evidence
    iron = now.map.find(ids["Iron"])
    assert iron is not None and iron.evidence == (last,), "the one that was shown"
    choose(table, ids["Iron"], qtbot)
    table.map.card.press("move")
    table.map.card.line.setText("Years")
    qtbot.keyClick(table.map.card.line, Qt.Key.Key_Return)
    rest(table, qtbot)
    now = table.now
    years = now.map.find(ids["Years"]) if now is not None else None
    assert years is not None and [one.id for one in years.children] == [ids["Iron"]]
    table.map.card.press("delete")
    rest(table, qtbot)
    now = table.now
    years = now.map.find(ids["Years"]) if now is not None else None
    assert years is not None and years.evidence == (last,) and not years.children


def test_experts_and_sources_are_changed_and_what_cannot_be_is_said(
    table: RoundTablePage, house: House, qtbot: QtBot
) -> None:
    listen(table, 2, qtbot)
    table.title.people.click()
    assert table._right.currentIndex() == SEATS
    table.seats.ask()
    table.seats.form.name.setText("Tram driver")
    qtbot.keyClick(table.seats.form.name, Qt.Key.Key_Return)
    rest(table, qtbot)
    now = table.now
    assert now is not None and now.experts[-1].name == "Tram driver" and now.experts[-1].mine
    driver = now.experts[-1].id
    table.seats.expert.emit(driver, "Tram driver", "hours of work")
    rest(table, qtbot)
    assert table.now is not None and table.now.experts[-1].about == "hours of work"
    document = now.evidence[0].place.document
    table.seats.sources.rows[document].pin.click()
    rest(table, qtbot)
    assert table.now is not None and table.now.insisted == (document,)
    table.seats.sources.rows[document].ban.click()
    rest(table, qtbot)
    assert table.now is not None and table.now.banned == (document,)
    assert table.seats.sources.rows[document].ban.isChecked()
    for expert in table.now.experts:
        table.work.act(lambda one, id=expert.id: one.remove_expert(id))  # type: ignore[misc]
    rest(table, qtbot)
    assert "Somebody has to speak" in house.notices.recent[-1].sentence
    assert table.escape() and table._right.currentIndex() != SEATS


def test_a_source_that_cannot_be_pinned_is_said_and_its_button_shows_so(
    table: RoundTablePage, house: House, qtbot: QtBot
) -> None:
    library = cast(Library, house.library)
    by_title = {one.title: one.id for one in library.documents()}
    bridge, works = by_title["bridge"], by_title["works"]
    library.shelves.make("Bridges", [bridge])
    table.work.begin(NewTable(TOPIC, within="Bridges"))
    qtbot.waitUntil(lambda: bool(table.now and table.now.evidence), timeout=WAIT_MS)
    table.work.pause()
    rest(table, qtbot)
    sources = table.seats.sources
    sources.way.emit(works, "pin")
    rest(table, qtbot)
    assert "“works” is not in “Bridges”" in house.notices.recent[-1].sentence
    library.remove(bridge)
    sources.rows[bridge].pin.click()
    rest(table, qtbot)
    assert table.now is not None and table.now.insisted == ()
    assert not sources.rows[bridge].pin.isChecked()


def test_a_stop_leaves_it_as_it_was_and_it_is_taken_up_again(
    table: RoundTablePage, opened: Window, house: House, qtbot: QtBot
) -> None:
    listen(table, 2, qtbot)
    before = table.now
    assert before is not None and table.work.table is not None
    row = table.work.table.row
    table.work.play()
    table.work.stop()
    rest(table, qtbot)
    assert table.now == before and len(table.talk.turns) == len(before.turns)
    table.new()
    qtbot.waitUntil(lambda: table.start.history.rows.rowCount() == 1, timeout=WAIT_MS)
    table.work.leave()
    house.visit("roundtable", row)
    qtbot.waitUntil(lambda: table.now == before, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: len(table.talk.turns) == len(before.turns), timeout=WAIT_MS)
    assert not table.work.busy and not table.work.plays
    assert table.title.title.text() == TOPIC


def test_it_leaves_as_files_and_as_an_article(
    table: RoundTablePage,
    opened: Window,
    house: House,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listen(table, 2, qtbot)
    chosen: list[Callable[[str], object]] = []
    monkeypatch.setattr(house.chosen, "ask_folder", lambda *told: chosen.append(told[-1]))
    table.title.export.click()
    table.title.export.offer(None)  # another came to the front meanwhile
    with qtbot.waitSignal(table.title.export.saved, timeout=WAIT_MS) as saved:
        chosen[0](str(tmp_path))
    assert saved.args is not None
    made = {one.suffix for one in Path(str(saved.args[0])).iterdir()}
    assert made == {".html", ".md", ".opml", ".mmd", ".svg"}
    table.title.report.click()
    write = cast(WritePage, opened.page("write"))
    assert opened.current == "write" and write.topic.origin is not None
    assert write.topic.origin.kind == "table" and write.start.box.text() == TOPIC
    rest(table, qtbot)


def test_a_concept_says_what_it_holds_and_folds(table: RoundTablePage, qtbot: QtBot) -> None:
    listen(table, 3, qtbot)
    table.work.act(lambda one: one.add_concept(ROOT, "Iron"))
    rest(table, qtbot)
    now = table.now
    assert now is not None
    drawn = concepts.picture(now)
    found = len(now.evidence)
    assert drawn.marks[0].words.startswith(f"{found} found · ")
    folded = concepts.picture(now, {ROOT})
    assert len(folded.nodes) == 1 and folded.marks[0].hidden == len(drawn.nodes) - 1
    table.map.fold(ROOT)
    qtbot.waitUntil(lambda: len(table.map.view.canvas.scene) == 1, timeout=WAIT_MS)
    assert "folded away" in node_words(table.map.view.canvas.scene, 0)


def test_trouble_is_said_where_the_next_turn_would_stand(
    table: RoundTablePage, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen(table, 1, qtbot)

    def refuse(run: Run) -> None:
        raise BadInput("Nobody sits at the table.", "Add an expert.")

    monkeypatch.setattr(table.work.table, "next", refuse)
    with qtbot.waitSignal(table.work.failed, timeout=WAIT_MS):
        table.work.play()
    qtbot.waitUntil(lambda: not table.work.busy, timeout=WAIT_MS)
    assert "Add an expert" in table.talk.halt._trouble.text() and not table.work.plays
