"""Two documents that contradict each other, side by side, under the text that rests on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, column_of, label, row
from desktop.widgets.laid_out import empty, holding
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
        empty(self._list)
        for disagreement in found:
            self._list.addWidget(self._shown(disagreement))
        self.setVisible(bool(found))

    def _shown(self, one: Disagreement) -> QWidget:
        head = disagreement_columns.head(one)
        pair = row((self._card(one.first), 1), (self._card(one.second), 1), spacing_px=10)
        widget = holding(column_of(label(head, "quiet", wrap=True), pair, spacing_px=6))
        widget.setAccessibleName(head)
        return widget

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
