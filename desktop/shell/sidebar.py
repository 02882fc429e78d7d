"""The side bar: places, what is running now, and at the foot the model and the network receipt.

It becomes a rail of icons when it is folded, and in a narrow window while evidence is open, which
needs the room. The button that unfolds it stays in sight.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.collectionlist import CollectionList
from desktop.house import House
from desktop.receipt import Receipt
from desktop.shell.running_jobs import NowView
from desktop.theme import Theme, interface_font
from desktop.widgets.basics import (
    Button,
    IconButton,
    column_of,
    label,
    pressed_by_return,
    row,
    rule,
)

ROW_PX = 34
RAIL_PX = 54
ROOMY_PX = 1320  # of a window: in a narrower one evidence takes the room of the words here
LEAST_PX, MOST_PX = 200, 320
MARGINS_PX = (10, 18, 10, 14)
PLACES = (
    ("library", "Library", "library"),
    ("ask", "Ask", "message-circle-question-mark"),
    ("write", "Write", "square-pen"),
    ("roundtable", "Round table", "users"),
    ("thoughts", "Thoughts", "lightbulb"),
)
FOOT_PLACES = (("models", "Models", "package"), ("settings", "Settings", "sliders-horizontal"))


FOLD = "Fold or unfold the side bar (Ctrl+B)"


class PlaceButton(QAbstractButton):
    """One line of the side bar: icon, word, count."""

    def __init__(self, theme: Theme, name: str, text: str, icon: str) -> None:
        super().__init__()
        self.name = name
        self._theme, self._icon, self._count, self._narrow = theme, icon, "", False
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def count(self, number: int) -> None:
        """0 shows nothing."""
        self._count = f"{number:,}" if number else ""
        self.setAccessibleName(f"{self.text()}, {number:,}" if number else self.text())
        self.update()

    def be_narrow(self, narrow: bool) -> None:
        """The icon alone; the word is told to the pointer."""
        self._narrow = narrow
        self.setToolTip(self.text() if narrow else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, ROW_PX)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_return(self, event):
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        self._paint_words(painter)
        painter.end()

    def _paint_ground(self, painter: QPainter) -> None:
        tokens = self._theme.tokens
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QColor(tokens.accent) if self.hasFocus() else Qt.PenStyle.NoPen)
        ground = QColor(tokens.selection)
        if not self.isChecked():
            ground.setAlphaF(0.5 if self.underMouse() else 0)
        painter.setBrush(ground)
        painter.drawRoundedRect(area, 7, 7)

    def _paint_words(self, painter: QPainter) -> None:
        tokens = self._theme.tokens
        middle = self.height() / 2
        picture = icons.pixmap(self._icon, tokens.ink, ratio=self.devicePixelRatioF())
        painter.drawPixmap(9, round(middle - icons.SIZE_PX / 2), picture)
        if self._narrow:
            return
        painter.setFont(interface_font(13))
        figures = QFontMetricsF(painter.font()).horizontalAdvance(self._count)
        line = QRectF(34, 0, self.width() - 44, self.height())
        painter.setPen(QColor(tokens.quiet))
        painter.drawText(
            line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._count
        )
        painter.setFont(interface_font(13, 600 if self.isChecked() else 400))
        painter.setPen(QColor(tokens.ink))
        room = line.width() - figures - 8
        words = QFontMetricsF(painter.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)


class SideBar(QWidget):
    """``chosen`` carries the name of the place that was clicked."""

    chosen = Signal(str)

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Places")
        self._house = house
        self._group = QButtonGroup(self)
        self._places: dict[str, PlaceButton] = {}
        self._in_front = ""
        self._collections, self._receipt = CollectionList(house), Receipt(house)
        self._now = NowView(house)
        column = column_of(into=self, margins_px=MARGINS_PX, spacing_px=1)
        self._add_brand(column)
        self._add_places(column, PLACES)
        column.addSpacing(16)
        column.addWidget(self._collections)
        column.addSpacing(12)
        column.addWidget(self._now)
        column.addStretch(1)
        self._add_places(column, FOOT_PLACES)
        column.addSpacing(8)
        column.addWidget(rule())
        column.addSpacing(8)
        column.addWidget(self._receipt)
        self._narrow = False
        self._folded = self._held_open = False
        self._set_widths()
        self._group.idClicked.connect(self._clicked)
        house.order.shown_changed.connect(self._mark)

    def fit(self, window_px: int, needs_room: bool) -> bool:
        """A rail of icons where it is folded, or room is needed and scarce: whether it is one."""
        is_scarce = needs_room and window_px < ROOMY_PX
        self._held_open = self._held_open and is_scarce
        narrow = self._folded or (is_scarce and not self._held_open)
        if narrow != self._narrow:
            self._be_narrow(narrow)
        return narrow

    def fold(self) -> None:
        """Or unfold, also where room is scarce; seen when it is fitted."""
        self._folded, self._held_open = not self._narrow, self._narrow

    def _be_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        directions = QBoxLayout.Direction
        self._head.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        for worded in (self._brand, self._motto, self._collections):
            worded.setHidden(narrow)
        for place in self._places.values():
            place.be_narrow(narrow)
        self._search.be_narrow(narrow)
        self._receipt.be_narrow(narrow)
        self._now.be_narrow(narrow)
        self._mark()
        self._set_widths()

    def _set_widths(self) -> None:
        self.setMinimumWidth(RAIL_PX if self._narrow else LEAST_PX)
        self.setMaximumWidth(RAIL_PX if self._narrow else MOST_PX)

    def show_place(self, name: str) -> None:
        """The reader is no place: the one it was opened from stays chosen."""
        if name in self._places:
            self._in_front = name
            self._collections.tell_page(name)
            self._mark()

    def _mark(self) -> None:
        """One place looks chosen, or the collection that is shown in its stead."""
        is_collection = self._collections.shown is not None and not self._narrow
        self._group.setExclusive(False)
        for name, place in self._places.items():
            place.setChecked(name == self._in_front and not is_collection)
        self._group.setExclusive(True)

    def count(self, name: str, number: int) -> None:
        if name in self._places:
            self._places[name].count(number)

    def _add_brand(self, column: QVBoxLayout) -> None:
        """The name, and the ways to all that the window holds and can do."""
        acts = self._house.acts
        keys = IconButton(self._house.theme, "circle-question-mark", "Keys (F1)", token="quiet")
        keys.clicked.connect(partial(acts.do, "keys"))
        self._brand = label("Muniment", "brand")
        self._brand.setContentsMargins(8, 0, 0, 0)
        self._fold = IconButton(self._house.theme, "panel-left", FOLD, token="quiet")
        self._fold.clicked.connect(partial(acts.do, "fold-bar"))
        self._head = row(self._brand, 1, keys, self._fold, spacing_px=2)
        column.addLayout(self._head)
        self._motto = label("kept as evidence", "tiny")
        self._motto.setContentsMargins(8, 0, 0, 0)
        column.addWidget(self._motto)
        column.addSpacing(14)
        self._search = Button(self._house.theme, "Search everything", "search")
        self._search.setProperty("kind", "search")
        self._search.setToolTip(
            "Documents, passages, answers, thoughts, settings and acts (Ctrl+K)"
        )
        self._search.clicked.connect(partial(acts.do, "search"))
        column.addWidget(self._search)
        column.addSpacing(10)

    def _add_places(self, column: QVBoxLayout, places: tuple[tuple[str, str, str], ...]) -> None:
        for name, text, icon in places:
            button = PlaceButton(self._house.theme, name, text, icon)
            self._group.addButton(button, len(self._places))
            self._places[name] = button
            column.addWidget(button)

    def _clicked(self, number: int) -> None:
        name = list(self._places)[number]
        if name == "library":
            self._house.order.show(None)
        self.chosen.emit(name)
        self._mark()
