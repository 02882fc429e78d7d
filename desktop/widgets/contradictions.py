"""Two documents that contradict each other, side by side, under the text that rests on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, column_of, discard, label, row
from warehouse.results.records import Disagreement, Side
from warehouse.studies.report import disagreement_columns

WIDEST_PX = 664


class ContradictionsView(QWidget):
    """Hidden where the sources agree. ``wanted(number)``: show this evidence on its page."""

    wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(disagreement_columns.TITLE)
        self.setMaximumWidth(WIDEST_PX)
        self._list = column_of(spacing_px=14)
        column_of(
            label(disagreement_columns.TITLE, "section"),
            self._list,
            into=self,
            margins_px=(12, 18, 12, 8),
            spacing_px=8,
        )
        self.hide()

    def tell(self, found: Sequence[Disagreement]) -> None:
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                discard(widget)
        for one in found:
            self._list.addWidget(self._shown(one))
        self.setVisible(bool(found))

    def _shown(self, one: Disagreement) -> QWidget:
        made = QWidget()
        made.setAccessibleName(disagreement_columns.head(one))
        column = column_of(
            label(disagreement_columns.head(one), "quiet", wrap=True), into=made, spacing_px=6
        )
        pair = row(spacing_px=10)
        for side in (one.first, one.second):
            pair.addWidget(self._card(side), 1)
        column.addLayout(pair)
        return made

    def _card(self, side: Side) -> Card:
        card = Card(margin_px=12, spacing_px=4)
        words = label(disagreement_columns.said(side), "ink", wrap=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        card.column.addWidget(label(disagreement_columns.whence(side), "quiet", wrap=True))
        card.column.addWidget(words)
        card.column.addStretch(1)
        show = Button(self._theme, f"Show {side.number} on its page", kind="link")
        show.clicked.connect(partial(self.wanted.emit, side.number))
        card.column.addWidget(show, 0, Qt.AlignmentFlag.AlignLeft)
        return card
