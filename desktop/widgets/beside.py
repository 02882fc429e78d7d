"""A column at the left of what is read; where there is no room for both it gives way."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.widgets.basics import rule

LEAST_PX = 620


class Beside(QWidget):
    def __init__(self, column: QWidget, text: QWidget) -> None:
        super().__init__()
        self._column, self._rule = column, rule(vertical=True)
        inside = QHBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        for part in (column, self._rule, text):
            inside.addWidget(part)
        self.setMinimumWidth(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        has_room = self.width() >= LEAST_PX
        self._column.setVisible(has_room)
        self._rule.setVisible(has_room)
