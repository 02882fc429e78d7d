"""Figures that engineers read, under one link: nothing is hidden, nothing in the way."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, row
from warehouse.results.for_experts import NAME


class Experts(QWidget):
    """Hidden where there is nothing to tell; folded again with every new text."""

    def __init__(self, theme: Theme, name: str = NAME) -> None:
        super().__init__()
        self._name = name
        self.button = Button(theme, name, kind="link")
        self.button.setToolTip("Figures about how this was found, for those who want them")
        self.button.clicked.connect(self._toggle)
        self._words = label("", "small", wrap=True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column_of(
            row(self.button, 1), self._words, into=self, margins_px=(0, 2, 0, 2), spacing_px=2
        )
        self.tell(())

    def tell(self, lines: Sequence[str]) -> None:
        self._words.setText("\n".join(lines))
        self._words.hide()
        self.button.set(self._name)
        self.setVisible(bool(lines))

    def _toggle(self) -> None:
        self._words.setVisible(self._words.isHidden())
        self.button.set(self._name if self._words.isHidden() else "Hide the details")
