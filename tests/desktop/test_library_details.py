"""The details of one document: its outline leads into it, its topics and places say each once."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pymupdf
import shiboken6
from hands import DONE_MS, choose, page_of, press, search, words_in
from msgspec import structs
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.library.details.outline import AboutPart, distinct, names
from desktop.pages.library.details.several import _counted
from desktop.pages.library.details.words import meta
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.shell.window import Window
from desktop.widgets.basics import give_room
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run

CHAPTERS = ("Oak", "Rivers and their banks", "A miller", "The flood of 1421", "Rain", "Stone")
LINES = (
    "The weir at Alder was built of oak.",
    "It held the river back for many years,",
    "and the miller was content.",
    "Then the great flood came.",
)


def book(folder: Path) -> Path:
    with pymupdf.open() as made:
        for name in CHAPTERS:
            page = made.new_page()
            page.insert_text((72, 90), name, fontsize=20)
            for at, line in enumerate(LINES):
                page.insert_text((72, 130 + 16 * at), line, fontsize=12)
        made.set_toc([[1, name, at] for at, name in enumerate(CHAPTERS, start=1)])
        made.save(folder / "weirs.pdf")
    return folder / "weirs.pdf"


def web_page(folder: Path) -> Path:
    parts = "".join(
        f"<h2>Part {name}</h2>"
        + "".join(f"<p>The rsync of {name} copies what has changed, and only it.</p>" * 12)
        for name in ("one", "two", "three")
    )
    path = folder / "copies.html"
    path.write_text(f"<html><title>Copies</title><body><h1>Copies</h1>{parts}</body></html>")
    return path


def listed(library: Library, page: LibraryPage, path: Path, qtbot: QtBot) -> str:
    (document,) = library.add([path], Run())
    page._reload()
    qtbot.waitUntil(lambda: page.model.row_of(document.id) >= 0, timeout=DONE_MS)
    return document.id


def buttons(page: LibraryPage) -> list[str]:
    return [one.text() for one in page.details.findChildren(QPushButton)]


def test_a_heading_of_the_outline_leads_to_its_page(
    opened: Window, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    page = page_of(opened)
    document = listed(library, page, book(tmp_path), qtbot)
    page._select(document)
    qtbot.waitUntil(lambda: "The flood of 1421 · 4" in buttons(page), timeout=DONE_MS)
    press(page.details, "The flood of 1421 · 4", qtbot)
    reader = cast(ReaderPage, opened.page("reader"))
    qtbot.waitUntil(lambda: reader.view.sheet == 3, timeout=DONE_MS)
    (lit,) = reader.view.marks("lit")
    assert library.catalog.text(document, lit.start, lit.end) == "The flood of 1421"


def test_a_heading_that_is_found_too_late_leads_nowhere(
    opened: Window, library: Library, tmp_path: Path, qtbot: QtBot, house: House
) -> None:
    """The details are of another document by then."""
    page = page_of(opened)
    page._select(listed(library, page, book(tmp_path), qtbot))
    qtbot.waitUntil(lambda: "The flood of 1421 · 4" in buttons(page), timeout=DONE_MS)
    about = page.details.findChild(AboutPart)
    press(page.details, "The flood of 1421 · 4", qtbot)
    shiboken6.delete(about)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=DONE_MS)
    assert opened.current == "library"


def test_the_places_of_a_web_page_are_named_by_their_headings(
    opened: Window, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    page = page_of(opened)
    listed(library, page, web_page(tmp_path), qtbot)
    search(page, "rsync", {"Copies"}, qtbot)
    choose(page, "Copies")
    qtbot.waitUntil(lambda: "More like this" in buttons(page), timeout=DONE_MS)
    said = buttons(page)
    assert "Page 1" not in said
    assert all(said.count(f"Part {name}") <= 2 for name in ("one", "two", "three"))
    assert {one for one in said if one.startswith("Part")} & {"Part one", "Part two", "Part three"}


def test_a_place_is_named_by_its_page_where_there_are_several() -> None:
    assert names([("Mills › Of water", "7"), ("", "7")], is_one_page=False) == ["Page 7", "Page 7"]
    places = [("Mills › Of water", "1"), ("Of water", "1"), ("", "1"), ("", "")]
    said = ["Of water", "In the same part", "Page 1", "In its words"]
    assert names(places, is_one_page=True) == said


def test_topics_that_differ_by_their_endings_are_said_once() -> None:
    topics = ("vector", "vectors", "maintainer scripts", "File", "files", "maintainer script")
    assert distinct(topics, "en") == ["vector", "maintainer scripts", "File"]
    assert distinct(("Deich", "Deiche", "Damm"), "de") == ["Deich", "Damm"]


def test_two_authors_are_both_named_and_one_other_is_no_others() -> None:
    one = Document("a", "Tides", "pdf", "", 1, 1.0, "verified", authors=("Jane Doe", "Richard Roe"))
    assert meta(one).startswith("Jane Doe and Richard Roe · ")
    three = structs.replace(one, authors=(*one.authors, "Ann Poe"))
    assert meta(three).startswith("Jane Doe and others · ")
    assert _counted("aabbccdde")[-1] == "1 other" and _counted("abcdefg")[-1] == "3 others"


def test_a_search_leaves_the_list_where_it_is_and_can_be_cleared(
    shelf: LibraryPage, qtbot: QtBot
) -> None:
    before = shelf.table.geometry()
    clear = next(one for one in shelf.title.search.actions() if one.text().startswith("Clear"))
    assert isinstance(clear, QAction) and not clear.isVisible()
    search(shelf, "river", {"mills"}, qtbot)
    qtbot.waitUntil(shelf.understood.isVisible, timeout=DONE_MS)
    qtbot.wait(50)
    assert shelf.table.geometry() == before
    assert clear.isVisible()
    clear.trigger()
    qtbot.waitUntil(lambda: shelf.model.rowCount() == 3, timeout=DONE_MS)
    assert not clear.isVisible()


def test_a_filter_that_hides_a_document_takes_its_details_away(
    shelf: LibraryPage, qtbot: QtBot
) -> None:
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: words_in(shelf.details).startswith("mills"), timeout=DONE_MS)
    shelf.filters._take("kind", "html")
    assert shelf.selected_ids() == []
    assert words_in(shelf.details).startswith("Select a document")


def test_the_figure_of_a_spin_box_does_not_touch_its_border(
    shelf: LibraryPage, qtbot: QtBot
) -> None:
    choose(shelf, "mills")
    qtbot.waitUntil(lambda: bool(shelf.details.findChildren(QSpinBox)), timeout=DONE_MS)
    usual = QSpinBox()
    qtbot.addWidget(usual)
    give_room(usual)
    for spin in shelf.details.findChildren(QSpinBox):
        assert spin.lineEdit().textMargins() == usual.lineEdit().textMargins()
        assert spin.lineEdit().textMargins().left() >= 8
