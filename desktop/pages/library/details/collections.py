"""The part of the details that keeps order: tags as chips, collections, documents like this one.

For several documents the same chips: what is on all of them, and on how many what is not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCompleter, QMenu, QWidget

from desktop.collectionlist import Find
from desktop.house import House
from desktop.pages.library.line_field import LineField
from desktop.pages.library.row_menu import fill
from desktop.widgets.basics import Button, Chip, column_of, label, pop_up, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.flow import FlowLayout
from desktop.widgets.tips import as_it_stands
from warehouse.records import Collection, Tag
from warehouse.search.collections.query import quoted

LIKE_THIS = 5
TAG_CHARS = 40
CHIP_PX = 150  # with " · 12 of 345" behind it still narrower than the pane


class Alike(Struct, frozen=True):
    document: str
    title: str


class Kept(Struct, frozen=True):
    """Where documents are kept, each tag and collection with how many of them it has; ``known``
    are all tags of the library.
    """

    tags: tuple[Tag, ...] = ()
    collections: tuple[Collection, ...] = ()
    known: tuple[str, ...] = ()
    alike: tuple[Alike, ...] = ()


class OrderPart(QWidget):
    """``find_wanted(query)``, ``document_wanted(id)``."""

    find_wanted = Signal(str)
    document_wanted = Signal(str)

    def __init__(self, house: House, documents: tuple[str, ...], kept: Kept) -> None:
        super().__init__()
        self._house, self._documents, self._kept = house, documents, kept
        self._column = column_of(into=self, spacing_px=6)
        self._add_tags()
        self._add_collections()

    def alike(self) -> QWidget | None:
        """The documents nearest by their headers, as links; None where none are."""
        if not self._kept.alike:
            return None
        links = QWidget()
        column = column_of(into=links, spacing_px=2)
        for neighbour in self._kept.alike:
            link = ElidedButton(self._house.theme, neighbour.title, kind="link")
            link.clicked.connect(partial(self._visit, neighbour.document))
            column.addLayout(row(link, 1))
        return links

    def _add_tags(self) -> None:
        self._section("Tags")
        flow = FlowLayout()
        for tag in self._kept.tags:
            flow.addWidget(self._chip(tag, "Tag", partial(self.tag_menu, tag)))
        self.field = LineField()
        self.field.setPlaceholderText("Add a tag")
        self.field.setAccessibleName("Add a tag")
        self.field.setMaxLength(TAG_CHARS)
        completer = QCompleter(list(self._kept.known), self.field)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(completer)
        self.field.returnPressed.connect(self._tag)
        self._column.addLayout(flow)
        self._column.addWidget(self.field)

    def _add_collections(self) -> None:
        self._section("Collections")
        flow = FlowLayout()
        for collection in self._kept.collections:
            flow.addWidget(
                self._chip(collection, "Collection", partial(self.collection_menu, collection))
            )
        self.add = Button(self._house.theme, "Add to …", kind="link")
        self.add.setAccessibleName("Add to a collection")
        self.add.clicked.connect(self._offer_collections)
        self._column.addLayout(flow)
        self._column.addLayout(row(self.add, 1))

    def _section(self, text: str) -> None:
        self._column.addSpacing(6)
        self._column.addWidget(label(text, "section"))

    def _chip(self, one: Tag | Collection, sort: str, menu: Callable[[], QMenu]) -> Chip:
        total = len(self._documents)
        some = f" · {one.documents:,} of {total:,}" if one.documents < total else ""
        short = self.fontMetrics().elidedText(one.name, Qt.TextElideMode.ElideRight, CHIP_PX)
        chip = Chip(f"{short}{some}", checkable=True)
        chip.setToolTip("" if short == one.name else as_it_stands(one.name))
        chip.setAccessibleName(f"{sort} {one.name}{some}")
        chip.clicked.connect(partial(self._offer, menu, chip))
        chip.toggled.connect(partial(chip.setChecked, False))
        return chip

    # What the user does

    def tag_menu(self, tag: Tag) -> QMenu:
        menu = QMenu(self)
        show = partial(self._find, f"tag:{quoted(tag.name)}")
        menu.addAction("Show all with this tag").triggered.connect(show)
        if tag.documents < len(self._documents):
            on = partial(self._house.order.tag, self._documents, tag.name)
            menu.addAction("Put it on all of these").triggered.connect(on)
        off = partial(self._house.order.untag, self._documents, tag.name)
        menu.addAction("Take it off").triggered.connect(off)
        return menu

    def collection_menu(self, held: Collection) -> QMenu:
        menu = QMenu(self)
        show = partial(self._house.visit, "library", Find(inside=held))
        menu.addAction("Show all in it").triggered.connect(show)
        if held.documents < len(self._documents):
            put = partial(self._house.order.put, held, self._documents)
            menu.addAction("Put all of these in").triggered.connect(put)
        take = partial(self._house.order.take, held, self._documents)
        menu.addAction("Take out of it").triggered.connect(take)
        return menu

    def _offer(self, menu: Callable[[], QMenu], chip: Chip, checked: bool = False) -> None:
        pop_up(menu(), chip.mapToGlobal(chip.rect().bottomLeft()))

    def _offer_collections(self) -> None:
        menu = QMenu(self)
        fill(menu, self._house, self._documents)
        pop_up(menu, self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def _tag(self) -> None:
        if self.field.text().strip():
            self._house.order.tag(self._documents, self.field.text())
            self.field.setText("")  # and nothing to take back in it: Ctrl+Z takes the tag off

    def _find(self, query: str, checked: bool = False) -> None:
        self.find_wanted.emit(query)

    def _visit(self, document: str, checked: bool = False) -> None:
        self.document_wanted.emit(document)
