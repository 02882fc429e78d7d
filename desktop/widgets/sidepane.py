"""A right pane that is filled anew for what is selected: one column that scrolls."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QVBoxLayout, QWidget

MARGIN_PX = 22


class SidePane(QWidget):
    """``name`` is what a screen reader calls it."""

    def __init__(self, name: str, spacing_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spacing_px = spacing_px
        self.setProperty("kind", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(name)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)
        self.fresh().addStretch(1)

    def fresh(self) -> QVBoxLayout:
        """An empty column in place of what was shown."""
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        column.setSpacing(self._spacing_px)
        column.setSizeConstraint(QLayout.SizeConstraint.SetMinAndMaxSize)
        self._scroll.setWidget(body)
        return column
