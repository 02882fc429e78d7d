"""Other versions of the selected document: how alike they are, what differs, which one counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.library.details.wrapped import Wrapped
from desktop.widgets.basics import Button, column_of, row
from desktop.widgets.elided import ElidedButton
from warehouse.records import Document
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.similar_documents import Twin


class TwinFacts(Struct, frozen=True):
    """``speaks``: answers take this one of the two; None where they are two sources."""

    twin: Twin
    document: Document
    speaks: bool | None


def twin_facts(catalog: Catalog, document: str) -> tuple[TwinFacts, ...]:
    """In a worker."""
    twins = catalog.twins(document)
    rows = catalog.some_documents(twin.document for twin in twins)
    return tuple(
        TwinFacts(twin, rows[twin.document], _speaks(catalog, document, twin.document))
        for twin in twins
        if twin.document in rows
    )


def _speaks(catalog: Catalog, document: str, other: str) -> bool | None:
    weaker = catalog.weaker([document, other])
    return document in weaker if weaker else None


class TwinsSection(QWidget):
    """``compared`` carries (before, after); ``changed`` when the user chose something."""

    compared = Signal(str, str)
    changed = Signal()

    def __init__(self, house: House, document: str, twins: tuple[TwinFacts, ...]) -> None:
        super().__init__()
        self._house = house
        self._document = document
        self._column = column_of(into=self, margins_px=(0, 4, 0, 0), spacing_px=2)
        for facts in twins:
            self._add(facts)
        if any(facts.speaks is not False and not facts.twin.apart for facts in twins):
            prefer = self._link("Let this one speak for all", self._prefer)
            self._column.addLayout(row(prefer, 1))

    def _add(self, facts: TwinFacts) -> None:
        id, title, apart = facts.document.id, facts.document.title, facts.twin.apart
        visit = ElidedButton(self._house.theme, title, kind="link")
        visit.clicked.connect(partial(self._visit, id))
        visit.setAccessibleName(f"Show {title}")
        self._column.addLayout(row(visit, 1))
        self._column.addWidget(Wrapped(_words(facts), "small"))
        differs = self._link("What differs", partial(self._compare, id))
        differs.setAccessibleName(f"What differs from {title}")
        words = "The same work after all" if apart else "Not the same work"
        other = self._link(words, partial(self._set_apart, id, not apart))
        self._column.addLayout(row(differs, other, 1, spacing_px=12))

    def _link(self, words: str, act: Callable[..., None]) -> Button:
        link = Button(self._house.theme, words, kind="link")
        link.clicked.connect(act)
        return link

    def _visit(self, document: str, checked: bool = False) -> None:
        self._house.visit("library", document)

    def _compare(self, document: str, checked: bool = False) -> None:
        self.compared.emit(document, self._document)

    def _prefer(self, checked: bool = False) -> None:
        if (library := self._house.library) is not None:
            choose = partial(library.catalog.prefer, self._document)
            self._house.jobs.keep(choose, self._chosen)

    def _set_apart(self, document: str, apart: bool, checked: bool = False) -> None:
        if (library := self._house.library) is not None:
            choose = partial(library.catalog.set_apart, self._document, document, apart)
            self._house.jobs.keep(choose, self._chosen)

    def _chosen(self, _: None) -> None:
        self.changed.emit()


def _words(facts: TwinFacts) -> str:
    twin = facts.twin
    alike = f"{twin.share:.0%} the same"
    if twin.why != "text":
        number = {"doi": "DOI", "arxiv": "arXiv number"}[twin.why]
        alike = f"same {number}" + (f", {alike}" if twin.share else "")
    when = facts.document.date[:4]
    if twin.apart:
        speaks = "a different work, as you said"
    elif facts.speaks is None:
        speaks = "counted as two sources"
    else:
        speaks = "answers use it" if facts.speaks else "answers use the one shown here"
    return " · ".join(filter(None, [alike, when, speaks]))
