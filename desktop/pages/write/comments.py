"""What was noted on words of an article, under the paragraph in which they stand."""

from __future__ import annotations

import time
from functools import partial

from PySide6.QtCore import Signal

from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, IconLabel, label, row
from warehouse.text import shortened
from warehouse.writing.editing.records import Comment, Found

QUOTED_CHARACTERS = 90


class CommentCard(Card):
    """``resolved(number)``; ``unwanted(number)``: remove it."""

    resolved = Signal(int)
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
        settle = Button(theme, "Settled", kind="link")
        settle.setAccessibleName(f"Settled: {comment.text}")
        settle.clicked.connect(partial(self.resolved.emit, comment.number))
        remove = Button(theme, "Remove", kind="link")
        remove.setAccessibleName(f"Remove the comment: {comment.text}")
        remove.clicked.connect(partial(self.unwanted.emit, comment.number))
        when = label(time.strftime("%d %b, %H:%M", time.localtime(comment.at)), "small")
        self.column.addLayout(row(settle, remove, 1, when, spacing_px=12))
