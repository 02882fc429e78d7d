"""Where a question is asked: everywhere, or in one collection or saved search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QMenu

from desktop.widgets.basics import Chip

EVERYWHERE = "In: everything"


class Within(Chip):
    """``chosen`` is a name, or "" for everything. Hidden while there is nothing to choose from."""

    def __init__(self) -> None:
        super().__init__(EVERYWHERE, checkable=True)
        self._names: tuple[str, ...] = ()
        self.chosen = ""
        self.setToolTip("Limit it to a collection or a saved search")
        self.clicked.connect(self._offer)
        self.hide()

    def offer(self, names: Sequence[str]) -> None:
        """What can be chosen; a choice that is gone falls back to everything."""
        self._names = tuple(names)
        if self.chosen not in self._names:
            self.choose("")
        self.setVisible(bool(names))

    def choose(self, name: str, checked: bool = False) -> None:
        self.chosen = name
        self.set(f"In: {name}" if name else EVERYWHERE)
        self.setAccessibleName(f"Limited to {name}" if name else "Not limited")
        self.setChecked(bool(name))

    def menu(self) -> QMenu:
        made = QMenu(self)
        made.addAction("Everything").triggered.connect(partial(self.choose, ""))
        made.addSeparator()
        for name in self._names:
            made.addAction(name).triggered.connect(partial(self.choose, name))
        return made

    def _offer(self) -> None:
        self.setChecked(bool(self.chosen))
        self.menu().popup(self.mapToGlobal(self.rect().bottomLeft()))
