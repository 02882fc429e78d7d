"""One setting: what it is, its control, and the way back to the start value."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame

from desktop.house import House
from desktop.pages.settings.editors import editor
from desktop.pages.settings.fields import Field
from desktop.widgets.basics import Button, ElidedLabel, column_of, label, row

LIT_MS = 4000
UNDER_ABOUT = 2
BACK = "Back to the start value"


class SettingLine(QFrame):
    """``changed(name, value)``."""

    changed = Signal(str, object)

    def __init__(self, house: House, field: Field) -> None:
        super().__init__()
        self.field = field
        self.setProperty("kind", "line")
        self.editor = editor(house, field)
        self.editor.changed.connect(partial(self.changed.emit, field.name))
        self.editor.refused.connect(self.refuse)
        self.back = Button(house.theme, BACK, kind="link")
        self.back.setAccessibleName(f"{BACK}: {field.title}")
        self.back.clicked.connect(self._take_back)
        self.back.hide()
        self._refused = label("", "bad", wrap=True)
        self._refused.hide()
        self.now: ElidedLabel | None = None
        self._words = words = column_of(
            label(field.title, "ink"),
            label(field.about, "small", wrap=True),
            self._refused,
            spacing_px=1,
        )
        words.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        line = row((words, 1), into=self, margins_px=(10, 6, 10, 6), spacing_px=24)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        line.addWidget(self.editor, 0, side)
        self._lit = QTimer(self, singleShot=True, interval=LIT_MS)
        self._lit.timeout.connect(partial(self._show_lit, False))

    def tell(self, value: Any) -> None:
        self.editor.tell(value)
        self.refuse("")
        self.back.setVisible(value != self.field.default)

    def tell_now(self, words: str) -> None:
        """How it stands now, under what it is."""
        if self.now is None:
            self.now = ElidedLabel("small")
            self._words.insertWidget(UNDER_ABOUT, self.now)
        self.now.say(words)

    def refuse(self, words: str) -> None:
        """Why a value was not kept, beside it."""
        self._refused.setText(words)
        self._refused.setVisible(bool(words))

    def light(self) -> None:
        """Seen at once by who was led to it; with the keys."""
        self._show_lit(True)
        self._lit.start()
        self.editor.control.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_lit(self, lit: bool) -> None:
        self.setProperty("lit", lit)
        self.style().unpolish(self)
        self.style().polish(self)

    def _take_back(self) -> None:
        self.editor.control.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(self.field.name, self.field.default)
