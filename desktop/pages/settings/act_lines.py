"""A card of things that can be done: a title, what it does, a button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, column_of, label, row

BUTTON_PX = 110


class ActLines(Card):
    def __init__(self, theme: Theme) -> None:
        super().__init__(margin_px=18, spacing_px=12)
        self._theme = theme

    def line(self, title: str, about: str, verb: str, act: Callable[[], object]) -> QWidget:
        words = column_of(label(title, "ink"), label(about, "small", wrap=True), spacing_px=1)
        button = Button(self._theme, verb)
        button.setFixedWidth(BUTTON_PX)
        button.setAccessibleDescription(about)
        button.clicked.connect(lambda: act())
        widget = QWidget()
        whole = row((words, 1), into=widget, spacing_px=24)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        whole.addWidget(button, 0, side)
        self.column.addWidget(widget)
        return widget
