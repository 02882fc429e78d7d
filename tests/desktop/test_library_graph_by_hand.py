"""The library's graph in the window: relations removed, names joined and parted, and taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import trigger, words_in
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot
from test_library_graph import DONE_MS, names, read
from test_library_graph import engine as engine
from test_library_graph import page as page

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.library.page import LibraryPage
from desktop.shell.window import Window
from warehouse.documents.graph import by_hand
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.steering import Act
from warehouse.store.catalog.graph_by_hand import REMOVED, NamesByHand

ALL = {"dam", "storm", "lower town", "water"}
Waits = Callable[[set[str]], None]


@pytest.fixture
def drawn(page: LibraryPage, engine: ScriptedEngine, house: House, qtbot: QtBot) -> Waits:
    """The graph of two relations is in front; waits until it has these names."""
    read(page, house, qtbot)
    page.graph.show_graph()

    def wait(wanted: set[str]) -> None:
        qtbot.waitUntil(lambda: names(page) == wanted, timeout=DONE_MS)

    wait(ALL)
    return wait


@pytest.fixture
def said(house: House) -> list[Notice]:
    notices: list[Notice] = []
    house.notices.raised.connect(notices.append)
    return notices


def choose(page: LibraryPage, title: str) -> None:
    nodes = page.graph.view.canvas.scene.graph.nodes
    page.graph.view.choose(next(node.id for node in nodes if node.title == title))


def choose_edge(page: LibraryPage, words: str) -> None:
    edges = page.graph.view.canvas.scene.graph.edges
    page.graph.view.canvas.choose_edge([edge.label for edge in edges].index(words))


def button(page: LibraryPage, name: str) -> QAbstractButton:
    buttons = page.graph.by_hand.findChildren(QAbstractButton)
    return next(one for one in buttons if one.accessibleName() == name)


def click(page: LibraryPage, name: str, qtbot: QtBot) -> None:
    qtbot.mouseClick(button(page, name), Qt.MouseButton.LeftButton)


def test_a_wrong_relation_is_removed_on_its_edge_and_taken_back(
    page: LibraryPage,
    drawn: Waits,
    said: list[Notice],
    house: House,
    library: Library,
    qtbot: QtBot,
) -> None:
    choose_edge(page, "broke in")
    assert words_in(page.graph.by_hand) == "dam – broke in – storm"
    click(page, "Remove this relation: dam – broke in – storm", qtbot)
    drawn({"lower town", "water"})
    assert said[-1].sentence.startswith("Removed “dam – broke in – storm”")
    assert page.graph.by_hand.isHidden()
    documents = [document.id for document in library.documents()]
    lost = [one.lost for id in documents for one in library.catalog.triples(id)]
    assert lost.count(REMOVED) == 1
    house.undo.undo()
    drawn(ALL)
    house.undo.redo()
    drawn({"lower town", "water"})


def test_names_are_joined_as_in_a_study_and_parted_below_the_name(
    page: LibraryPage, drawn: Waits, said: list[Notice], house: House, qtbot: QtBot
) -> None:
    choose(page, "storm")
    steer = page.graph.view.details.steer
    assert steer.button.accessibleName() == "Change “storm”"
    qtbot.mouseClick(steer.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(steer.choices.others_menu().actions()) == 5, timeout=DONE_MS)
    assert not steer.choices.reword.isVisible() and not steer.choices.drop.isVisible()
    trigger(steer.choices.others_menu(), "water")
    drawn({"dam", "storm", "lower town"})
    assert said[-1].sentence == "Joined “storm” to “water”."
    choose(page, "storm")
    assert "Joined with it" in words_in(page.graph.by_hand)
    qtbot.mouseClick(steer.button, Qt.MouseButton.LeftButton)
    trigger(steer.choices.others_menu(), "Another name …")
    line = steer.choices.line
    qtbot.waitUntil(lambda: line.visibleRegion().boundingRect() == line.rect(), timeout=DONE_MS)
    click(page, "It means something else than “storm”: water", qtbot)
    drawn(ALL)
    assert said[-1].sentence == "Parted “water” from “storm”."
    house.undo.undo()
    drawn({"dam", "storm", "lower town"})
    house.undo.undo()
    drawn(ALL)


def test_the_other_name_can_be_typed(
    page: LibraryPage, drawn: Waits, said: list[Notice], library: Library, qtbot: QtBot
) -> None:
    choose(page, "lower town")
    steer = page.graph.view.details.steer
    qtbot.mouseClick(steer.button, Qt.MouseButton.LeftButton)
    trigger(steer.choices.others_menu(), "Another name …")
    line = steer.choices.line
    qtbot.keyClicks(line, "wat")
    completer = line.completer()
    qtbot.waitUntil(lambda: completer.model().rowCount() == 1, timeout=DONE_MS)
    assert completer.model().index(0, 0).data() == "water"
    line.said.emit("the moon")
    qtbot.waitUntil(lambda: bool(said) and "no name “the moon”" in said[-1].sentence)
    line.said.emit("DAM")
    drawn({"dam", "storm", "water"})
    assert library.catalog.names_by_hand() == [NamesByHand("dam", "lower town", True)]


def test_what_was_changed_elsewhere_meanwhile_is_not_said_to_be_taken_back(
    page: LibraryPage,
    drawn: Waits,
    said: list[Notice],
    house: House,
    library: Library,
    qtbot: QtBot,
) -> None:
    choose_edge(page, "broke in")
    click(page, "Remove this relation: dam – broke in – storm", qtbot)
    drawn({"lower town", "water"})
    [lost] = [
        one
        for document in library.documents()
        for one in library.catalog.triples(document.id)
        if one.lost == REMOVED
    ]
    assert by_hand.restore(by_hand.meant([lost], library), library)
    house.undo.undo()
    changed = "Nothing was changed: the graph is another one by now."
    qtbot.waitUntil(lambda: said[-1].sentence == changed, timeout=DONE_MS)
    drawn(ALL)
    page.graph.by_hand._join(Act("merge", "water", "storm"))
    drawn(ALL - {"water"})
    by_hand.say("storm", "water", False, library)
    house.undo.undo()
    qtbot.waitUntil(lambda: said[-1].sentence == changed, timeout=DONE_MS)
    drawn(ALL)


def test_the_keys_stay_with_who_types_elsewhere(
    page: LibraryPage, drawn: Waits, said: list[Notice], opened: Window, qtbot: QtBot
) -> None:
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow, timeout=DONE_MS)
    choose_edge(page, "broke in")
    click(page, "Remove this relation: dam – broke in – storm", qtbot)
    page.graph.near.setFocus()
    drawn({"lower town", "water"})
    assert page.graph.near.hasFocus()
    choose_edge(page, "stood under")
    out = button(page, "Remove this relation: lower town – stood under – water")
    out.setFocus()
    qtbot.keyClick(out, Qt.Key.Key_Space)
    drawn(set())
    qtbot.waitUntil(lambda: page.focus_place().hasFocus(), timeout=DONE_MS)


def test_a_library_that_can_only_be_read_says_so_and_nothing_changes(
    page: LibraryPage,
    drawn: Waits,
    said: list[Notice],
    house: House,
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    monkeypatch.setattr(library, "is_read_only", True)
    choose_edge(page, "stood under")
    click(page, "Remove this relation: lower town – stood under – water", qtbot)
    qtbot.waitUntil(lambda: bool(said) and "only be read" in said[-1].sentence, timeout=DONE_MS)
    choose(page, "dam")
    steer = page.graph.view.details.steer
    qtbot.mouseClick(steer.button, Qt.MouseButton.LeftButton)
    trigger(steer.choices.others_menu(), "storm")
    qtbot.waitUntil(lambda: len(said) == 2 and "only be read" in said[-1].sentence)
    page.graph.work.forget([document.id for document in library.documents()])
    qtbot.waitUntil(lambda: said[-1].action == "Forget", timeout=DONE_MS)
    assert said[-1].act is not None
    said[-1].act()
    qtbot.waitUntil(lambda: len(said) == 4 and "only be read" in said[-1].sentence)
    assert not house.undo.stack.canUndo() and not library.catalog.names_by_hand()
    page.graph.look()
    drawn(ALL)
