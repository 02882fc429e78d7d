"""A field of one line that keeps Ctrl+Z to itself only while there is typing to take back; else the
key takes back what was done last to documents.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit


class LineField(QLineEdit):
    def event(self, event: QEvent) -> bool:
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and self._has_no_use_for(event):
            event.ignore()
            return False
        return super().event(event)

    def _has_no_use_for(self, event: QKeyEvent) -> bool:
        keys = QKeySequence.StandardKey
        return (event.matches(keys.Undo) and not self.isUndoAvailable()) or (
            event.matches(keys.Redo) and not self.isRedoAvailable()
        )
