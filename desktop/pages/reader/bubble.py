"""What can be done with words that are selected, right beside them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop.pages.reader.colours import ColourChoice
from desktop.theme import Theme
from desktop.widgets.basics import IconButton, row, rule

AWAY_PX = 8


class SelectionBubble(QFrame):
    """Over ``over``; it takes no focus, and the keys it stands for work without it."""

    copy_wanted = Signal()
    source_wanted = Signal()
    colour_wanted = Signal(str)
    note_wanted = Signal()
    ask_wanted = Signal()

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setProperty("kind", "notice")
        self.setAccessibleName("What can be done with the selected words")
        self.copy = IconButton(theme, "copy", "Copy (Ctrl+C)")
        self.source = IconButton(theme, "quote", "Copy with its source (Ctrl+Shift+C)")
        self.colours = ColourChoice(theme)
        self.note = IconButton(theme, "sticky-note", "Write a note (N)")
        self.ask = IconButton(theme, "message-circle-question-mark", "Ask about this")
        inside = row(
            self.copy,
            self.source,
            rule(vertical=True),
            self.colours,
            self.note,
            self.ask,
            spacing_px=2,
            margins_px=(6, 4, 6, 4),
        )
        self.setLayout(inside)
        for button in (self.copy, self.source, self.note, self.ask, *self.colours.dots.values()):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.copy.clicked.connect(self.copy_wanted)
        self.source.clicked.connect(self.source_wanted)
        self.note.clicked.connect(self.note_wanted)
        self.ask.clicked.connect(self.ask_wanted)
        self.colours.chosen.connect(self.colour_wanted)
        self.hide()

    def show_at(self, area: QRectF) -> None:
        """Under the selected words, or over them where there is no room."""
        room, size = self._over.rect(), self.sizeHint()
        x = max(
            4, min(round(area.center().x()) - size.width() // 2, room.width() - size.width() - 4)
        )
        y = round(area.bottom()) + AWAY_PX
        if y + size.height() > room.height():
            y = round(area.top()) - AWAY_PX - size.height()
        self.setGeometry(x, max(4, y), size.width(), size.height())
        self.show()
        self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()
