"""One of a few, as quiet pills side by side; the arrows and Tab reach them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from desktop.widgets.basics import Chip


class Choice(QWidget):
    """``options`` maps what is chosen to its word and to the sentence that explains it.

    ``changed(key)`` when another one is chosen.
    """

    changed = Signal(str)

    def __init__(self, name: str, options: Mapping[str, tuple[str, str]]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._chips: dict[str, Chip] = {}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        for key, (word, why) in options.items():
            chip = Chip(word, checkable=True)
            chip.setToolTip(why)
            chip.setAccessibleDescription(why)
            chip.toggled.connect(partial(self._tell, key))
            self._group.addButton(chip)
            self._chips[key] = chip
            line.addWidget(chip)
        self.choose(next(iter(options)))

    def choose(self, key: str) -> None:
        self._chips[key].setChecked(True)

    @property
    def chosen(self) -> str:
        return next(key for key, chip in self._chips.items() if chip.isChecked())

    def _tell(self, key: str, chosen: bool) -> None:
        if chosen:
            self.changed.emit(key)
