"""One page in the window: its line of title and actions, and the splitter to its right pane."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop.house import House, Page
from desktop.state import WindowState
from desktop.widgets.basics import IconButton, column_of, row, rule

TITLE_PX = 52
PANE_PX = {"library": 326, "ask": 540, "write": 540, "roundtable": 440, "reader": 264}
PANE_MIN_PX = 264
PAGE_PX = 480
ROOMY_PX = 640


class PageFrame(QWidget):
    """Made empty; ``fill`` puts page and pane in. Widths and what is folded go to ``state``."""

    def __init__(self, house: House, name: str, page: QWidget, state: WindowState) -> None:
        super().__init__()
        self.name, self.page, self._state = name, page, state
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        contract = cast(Page, page)
        self.side = contract.side_widget()
        self._fold = IconButton(house.theme, "panel-right", "Fold or unfold the right pane")
        self._fold.clicked.connect(self.toggle_side)
        if self.side is None:
            self._fold.hide()  # shown without a parent yet it would be a window of its own
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._body: QVBoxLayout | QSplitter
        self._lay_out(contract)

    def fill(self) -> None:
        """Page and pane into the frame: the costly half of making it."""
        self._body.addWidget(self.page)
        if self.side is not None:
            self.side.setMinimumWidth(PANE_MIN_PX)
            self._splitter.addWidget(self.side)
            name, state = self.name, self._state
            room = max(PANE_MIN_PX, state.width - state.bar - PAGE_PX)
            width = min(room, state.panes.get(name, PANE_PX.get(name, 360)))
            self._splitter.setStretchFactor(0, 1)
            self._splitter.setStretchFactor(1, 0)
            self._splitter.setSizes([max(PAGE_PX, state.width - state.bar - width), width])
            self._splitter.splitterMoved.connect(self._moved)
            self.side.setVisible(name not in state.folded)
        if (remember := getattr(self.page, "remember", None)) is not None:
            remember(self._state)

    def toggle_side(self) -> None:
        if self.side is not None:
            self.show_side(self.side.isHidden())

    def show_side(self, wanted: bool) -> None:
        if self.side is None:
            return
        self.side.setVisible(wanted)
        folded = [name for name in self._state.folded if name != self.name]
        self._state.folded = folded if wanted else [*folded, self.name]

    def _lay_out(self, contract: Page) -> None:
        title = self._title_line(contract)
        whole = column_of(into=self, spacing_px=0)
        if contract.side_full:
            left = QWidget()
            self._body = column_of(title, rule(), into=left, spacing_px=0)
            self._splitter.addWidget(left)
        else:
            whole.addWidget(title)
            whole.addWidget(rule())
            self._body = self._splitter
        whole.addWidget(self._splitter, 1)

    def _title_line(self, contract: Page) -> QWidget:
        left, right = contract.title_widgets()
        aside = QWidget()
        aside.setLayout(row(*left[1:], spacing_px=12))
        bar = TitleBar(aside)
        row(
            left[0],
            aside,
            1,
            *right,
            self._fold,
            into=bar,
            margins_px=(22, 0, 16, 0),
            spacing_px=12,
        )
        return bar

    def _moved(self) -> None:
        self._state.panes[self.name] = self._splitter.sizes()[1]


class TitleBar(QWidget):
    """Where it is narrow, what stands ``aside`` of the title makes room for it."""

    def __init__(self, aside: QWidget) -> None:
        super().__init__()
        self._aside = aside
        self.setFixedHeight(TITLE_PX - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._aside.setVisible(self.width() >= ROOMY_PX)
