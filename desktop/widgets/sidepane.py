"""A right pane that is filled anew for what is selected: one column that scrolls; and one that
stands in its place for a while.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, row

MARGIN_PX = 22


class SidePane(QWidget):
    """``name`` is what a screen reader calls it."""

    def __init__(self, name: str, spacing_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spacing_px = spacing_px
        self.setProperty("kind", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(name)
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column_of(self._scroll, into=self)
        self.fresh().addStretch(1)

    def fresh(self) -> QVBoxLayout:
        """An empty column in place of what was shown."""
        body = QWidget()
        column = column_of(
            into=body,
            margins_px=(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX),
            spacing_px=self._spacing_px,
        )
        column.setSizeConstraint(QLayout.SizeConstraint.SetMinAndMaxSize)
        self._scroll.setWidget(body)
        return column

    def stay_at(self, place_px: int) -> None:
        """Once what was filled in is laid out, scroll to where it stood."""
        bar = self._scroll.verticalScrollBar()
        QTimer.singleShot(0, self, partial(bar.setValue, place_px))

    @property
    def place_px(self) -> int:
        return self._scroll.verticalScrollBar().value()


class PassingPane(SidePane):
    """One that is put away again: ``left`` at Escape or Back."""

    left = Signal()

    def __init__(self, name: str, spacing_px: int, parent: QWidget | None = None) -> None:
        super().__init__(name, spacing_px, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def leave(self) -> None:
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def end(self, theme: Theme, column: QVBoxLayout) -> Button:
        """The way back under what is shown."""
        back = Button(theme, "Back", "arrow-left", "quiet")
        back.setAccessibleName("Back to the details")
        back.setStyleSheet("padding-left: 0;")
        back.clicked.connect(self.leave)
        column.addSpacing(10)
        column.addLayout(row(back, 1))
        column.addStretch(1)
        return back
