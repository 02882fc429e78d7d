"""Conversation and map side by side; where there is no room for both, a rail changes them over."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from desktop.acts import OVER_KEY, key_words
from desktop.theme import Theme
from desktop.widgets.basics import IconButton, column_of, row, rule

LEAST_PX = 760
RAIL_PX = 44
TALK_SHARE = 0.47
NAMES = ("Conversation", "Map")


class Halves(QWidget):
    def __init__(self, theme: Theme, left: QWidget, right: QWidget) -> None:
        super().__init__()
        self._left, self._right = left, right
        self._right_in_front = False
        self.button = IconButton(theme, "network", "")
        self.button.setCheckable(True)
        self.button.clicked.connect(self.change_over)
        self.rail = QWidget()
        down = column_of(into=self.rail, margins_px=(0, 12, 0, 0))
        down.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        down.addStretch(1)
        self.rail.setFixedWidth(RAIL_PX)
        self._rule = rule(vertical=True)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        for part in (left, right):
            part.setMinimumWidth(1)
            self.splitter.addWidget(part)
        row(self.rail, self._rule, self.splitter, into=self, spacing_px=0)
        self.setMinimumWidth(1)
        self._was_roomy = False
        self._arrange()

    @property
    def has_room(self) -> bool:
        """For both."""
        return self.width() >= LEAST_PX

    def bring(self, right: bool) -> None:
        """The map to the front, or the conversation; where there is room both stand there."""
        self._right_in_front = right
        self._arrange()

    def change_over(self) -> None:
        """From one to the other, and the keys with it."""
        focused = self.window().focusWidget()
        is_right = focused is not None and self._right.isAncestorOf(focused)
        is_right = is_right if self.has_room else self._right_in_front
        self.bring(not is_right)
        (self._left if is_right else self._right).setFocus()

    def _arrange(self) -> None:
        roomy = self.has_room
        other = NAMES[0] if self._right_in_front else NAMES[1]
        self.button.setToolTip(f"{other} ({key_words(OVER_KEY)})")
        self.button.setAccessibleName(f"To the {other.lower()}")
        self.button.setChecked(self._right_in_front)
        self.rail.setVisible(not roomy)
        self._rule.setVisible(not roomy)
        self._left.setVisible(roomy or not self._right_in_front)
        self._right.setVisible(roomy or self._right_in_front)
        if roomy and not self._was_roomy:
            talk = round(self.width() * TALK_SHARE)
            self.splitter.setSizes([talk, self.width() - talk])
        self._was_roomy = roomy

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
