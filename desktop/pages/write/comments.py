"""What was noted on words of an article, under the paragraph in which they stand.

What is settled is folded into one line.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, IconLabel, column_of, label, row
from warehouse.text import shortened
from warehouse.writing.editing.records import Comment, Found

QUOTED_CHARACTERS = 90


class CommentCard(Card):
    """``settled(number, bool)``: it is settled, or open again; ``unwanted(number)``: remove it."""

    settled = Signal(int, bool)
    unwanted = Signal(int)

    def __init__(self, theme: Theme, comment: Comment, found: Found | None) -> None:
        super().__init__(margin_px=10, spacing_px=4)
        self.setAccessibleName(f"Comment: {comment.text}")
        quote = f"“{shortened(comment.quote.exact, QUOTED_CHARACTERS)}”"
        if found is None:
            quote += " · these words are gone"
        elif not found.exact:
            quote += " · changed since"
        said = label(quote, "quiet", wrap=True)
        self.column.addLayout(row(IconLabel(theme, "sticky-note"), (said, 1)))
        self.column.addWidget(label(comment.text, "ink", wrap=True))
        act = "Reopen" if comment.resolved else "Settled"
        settle = Button(theme, act, kind="link")
        settle.setAccessibleName(f"{act}: {comment.text}")
        settle.clicked.connect(partial(self.settled.emit, comment.number, not comment.resolved))
        remove = Button(theme, "Remove", kind="link")
        remove.setAccessibleName(f"Remove the comment: {comment.text}")
        remove.clicked.connect(partial(self.unwanted.emit, comment.number))
        when = label(time.strftime("%d %b, %H:%M", time.localtime(comment.at)), "small")
        self.column.addLayout(row(settle, remove, 1, when, spacing_px=12))


class SettledComments(QWidget):
    """A line that says how many there are and unfolds them; ``unfolded(bool)``."""

    unfolded = Signal(bool)

    def __init__(self, theme: Theme, cards: Sequence[CommentCard], is_unfolded: bool) -> None:
        super().__init__()
        self.cards = cards
        self.button = Button(theme, f"{len(cards):,} settled", kind="quiet")
        self.button.setCheckable(True)
        self.button.setToolTip("Comments that are settled")
        self.button.toggled.connect(self._fold)
        column_of(row(self.button, 1), *cards, into=self, spacing_px=4)
        self.button.setChecked(is_unfolded)
        self._show(is_unfolded)

    def _fold(self, is_unfolded: bool) -> None:
        self._show(is_unfolded)
        self.unfolded.emit(is_unfolded)

    def _show(self, is_unfolded: bool) -> None:
        self.button.set(self.button.word, "chevron-down" if is_unfolded else "chevron-right")
        for card in self.cards:
            card.setVisible(is_unfolded)
