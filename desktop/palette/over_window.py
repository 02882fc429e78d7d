"""A card over the window: one field, what is found under it, keys alone or the mouse.

Nothing is modal: the work behind goes on, a click beside it or Escape puts it away, and the focus
goes back to where it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from desktop.house import House
from desktop.palette.rows import Found, FoundList, said
from desktop.widgets.basics import Card, label, row, rule
from desktop.widgets.focus_order import give_keys, next_in
from desktop.widgets.focus_ring import ring

WIDEST_PX, NARROWEST_PX = 720, 480
TOP_PX = 64
BESIDE_PX = 24
PAGE_ROWS = 6
LIST_PX = 4
KEYS = "↑ ↓ choose   Return goes there   Esc closes"
VEIL = 0.45


class OverWindow(QWidget):
    """``card`` is what is seen of it. ``closed`` when it was put away."""

    closed = Signal()

    def __init__(self, house: House, ground: QWidget, name: str) -> None:
        super().__init__(ground)
        self.house = house
        self._last: QWidget | None = None
        self.setAccessibleName(name)
        self.card = Card(margin_px=0, spacing_px=0)
        self.card.setParent(self)
        ground.installEventFilter(self)
        house.library_left.connect(self.close_over)
        self.hide()

    def open(self) -> None:
        """Over the window, and the keys with it."""
        if not self.isVisible():
            self._last = QApplication.focusWidget()
        self.fit()
        self.show()
        self.raise_()
        self.take_keys()

    def close_over(self) -> None:
        """Away with it; the keys go where they were."""
        if self.isVisible():
            if self._last is not None and _is_there(self._last):
                self._last.setFocus(Qt.FocusReason.PopupFocusReason)
            self._last = None
            self.hide()
            self.closed.emit()

    def take_keys(self) -> None:
        """Where the keys go when it opens."""
        self.card.setFocus()

    def give_back_to(self, widget: QWidget) -> None:
        """The keys go there when it is put away."""
        self._last = widget

    def wanted_height(self, most: int) -> int:
        """Of the card, where there is room for ``most`` px."""
        return min(most, self.card.sizeHint().height())

    def fit(self) -> None:
        """Anew, where the window or its height has changed."""
        ground = self.parentWidget()
        assert ground is not None
        self.setGeometry(ground.rect())
        width = max(NARROWEST_PX, min(WIDEST_PX, ground.width() - 2 * BESIDE_PX))
        height = self.wanted_height(ground.height() - TOP_PX - BESIDE_PX)
        self.card.setGeometry(QRect((ground.width() - width) // 2, TOP_PX, width, height))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        veil = QColor(self.house.theme.tokens.background)
        veil.setAlphaF(VEIL)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.close_over()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_over()
        event.accept()  # no key reaches the page behind

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays in the card while it lies over the window; when it goes, the focus goes on."""
        if not self.isVisible():
            return super().focusNextPrevChild(forward)
        wanted = next_in(self.card, QApplication.focusWidget(), forward)
        if wanted is not None and give_keys(wanted, forward):
            ring(self.house.theme, wanted)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.fit()
        return super().eventFilter(watched, event)


class FieldOverWindow(OverWindow):
    """What is found changes with what is typed; Up, Down, Return, Escape.

    A kind of it says what is found: ``look(text)`` is called at each change, and calls ``tell``.
    """

    def __init__(self, house: House, ground: QWidget, name: str, hint: str) -> None:
        super().__init__(house, ground, name)
        self.field = QLineEdit(placeholderText=hint)
        self.field.setAccessibleName(name)
        self.field.setProperty("kind", "over")
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._typed)
        self.list = FoundList(house.theme, name)
        self.list.chosen.connect(self.choose)
        self.list.selectionModel().currentChanged.connect(self._say_current)
        self._none = label("", "quiet", wrap=True)
        self._none.setContentsMargins(16, 14, 16, 14)
        self._foot = label(KEYS, "tiny")
        self._foot.setContentsMargins(16, 8, 16, 8)
        around = row(self.list, margins_px=(LIST_PX, LIST_PX, LIST_PX, LIST_PX))
        for part in (self.field, rule()):
            self.card.column.addWidget(part)
        self.card.column.addLayout(around)
        for part in (self._none, rule(), self._foot):
            self.card.column.addWidget(part)
        self.card.setProperty("has_focus", True)  # the keys are in its field as long as it is there
        self.setFocusProxy(self.field)

    def look(self, text: str) -> None:
        """Find what fits, and ``tell`` it."""
        raise NotImplementedError

    def open(self, text: str = "") -> None:
        self.field.setText(text)
        self.field.selectAll()
        self.look(text)
        super().open()

    def take_keys(self) -> None:
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def tell(self, found: Sequence[Found], none: str = "") -> None:
        """What is found; ``none`` in its place where there is nothing."""
        self.list.show_rows(found)
        self.list.setVisible(bool(found))
        self._none.setText("" if found else none)
        self._none.setVisible(not found and bool(none))
        self._say_current()
        self.fit()

    def note(self, words: str) -> None:
        """At the foot, in place of the keys; empty: those."""
        self._foot.setText(words or KEYS)

    def enter(self) -> None:
        """Return was pressed."""
        self.choose(self.list.current)

    def choose(self, found: Found | None) -> None:
        """Put away first, so that what it opens has the keys."""
        if found is not None and not found.why_not:
            self.close_over()
            found.go()

    def wanted_height(self, most: int) -> int:
        head = self.field.sizeHint().height() + self._foot.sizeHint().height() + 4
        rows = self.list.rows.rowCount()
        if rows:
            return min(most, head + self.list.height_of(rows) + 2 * LIST_PX)
        words = self._none.heightForWidth(WIDEST_PX) if self._none.text() else 0
        return min(most, head + words)

    def _typed(self, text: str) -> None:
        self.list.setCurrentIndex(self.list.rows.index(0))
        self.look(text)

    def _say_current(self, *_: object) -> None:
        """For a screen reader: the keys stay in the field while another row is chosen."""
        current = self.list.current
        words = said(current) if current is not None else self._none.text()
        if words != self.field.accessibleDescription():
            self.field.setAccessibleDescription(words)
            if self.isVisible() and QAccessible.isActive():
                announcement = QAccessibleAnnouncementEvent(self.field, words)
                QAccessible.updateAccessibility(announcement)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and self._take_key(event):
            return True
        return super().eventFilter(watched, event)

    def _take_key(self, event: QKeyEvent) -> bool:
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Tab: 1,
            Qt.Key.Key_Backtab: -1,
            Qt.Key.Key_PageDown: PAGE_ROWS,
            Qt.Key.Key_PageUp: -PAGE_ROWS,
        }
        key = Qt.Key(event.key())
        if event.type() != QEvent.Type.KeyPress:
            return False
        if key in steps:
            self.list.step(steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter()
        elif key == Qt.Key.Key_Escape:
            self.close_over()
        else:
            return False
        return True


def _is_there(widget: QWidget) -> bool:
    """It may have been taken away meanwhile."""
    return isValid(widget) and widget.isVisible()
