"""Where a question or a topic is written: Enter begins, Shift+Enter breaks the line."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.theme import Theme, reading_font
from desktop.widgets.basics import Button, Card, row
from desktop.widgets.flow import FlowLayout

LEAST_LINES, MOST_LINES = 2, 8


class QuestionEdit(QPlainTextEdit):
    """Grows with its text up to eight lines."""

    entered = Signal()
    focused = Signal(bool)

    def __init__(self, name: str, hint: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setFont(reading_font(16))
        self.setStyleSheet(
            "QPlainTextEdit { border: none; padding: 0; background: transparent;"
            ' font-family: "Source Serif 4"; font-size: 16px; }'
        )
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)

    def _fit(self) -> None:
        lines = max(LEAST_LINES, min(MOST_LINES, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 12)


def letters_of(event: QKeyEvent) -> str:
    """What a key writes; "" for one that writes nothing, or is pressed for an act."""
    held = event.modifiers() & (
        Qt.KeyboardModifier.ControlModifier
        | Qt.KeyboardModifier.AltModifier
        | Qt.KeyboardModifier.MetaModifier
    )
    third_level = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    is_written = not held or held == third_level
    letters = event.text()
    return letters if is_written and letters.isprintable() and letters.strip() else ""


class QuestionBox(Card):
    """``asked(text)`` when there is something to ask; ``foot`` takes choices of the page."""

    asked = Signal(str)

    def __init__(self, theme: Theme, name: str, hint: str, verb: str, icon: str) -> None:
        super().__init__(margin_px=14, spacing_px=10)
        self.edit = QuestionEdit(name, hint)
        self.button = Button(theme, verb, icon, kind="primary")
        self.foot = row()
        self._choices = FlowLayout(gap_px=8)
        self.foot.addLayout(self._choices, 1)
        self.foot.setAlignment(self._choices, Qt.AlignmentFlag.AlignVCenter)
        self.foot.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        self.column.addWidget(self.edit)
        self.column.addLayout(self.foot)
        self.edit.entered.connect(self._ask)
        self.edit.focused.connect(self.show_focus)
        self.button.clicked.connect(self._ask)
        self.setFocusProxy(self.edit)
        self.show_focus(False)

    def add_choices(self, *widgets: QWidget) -> None:
        """At the left of the foot, in as many lines as they need."""
        for widget in widgets:
            self._choices.addWidget(widget)

    def text(self) -> str:
        return self.edit.toPlainText().strip()

    def set_text(self, text: str) -> None:
        self.edit.setPlainText(text)
        self.edit.setFocus()

    def begin(self, letters: str) -> None:
        """What was typed beside it is written here."""
        self.edit.setFocus()
        self.edit.insertPlainText(letters)

    def _ask(self) -> None:
        if self.text():
            self.asked.emit(self.text())
        else:
            self.edit.setFocus()
