"""Under the filters: how a search was understood, and what can be made of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.collections import Naming
from desktop.house import House
from desktop.pages.library.lookup import Search
from desktop.widgets.basics import Button, ElidedLabel, row
from warehouse.records import Collection
from warehouse.search.collections.query import Field, bare_words, parse
from warehouse.text import shortened

LINE_PX = 20
MEANT_CHARACTERS = 40


class SearchLine(QWidget):
    """How the search was understood, a likelier one in place of "Save this search", and "By
    meaning"; hidden without a search.

    ``near_wanted`` carries the query, ``other_wanted`` the likelier one. While a saved search is
    being changed it can take the query.
    """

    near_wanted = Signal(str)
    other_wanted = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house, self._query, self._meant = house, "", ""
        self._saved: Collection | None = None
        self.note = ElidedLabel("small")
        self.meant = Button(house.theme, "", kind="link")
        self.meant.setAccessibleName("Search for what was meant")
        self.meant.setToolTip("What was typed stands nowhere in the library; this does")
        self.meant.clicked.connect(lambda: self.other_wanted.emit(self._meant))
        self.change = Button(house.theme, "", kind="link")
        self.change.setAccessibleName("Save to the search that was opened")
        self.change.clicked.connect(self._change)
        self.save = Button(house.theme, "Save this search", kind="link")
        self.save.setToolTip("Keep it beside the collections: it holds what it finds")
        self.save.clicked.connect(self._save)
        self.near = Button(house.theme, "By meaning", kind="link")
        self.near.setToolTip("Passages that mean it, also in other words")
        self.near.clicked.connect(self._look_near)
        buttons = (self.meant, self.near, self.change, self.save)
        row((self.note, 1), *buttons, into=self, spacing_px=12, margins_px=(8, 0, 8, 0))
        kept = self.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # a search does not push the list down
        self.setSizePolicy(kept)
        self.setFixedHeight(LINE_PX)
        self.hide()

    def edit(self, saved: Collection | None) -> None:
        """The query that comes next may be kept in place of the one of ``saved``."""
        self._saved = saved
        if saved is not None:
            self.change.set(f"Save to “{saved.name}”")

    def tell(self, result: Search, typed: str) -> None:
        """``typed`` says how what is typed is understood, where the search itself says nothing."""
        query, note, meant = result.text, result.note or typed, result.meant
        self._query, self._meant = query, meant
        if meant:
            self.meant.set(f"Search for “{shortened(meant, MEANT_CHARACTERS)}”")
        self.meant.setVisible(bool(meant))
        self._saved = self._saved if query else None
        self.change.setVisible(self._saved is not None and query != self._saved.query)
        self.note.say(note)
        parsed = parse(query)
        near = bool(bare_words(parsed.words))
        save = not meant and (parsed.words is not None or not isinstance(parsed.where, Field))
        self.near.setVisible(near)
        self.save.setVisible(bool(query) and save)
        self.setVisible(bool(query) and (near or save or bool(note) or bool(meant)))

    def _look_near(self) -> None:
        self.near_wanted.emit(self._query)

    def _change(self) -> None:
        if self._saved is not None:
            self._house.order.change(self._saved, self._query)
            self.edit(None)
            self.change.hide()

    def _save(self) -> None:
        self._house.order.ask_name(Naming(query=self._query))
