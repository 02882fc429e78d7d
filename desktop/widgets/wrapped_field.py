"""A field for one line of words, such as a title, that wraps where it is too long to be seen whole.

It does what a QLineEdit does otherwise: Return and leaving it end the editing, a line that is put
in comes without its breaks, and it holds so many characters.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit

AROUND_PX = 14  # padding and line of a field, above and below its words


class WrappedField(QTextEdit):
    """``entered``: by Return; ``finished``: by that, or left."""

    entered = Signal()
    finished = Signal()

    def __init__(self, name: str, most_characters: int, style: str) -> None:
        """``style`` is that of its font."""
        super().__init__()
        self._most = most_characters
        self.setAccessibleName(name)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setStyleSheet(f"QTextEdit {{ {style} }}")
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._cut)

    def text(self) -> str:
        return self.toPlainText()

    def setText(self, text: str) -> None:
        self.setPlainText(" ".join(text.split()))

    def to_begin(self) -> None:
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
            self.finished.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.finished.emit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.insertPlainText(" ".join(source.text().split()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _cut(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(self._most, self.document().characterCount() - 1))
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        if cursor.hasSelection():
            cursor.removeSelectedText()

    def _fit(self) -> None:
        height = math.ceil(self.document().size().height()) + AROUND_PX
        if height != self.height():
            self.setFixedHeight(height)
