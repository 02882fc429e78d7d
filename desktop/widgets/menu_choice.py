"""One of several, in a menu that says what each is good for; the chip shows the chosen one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from desktop.widgets.basics import Chip, pop_up
from desktop.widgets.tips import as_it_stands


class MenuChoice(Chip):
    """``options`` maps what is chosen to its word and to the sentence that explains it.

    ``changed(key)`` when another one is chosen.
    """

    changed = Signal(str)

    def __init__(self, name: str, options: Mapping[str, tuple[str, str]], first: str) -> None:
        super().__init__("", checkable=True)
        self._name, self._options = name, options
        self.chosen = self._first = first
        self._refused = ""
        self.clicked.connect(self._offer)
        self.choose(first)

    def offer(self, options: Mapping[str, tuple[str, str]]) -> None:
        """These from now on; the first stays one of them."""
        self._options = options
        self.choose(self.chosen if self.chosen in options else self._first)

    def choose(self, key: str) -> None:
        word, _ = self._options[key]
        changed, self.chosen = key != self.chosen, key
        self.set(f"{self._name}: {word}")
        self.setAccessibleName(f"{self._name}: {word}")
        self._explain()
        self.setChecked(key != self._first)
        if changed:
            self.changed.emit(key)

    def refuse(self, why: str) -> None:
        """Greyed out, and why; "" offers it again."""
        self._refused = why
        self.setEnabled(not why)
        self._explain()

    def _explain(self) -> None:
        why = self._refused or self._options[self.chosen][1]
        self.setToolTip(as_it_stands(why))
        self.setAccessibleDescription(why)

    def menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for key, (word, why) in self._options.items():
            action = menu.addAction(word)
            action.setToolTip(as_it_stands(why))
            action.setCheckable(True)
            action.setChecked(key == self.chosen)
            action.triggered.connect(partial(self.choose, key))
        return menu

    def _offer(self) -> None:
        self.setChecked(self.chosen != self._first)
        pop_up(self.menu(), self.mapToGlobal(self.rect().bottomLeft()))
