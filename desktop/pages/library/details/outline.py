"""The part of the details that says what a document is about: summary, topics, outline.

A heading of the outline leads to where it stands.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.pages.library.details.wrapped import ElidedChip, Wrapped
from desktop.widgets.basics import column_of, label, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.flow import FlowLayout
from indexers.text.placenames import place_name
from warehouse.records import Header, OutlineEntry, Place
from warehouse.search import analyzer

if TYPE_CHECKING:
    from warehouse.library import Library

OUTLINE_LINES = 24
TOPICS = 12
THERE_TOO = "In the same part"
STEP_PX = 12  # a level of headings further in


class AboutPart(QWidget):
    """``heading_wanted(Place)``."""

    heading_wanted = Signal(object)

    def __init__(self, house: House, header: Header) -> None:
        super().__init__()
        self._house, self._header = house, header
        self._column = column_of(into=self, spacing_px=6)
        if header.summary:
            self._section("What it is about")
            self._column.addWidget(Wrapped(header.summary, "ink"))
        if topics := distinct(header.topics, header.language)[:TOPICS]:
            self._section("Topics")
            flow = FlowLayout()
            for topic in topics:
                flow.addWidget(ElidedChip(topic))
            self._column.addLayout(flow)
        if header.outline:
            self._section("Outline")
            self._add_outline(self._column, header.outline)

    def _section(self, text: str) -> None:
        self._column.addSpacing(12)
        self._column.addWidget(label(text, "section"))

    def _add_outline(self, column: QVBoxLayout, outline: Sequence[OutlineEntry]) -> None:
        for at, entry in enumerate(outline[:OUTLINE_LINES]):
            link = ElidedButton(self._house.theme, _said(entry), kind="link")
            link.setAccessibleName(f"Read from {entry.title}")
            link.clicked.connect(partial(self._open, at))
            indent_px = STEP_PX * max(0, entry.level - 1)
            column.addLayout(row(link, 1, margins_px=(indent_px, 0, 0, 0)))
        rest = len(outline) - OUTLINE_LINES
        if rest > 0:
            column.addWidget(label(f"and {rest:,} more", "small"))

    def _open(self, at: int, checked: bool = False) -> None:
        if (library := self._house.library) is not None:
            read = partial(heading, library, self._header, at)
            self._house.jobs.fetch(read, self._found)

    def _found(self, place: Place) -> None:
        self.heading_wanted.emit(place)


def heading(library: Library, header: Header, at: int) -> Place:
    """Where the ``at``-th heading of the outline stands; the beginning where it is no longer."""
    document, entry = header.document, header.outline[at]
    before = header.outline[:at].count(entry)  # headings of the same name on the same page
    pages = library.catalog.pages(document)
    starts = [page.start for page in pages]
    for section in library.catalog.sections(document):
        page = pages[max(0, bisect_right(starts, section.start) - 1)]
        if (section.level, section.title, page.label) != (entry.level, entry.title, entry.first):
            continue
        if not before:
            end = section.start + len(section.title)
            said = library.catalog.text(document, section.start, end)
            is_there = said.split() == section.title.split()
            return Place(document, page.index, section.start, end if is_there else section.start)
        before -= 1
    return Place(document, 0, 0, 0)


def distinct(topics: Sequence[str], language: str) -> list[str]:
    """Of those that differ by their endings alone the first."""
    firsts: dict[tuple[str, ...], str] = {}
    for topic in topics:
        key = tuple(analyzer.stem(word.lower(), language) for word in topic.split())
        firsts.setdefault(key, topic)
    return list(firsts.values())


def names(places: Iterable[tuple[str, str]], is_one_page: bool) -> list[str]:
    """Where words were found, of (section path, page label) each. In a document of one page that
    is the heading over them, said once for those that follow each other under it.
    """
    if not is_one_page:
        return [_page_name(page_label) for _, page_label in places]
    named = [path.rpartition(" › ")[2] or _page_name(label) for path, label in places]
    pairs = zip(["", *named], named, strict=False)
    return [THERE_TOO if name == before else name for before, name in pairs]


def _page_name(page_label: str) -> str:
    named = place_name(page_label, "Page") or "In its words"
    return named[0].upper() + named[1:]


def _said(entry: OutlineEntry) -> str:
    pages = entry.first if entry.first == entry.last else f"{entry.first}–{entry.last}"
    return f"{entry.title} · {pages}" if pages else entry.title
