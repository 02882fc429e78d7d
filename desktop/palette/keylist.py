"""All keys of the window, page by page: F1, or ?. Written from the acts: none is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from desktop.acts import Act, key_words
from desktop.house import House
from desktop.palette.of_pages import where
from desktop.palette.over_window import OverWindow
from desktop.widgets.basics import Button, IconButton, column_of, label, row, rule

IN_LISTS = (
    ("In every list", "↑ ↓", "From row to row"),
    ("In every list", "Return", "Open what is chosen"),
    ("In every list", "Tab", "To the next part of the page"),
)


class KeyList(OverWindow):
    """``find_wanted`` is called by the button that leads to the palette."""

    def __init__(self, house: House, ground: QWidget, find_wanted: Callable[[], None]) -> None:
        super().__init__(house, ground, "All keys")
        self._find_wanted = find_wanted
        self._shown = QWidget()
        self.keys = QScrollArea(widgetResizable=True)
        self.keys.setAccessibleName("All keys, page by page")
        self.keys.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        close = IconButton(house.theme, "x", "Close the list of keys (Esc)")
        close.clicked.connect(self.close_over)
        find = Button(house.theme, "Find an act", "search")
        find.clicked.connect(self._find)
        head = row(label("Keys", "heading"), 1, find, close, margins_px=(20, 12, 12, 12))
        self.card.column.addLayout(head)
        self.card.column.addWidget(rule())
        self.card.column.addWidget(self.keys)

    def open(self) -> None:
        self._write()
        super().open()

    def take_keys(self) -> None:
        self.keys.setFocus(Qt.FocusReason.PopupFocusReason)

    def wanted_height(self, most: int) -> int:
        head = self.card.sizeHint().height() - self.keys.sizeHint().height()
        return min(most, head + self._shown.sizeHint().height() + 2)

    def _find(self) -> None:
        self.close_over()
        self._find_wanted()

    def _write(self) -> None:
        inner = QWidget()
        columns = row(into=inner, margins_px=(20, 16, 20, 20), spacing_px=28)
        groups = grouped(self.house.acts.all)
        for part in halves(groups):
            column = column_of(spacing_px=4)
            for title, lines in part:
                column.addWidget(label(title, "section"))
                column.addLayout(_grid(lines))
                column.addSpacing(14)
            column.addStretch(1)
            columns.addLayout(column, 1)
        self._shown = inner
        self.keys.setWidget(inner)  # the one before goes with it

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?" or event.key() == Qt.Key.Key_F1:
            self.close_over()
        super().keyPressEvent(event)


Group = tuple[str, list[tuple[str, str]]]


def grouped(acts: Iterable[Act[Any]]) -> list[Group]:
    """(page, [(keys, what they do)]), those that work everywhere first."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for act in acts:
        if act.keys:
            keys = "   ".join(key_words(key) for key in act.keys)
            groups.setdefault(where(act), []).append((keys, act.name))
    for title, keys, words in IN_LISTS:
        groups.setdefault(title, []).append((keys, words))
    return list(groups.items())


def halves(groups: list[Group]) -> tuple[list[Group], list[Group]]:
    """In two columns about as long as each other, in their order."""
    whole = sum(len(lines) + 2 for _, lines in groups)
    left: list[Group] = []
    lines_left = 0
    for title, lines in groups:
        if lines_left + len(lines) / 2 > whole / 2:
            break
        left.append((title, lines))
        lines_left += len(lines) + 2
    return left, groups[len(left) :]


def _grid(lines: list[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(5)
    grid.setColumnStretch(0, 1)
    for at, (keys, words) in enumerate(lines):
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(label(words, "ink", wrap=True), at, 0, top)
        grid.addWidget(label(keys, "quiet"), at, 1, top | Qt.AlignmentFlag.AlignRight)
    return grid
