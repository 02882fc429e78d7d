"""The library's graph in the window: read, seen, lit on the page, stopped and forgotten."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hands import MakePdf, choose, page_of, press, trigger, words_in
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.collectionlist import Find
from desktop.house import House
from desktop.notices import Notice
from desktop.pages.library.graph import place
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.shell.window import Window
from warehouse.app import Engines
from warehouse.documents.graph import extraction, same_names
from warehouse.engine.protocol import Request
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.errors import ModelMissing
from warehouse.library import Library
from warehouse.records import Collection
from warehouse.run import Run

DONE_MS = 12_000
DAM = "The dam of Brielle broke in the storm."
TOWN = "The lower town stood under water."
TOLD = {DAM: ["dam", "broke in", "storm"], TOWN: ["lower town", "stood under", "water"]}


def replied(request: AnyRequest) -> Any:
    """What a model would say of the numbered sentences."""
    assert isinstance(request, Request)
    lines = re.findall(r"^\((\d)\) (.*)$", request.messages[-1].content, re.MULTILINE)
    return {at: [TOLD.get(words, ["what", "is", "nowhere"])] for at, words in lines}


@pytest.fixture
def page(library: Library, opened: Window, make_pdf: MakePdf, qtbot: QtBot) -> LibraryPage:
    """Over floods.pdf, which is not read, and town.pdf; an engine that knows both."""
    page = page_of(opened)
    library.add([make_pdf("town.pdf", f"{DAM} {TOWN}")], Run())
    page._reload()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=DONE_MS)
    return page


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> ScriptedEngine:
    return use(monkeypatch, replied)


def use(
    monkeypatch: pytest.MonkeyPatch, reply: Callable[[AnyRequest], Any], *lines: Line
) -> ScriptedEngine:
    made = ScriptedEngine([Line("triples", "", reply, repeat=True), *lines])
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": made)
    return made


def read(page: LibraryPage, house: House, qtbot: QtBot) -> str:
    """What is read: town.pdf."""
    id = choose(page, "town")
    qtbot.waitUntil(lambda: "Graph: not read for it yet" in words_in(page.details), timeout=DONE_MS)
    press(page.details, "Read for it", qtbot)
    assert [job.label for job in house.jobs.running()] == ["Reading for the graph"]
    qtbot.waitUntil(lambda: "Graph: 2 relations" in words_in(page.details), timeout=DONE_MS)
    qtbot.waitUntil(lambda: page.graph.work.job is None, timeout=DONE_MS)
    return id


def names(page: LibraryPage) -> set[str]:
    return {node.title for node in page.graph.view.canvas.scene.graph.nodes}


def test_documents_are_read_and_seen_and_an_edge_lights_its_sentence(
    page: LibraryPage, engine: ScriptedEngine, house: House, opened: Window, qtbot: QtBot
) -> None:
    id = read(page, house, qtbot)
    qtbot.mouseClick(page.filters.graph, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names(page) == {"dam", "storm", "lower town", "water"})
    qtbot.waitUntil(lambda: page.graph._reached.text() == "1 of 2 documents is in it.")
    assert page.graph._shown.text() == "4 names and 2 relations."
    page.graph.view.canvas.choose_edge(0)
    qtbot.waitUntil(lambda: page.side.currentWidget() is page.side.pages, timeout=DONE_MS)
    assert page.side.pages is not None
    lit = page.side.pages
    qtbot.waitUntil(lambda: lit.view.accessibleDescription() == DAM, timeout=DONE_MS)
    assert page.graph.view.canvas.hasFocus() or not opened.isActiveWindow()

    page.graph.near.setText("town")
    qtbot.keyClick(page.graph.near, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(page) == {"lower town", "water"}, timeout=DONE_MS)
    words = "The 2 nearest to “lower town”, of 4 names, with 1 of 2 relations."
    assert page.graph._shown.text() == words
    page.graph.near.setText("?!")
    qtbot.keyClick(page.graph.near, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(names(page)) == 4, timeout=DONE_MS)
    words = "No name was found for “?!”. 4 names and 2 relations."
    assert page.graph._shown.text() == words
    page.graph.view.choose(page.graph.view.canvas.scene.graph.nodes[0].id)
    press(page.graph.view.details, "town", qtbot)
    reader = opened.page("reader")
    assert isinstance(reader, ReaderPage)
    qtbot.waitUntil(lambda: reader.view.content is not None, timeout=DONE_MS)
    assert reader.view.content is not None and reader.view.content.document.id == id


def test_a_chosen_name_keeps_its_documents_when_the_graph_is_looked_at_again(
    page: LibraryPage, engine: ScriptedEngine, house: House, qtbot: QtBot
) -> None:
    read(page, house, qtbot)
    graph = page.graph
    graph.show_graph()
    qtbot.waitUntil(lambda: len(names(page)) == 4, timeout=DONE_MS)
    nodes = graph.view.canvas.scene.graph.nodes
    graph.view.choose(next(node.id for node in nodes if node.title == "lower town"))
    for near, count in (("", 4), ("town", 2)):
        graph.near.setText(near)
        graph.look()
        qtbot.waitUntil(lambda: graph._shown.text() != "Looking …", timeout=DONE_MS)
        qtbot.waitUntil(lambda n=count: len(names(page)) == n, timeout=DONE_MS)
        assert "Stands in" in words_in(graph._own) and graph._own.isVisible()
    graph.near.setText("dam")
    graph.look()
    qtbot.waitUntil(lambda: names(page) == {"dam", "storm"}, timeout=DONE_MS)
    assert graph._own.isHidden(), "it is not in the picture"


def test_the_graph_of_what_is_chosen_and_the_way_back(
    page: LibraryPage, engine: ScriptedEngine, house: House, opened: Window, qtbot: QtBot
) -> None:
    read(page, house, qtbot)
    page.table.selectAll()
    said = "Graph: 1 of 2 documents is in it · 2 relations"
    qtbot.waitUntil(lambda: said in words_in(page.details), timeout=DONE_MS)
    choose(page, "floods")
    trigger(page.menu.menu(page._selected()), "Graph", "Show")
    qtbot.waitUntil(lambda: "model notes" in page.graph._shown.text(), timeout=DONE_MS)
    qtbot.waitUntil(
        lambda: page.graph._reached.text() == "0 of 1 chosen document are in it.",
        timeout=DONE_MS,
    )
    press(page.graph, "The whole library", qtbot)
    qtbot.waitUntil(lambda: len(names(page)) == 4, timeout=DONE_MS)
    qtbot.keyClick(page.graph.view.canvas, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not page.graph.is_shown)
    page.graph.turn()
    page.title.search.setFocus()
    qtbot.keyClicks(page.title.search, "dam")
    assert not page.graph.is_shown, "a search is one of the list"
    assert page.title.search.text() == "dam"


def test_the_list_is_in_front_when_it_is_asked_for(
    page: LibraryPage, house: House, opened: Window, qtbot: QtBot
) -> None:
    ids = [document.id for document in page.model.documents()]
    held = Collection(1, "Water")
    for asked in (
        lambda: opened.visit("library", Find("dam")),
        lambda: opened.visit("library", Find()),
        lambda: house.order.show(held),
        lambda: opened.visit("library", Find(inside=held)),
    ):
        page.graph.show_graph()
        asked()
        assert not page.graph.is_shown
    house.order.show(None)
    page.graph.show_graph()
    page.remove(ids)
    qtbot.waitUntil(page.empty.isVisible, timeout=DONE_MS)
    house.undo.undo()
    qtbot.waitUntil(page.table.isVisible, timeout=DONE_MS)


def test_the_picture_keeps_its_words_when_another_cannot_be_shown(
    page: LibraryPage,
    engine: ScriptedEngine,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    read(page, house, qtbot)
    page.graph.show_graph()
    qtbot.waitUntil(lambda: page.graph._shown.text() == "4 names and 2 relations.", timeout=DONE_MS)

    def fail(*_: object) -> None:
        raise ModelMissing("No embedding model is set up.")

    said: list[Notice] = []
    house.notices.raised.connect(said.append)
    monkeypatch.setattr(place, "_part", fail)
    page.graph.near.setText("zebra")
    page.graph.look()
    assert page.graph._shown.text() == "Looking …"
    qtbot.waitUntil(lambda: bool(said), timeout=DONE_MS)
    assert page.graph._shown.text() == "4 names and 2 relations."
    page.graph.show_graph()
    qtbot.waitUntil(lambda: "Nothing could" in page.graph._shown.text(), timeout=DONE_MS)


def test_what_was_read_is_forgotten_when_it_is_confirmed(
    page: LibraryPage, engine: ScriptedEngine, house: House, library: Library, qtbot: QtBot
) -> None:
    id = read(page, house, qtbot)
    said: list[Notice] = []
    house.notices.raised.connect(said.append)
    press(page.details, "Forget", qtbot)
    qtbot.waitUntil(lambda: bool(said) and said[-1].action == "Forget", timeout=DONE_MS)
    assert library.catalog.triples(id)
    assert said[-1].act is not None
    page.graph.work.forget([document.id for document in library.documents()])
    qtbot.waitUntil(lambda: len(said) == 2, timeout=DONE_MS)
    assert "in 1 document for" in said[-1].sentence, "of the other nothing was read"
    said[-1].act()
    qtbot.waitUntil(lambda: "Graph: not read for it yet" in words_in(page.details), timeout=DONE_MS)
    assert not library.catalog.triples(id)


def test_reading_that_is_stopped_keeps_what_it_has_and_goes_on(
    page: LibraryPage,
    house: House,
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    monkeypatch.setattr(extraction, "GROUP", 1)
    monkeypatch.setattr(extraction, "TOGETHER", 1)
    gate = threading.Event()
    asked: list[str] = []

    def slowly(request: AnyRequest) -> Any:
        assert isinstance(request, Request)
        asked.append(request.messages[-1].content)
        if len(asked) == 2:
            gate.wait(20)
        return replied(request)

    use(monkeypatch, slowly)
    said: list[Notice] = []
    house.notices.raised.connect(said.append)
    page.graph.work.read()
    qtbot.waitUntil(lambda: len(asked) == 2, timeout=DONE_MS)
    page.graph.work.read()
    assert "already" in said[-1].sentence
    house.jobs.running()[0].cancel()
    gate.set()
    qtbot.waitUntil(lambda: said[-1].action == "Go on", timeout=DONE_MS)
    kept = sum(one.sentences for one in library.catalog.graphed_documents().values())
    assert kept >= 1
    assert said[-1].act is not None
    said[-1].act()
    qtbot.waitUntil(lambda: said[-1].action == "Show it", timeout=DONE_MS)
    assert len(asked) <= len(set(asked)) + 1, "what was kept is not asked again"
    page.graph.work.read()
    qtbot.waitUntil(lambda: "before" in said[-1].sentence, timeout=DONE_MS)


def test_what_cannot_be_read_is_told_and_what_says_too_little_is_done(
    page: LibraryPage,
    engine: ScriptedEngine,
    house: House,
    library: Library,
    qtbot: QtBot,
) -> None:
    said: list[Notice] = []
    house.notices.raised.connect(said.append)
    short = library.add_bytes(b"Too cold.", ".txt", "short.txt", Run())
    page._reload()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=DONE_MS)
    id = choose(page, short.title)
    told = "Graph: nothing to read for it"
    qtbot.waitUntil(lambda: told in words_in(page.details), timeout=DONE_MS)
    assert "Read for it" not in words_in(page.details) and "Forget" not in words_in(page.details)
    with library.catalog.write() as connection:
        connection.execute("UPDATE documents SET state = 'locked' WHERE id = ?", (id,))
    page.graph.work.read([id])
    words = "1 document cannot be read for the graph yet."
    qtbot.waitUntil(lambda: bool(said) and said[-1].sentence == words, timeout=DONE_MS)


def test_names_left_undecided_are_joined_though_all_was_read(
    page: LibraryPage,
    engine: ScriptedEngine,
    house: House,
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    id = read(page, house, qtbot)
    said: list[Notice] = []
    house.notices.raised.connect(said.append)
    use(monkeypatch, replied, Line("same_name", "", (0.1, 0.9), repeat=True))
    monkeypatch.setattr(same_names, "ALIKE", -1)  # as after a stop between the two
    page.graph.work.read([id])
    qtbot.waitUntil(lambda: bool(said) and "before" in said[-1].sentence, timeout=DONE_MS)
    assert library.catalog.same_names({"dam", "storm", "lower town", "water"})


def test_a_library_that_can_only_be_read_asks_no_model(
    page: LibraryPage,
    engine: ScriptedEngine,
    house: House,
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    said: list[Notice] = []
    house.notices.raised.connect(said.append)
    monkeypatch.setattr(library, "is_read_only", True)
    page.graph.work.read()
    qtbot.waitUntil(lambda: bool(said) and "only be read" in said[-1].sentence, timeout=DONE_MS)
    assert engine.seen == []
