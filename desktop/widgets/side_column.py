"""A column at the left of what is read; where there is no room for both, a rail changes them over.

The rail stands where the column would stand. Its button brings the column to the front in place of
what is read, and back; so nothing of the column is out of reach in a small window.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop.acts import OVER_KEY, key_words
from desktop.theme import Theme
from desktop.widgets.basics import IconButton, column_of, row, rule

LEAST_PX = 620
RAIL_PX = 44
ANY_PX = 16_777_215  # what Qt means by no limit


class SideColumn(QWidget):
    """``name`` is what the column is called; ``width_px`` its width where it has one. ``turned``:
    what is read came into sight, or made way.
    """

    turned = Signal()

    def __init__(
        self, theme: Theme, column: QWidget, text: QWidget, width_px: int, name: str
    ) -> None:
        super().__init__()
        self._column, self._text, self._width_px, self._name = column, text, width_px, name
        self._in_front = False
        self._column_rule = rule(vertical=True)
        self.button = IconButton(theme, "list-tree", "")
        self.button.setCheckable(True)
        self.button.clicked.connect(self.change_over)
        self.rail = QWidget()
        down = column_of(into=self.rail, margins_px=(0, 12, 0, 0))
        down.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        down.addStretch(1)
        self.rail.setFixedWidth(RAIL_PX)
        self._rail_rule = rule(vertical=True)
        row(self.rail, self._rail_rule, column, self._column_rule, text, into=self, spacing_px=0)
        self.setMinimumWidth(1)
        self._arrange()

    def bring(self, column: bool) -> None:
        """The column to the front, or what is read; where there is room both stand there."""
        self._in_front = column
        self._arrange()

    def change_over(self) -> None:
        """From what is read to the column and back, and the keys with it."""
        focused = QApplication.focusWidget()
        is_there = focused is not None and self._column.isAncestorOf(focused)
        to_column = not (self._in_front or is_there)
        self.bring(to_column)
        (self._column if to_column else self._text).setFocus()

    def _arrange(self) -> None:
        has_room = self.width() >= LEAST_PX
        self._in_front = self._in_front and not has_room
        shows_column = has_room or self._in_front
        was_read = not self._text.isHidden()
        said = f"Back from: {self._name}" if self._in_front else self._name
        self.button.setToolTip(f"{said} ({key_words(OVER_KEY)})")
        self.button.setAccessibleName(said)
        self.button.setChecked(self._in_front)
        for part, wanted in (
            (self.rail, not has_room),
            (self._rail_rule, not has_room),
            (self._column, shows_column),
            (self._column_rule, has_room),
            (self._text, has_room or not self._in_front),
        ):
            part.setVisible(wanted)
        self._column.setMinimumWidth(self._width_px if has_room else 0)
        self._column.setMaximumWidth(self._width_px if has_room else ANY_PX)
        if was_read == self._text.isHidden():
            self.turned.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
