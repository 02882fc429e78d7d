"""One page in the window: its line of title and actions, and the splitter to its right pane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop.house import House, Page
from desktop.state import WindowState
from desktop.widgets.basics import Button, column_of, row, rule
from desktop.widgets.fold_button import EDGE_PX, LINE_PX, FoldButton
from desktop.widgets.question import letters_of

PANE_PX = {"library": 326, "ask": 540, "write": 540, "roundtable": 440, "reader": 264}
PANE_MIN_PX = 264
ROOMY_PAGE_PX, PAGE_PX = 720, 486  # with a column beside its text, and without
LEGIBLE_PANE_PX = 420  # with less the page gives its column up
TITLE_LEAST_PX = 140
MARGINS_PX = (22, 0, EDGE_PX, 0)
GAP_PX, NARROW_GAP_PX = 12, 6


SideWish = Literal["shown", "folded", "offered", "put away"]
"""Of the right pane, see house.py."""


class PageFrame(QWidget):
    """Made empty; ``fill`` puts page and pane in. Widths and what is folded go to ``state``.

    The pane is as wide as it was left, or as wide as the page, which needs its own room, lets it.
    """

    side_shown = Signal()

    def __init__(self, house: House, name: str, page: QWidget, state: WindowState) -> None:
        super().__init__()
        self.name, self.page, self._state = name, page, state
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        contract = cast(Page, page)
        self.side = contract.side_widget()
        self._full = contract.side_full
        self._fold = FoldButton(house.theme)
        self._folds = [self._fold, *(self.side.findChildren(FoldButton) if self.side else ())]
        for button in self._folds:
            button.clicked.connect(self.toggle_side)
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
            self._splitter.setStretchFactor(0, 1)
            self._splitter.setStretchFactor(1, 0)
            self._share(self._state.width - self._state.bar)
            self._splitter.splitterMoved.connect(self._moved)
            self._set_side(self.name not in self._state.folded)
        if (remember := getattr(self.page, "remember", None)) is not None:
            remember(self._state)

    def toggle_side(self) -> None:
        """By the user."""
        if self.side is not None:
            self.turn_side("shown" if self.side.isHidden() else "put away")

    def turn_side(self, wish: SideWish) -> None:
        away = self._state.put_away
        if wish == "offered" and self.name in away:
            return
        self.show_side(wish in ("shown", "offered"))
        if wish in ("shown", "put away"):
            put_away = [self.name] if wish == "put away" else []
            self._state.put_away = [*(name for name in away if name != self.name), *put_away]

    def show_side(self, wanted: bool) -> None:
        if self.side is None:
            return
        self._set_side(wanted)
        self.side_shown.emit()
        folded = [name for name in self._state.folded if name != self.name]
        self._state.folded = folded if wanted else [*folded, self.name]

    def _set_side(self, wanted: bool) -> None:
        """A pane that reaches the top brings its own button to fold it."""
        assert self.side is not None
        had_keys = any(button.hasFocus() for button in self._folds)
        self.side.setVisible(wanted)
        self._fold.setVisible(not self.needs_room)
        if had_keys:
            self.fold.setFocus()

    @property
    def fold(self) -> FoldButton:
        """The button that folds or unfolds the pane now."""
        return self._folds[-1] if self.needs_room else self._fold

    @property
    def needs_room(self) -> bool:
        """A page of a document lies open beside the page in front."""
        return self.side is not None and self._full and not self.side.isHidden()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters that are no key of the page go where something is written on it."""
        letters = letters_of(event)
        written_in = getattr(self.page, "written_in", None)
        box = written_in() if letters and written_in is not None else None
        if box is not None:
            box.begin(letters)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share(self._splitter.width())

    def _share(self, width: int) -> None:
        wanted = self._state.panes.get(self.name, PANE_PX.get(self.name, 360))
        is_roomy = width - ROOMY_PAGE_PX >= min(wanted, LEGIBLE_PANE_PX)
        pane = min(wanted, max(PANE_MIN_PX, width - (ROOMY_PAGE_PX if is_roomy else PAGE_PX)))
        self._splitter.setSizes([width - pane, pane])

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
        return TitleBar(left, [*right, self._fold])

    def _moved(self) -> None:
        self._state.panes[self.name] = self._splitter.sizes()[1]


class TitleBar(QWidget):
    """Where it is narrow, what stands beside the title makes room for it, so that it can be read
    (``wanted_px``), and then the buttons at the right leave out their words.
    """

    def __init__(self, left: Sequence[QWidget], right: Sequence[QWidget]) -> None:
        super().__init__()
        self._title, self._aside, self._right = left[0], QWidget(), right
        self._aside.setLayout(row(*left[1:], spacing_px=GAP_PX))
        self._line = row(
            left[0], self._aside, 1, *right, into=self, margins_px=MARGINS_PX, spacing_px=GAP_PX
        )
        self.setFixedHeight(LINE_PX)
        self.setMinimumWidth(1)  # the words of the buttons do not hold it open

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        seen = [widget for widget in self._right if not widget.isHidden()]
        widths = [
            widget.whole_px if isinstance(widget, Button) else _least_px(widget) for widget in seen
        ]
        words = MARGINS_PX[0] + MARGINS_PX[2] + TITLE_LEAST_PX + sum(widths) + GAP_PX * len(seen)
        aside = _least_px(self._aside) + GAP_PX
        wanted = max(0, getattr(self._title, "wanted_px", 0) - TITLE_LEAST_PX)
        self._aside.setVisible(words + aside + wanted <= self.width())
        gap = GAP_PX if words <= self.width() else NARROW_GAP_PX
        if gap != self._line.spacing():  # being told it again it would lay out again, for ever
            self._line.setSpacing(gap)
        for widget in self._right:
            if isinstance(widget, Button):
                widget.be_narrow(words > self.width())


def _least_px(widget: QWidget) -> int:
    return max(widget.minimumWidth(), widget.minimumSizeHint().width())
