"""A line of chips and what stands beside them; where there is no room for both it stands below, and
the chips break into as many lines as they need.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from desktop.widgets.basics import row
from desktop.widgets.flow import FlowLayout

GAP_PX, MARGIN_PX, BETWEEN_LINES_PX = 8, 8, 2


class Chips(QWidget):
    """As wide as all of them in one line, where it can be."""

    def __init__(self, chips: Iterable[QWidget]) -> None:
        super().__init__()
        flow = FlowLayout(self, GAP_PX)
        flow.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self._chips = tuple(chips)
        for chip in self._chips:
            flow.addWidget(chip)

    def sizeHint(self) -> QSize:
        widths = [chip.sizeHint().width() for chip in self._chips if not chip.isHidden()]
        return QSize(sum(widths) + GAP_PX * len(widths[1:]), super().sizeHint().height())


class FoldingLine(QWidget):
    """``fill`` it once."""

    def fill(self, chips: Iterable[QWidget], beside: QHBoxLayout) -> None:
        self._first, self._second = Chips(chips), beside
        self._line = row(self._first, into=self, margins_px=(MARGIN_PX, 0, MARGIN_PX, 0))
        self._line.addLayout(beside, 1)

    def minimumSizeHint(self) -> QSize:
        """It can always fold."""
        least = self._second.minimumSize().width() + 2 * MARGIN_PX
        return QSize(least, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fold()
        return super().event(event)

    def _fold(self) -> None:
        whole = self._first.sizeHint().width() + GAP_PX + self._second.sizeHint().width()
        directions, fits = QBoxLayout.Direction, whole + 2 * MARGIN_PX <= self.width()
        self._line.setDirection(directions.LeftToRight if fits else directions.TopToBottom)
        self._line.setSpacing(GAP_PX if fits else BETWEEN_LINES_PX)
