"""What stood at the address of the selected document: each version with its time and hash."""

from __future__ import annotations

import time
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.library.details.wrapped import Wrapped
from desktop.widgets.basics import Button, column_of, label, row
from desktop.widgets.tips import as_it_stands
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.inherited import Inherited
from warehouse.store.catalog.versions import Version

HASH_CHARS = 12
MOST_STUDIES = 6


class History(Struct, frozen=True):
    """``newer`` is what stands there now, "" where it is this one; ``studies`` cite this one;
    ``inherited`` is what this one took over from others."""

    document: str
    versions: tuple[Version, ...]
    newer: str
    studies: tuple[str, ...]
    inherited: tuple[Inherited, ...] = ()


def history_of(catalog: Catalog, document: str) -> History | None:
    """None for what came from no address and no watched file. In a worker."""
    versions = tuple(catalog.versions(document))
    if not versions:
        return None
    newer = catalog.newer([document]).get(document, "")
    studies = catalog.cited_by(document) if newer else []
    titles = tuple(study.title or study.question for study in studies)
    return History(document, versions, newer, titles, tuple(catalog.inherited(document)))


class VersionsSection(QWidget):
    """``compared`` carries (before, after); a page of the web can be fetched again.

    ``given_back`` carries the version whose order and words this one shall not have.
    """

    compared = Signal(str, str)
    given_back = Signal(str)

    def __init__(self, house: House, history: History) -> None:
        super().__init__()
        self._house = house
        self._column = column_of(into=self, margins_px=(0, 4, 0, 0), spacing_px=2)
        if history.newer:
            self._column.addWidget(Wrapped("There is a newer version than this one.", "ink"))
        before: dict[str, str] = {}
        for version in history.versions:
            self._add(version, history.document, before.get(version.source, ""))
            before[version.source] = version.document
        for inherited in history.inherited:
            self._add_inherited(inherited)
        self._add_studies(history.studies)
        for address in dict.fromkeys(version.source for version in history.versions):
            if address.startswith(("http://", "https://")):
                again = Button(house.theme, "Fetch again", "rotate-cw", "quiet")
                again.setToolTip(as_it_stands(address))
                again.setAccessibleName(f"Fetch {address} again")
                again.setStyleSheet("padding-left: 0;")
                again.clicked.connect(partial(self._fetch, address))
                self._column.addLayout(row(again, 1))

    def _add(self, version: Version, document: str, before: str) -> None:
        when = time.strftime("%d %b %Y, %H:%M", time.localtime(version.noticed))
        here = version.document == document
        words = " · ".join([when, version.document[:HASH_CHARS], *(["this one"] if here else [])])
        if here:
            self._column.addWidget(Wrapped(words, "strong"))
        else:
            show = Button(self._house.theme, words, kind="link")
            show.clicked.connect(partial(self._visit, version.document))
            self._column.addLayout(row(show, 1))
        if before:
            differs = Button(self._house.theme, "What changed then", kind="link")
            differs.setAccessibleName(f"What changed on {when}")
            differs.clicked.connect(partial(self._compare, before, version.document))
            self._column.addLayout(row(differs, 1))

    def _add_inherited(self, one: Inherited) -> None:
        words = f"Taken over from the version before: {one.words}."
        self._column.addWidget(Wrapped(words, "quiet"))
        back = Button(self._house.theme, "Take it back", kind="link")
        back.setAccessibleName("Take back what this version took over from the one before")
        back.clicked.connect(partial(self._give_back, one.before))
        self._column.addLayout(row(back, 1))

    def _add_studies(self, titles: tuple[str, ...]) -> None:
        if titles:
            self._column.addWidget(Wrapped("Cited as it was before, in:", "quiet"))
        for title in titles[:MOST_STUDIES]:
            self._column.addWidget(Wrapped(title, "small"))
        if len(titles) > MOST_STUDIES:
            self._column.addWidget(label(f"and {len(titles) - MOST_STUDIES:,} more", "small"))

    def _fetch(self, address: str, checked: bool = False) -> None:
        self._house.visit("library", [QUrl(address)])

    def _visit(self, document: str, checked: bool = False) -> None:
        self._house.visit("library", document)

    def _give_back(self, before: str, checked: bool = False) -> None:
        self.given_back.emit(before)

    def _compare(self, before: str, after: str, checked: bool = False) -> None:
        self.compared.emit(before, after)
