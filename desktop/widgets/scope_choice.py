"""Where a question is asked: everywhere, in one collection or saved search, or in what a search of
the library finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtWidgets import QMenu

from desktop.widgets.basics import Chip, pop_up
from warehouse.search.collections.naming_and_filing import called

EVERYWHERE = "In: everything"
SHOWN_CHARS = 40


class Limit(Struct, frozen=True):
    """The name of a collection or saved search, else a query that was not saved; neither: all."""

    name: str = ""
    query: str = ""

    @property
    def words(self) -> str:
        return self.name or called(self.query)


class ScopeChoice(Chip):
    """``chosen`` is a Limit. Hidden while there is nothing to choose from."""

    def __init__(self) -> None:
        super().__init__(EVERYWHERE, checkable=True)
        self._names: tuple[str, ...] = ()
        self.chosen = Limit()
        self.setToolTip("Limit it to a collection or a saved search")
        self.clicked.connect(self._offer)
        self.hide()

    def offer(self, names: Sequence[str]) -> None:
        """What can be chosen; a choice that is gone falls back to everything."""
        self._names = tuple(names)
        if self.chosen.name and self.chosen.name not in self._names:
            self.choose("")
        self.setVisible(bool(names or self.chosen.words))

    def choose(self, name: str) -> None:
        self.limit(Limit(name))

    def limit(self, chosen: Limit) -> None:
        self.chosen = chosen
        words = chosen.words
        short = words if len(words) <= SHOWN_CHARS else words[: SHOWN_CHARS - 1].rstrip() + "…"
        self.set(f"In: {short}" if words else EVERYWHERE)
        self.setAccessibleName(f"Limited to {words}" if words else "Not limited")
        self.setChecked(bool(words))
        self.setVisible(bool(self._names or words))

    def menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction("Everything").triggered.connect(partial(self.choose, ""))
        menu.addSeparator()
        for name in self._names:
            choose = partial(self.choose, name)
            menu.addAction(name.replace("&", "&&")).triggered.connect(choose)
        return menu

    def _offer(self) -> None:
        self.setChecked(bool(self.chosen.words))
        pop_up(self.menu(), self.mapToGlobal(self.rect().bottomLeft()))
