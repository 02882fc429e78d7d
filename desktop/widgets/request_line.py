"""One line for a wish of the user: Return says it, Escape takes the line away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit


class RequestLine(QLineEdit):
    """``said(text)``; ``sought(text)`` while it is written, for suggestions; ``left`` by Escape.
    Hidden at first.
    """

    said = Signal(str)
    sought = Signal(str)
    left = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._titles = QStringListModel(self)
        completer = QCompleter(self._titles, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.activated.connect(self._say)
        self.setCompleter(completer)
        self.textEdited.connect(self.sought)
        self.returnPressed.connect(self._say)
        self.hide()

    def ask(self, name: str, hint: str, text: str = "") -> None:
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.suggest(())
        self.setText(text)
        self.setCursorPosition(0)
        self.show()
        self.setFocus()

    def suggest(self, titles: Sequence[str]) -> None:
        self._titles.setStringList(list(titles))

    def event(self, event: QEvent) -> bool:
        """Escape is for the line, before it is for the page around it."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _say(self, chosen: str = "") -> None:
        text = (chosen or self.text()).strip()
        if text and self.isVisible():
            self.said.emit(text)
