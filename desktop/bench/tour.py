"""A walk through every page and pane, each with something real in it: what a visitor would see.

    for scene in tour(window, house, papers):   # "Library, details of a document" ...
        look_at(window)

Studies are those of ``studies.py``: no model is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import cast

from PySide6.QtWidgets import QApplication, QWidget

from desktop.bench import opened, structures, studies, tables
from desktop.bench.loop import pass_time, until
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.pages.roundtable.page import RoundTablePage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window

WAIT_S = 60.0
SETTLE_S = 0.15
QUESTION = "What was decided about the bridge?"
TOPIC = "The bridge"


def tour(window: Window, house: House, papers: Sequence[Path]) -> Iterator[str]:
    """The name of each scene, when it is in front and at rest. The library is open and empty."""
    yield from _library(window, house, papers)
    yield from _reader(window, house)
    go_on = Event()
    studies.use(house, until=go_on)
    yield from _ask(window, house, go_on)
    yield from _write(window, house)
    yield from _roundtable(window, house)
    for name in ("thoughts", "models", "settings"):
        _front(window, name)
        yield _at_rest(house, name.capitalize())
    for show, name in (
        (window.search_everything, "Search everything"),
        (window.find_an_act, "Find an act"),
        (window.show_keys, "All keys"),
    ):
        show()
        yield _at_rest(house, name)
        show()
    house.notices.error(ZeroDivisionError("division by zero"))
    yield _at_rest(house, "A notice")
    window.notice_bar.dismiss()


def _library(window: Window, house: House, papers: Sequence[Path]) -> Iterator[str]:
    page = cast(LibraryPage, _front(window, "library"))
    yield _at_rest(house, "Library, empty")
    page.add(list(papers))
    until(lambda: bool(house.jobs.running()), WAIT_S)
    until(lambda: not house.jobs.running(), WAIT_S)
    until(lambda: page.model.rowCount() >= len(papers), WAIT_S)
    page.table.selectRow(0)
    yield _at_rest(house, "Library, details of a document")
    page.table.selectAll()
    yield _at_rest(house, "Library, several documents")
    page.table.selectRow(0)
    page.title.search.setText("the bridge")
    yield _at_rest(house, "Library, searched")
    page.side.show_near("the bridge")
    yield _at_rest(house, "Library, passages")
    page.title.search.clear()
    page.side.show_trash()
    yield _at_rest(house, "Library, recently deleted")
    page.side.show_details()
    page.graph.show_graph()
    yield _at_rest(house, "Library, the graph before anything was read")
    assert house.library is not None
    structures.read_for_graph(house.library)
    page.graph.look()
    yield _at_rest(house, "Library, the graph")
    page.graph.view.canvas.choose_node(0)
    yield _at_rest(house, "Library, a name of the graph")
    page.graph.leave()


def _reader(window: Window, house: House) -> Iterator[str]:
    page = cast(ReaderPage, window.page("reader"))
    house.visit("reader", opened.longest(house).id)
    until(lambda: page.view.sheets is not None, WAIT_S)
    yield _at_rest(house, "Reader, a document")
    page.side.show_tab("pages")
    page.findbar.open("the")
    yield _at_rest(house, "Reader, find and pages")
    page.findbar.leave()
    page.view.selecting.take(0, 20)
    page.marking.highlight("green", write=True)
    yield _at_rest(house, "Reader, a note")


def _ask(window: Window, house: House, go_on: Event) -> Iterator[str]:
    page = cast(AskPage, _front(window, "ask"))
    yield _at_rest(house, "Ask, before a question")
    page.ask(QUESTION)
    until(lambda: len(page.chain.entries) > 0, WAIT_S)
    pass_time(SETTLE_S)
    yield "Ask, while it works"
    go_on.set()
    until(lambda: not page.work.busy, WAIT_S)
    yield _at_rest(house, "Ask, an answer")
    page.proof.setChecked(True)
    page._see_left_out()
    yield _at_rest(house, "Ask, proof")
    page.proof.setChecked(False)
    page.chain.picture.setChecked(True)
    yield _at_rest(house, "Ask, the structure")
    page.picture.view.canvas.choose_node(0)
    yield _at_rest(house, "Ask, a part of the structure")
    page.picture.leave()
    page._new()
    yield _at_rest(house, "Ask, earlier questions")


def _write(window: Window, house: House) -> Iterator[str]:
    page = cast(WritePage, _front(window, "write"))
    yield _at_rest(house, "Write, before a topic")
    page.write(TOPIC, 300)
    studies.finished(page)
    yield _at_rest(house, "Write, an article")
    page.claims.setChecked(True)
    yield _at_rest(house, "Write, claims")
    page.claims.setChecked(False)
    page.editing.edit()
    yield _at_rest(house, "Write, a paragraph being edited")
    pen = page.editing.pen.edit
    assert pen is not None
    pen.done.emit("")
    until(lambda: page.editing.has_versions and page.editing.pen.edit is None, WAIT_S)
    page.editors.show_versions()
    yield _at_rest(house, "Write, versions")
    page.outline.do("look", (0,))
    yield _at_rest(house, "Write, a heading")
    page.editors.to_article()


def _roundtable(window: Window, house: House) -> Iterator[str]:
    page = cast(RoundTablePage, _front(window, "roundtable"))
    yield _at_rest(house, "Round table, before a topic")
    page.open_table(tables.lay(house, TOPIC))
    until(lambda: page.now is not None and len(page.talk.turns) == len(page.now.turns), WAIT_S)
    page.toggle_why()
    yield _at_rest(house, "Round table, a conversation")
    page.map.choose_topic()
    yield _at_rest(house, "Round table, a concept")
    page.escape()
    page.show_seats(True)
    page.seats.ask()
    yield _at_rest(house, "Round table, experts and sources")


def _front(window: Window, name: str) -> QWidget:
    window.visit(name)
    return window.page(name)


def _at_rest(house: House, name: str) -> str:
    pass_time(SETTLE_S)
    until(lambda: house.jobs.idle, WAIT_S)
    pass_time(SETTLE_S)
    QApplication.processEvents()
    return name
